package agents

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path"
	"strings"

	"eyeline/reader/access"
	"eyeline/reader/internal/wordlist"
	"eyeline/reader/tools"
	"eyeline/reader/tools/runtime/js"
	"eyeline/reader/tools/runtime/node"
	"eyeline/reader/window"
)

// copilotChat is the read_file of VS Code's Copilot Chat (contract copilot_chat).
var copilotChat = &tools.Tool{
	Name: "copilot_chat", Title: "VS Code Copilot Chat's read_file",
	Since:    tools.Since{Agent: "VS Code Copilot Chat", Version: "31acd00a", Date: "2026-11-21", How: tools.FromSource},
	Recorded: []string{"read_file"},
	Caps:     tools.Caps{Lines: tools.Cap{Most: vscodeMost, Flag: "limit", Max: vscodeMost}, Also: "any number of lines with end-line; 512 bytes of a binary file as a hexdump"},
	Kinds:    tools.Kinds{Empty: tools.GivesNotice, Image: tools.GivesRefusal, PDF: tools.GivesHex, Binary: tools.GivesHex},
	Policy:   vscodePolicy,
	Paths:    tools.PathAbsolute,
	Silence:  tools.SilentAsAsked,
	Lines:    vscodeLines,
	Run:      readVSCode,
	Words:    vscodeWords,
	Parse:    parseVSCode,
	Places:   []tools.Place{{Mode: tools.ModeSlice, At: "offset", Base: 1, Size: "limit", Size0: vscodeMost, Max: vscodeMost, Plus: 1}},
	Params: []tools.Param{
		fileParam("filePath", "file to read, an absolute path or a file: URI"),
		numberParam("offset", "number of the first line, 1-based (default: 1)"),
		numberParam("limit", "number of lines after the first one, up to 1999 (the default)"),
		{
			Path: []string{"startLine"}, Flag: "start-line", Type: tools.TypeInteger,
			Help: "first line, 1-based, in place of offset and with --end-line: the older arguments",
		},
		{
			Path: []string{"endLine"}, Flag: "end-line", Type: tools.TypeInteger,
			Help: "last line, inclusive; goes with --start-line",
		},
	},
}

const (
	vscodeMost      = 2000 // lines: the first one, and limit after it
	vscodeSample    = 8192 // bytes at the front in which a NUL makes a file binary
	vscodeMark      = " [truncated]"
	vscodeLongLines = "\n[One or more long lines were truncated at 2000 characters]\n"
	vscodeCut       = "\n[File content truncated at line "
	vscodeMore      = ". Use read_file with offset/limit parameters to view more.]\n"
	vscodeEmpty     = "(empty)"
)

// vscodeLines: lines as they are, cut at 2000 UTF-16 units.
var vscodeLines = &tools.LineFormat{
	Limit: 2000, Unit: tools.UTF16,
	Mark: func(dst []byte, _ tools.Line) []byte { return append(dst, vscodeMark...) },
}

// vscodeRefuse is how what goes wrong in the tool reaches the model.
func vscodeRefuse(message string) *tools.Error { return tools.Refuse(vscodeFailed(message)) }

func vscodeFailed(message string) string {
	return "ERROR while calling tool: " + message + "\nPlease check your input and try again."
}

// vscodeWords says why a file cannot be opened or read. The words of the editor are not known; these are like them.
func vscodeWords(_ tools.Env, file string, err error) string {
	detail := "Unable to read file '" + file + "' (" + node.Error(err, "", "") + ")"
	switch {
	case node.LeadsNowhere(err):
		detail = "Unable to resolve nonexistent file '" + file + "'"
	case errors.Is(err, access.ErrDirectory):
		detail = "Unable to read file '" + file + "' that is actually a directory"
	}
	return vscodeFailed("cannot open file://" + file + ". Detail: " + detail)
}

// vscodePolicy is that of Ajv where it coerces types.
var vscodePolicy = tools.Policy{NumbersAsText: true}

// vscodeArgs are the arguments after their coercion. first and second are startLine and
// endLine of the old form, or offset and limit of the new one.
type vscodeArgs struct {
	path          string
	old           bool // startLine and endLine were given
	first, second float64
	hasFirst      bool // offset was given
	hasSecond     bool // limit was given
}

