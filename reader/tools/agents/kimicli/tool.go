// Package kimicli, which changes without notice, is Kimi CLI's ReadFile.
package kimicli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"strings"
	"syscall"

	"eyeline/reader/access"
	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/param"
	"eyeline/reader/internal/paths"
	"eyeline/reader/internal/runtime/python"
	"eyeline/reader/ospath"
	"eyeline/reader/tools"
)

const (
	maxLines     = 1000       // lines of one answer
	systemOpen   = "<system>" // precedes the message
	systemClose  = "</system>"
	secretNotice = " appears to contain secrets (matched sensitive file pattern). Reading this file is blocked to " +
		"protect credentials."
)

// Tool is Kimi CLI's ReadFile (contract kimi_cli).
var Tool = &tools.Tool{
	Language: ospath.CPython,
	Name:     "kimi_cli", Title: "Kimi CLI's ReadFile",
	Origin: tools.Origin{
		Agent: "Kimi CLI", Version: "1.49.0", Date: "2026-11-21", How: tools.FromSource, Use: tools.Rare,
	},
	Recorded: []string{"ReadFile"},
	Caps: tools.Caps{
		Lines:  tools.Cap{Most: maxLines, Flag: "n-lines", Max: maxLines},
		Output: tools.Cap{Most: 100 << 10, Of: "of lines", Over: tools.OverReaches},
	},
	Kinds: tools.Kinds{
		Empty: tools.GivesNotice, Image: tools.GivesRefusal, PDF: tools.GivesRefusal, Binary: tools.GivesRefusal,
	},
	Policy: tools.Policy{NumbersAsText: true},
	Paths:  tools.PathAny,
	Lines:  lineFormat,
	Run:    tools.RunWith(parseArgs, run),
	Words:  wordsFor,
	Parse:  readBack,
	Windows: []tools.WindowParams{
		{Mode: tools.ModeSlice, At: "line-offset", Base: 1, Size: "n-lines", Size0: maxLines, Max: maxLines},
	},
	Params: []tools.Param{
		param.File("path", "file to read, relative to the working directory or absolute"),
		param.Default("line_offset", 1, "number of the first line, 1-based, or -1 to -1000 to count from the end"),
		param.Default("n_lines", maxLines, "number of lines at most"),
	},
}

// lineFormat: the number right-aligned to 6 and a tab before a line. A line of more than 2000 characters with its line
// feed is cut to that; the last line of a file that has no line feed may be one character longer.
var lineFormat = &tools.LineFormat{
	Prefix: tools.Numbered(6, "\t"),
	Limit:  1999, Keep: 1996, Unit: tools.Runes,
	Mark: tools.MarkText("..."),
}

func refuse(text string) *tools.Error {
	return tools.Refuse(systemOpen + "ERROR: " + text + systemClose)
}

// readArguments are the arguments after their checks, with integers clamped to int64.
type readArguments struct {
	path        string
	first, most int64
}

// parseArgs makes the check 1 of the contract; lines is the most that one answer gives.
func parseArgs(env tools.Env, data []byte) (a readArguments, err error) {
	v, ok := python.Parse(data)
	if !ok {
		return a, tools.RefuseOwn("eyeline: the arguments are not JSON; the agent answers with its JSON parser's words")
	}

	c := &python.Model{Version: "2.12", NumbersAsText: env.Tool.Policy.NumbersAsText}
	first := big.NewInt(1)
	most := big.NewInt(env.Caps().Lines.Most)
	if c.Object("Params", v) {
		a.path = c.Required("path", v)
		if field, given := v.Lookup("line_offset"); given {
			first, _ = c.Integer("line_offset", field)
		}

		if field, given := v.Lookup("n_lines"); given {
			most, ok = c.Integer("n_lines", field)
			if ok && most.Sign() < 1 {
				c.Fault("n_lines", "greater_than_equal", "Input should be greater than or equal to 1", field)
			}
		}
	}

	if c.Faults == 0 {
		switch {
		case first.Sign() == 0:
			c.Fault("", "value_error", "Value error, line_offset cannot be 0; use 1 for the first line or -1 for the "+
				"last line", v)
		case first.Cmp(big.NewInt(-env.Caps().Lines.Most)) < 0:
			c.Fault("", "value_error", fmt.Sprintf("Value error, line_offset cannot be less than -%d. Use a positive "+
				"line_offset with the total line count to read from a specific position.", env.Caps().Lines.Most), v)
		}
	}

	if c.Faults > 0 {
		return a, refuse("Error validating JSON arguments: " + c.Errors("Params"))
	}

	a.first = python.ClampBig(first)
	a.most = python.ClampBig(most)
	if a.path == "" {
		return a, refuse("File path cannot be empty.")
	}

	return a, nil
}

