// Package kimicode, which changes without notice, is Kimi Code's Read.
package kimicode

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"strings"

	"eyeline/reader/access"
	"eyeline/reader/internal/param"
	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/lists"
	"eyeline/reader/tools"
)

const (
	defaultMaxChars = 100000   // default of max_chars
	maxWideBytes    = 10 << 20 // limit of a file in UTF-16, in bytes
	SampleSize      = 512      // bytes by which a file is classified
	failedPrefix    = "<system>ERROR: Tool execution failed.</system>\n"
	emptyNotice     = "<system>Tool output is empty.</system>"
)

// Tool is Kimi Code's Read (contract kimi_code), as a model without pictures and films gets it.
var Tool = &tools.Tool{
	Name: "kimi_code", Title: "Kimi Code's Read",
	Origin:   tools.Origin{Agent: "Kimi Code", Version: "2.1.0", Date: "2026-11-29", How: tools.Ran},
	Recorded: []string{"Read"},
	Caps: tools.Caps{
		Output: tools.Cap{
			Most: defaultMaxChars, Unit: tools.UTF16, Of: "of the whole answer", Flag: "max-chars", Max: 500000,
		},
		Also: "valid UTF-8 or UTF-16 without NUL",
	},
	Kinds: tools.Kinds{
		Empty: tools.GivesNotice, Image: tools.GivesRefusal, PDF: tools.GivesRefusal, Binary: tools.GivesRefusal,
	},
	Policy:  tools.Policy{Unknown: true},
	Paths:   tools.PathAny,
	Lines:   lineFormat,
	Run:     tools.RunWith(parseArgs, run),
	Words:   wordsFor,
	Parse:   readBack,
	Windows: []tools.WindowParams{{Mode: tools.ModeSlice, At: "line-offset", Base: 1, Size: "n-lines"}},
	Params: []tools.Param{
		param.File("path", "file to read, relative to the working directory or absolute"),
		param.Number("line_offset", "number of the first line, 1-based, or below 0 to count from the end (default: 1)"),
		param.Number("column_offset", "UTF-16 units of the first line that are left out, 0 for none"),
		param.Number("n_lines", "number of lines at most (default: up to the end)"),
		param.Default("max_chars", defaultMaxChars, "UTF-16 units of the whole answer at most, up to 500000"),
	},
}

// lineFormat: the number and a tab before a line.
var lineFormat = &tools.LineFormat{
	Prefix: tools.Numbered(0, "\t"),
}

func refuse(text string) *tools.Error { return tools.Refuse(failedPrefix + text) }

// readArguments are the arguments. Numbers that are not given are 0, which none of them can be but the column.
type readArguments struct {
	path         string
	line, column int64
	count, chars int64

	hasColumn, hasChars bool
}

// maxChars returns the limit in force.
func (a readArguments) maxChars(c tools.Cap) int64 {
	if !a.hasChars {
		return c.Most
	}
	return min(a.chars, c.Max)
}

// parseArgs validates the arguments like Ajv, and returns all errors, joined by "; ".
func parseArgs(env tools.Env, data []byte) (a readArguments, err error) {
	v, ok := js.Parse(data)
	if !ok { // invalid JSON counts as an empty object
		v = js.Value{Kind: js.Object}
	}
	if v.Kind != js.Object {
		return a, refuse(`Invalid args for tool "Read": must be object`)
	}

	var faults []string
	if !v.Has("path") {
		faults = append(faults, "must have required property 'path'")
	}

	for _, name := range v.Keys {
		if env.Tool.Policy.Unknown && !lists.HasWord("path line_offset column_offset n_lines max_chars", name) {
			faults = append(faults, "must NOT have additional property '"+name+"'")
		}
	}

	if file := v.Get("path"); file.Kind == js.String {
		a.path = file.Text
	} else if file.Kind != js.Undefined {
		faults = append(faults, "/path must be string")
	}

	if line := v.Get("line_offset"); line.Kind != js.Undefined {
		forward := ajvInteger("line_offset", line, "<= 9007199254740991", line.Num < 1, ">= 1")
		backward := ajvInteger("line_offset", line, ">= -9007199254740991", line.Num >= 0, "< 0")
		if len(forward) > 0 && len(backward) > 0 {
			faults = append(
				append(append(faults, forward...), backward...), "/line_offset must match a schema in anyOf",
			)
		}

		a.line = js.ClampFloat(line.Num)
	}
	for _, f := range []struct {
		name string
		to   *int64
	}{{"column_offset", &a.column}, {"n_lines", &a.count}, {"max_chars", &a.chars}} {
		n := v.Get(f.name)
		switch {
		case n.Kind == js.Undefined:
			continue
		case f.name == "column_offset":
			faults = append(faults, ajvInteger(f.name, n, "<= 9007199254740991", n.Num < 0, ">= 0")...)
		default:
			faults = append(faults, ajvInteger(f.name, n, "<= 9007199254740991", n.Num <= 0, "> 0")...)
		}

		*f.to = js.ClampFloat(n.Num)
	}
	a.hasColumn, a.hasChars = v.Has("column_offset"), v.Has("max_chars")
	if len(faults) > 0 {
		return a, refuse(`Invalid args for tool "Read": ` + strings.Join(faults, "; "))
	}

	return a, nil
}

