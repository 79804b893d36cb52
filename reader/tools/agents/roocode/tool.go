// Package roocode, which changes without notice, is Roo Code's read_file.
package roocode

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	"eyeline/reader/access"
	"eyeline/reader/internal/ignore"
	"eyeline/reader/internal/param"
	"eyeline/reader/internal/paths"
	"eyeline/reader/internal/readback"
	"eyeline/reader/internal/runtime/isbinary"
	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/runtime/node"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/lists"
	"eyeline/reader/ospath"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

const (
	maxLines    = 2000
	failedHead  = `{"status":"error","message":"The tool execution failed","error":"`
	invalidCall = failedHead + `Invalid tool call for 'read_file': missing nativeArgs. This usually means the model ` +
		`streamed invalid or incomplete arguments and the call could not be finalized."}`
	pathMissing = "Error: " + failedHead +
		`Missing value for required parameter 'path'. Please retry with complete response.\n\n# Reminder: ` +
		`Instructions for Tool Use\n\nTools are invoked using the platform's native tool calling mechanism. Each ` +
		`tool requires specific parameters as defined in the tool descriptions. Refer to the tool definitions ` +
		`provided in your system instructions for the correct parameter structure and usage examples.\n\nAlways ` +
		`ensure you provide all required parameters for the tool you wish to use."}`
)

// Tool is Roo Code's read_file (contract roo_code), as a model without pictures gets it and a user who allows every
// call. Text that the agent takes out of PDF and Office files is not imitated.
var Tool = &tools.Tool{
	Name: "roo_code", Title: "Roo Code's read_file",
	Origin: tools.Origin{
		Agent: "Roo Code", Version: "3.52.1", Date: "2026-11-21", How: tools.FromSource,
		Marks: []string{".roo", ".roorules"},
	},
	Recorded: []string{"read_file"},
	Caps:     tools.Caps{Lines: tools.Cap{Most: maxLines, Flag: "limit"}, Also: "files up to 512 MiB"},
	Kinds: tools.Kinds{
		Empty: tools.GivesNotice, Image: tools.GivesNotice, PDF: tools.GivesRefusal, Binary: tools.GivesNotice,
	},
	Policy:  tools.Policy{NumbersAsText: true},
	Paths:   tools.PathAny,
	Beside:  []string{".rooignore"},
	Lines:   lineFormat,
	Run:     run,
	Words:   wordsFor,
	Parse:   readBack,
	Windows: param.IndentationPlaces(maxLines),
	Params: append([]tools.Param{
		param.File("path", "file to read, relative to the workspace or absolute"),
		param.Mode,
		param.Default("offset", 1, "number of the first line, 1-based"),
		param.Default("limit", maxLines, "number of lines at most"),
	}, param.Indentation...),
}

// lineFormat: the number as wide as the answer's last one and " | " before a line of 2000 UTF-16 units at most.
var lineFormat = &tools.LineFormat{
	Prefix: tools.Numbered(-1, " | "),
	Limit:  2000, Keep: 1997, Unit: tools.UTF16, Half: "\uFFFD",
	Mark: tools.MarkText("..."),
}

// wordsFor returns the text for an error of opening or reading; file is the path as it was asked for.
func wordsFor(env tools.Env, file string, err error) string {
	return "File: " + file + "\nError: " + reason(env, file, err)
}

func reason(env tools.Env, file string, err error) string {
	abs := node.Path(env).Resolve(env.Dir(), file)
	failed, ok := errors.AsType[*node.PathError](err)
	switch {
	case ok:
		return failed.Error()
	case errors.Is(err, access.ErrDirectory):
		return "Cannot read '" + file + "' because it is a directory. Use list_files tool instead."
	case tools.IsSpecial(err):
		return "Path provided was not a file!"
	case errors.Is(err, access.ErrNUL):
		return node.NULPath(abs)
	}

	return node.Error(err, "open", abs)
}