// resolve returns the absolute path of an argument: a leading "~" is the home directory, and "." and ".." are resolved
// textually, regardless of links.
func resolve(env tools.Env, given string) (file, expanded string) {
	sep := python.PathsIn(env).Separator()
	expanded = python.Path(env, given)
	if home := env.HomeDir(); home != "" {
		if expanded == "~" {
			expanded = python.Path(env, home)
		} else if rest, ok := strings.CutPrefix(expanded, "~"+sep); ok {
			expanded = python.Path(env, home+"/"+rest)
		}
	}

	return python.PathsIn(env).Resolve(env.Dir(), expanded), expanded
}

// Paths that Kimi Code CLI takes for secrets, and exceptions.
var (
	secretForm = lazy.Regexp(`(?:^|/)(?:\.env(?:\.[^/]*)?|id_rsa|id_ed25519|id_ecdsa|credentials)$|` +
		`\.(?:aws|gcp)/credentials$|/\.(?:aws|gcp)/credentials`)
	exemptForm = lazy.Regexp(`(?:^|/)\.env\.(?:example|sample|template)$`)
)

// find makes the checks 3 to 6 of the contract.
func find(env tools.Env, given string) (string, error) {
	file, expanded := resolve(env, given)
	if !paths.IsBelow(env, env.Dir(), file) && !python.PathsIn(env).IsAbsolute(expanded) {
		return "", refuse("`" + expanded + "` is not an absolute path. You must provide an absolute path to read a " +
			"file outside the working directory.")
	}
	named := paths.Slashed(env, file)
	if secretForm().MatchString(named) && !exemptForm().MatchString(named) {
		return "", refuse("`" + given + "`" + secretNotice)
	}
	if strings.IndexByte(file, 0) >= 0 {
		return "", tools.Refuse(wordsFor(env, given, access.ErrNUL))
	}

	fi, err := env.Files().Stat(file)
	switch {
	case errors.Is(err, access.ErrOutside):
		return "", env.RefuseOutside()
	case err != nil: // for any error
		return "", refuse("`" + given + "` does not exist.").Because(err)
	case !fi.Mode().IsRegular():
		return "", refuse("`" + given + "` is not a file.")
	}

	return file, nil
}

func wordsFor(env tools.Env, given string, err error) string {
	text := "Failed to read " + given + ". Error: "
	switch {
	case errors.Is(err, access.ErrDirectory), tools.IsSpecial(err):
		text = "`" + given + "` is not a file."
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, access.ErrNowhere), errors.Is(err, syscall.ENOTDIR),
		errors.Is(err, syscall.ELOOP), errors.Is(err, syscall.ENAMETOOLONG):
		text = "`" + given + "` does not exist."
	case errors.Is(err, access.ErrNUL):
		text += "embedded null byte"
	case errors.Is(err, access.ErrChanged), errors.Is(err, access.ErrOutside):
		text += err.Error()
	default:
		file, _ := resolve(env, given)
		text += python.OSError(err, file)
	}

	return refuse(text).Text
}

func run(ctx context.Context, env tools.Env, a readArguments) (*tools.Result, error) {
	file, err := env.Locate(a.path, find)
	if err != nil {
		return nil, err
	}
	return tools.ReadPath(ctx, env, tools.PathAny, file, env.Wording(a.path), func(
		o *tools.File,
	) (*tools.Result, error) {
		return read(o, a)
	})
}

// readBack parses the numbered lines of an answer, and from its message which of them are cut and the total.
func readBack(_ json.RawMessage, content string) (tools.Parsed, bool) {
	message, text, found := strings.Cut(content, systemClose)
	if !found || !strings.HasPrefix(message, systemOpen) || strings.HasPrefix(message, systemOpen+"ERROR: ") ||
		text == "" {
		return tools.Parsed{Total: -1}, false
	}

	p, ok := tools.ParseLines(lineFormat, content, len(content)-len(text), nil)
	cut := map[string]bool{}
	if m := messageEnd().FindStringSubmatch(message); m != nil {
		if n, isNumber := new(big.Int).SetString(m[1], 10); isNumber {
			p.Total = python.ClampBig(n)
		}
		for _, number := range strings.Split(m[2], ", ") {
			cut[number] = true
		}
	}

	for i := range p.Lines {
		l := &p.Lines[i]
		if was := l.Cut; was != cut[fmt.Sprint(l.Number)] {
			l.Cut = !was
			if l.Cut {
				l.End -= len("...")
			} else {
				l.End += len("...")
			}
		}
	}

	return p, ok
}

// messageEnd matches the end of the message of an answer with lines.
var messageEnd = lazy.Regexp(` Total lines in file: ([0-9]+)\..*?(?: Lines \[([0-9, ]+)\] were truncated\.)?$`)
