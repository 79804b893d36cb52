// Package copilotchat, which changes without notice, is the read_file of VS Code's Copilot Chat.
package copilotchat

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"

	"eyeline/reader/access"
	"eyeline/reader/internal/param"
	"eyeline/reader/internal/readback"
	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/runtime/node"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/lists"
	"eyeline/reader/tools"
)

const (
	maxLines        = 2000 // lines: the first one, and limit after it
	sampleSize      = 8192 // bytes at the start in which a NUL makes a file binary
	cutMark         = " [truncated]"
	longLinesNotice = "\n[One or more long lines were truncated at 2000 characters]\n"
	emptyNotice     = "(empty)"
)

// Tool is the read_file of VS Code's Copilot Chat (contract copilot_chat).
var Tool = &tools.Tool{
	Name: "copilot_chat", Title: "VS Code Copilot Chat's read_file",
	Origin: tools.Origin{
		Agent: "VS Code Copilot Chat", Version: "31acd00a", Date: "2026-11-21", How: tools.FromSource,
		Use: tools.Current,
	},
	Recorded: []string{"read_file"},
	Caps: tools.Caps{Lines: tools.Cap{Most: maxLines, Flag: "limit", Max: maxLines}, Also: "any number of " +
		"lines with end-line; 512 bytes of a binary file as a hexdump"},
	Kinds: tools.Kinds{
		Empty: tools.GivesNotice, Image: tools.GivesRefusal, PDF: tools.GivesHex, Binary: tools.GivesHex,
	},
	Policy:  policy,
	Paths:   tools.PathAbsolute,
	Silence: tools.SilentAsAsked,
	Lines:   lineFormat,
	Run:     run,
	Words:   wordsFor,
	Parse:   readBack,
	Windows: []tools.WindowParams{
		{Mode: tools.ModeSlice, At: "offset", Base: 1, Size: "limit", Size0: maxLines, Max: maxLines, Plus: 1},
	},
	Params: []tools.Param{
		param.File("filePath", "file to read, an absolute path or a file: URI"),
		param.Number("offset", "number of the first line, 1-based (default: 1)"),
		param.Number("limit", "number of lines after the first one, up to 1999 (the default)"),
		param.Of(tools.TypeInteger, "start-line",
			"first line, 1-based, in place of offset and with --end-line: the older arguments", "startLine"),
		param.Of(tools.TypeInteger, "end-line", "last line, inclusive; goes with --start-line", "endLine"),
	},
}

// The words around lines that are not all requested ones.
const (
	headPath                  = "File: `"
	headLines readback.Phrase = "`. Lines {first} to {last} ({total} lines total): \n"
	foot      readback.Phrase = "\n[File content truncated at line {last}. " +
		"Use read_file with offset/limit parameters to view more.]\n"
)

// lineFormat: lines as they are, cut at 2000 UTF-16 units.
var lineFormat = &tools.LineFormat{
	Limit: 2000, Unit: tools.UTF16,
	Mark: tools.MarkText(cutMark),
}

// refuse returns an error of the tool as the model gets it.
func refuse(message string) *tools.Error { return tools.Refuse(failedText(message)) }

func failedText(message string) string {
	return "ERROR while calling tool: " + message + "\nPlease check your input and try again."
}

// wordsFor returns the text for an error of opening or reading. The editor's own words are not known; these are
// similar.
func wordsFor(_ tools.Env, file string, err error) string {
	detail := "Unable to read file '" + file + "' (" + node.Error(err, "", "") + ")"
	switch {
	case node.LeadsNowhere(err):
		detail = "Unable to resolve nonexistent file '" + file + "'"
	case errors.Is(err, access.ErrDirectory):
		detail = "Unable to read file '" + file + "' that is actually a directory"
	}
	return failedText("cannot open file://" + file + ". Detail: " + detail)
}