// parseVSCodeArgs checks the arguments as Ajv does that coerces types: the first fault only.
func parseVSCodeArgs(data []byte, policy tools.Policy) (a vscodeArgs, err error) {
	invalid := func(message string) error {
		return tools.Refuse("ERROR: Your input to the tool was invalid (" + message + ")\nPlease check your input and try again.")
	}
	v, ok := js.Parse(data)
	if !ok || v.Kind != js.Object {
		return a, invalid("must be object")
	}
	a.old = v.Has("startLine") || v.Has("endLine")
	names := [2]string{"offset", "limit"}
	required := []string{"filePath"}
	if a.old {
		names = [2]string{"startLine", "endLine"}
		required = []string{"filePath", "startLine", "endLine"}
	}
	for _, name := range required {
		if !v.Has(name) {
			return a, invalid("must have required property '" + name + "'")
		}
	}
	switch file := v.Get("filePath"); file.Kind {
	case js.String:
		a.path = file.Text
	case js.Number, js.Boolean:
		a.path = file.String()
	case js.Null:
	default:
		return a, invalid("must be string")
	}
	var numbers [2]float64
	for i, name := range names {
		n, ok := ajvNumber(v.Get(name), policy)
		if !ok {
			return a, invalid("must be number")
		}
		numbers[i] = n
	}
	a.first, a.second = numbers[0], numbers[1]
	a.hasFirst, a.hasSecond = v.Has(names[0]), v.Has(names[1])
	return a, nil
}

// ajvNumber is a value as a number where Ajv may coerce it; an absent one is 0.
func ajvNumber(v js.Value, policy tools.Policy) (float64, bool) {
	switch v.Kind {
	case js.Undefined, js.Null:
		return 0, true
	case js.Number:
		return v.Num, true
	case js.Boolean:
		if v.Yes {
			return 1, true
		}
		return 0, true
	case js.String:
		n := js.ToNumber(v.Text)
		return n, policy.NumbersAsText && v.Text != "" && !math.IsNaN(n)
	}
	return 0, false
}