// ajvInteger returns Ajv's errors for a value that must be a safe integer: safe describes that range in words, and
// words the bound that beyond reports as violated.
func ajvInteger(name string, v js.Value, safe string, beyond bool, words string) (faults []string) {
	if !js.IsInteger(v) && !(v.Kind == js.Number && math.IsInf(v.Num, 0)) {
		faults = append(faults, "/"+name+" must be integer")
	}

	switch {
	case v.Kind != js.Number: // only numbers have bounds
	case v.Num > js.MaxSafeInteger && safe[0] == '<', v.Num < -js.MaxSafeInteger && safe[0] == '>':
		faults = append(faults, "/"+name+" must be "+safe)
	case beyond:
		faults = append(faults, "/"+name+" must be "+words)
	}

	return faults
}

// wordsFor returns the text for an error of opening or reading; file is the path as it was asked for.
func wordsFor(_ tools.Env, file string, err error) string {
	text := "read failed: unrecognized filesystem error"
	switch {
	case errors.Is(err, access.ErrDirectory), tools.IsSpecial(err):
		text = `"` + file + `" is not a file.`
	case isMissing(err):
		text = `"` + file + `" does not exist.`
	case errors.Is(err, fs.ErrPermission):
		text = "read failed: permission denied"
	case errors.Is(err, access.ErrChanged):
		text = "File changed while reading its tail. Retry Read with the updated file."
	case errors.Is(err, access.ErrNUL):
		text = `Tool "Read" failed: realpath failed: unrecognized filesystem error`
	}

	return failedPrefix + text
}

func run(ctx context.Context, env tools.Env, a readArguments) (*tools.Result, error) {
	if a.hasColumn && a.line < 0 {
		return nil, refuse("column_offset is only supported for forward reads. Use a positive line_offset or the " +
			"forward Next Read arguments.")
	}

	file, err := env.Locate(a.path, find)
	if err != nil {
		return nil, err
	}

	return tools.ReadPath(ctx, env, tools.PathAny, file, env.Wording(a.path), func(
		o *tools.File,
	) (*tools.Result, error) {
		return read(o, file, a)
	})
}

// readBack parses the numbered lines of an answer, and the total in the status block at its end.
func readBack(_ json.RawMessage, content string) (tools.Parsed, bool) {
	p := tools.Parsed{Total: -1}
	i := strings.LastIndex(content, "<system>")
	if i <= 0 || content[i-1] != '\n' || strings.HasPrefix(content, emptyNotice) ||
		strings.HasPrefix(content, failedPrefix) {
		return p, false
	}

	status := content[i:]
	p, ok := tools.ParseLines(lineFormat, content[:i-1], -1, nil)
	if _, rest, found := strings.Cut(status, "Total lines in file: "); found {
		if n, _ := fmt.Sscanf(rest, "%d", &p.Total); n < 1 {
			p.Total = -1
		}
	}

	if ok && strings.Contains(status, " fragment: columns [") {
		_, rest, _ := strings.Cut(status, " fragment: columns [")
		p.Lines[0].Cut = !strings.HasPrefix(rest, "0, ") || strings.Contains(rest, "Line continues.")
	}

	return p, ok
}