// resolve returns the path of a requested file; ok is false if it is neither absolute nor a file: URI.
func resolve(env tools.Env, asked string) (file string, ok bool) {
	if node.Path(env).IsAbs(asked) {
		return asked, true
	}

	const scheme = "file://"
	if len(asked) < len(scheme) || !strings.EqualFold(asked[:len(scheme)], scheme) {
		return "", false
	}

	rest, _, _ := strings.Cut(asked[len(scheme):], "?")
	rest, _, _ = strings.Cut(rest, "#")
	if !strings.HasPrefix(rest, "/") { // a host
		return "", false
	}

	file = js.DecodeURIComponent(rest)
	local := strings.TrimPrefix(file, "/")
	if env.System.IsWindows() && env.System.IsFull(local) {
		file = strings.ReplaceAll(local, "/", `\`)
	}

	return file, true
}

func run(ctx context.Context, env tools.Env, args []byte) (*tools.Result, error) {
	a, err := parseArgs(args, env.Tool.Policy)
	if err != nil {
		return nil, err
	}

	file, ok := resolve(env, a.path)
	if env.Stream != nil {
		file = a.path
		ok = true
	}
	if !ok {
		return nil, refuse("Invalid input path: " + a.path + ". Be sure to use an absolute path.")
	}

	ext := strings.ToLower(env.Path().Ext(file))
	if lists.HasWord(".png .jpg .jpeg .gif .webp", ext) {
		return nil, refuse("Cannot read image files with read_file. Use view_image instead.")
	}

	return tools.ReadPath(ctx, env, tools.PathAbsolute, file, env.Wording(file), func(
		o *tools.File,
	) (*tools.Result, error) {
		head := o.Head(sampleSize)
		if ext == ".pdf" || bytes.IndexByte(head, 0) >= 0 {
			return readHex(o, a), nil
		}

		form := textfile.AnyEnd
		form.Coding, form.Skip = textfile.BOM(head, false)
		return readText(o, file, form, a)
	})
}

// readHead parses the heading of a content: the number of the first line, how many lines the file has, and the offset
// of the text. Without a heading, first is -1. The name of the file may contain what follows it in the heading.
func readHead(content string) (first, total int64, at int) {
	heading, _, _ := strings.Cut(content, "\n")
	lines := strings.LastIndex(heading, "`. Lines ")
	if !strings.HasPrefix(heading, headPath) || lines < 0 {
		return -1, -1, 0
	}

	numbers, n, ok := headLines.At(content[lines:])
	if !ok || numbers.Number("first") < 0 {
		return -1, -1, 0
	}

	return numbers.Number("first"), numbers.Number("total"), lines + n
}

// readBack parses the lines of an answer. Without a heading their numbers follow from the arguments.
func readBack(args json.RawMessage, content string) (tools.Parsed, bool) {
	p := tools.Parsed{Total: -1, Derived: true}
	if content == emptyNotice || readback.IsNotice(content, "(The file `") ||
		strings.HasPrefix(content, "<attachment startByte=") || content == "" {
		return p, false
	}

	a, err := parseArgs(args, policy)
	first := int64(1)
	switch {
	case err != nil: // invalid arguments choose no other line
	case a.old:
		first = max(js.ClampFloat(min(a.first, a.second)), 1)
	case a.hasFirst:
		first = max(js.ClampFloat(a.first), 1)
	}

	number, total, at := readHead(content)
	if number >= 0 {
		first = number
		p.Total = total
		p.Derived = false
		_, end, _, _ := foot.LastIn(content)
		content = content[:end]
	}

	content = strings.TrimSuffix(content, longLinesNotice)
	p.Lines = readback.Lines(content, at, first, math.MaxInt64, lineFormat.Limit, cutMark)
	for i := range p.Lines[:len(p.Lines)-1] {
		l := &p.Lines[i]
		if !l.Cut && l.End > l.Start && content[l.End-1] == '\r' {
			l.End--
		}
	}

	return p, true
}