func run(ctx context.Context, env tools.Env, args []byte) (*tools.Result, error) {
	v, _ := js.Parse(args)
	if old := oldFiles(v.Get("files")); len(old) > 0 {
		return runOld(ctx, env, old)
	}
	if !v.Has("path") {
		return nil, tools.Refuse(invalidCall)
	}

	file := v.Get("path")
	if !file.True() {
		return nil, tools.Refuse(pathMissing)
	}

	a := parseArgs(v, env.Tool)
	if err := a.check(file); err != nil {
		return nil, err
	}
	if err := checkAllowed(ctx, env, a.path); err != nil {
		return nil, err
	}

	return open(ctx, env, a.path, env.Wording(a.path), func(o *tools.File) (*tools.Result, error) {
		text, err := binaryText(o, a.path)
		if err != nil {
			return nil, err
		}
		if text != "" {
			return tools.Notice(o, "File: "+a.path+"\n"+text), nil
		}
		if !a.block {
			return readSlice(o, a).result(o, a.path), nil
		}

		p, err := readBlock(o, a, env.Explain)
		if err != nil {
			return nil, err
		}

		return p.result(o, a.path), nil
	})
}

// checkAllowed refuses files that the workspace's .rooignore excludes.
func checkAllowed(ctx context.Context, env tools.Env, file string) error {
	if env.Stream != nil {
		return nil
	}

	dir := env.Dir()
	text, err := ignore.ReadFile(ctx, env, node.Path(env).Join(dir, ".rooignore"))
	if err != nil {
		return ignore.Refusal(err)
	}
	if text == "" {
		return nil
	}

	rules, err := ignore.FromText(".rooignore", text, func(text string) []string {
		return append(strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n"), ".rooignore")
	})
	if err != nil {
		return ignore.Refusal(err)
	}

	real := paths.Real(env, node.Path(env).Resolve(dir, file))
	ignored, err := rules.Match(ctx, paths.Slashed(env, node.Path(env).Relative(dir, real)), false)
	if err != nil {
		return ignore.Refusal(err)
	}
	if !ignored {
		return nil
	}

	return tools.Refuse("File: " + file + "\nError: " +
		`{"status":"error","type":"access_denied","message":"Access blocked by .rooignore","path":` + js.Quote(file) +
		`,"suggestion":"Try to continue without this file, or ask the user to update the .rooignore file"}`)
}

// open opens a file, which must not be a directory, and passes it to read.
func open(
	ctx context.Context, env tools.Env, file string, words tools.Wording, read func(*tools.File) (*tools.Result, error),
) (*tools.Result, error) {
	abs := node.Path(env).Resolve(env.Dir(), file)
	if env.Stream == nil {
		isDir, err := env.IsDir(abs)
		switch {
		case errors.Is(err, tools.ErrConfined) || errors.Is(err, access.ErrNUL):
			return nil, words.Of(err)
		case err != nil:
			return nil, words.Of(&node.PathError{Err: err, Call: "stat", Path: abs})
		case isDir:
			return nil, words.Of(access.ErrDirectory)
		}
	}

	return tools.ReadPath(ctx, env, tools.PathAny, abs, words, read)
}

// binaryText returns the text about a binary file; "" for text.
func binaryText(o *tools.File, file string) (string, error) {
	head := o.Head(isbinary.SampleSize)
	if isbinary.ByPackage(head) {
		extension := strings.ToLower(ospath.NodeOn(o.System()).Ext(file))
		switch {
		case lists.HasWord(".png .jpg .jpeg .gif .webp .svg .bmp .ico .tiff .tif .avif", extension):
			return "Note: Image file detected but current model does not support images. " +
				"Skipping image processing.", nil
		case lists.HasWord(".pdf .docx .ipynb .xlsx", extension):
			return "", tools.RefuseOwn("eyeline: Roo Code takes the text out of this file, which is not imitated")
		}

		return "Binary file (" + cmp.Or(strings.TrimPrefix(extension, "."), "bin") + ") - content not displayed", nil
	}

	if text := node.TooLong(o.Size()); text != "" {
		return "", tools.Refuse("File: " + file + "\nError: " + text)
	}

	return "", nil
}

// shownPart is what is shown of a file.
type shownPart struct {
	head, tail string
	lines      []tools.LineRange
	window     window.Window
	total      int64        // lines of the file, for a slice
	next       tools.Values // nil if nothing is left
}

// result returns the answer about one file.
func (p *shownPart) result(o *tools.File, file string) *tools.Result {
	var next json.RawMessage
	if p.next != nil {
		next = tools.BuildArgs(o.Tool, file, p.next)
	}
	return (&tools.Result{Window: p.window, NextArgs: next}).Content(o, func(s *tools.Sink) { p.write(s, o, file) })
}

func (p *shownPart) write(s *tools.Sink, o *tools.File, file string) {
	s.Str("File: " + file + "\n" + p.head)
	for i, l := range p.lines {
		l.Continued = i > 0
		s.WriteLines(o, l)
	}
	s.Notice(p.tail)
}

// banner returns the note that lines are missing, with numbers as JavaScript prints them.
func (p *shownPart) banner(first, last float64, total int64, limit float64) {
	how := readMore.Fill(js.NumberText(last+1), js.NumberText(limit))
	p.head = truncated.Fill(js.NumberText(first), js.NumberText(last), total, how)
	next := last + 1
	most := js.ClampFloat(limit)
	if limit == float64(most) && most > 0 && next <= float64(total) &&
		next > first {
		p.next = tools.Values{"offset": js.ClampFloat(next), "limit": most}
	}
}

// readSlice returns a run of lines.
func readSlice(o *tools.File, a readArgs) *shownPart {
	offset := or(a.offset, 1)
	from := math.Trunc(offset - 1)
	end := offset - 1 + a.limit // end of the range, 0-based
	search := textfile.Search{
		First: js.ClampFloat(from) + 1, Count: max(js.ClampFloat(math.Trunc(end)-from), 1), Total: true, Index: o.Index,
	}
	found := o.Scan(search)
	total := found.Phantom()
	p := &shownPart{window: found.Window(o.Size()), total: total}
	if offset-1 >= float64(total) {
		p.head = "Note: File is empty"
		return p
	}

	end = min(end, float64(total))
	to := js.ClampFloat(end)
	if to < 0 {
		to = max(total+to, 0)
	}

	count := max(to-js.ClampFloat(from), 0)
	if count != search.Count && (count < search.Count && to < total || end < 0) {
		search.Count = max(count, 1)
		found = o.Scan(search)
		p.window = found.Window(o.Size())
	}

	if end < float64(total) {
		p.banner(offset, offset+float64(count)-1, total, a.limit)
	}

	if count == 0 {
		p.window.Start = o.Size()
		p.window.End = o.Size()
		p.window.First = 0
		p.window.Last = 0
		return p
	}

	p.show(o.Tool.Lines, found.Start, found.End, search.First, to, total)
	return p
}

// show adds the lines first to last of total, where the last may be the empty one after a final line end.
func (p *shownPart) show(format *tools.LineFormat, start, end, first, last, total int64) {
	p.lines = append(p.lines, tools.LineRange{
		Format: format, Start: start, End: end, Number: first, Count: last - first + 1, Phantom: last == total,
		Width: len(fmt.Sprint(last)),
	})
}

// The words before lines that are not all, and after a block.
const (
	truncated readback.Phrase = "IMPORTANT: File content truncated.\n" +
		"\tStatus: Showing lines {first:number}-{last:number} of {total} total lines.\n" +
		"\tTo read more: {how:text}\n\t\n\t"
	readMore readback.Phrase = "Use the read_file tool with offset={next:number} and limit={limit:number}."
	included readback.Phrase = "\n\nIncluded ranges: {first}-{last} (total: {total} lines)"
)

// readBack parses the numbered lines of an answer. The line after a banner begins with a tab.
func readBack(_ json.RawMessage, content string) (tools.Parsed, bool) {
	p := tools.Parsed{Total: -1}
	if !strings.HasPrefix(content, "File: ") {
		return p, false
	}

	at := strings.IndexByte(content, '\n') + 1
	if slots, n, ok := truncated.At(content[at:]); ok {
		p.Total = slots.Number("total")
		at += n
	}

	for at < len(content) && at > 0 {
		end := at + readback.EndOfLine(content[at:])
		digits, _, ok := strings.Cut(content[at:end], " | ")
		var n int64
		if !ok || parseCount(strings.TrimLeft(digits, " "), &n) != nil ||
			string(tools.AppendNumber(nil, n, len(digits))) != digits {
			break
		}

		l := tools.ParsedLine{Number: n, Start: at + len(digits) + len(" | "), End: end}
		text := content[l.Start:l.End]
		if strings.HasSuffix(text, "...") && js.Length(text) == lineFormat.Limit {
			l.Cut = true
			l.End -= len("...")
		}

		p.Lines = append(p.Lines, l)
		at = end + 1
	}

	if slots, i, _, ok := included.LastIn(content); ok && p.Total < 0 && at > i {
		p.Total = slots.Number("total")
	}

	return p, len(p.Lines) > 0
}

// parseCount parses the number at the start of a text.
func parseCount(s string, n *int64) error {
	_, err := fmt.Sscanf(s, "%d", n)
	return err
}