// vscodePath is the path of a file that is asked for; ok is false when it is neither absolute nor a file: URI.
func vscodePath(asked string) (file string, ok bool) {
	if strings.HasPrefix(asked, "/") {
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
	return js.DecodeURIComponent(rest), true
}

func readVSCode(ctx context.Context, env tools.Env, args []byte) (*tools.Result, error) {
	a, err := parseVSCodeArgs(args, env.Tool.Policy)
	if err != nil {
		return nil, err
	}
	file, ok := vscodePath(a.path)
	if env.Stream != nil {
		file, ok = a.path, true
	}
	if !ok {
		return nil, vscodeRefuse("Invalid input path: " + a.path + ". Be sure to use an absolute path.")
	}
	ext := strings.ToLower(path.Ext(file))
	if wordlist.Has(".png .jpg .jpeg .gif .webp", ext) {
		return nil, vscodeRefuse("Cannot read image files with read_file. Use view_image instead.")
	}
	words := wording(env, file)
	return tools.ReadFile(ctx, words, func() (*tools.File, error) { return tools.Open(ctx, env, tools.PathAbsolute, file) },
		func(o *tools.File) (*tools.Result, error) {
			head, err := tools.Head(o, vscodeSample)
			if err != nil {
				return nil, err
			}
			if ext == ".pdf" || bytes.IndexByte(head, 0) >= 0 {
				return vscodeHex(o, a, args, words)
			}
			form := tools.TextForm{Ends: tools.EndCRLF | tools.EndCR}
			form.Coding, form.Skip = tools.BOM(head[:min(len(head), 4)], false)
			return vscodeText(ctx, o, file, form, a, args, words)
		})
}

// vscodeRange is the range of lines that is shown of a document of total lines.
type vscodeRange struct {
	start, end int64
	truncated  bool
}

// bounds chooses the range, of mostLines lines where not the last one is given; the error is a refusal.
func (a vscodeArgs) bounds(total, mostLines int64) (r vscodeRange, err error) {
	most := float64(total)
	clamp := func(n, to float64) float64 { return min(max(n, 1), to) }
	var start, end float64
	if a.old {
		start, end = clamp(a.first, most), clamp(a.second, most)
	} else {
		if a.hasFirst && a.first > most {
			noun := "lines"
			if total == 1 {
				noun = "line"
			}
			return r, vscodeRefuse(fmt.Sprintf("Invalid offset %s: file only has %d %s. Line numbers are 1-indexed.", js.NumberText(a.first), total, noun))
		}
		limit := a.second
		if limit == 0 {
			limit = math.Inf(1)
		}
		limit = clamp(limit, float64(mostLines-1))
		start = 1
		if a.hasFirst {
			start = clamp(a.first, most)
		}
		end = clamp(start+limit, most)
		r.truncated = (!a.hasSecond || limit != a.second) && end < most
	}
	if start > end {
		start, end = end, start
	}
	if start != math.Trunc(start) || end != math.Trunc(end) {
		return r, vscodeRefuse("Cannot read properties of undefined (reading 'length') (at tsx element ReadFileResult)")
	}
	r.start, r.end = int64(start), int64(end)
	return r, nil
}

func vscodeText(ctx context.Context, o *tools.File, file string, form tools.TextForm, a vscodeArgs, args []byte, words tools.Wording) (*tools.Result, error) {
	ends, err := tools.CountLineEnds(ctx, o, form)
	if err != nil {
		return nil, err
	}
	total := ends.All() + 1
	r, rangeErr := a.bounds(total, o.Tool.Caps.Lines.Most)
	if refusal := (*tools.Error)(nil); errors.As(rangeErr, &refusal) && strings.Contains(refusal.Text, "Invalid offset") {
		return nil, rangeErr
	}
	res := &tools.Result{}
	if o.Size() <= form.Skip {
		return res.Text(o, words, "(The file `"+file+"` exists, but is empty)"), nil
	}
	blank, err := tools.OnlySpace(ctx, o, form, form.Skip, o.Size())
	if err != nil {
		return nil, err
	}
	if blank {
		return res.Text(o, words, "(The file `"+file+"` exists, but contains only whitespace)"), nil
	}
	if rangeErr != nil {
		return nil, rangeErr
	}
	if ends.CR == 0 {
		form.Ends = tools.EndCRLF
	}
	found, err := tools.Scan(ctx, o, tools.Search{Form: form, First: r.start, Count: r.end - r.start + 1, Total: ends.CR > 0, Index: o.Index})
	if err != nil {
		return nil, err
	}
	if res.Window, err = found.FileWindow(ctx, o, form); err != nil {
		return nil, err
	}
	if res.Window.TotalLines < 0 {
		res.Window.TotalLines = ends.Lines()
	}
	view := vscodeView{format: o.Tool.Lines, last: r.end, number: r.start, eol: "\n"}
	if 2*(ends.CRLF+ends.CR) > ends.All() {
		view.eol = "\r\n"
	}
	if !r.truncated {
		if blank, err = tools.OnlySpace(ctx, o, form, found.Start, found.End); err != nil {
			return nil, err
		}
		if blank {
			res.Silent = found.End < o.Size()
			return res.Content(o, words, func(s *tools.Sink) { s.Notice(vscodeEmpty) }), nil
		}
	}
	if found.First > 0 && found.End < o.Size() {
		res.NextArgs = a.next(args, r)
		res.Silent = !r.truncated
		if !r.truncated {
			res.Window.Bottom = window.StopAsked
		}
	}
	return res.Content(o, words, func(s *tools.Sink) {
		if r.truncated {
			s.Str(fmt.Sprintf("File: `%s`. Lines %d to %d (%d lines total): \n", file, r.start, r.end, total))
		}
		noteForm(s, form)
		v := view
		v.sink = s
		s.BeginRun(0, true, 0)
		if err := tools.Walk(ctx, o, form, found.Start, &v); err != nil {
			s.Fail(err)
		}
		if s.Stats.Cut > 0 {
			s.Notice(vscodeLongLines)
		}
		if r.truncated {
			s.Notice(fmt.Sprintf("%s%d%s", vscodeCut, r.end, vscodeMore))
		}
	}), nil
}

// next are the arguments of the call that goes on after a range.
func (a vscodeArgs) next(args []byte, r vscodeRange) json.RawMessage {
	if !a.old {
		return tools.SetArg(args, []string{"offset"}, fmt.Sprint(r.end+1))
	}
	next := tools.SetArg(args, []string{"startLine"}, fmt.Sprint(r.end+1))
	return tools.SetArg(next, []string{"endLine"}, fmt.Sprint(r.end+1+r.end-r.start))
}

// vscodeView writes lines with the one line end that the editor gives a document. It is a tools.LineVisitor.
type vscodeView struct {
	sink   *tools.Sink
	format *tools.LineFormat
	eol    string
	number int64 // of the current line, as the editor counts
	last   int64
	length int64 // of its text so far, in UTF-16 units
	shown  int64
	cutAt  int64 // offset of the first byte that was cut off; 0: none
}

// Text implements tools.LineVisitor.
func (v *vscodeView) Text(p []byte, span tools.Span, replaced bool) tools.Want {
	fits, left := v.format.Unit.Fit(p, v.format.Limit-v.shown)
	if v.length <= v.format.Limit {
		v.sink.Bytes(p[:fits])
		v.shown = v.format.Limit - left
		if replaced && fits > 0 {
			v.sink.Stats.Replaced++
		}
	}
	if v.length += v.format.Unit.Length(p); v.length > v.format.Limit {
		if v.cutAt = span.Start; span.End-span.Start == int64(len(p)) {
			v.cutAt += int64(fits)
		}
		return tools.SkipLine
	}
	if v.sink.Failed() {
		return tools.Stop
	}
	return tools.More
}

// Plain implements tools.PlainVisitor: lines that end as the document's do, but for the last one.
func (v *vscodeView) Plain(l tools.PlainLines) (taken int, more bool) {
	if v.eol != "\n" {
		return 0, true
	}
	n := l.Within(v.format.Limit, int(min(int64(l.Len()), v.last-v.number)))
	if n <= 0 {
		return 0, true
	}
	v.sink.PlainText(l, n)
	v.number += int64(n)
	return n, !v.sink.Failed()
}

// End implements tools.LineVisitor. A '\r' of the document's line end counts as a part of the line.
func (v *vscodeView) End(end, _ int64, term string) bool {
	last := v.number == v.last
	eol := v.eol
	if !last && eol == "\r\n" {
		v.length++
	}
	if v.length > v.format.Limit {
		v.sink.Str(vscodeMark)
		at := end
		if v.cutAt > 0 {
			at = v.cutAt
		}
		v.sink.CutLine(v.number, at, end)
		eol = "\n"
	}
	v.sink.AddLines(1)
	if last {
		return false
	}
	v.sink.Str(eol)
	switch {
	case term == eol:
	case term == "\r\n":
		v.sink.Stats.Altered[tools.DroppedCR]++
	default:
		v.sink.Stats.Altered[tools.NormalizedCR]++
	}
	v.number++
	v.length, v.shown, v.cutAt = 0, 0, 0
	return !v.sink.Failed()
}

// parseVSCode reads the lines back. Without a heading their numbers follow from the arguments.
func parseVSCode(args json.RawMessage, content string) (tools.Parsed, bool) {
	p := tools.Parsed{Total: -1, Estimated: true}
	if content == vscodeEmpty || isNotice(content, "(The file `") || strings.HasPrefix(content, "<attachment startByte=") || content == "" {
		return p, false
	}
	a, err := parseVSCodeArgs(args, vscodePolicy)
	first := int64(1)
	switch {
	case err != nil:
	case a.old:
		first = max(js.ClampFloat(min(a.first, a.second)), 1)
	case a.hasFirst:
		first = max(js.ClampFloat(a.first), 1)
	}
	at, last := 0, int64(0)
	if heading, rest, ok := strings.Cut(content, "\n"); ok && strings.HasPrefix(heading, "File: `") {
		if i := strings.LastIndex(heading, "`. Lines "); i >= 0 {
			if n, _ := fmt.Sscanf(heading[i:], "`. Lines %d to %d (%d lines total): ", &first, &last, &p.Total); n == 3 {
				p.Estimated = false
				at = len(content) - len(rest)
				if j := strings.LastIndex(content, vscodeCut); j >= at {
					content = content[:j]
				}
			}
		}
	}
	content = strings.TrimSuffix(content, vscodeLongLines)
	p.Lines = splitCut(content, at, first, math.MaxInt64, vscodeLines.Limit, vscodeMark)
	for i := range p.Lines[:len(p.Lines)-1] {
		l := &p.Lines[i]
		if !l.Cut && l.End > l.Start && content[l.End-1] == '\r' {
			l.End--
		}
	}
	return p, true
}
