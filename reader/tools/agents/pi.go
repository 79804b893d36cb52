package agents

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"eyeline/reader/access"
	"eyeline/reader/internal/later"
	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/tools/agents/brokenjson"
	"eyeline/reader/tools/runtime/js"
	"eyeline/reader/tools/runtime/node"
	"eyeline/reader/window"
)

// pi is the read of pi's coding agent (CONTRACT-pi.md).
var pi = &tools.Tool{
	Name: "pi", Title: "pi's read",
	Since:    tools.Since{Agent: "pi", Version: "0.87.1", Date: "2026-11-21", How: tools.Ran},
	Recorded: []string{"read"},
	Caps:     tools.Caps{Lines: tools.Cap{Most: 2000, Flag: "limit", Max: 2000}, Output: tools.Cap{Most: 50 << 10, Of: "of whole lines"}},
	Kinds:    tools.Kinds{Empty: tools.GivesNothing, Image: tools.GivesMedia, PDF: tools.GivesText, Binary: tools.GivesText},
	Policy:   piPolicy,
	Paths:    tools.PathAny,
	Run:      piRun(parsePiArgs),
	Words:    piWords,
	Parse:    parsePi,
	Places:   []tools.Place{{Mode: tools.ModeSlice, At: "offset", Base: 1, Size: "limit"}},
	Params: []tools.Param{
		fileParam("path", "file to read, absolute or relative to the root"),
		numberParam("offset", "number of the first line, 1-based"),
		numberParam("limit", "number of lines at most (default: as many as fit)"),
	},
}

// pi15 differs in what it says of wrong arguments, and takes no broken JSON.
var pi15 = variant(pi, func(t *tools.Tool) {
	t.Name, t.Title = "pi@1.5.2", "pi's read, as newer versions refuse arguments"
	t.Since.Version = "1.5.2"
	t.Run = piRun(parsePi15Args)
})

// piRun is the Run of a version that reads its arguments with parse.
func piRun(parse func(args []byte, policy tools.Policy) (piArgs, error)) func(context.Context, tools.Env, []byte) (*tools.Result, error) {
	return func(ctx context.Context, env tools.Env, args []byte) (*tools.Result, error) {
		a, err := parse(args, env.Tool.Policy)
		if err != nil {
			return nil, err
		}
		return readPi(ctx, env, args, a)
	}
}

// piPolicy: what may stand for a value of another type is converted before it is checked.
var piPolicy = tools.Policy{NumbersAsText: true}

// piArgs are the arguments after they were made fit. The numbers may be fractions, and are used as they are.
type piArgs struct {
	path          string
	offset, limit float64
	limited       bool
}

// piNumber makes a number of a value; absent for null.
func piNumber(v js.Value, policy tools.Policy) (n float64, given, ok bool) {
	switch v.Kind {
	case js.Undefined, js.Null:
		return 0, false, true
	case js.Number:
		return v.Num, true, !math.IsNaN(v.Num) && !math.IsInf(v.Num, 0)
	case js.Boolean:
		if v.Yes {
			n = 1
		}
		return n, true, true
	case js.String:
		n = js.ToNumber(v.Text)
		return n, true, policy.NumbersAsText && !math.IsNaN(n) && !math.IsInf(n, 0)
	}
	return 0, false, false
}

func parsePiArgs(args []byte, policy tools.Policy) (piArgs, error) {
	v := piParseJSON(string(args))
	if v.Kind == js.Number && math.IsNaN(v.Num) {
		return piArgs{}, tools.Refuse("Cannot read properties of undefined (reading 'replace')")
	}
	if v.Kind != js.Object {
		return piArgs{}, piFaults(v, []string{"root: must be object"})
	}
	return checkPiArgs(v, policy, "must have required properties path", func(want string, _ js.Value) string { return "must be " + want })
}

// piParseJSON reads the text of arguments as pi 0.87 does: as JSON; else as JSON with strings that are mended; else as the beginning
// of JSON, up to where it breaks off; else as an empty object.
func piParseJSON(args string) js.Value {
	if js.Trim(args) == "" {
		return js.Value{Kind: js.Object}
	}
	if v, ok := brokenjson.ParseMended(args, false); ok {
		return v
	}
	for _, text := range []string{args, brokenjson.Mend(args, false)} {
		if v, ok := brokenjson.ParsePartial(text); ok && v.Kind == js.Null {
			break
		} else if ok {
			return v
		}
	}
	return js.Value{Kind: js.Object}
}

// parsePi15Args reads arguments as pi 1.5 does.
func parsePi15Args(args []byte, policy tools.Policy) (piArgs, error) {
	text := string(args)
	v := js.Value{Kind: js.Object}
	if js.Trim(text) != "" {
		why := ""
		var ok bool
		if v, ok = brokenjson.ParseMended(text, true); !ok {
			why = js.V8Complaint(brokenjson.Mend(text, true))
		} else if v.Kind != js.Object {
			why = "Tool arguments must be a JSON object"
		}
		if why != "" {
			return piArgs{}, tools.Refuse("Invalid arguments for tool \"read\": " + why + "\n\nReceived arguments:\n" + text)
		}
	}
	return checkPiArgs(v, policy, "missing", func(want string, v js.Value) string {
		got := string(v.Kind)
		if v.Kind == js.Number {
			got = js.NumberText(v.Num)
		}
		return "expected " + want + ", got " + got
	})
}

// checkPiArgs takes the arguments out of an object; missing and wrong say what a version says of a fault.
func checkPiArgs(v js.Value, policy tools.Policy, missing string, wrong func(want string, v js.Value) string) (piArgs, error) {
	var a piArgs
	var faults []string
	ok := false
	switch path := v.Get("path"); path.Kind {
	case js.Undefined:
		faults = append(faults, "path: "+missing)
	case js.String:
		a.path = path.Text
	case js.Number:
		a.path = js.NumberText(path.Num)
	case js.Null, js.Boolean:
		a.path = path.String()
	default:
		faults = append(faults, "path: "+wrong("string", path))
	}
	if a.offset, _, ok = piNumber(v.Get("offset"), policy); !ok {
		faults = append(faults, "offset: "+wrong("number", v.Get("offset")))
	}
	if a.limit, a.limited, ok = piNumber(v.Get("limit"), policy); !ok {
		faults = append(faults, "limit: "+wrong("number", v.Get("limit")))
	}
	if faults != nil {
		return a, piFaults(v, faults)
	}
	return a, nil
}

func piFaults(v js.Value, faults []string) error {
	return tools.Refuse("Validation failed for tool \"read\":\n  - " + strings.Join(faults, "\n  - ") +
		"\n\nReceived arguments:\n" + v.Pretty("  "))
}

// piPath is the absolute path that a path given leads to, as pi goes there: one "@" before it is dropped, blanks of other
// kinds are plain ones, "~" is the home directory, and a file that is not there may be there under a name that only
// looks the same.
func piPath(env tools.Env, given string) string {
	file := strings.Map(func(r rune) rune {
		if r == 0xA0 || r >= 0x2000 && r <= 0x200A || r == 0x202F || r == 0x205F || r == 0x3000 {
			return ' '
		}
		return r
	}, strings.TrimPrefix(given, "@"))
	if rest, is := strings.CutPrefix(file, "file://"); is {
		file = js.DecodeURIComponent(rest)
	}
	file = node.Resolve(env.Dir(), node.Home(env, file))
	if env.Stream != nil || exists(env, file) {
		return file
	}
	for _, other := range []string{piScreenshot().ReplaceAllString(file, "\u202F$1."), strings.ReplaceAll(file, "'", "\u2019")} {
		if other != file && exists(env, other) {
			return other
		}
	}
	return file
}

// piScreenshot is the time in the name of a screenshot of macOS, which has a narrow blank before AM and PM.
var piScreenshot = later.Regexp(`(?i) (AM|PM)\.`)

func exists(env tools.Env, file string) bool {
	_, err := env.Files().Stat(file)
	return err == nil
}

func piWords(env tools.Env, file string, err error) string {
	switch {
	case errors.Is(err, access.ErrNUL):
		return node.NULPath(piPath(env, file))
	case errors.Is(err, access.ErrDirectory):
		return node.Error(err, "read", "")
	}
	return node.Error(err, "access", piPath(env, file))
}

func readPi(ctx context.Context, env tools.Env, args []byte, a piArgs) (*tools.Result, error) {
	words := wording(env, a.path)
	return tools.ReadFile(ctx, words, func() (*tools.File, error) { return tools.Open(ctx, env, tools.PathAny, piPath(env, a.path)) },
		func(o *tools.File) (*tools.Result, error) { return piRead(ctx, o, a, args, words) })
}

// piRead gives a picture, or lines of a text.
func piRead(ctx context.Context, o *tools.File, a piArgs, args []byte, words tools.Wording) (*tools.Result, error) {
	head, err := tools.Head(o, 64)
	if err != nil {
		return nil, err
	}
	kind := imageType(head)
	if kind == "" && isBMP(head) {
		kind = "image/bmp"
	}
	if kind != "" {
		return mediaResult(o, words, "image", pictureOf(kind, o.Size()), "Read image file ["+kind+"]"), nil
	}
	if refusal := node.TooLong(o.Size()); refusal != "" {
		return nil, tools.Refuse(refusal)
	}
	s, err := piSelect(ctx, o, a)
	if err != nil {
		return nil, err
	}
	if s.pick.start >= float64(s.total) {
		return nil, tools.Refuse(fmt.Sprintf("Offset %s is beyond end of file (%d lines total)", js.NumberText(a.offset), s.total))
	}
	return s.result(ctx, o, a, args, words)
}

// jsPick is a slice(start, end) of a list, which may be fractions and negative.
type jsPick struct{ start, end float64 }

// of is the half-open range of the elements of a list of n that the slice has.
func (p jsPick) of(n int64) (from, to int64) {
	at := func(f float64) int64 {
		f = math.Trunc(f)
		if f < 0 {
			f += float64(n)
		}
		return int64(min(max(f, 0), float64(n)))
	}
	from, to = at(p.start), at(p.end)
	return from, max(from, to)
}

// piSelection is the lines that a call asks for and those that fit.
type piSelection struct {
	pick     jsPick
	total    int64 // lines of the file: line feeds and one
	from, to int64 // lines asked for: half-open, 0-based
	found    tools.Scanned
	lines    int64 // how many of them are given
	end      int64 // offset after the last one's line feed
	cut      bool  // not all are given
	byBytes  bool  // because of the limit of bytes
	tooLong  int64 // length of the first line in bytes where it alone is too long; else 0
}

// piSelect finds the lines that are given.
func piSelect(ctx context.Context, o *tools.File, a piArgs) (piSelection, error) {
	s := piSelection{}
	if a.offset != 0 {
		s.pick.start = max(0, a.offset-1)
	}
	first := int64(min(s.pick.start, math.MaxInt64/2)) + 1
	found, err := tools.Scan(ctx, o, tools.Search{First: first, Count: o.Tool.Caps.Lines.Most + 2, Total: true, Index: o.Index})
	if err != nil {
		return s, err
	}
	s.found, s.total = found, found.Phantom()
	s.pick.end = float64(s.total)
	if a.limited {
		s.pick.end = min(s.pick.start+a.limit, float64(s.total))
	}
	s.from, s.to = s.pick.of(s.total)
	s.end = found.Start
	return s, s.fit(ctx, o)
}

// fit finds out how many of the lines asked for are given.
func (s *piSelection) fit(ctx context.Context, o *tools.File) error {
	asked, most := s.to-s.from, o.Tool.Caps
	if asked <= 0 || s.pick.start >= float64(s.total) {
		return nil
	}
	if s.whole(o) {
		s.lines, s.end = asked, o.Size()
		return nil
	}
	room := min(asked, most.Lines.Most+2)
	lengths, ends := make([]int64, 0, room), make([]int64, 0, room)
	sum := int64(-1)
	err := tools.Measure(ctx, o, tools.TextForm{}, s.found.Start, &tools.LineFormat{Limit: most.Output.Most}, tools.Bytes, func(m tools.Measured) bool {
		lengths, ends = append(lengths, m.Length), append(ends, m.Next)
		sum += m.Length + 1
		return int64(len(lengths)) < asked && sum <= most.Output.Most && int64(len(lengths)) < most.Lines.Most+2
	})
	if err != nil {
		return err
	}
	whole := int64(len(lengths)) == asked
	counted := len(lengths)
	if whole && lengths[counted-1] == 0 {
		counted-- // the empty text after the last line feed
	}
	if whole && int64(counted) <= most.Lines.Most && sum <= most.Output.Most {
		s.lines, s.end = asked, ends[len(ends)-1]
		return nil
	}
	s.cut = true
	if lengths[0] > most.Output.Most {
		s.tooLong, err = wholeLength(ctx, o, s.found.Start)
		return err
	}
	given := int64(-1)
	for s.lines < min(int64(counted), most.Lines.Most) {
		if given += lengths[s.lines] + 1; given > most.Output.Most {
			s.byBytes = true
			break
		}
		s.end = ends[s.lines]
		s.lines++
	}
	return nil
}

// whole reports whether all of a file is asked for, and known to fit without a look at its lines.
func (s *piSelection) whole(o *tools.File) bool {
	m, most := source.MemoryOf(o), o.Tool.Caps
	return m != nil && m.Valid() && s.from == 0 && s.to == s.total && o.Size() <= most.Output.Most && s.found.Lines <= most.Lines.Most
}

// wholeLength is the length in bytes of the decoded line that begins at an offset.
func wholeLength(ctx context.Context, b source.Bytes, start int64) (n int64, err error) {
	err = tools.Measure(ctx, b, tools.TextForm{}, start, nil, tools.Bytes, func(m tools.Measured) bool {
		n = m.Shown
		return false
	})
	return n, err
}

// result gives the lines and says what is left.
func (s piSelection) result(ctx context.Context, o *tools.File, a piArgs, args []byte, words tools.Wording) (*tools.Result, error) {
	r := &tools.Result{}
	number := s.pick.start + 1 // as the answer names it
	if s.tooLong > 0 {
		if s.pick.start != math.Trunc(s.pick.start) {
			return nil, tools.Refuse(`The "string" argument must be of type string or an instance of Buffer or ArrayBuffer. Received undefined`)
		}
		return r.Text(o, words, fmt.Sprintf("[Line %s is %s, exceeds 50.0KB limit. Use bash: sed -n '%sp' %s | head -c %d]",
			js.NumberText(number), piSize(s.tooLong), js.NumberText(number), a.path, o.Tool.Caps.Output.Most)), nil
	}
	notice, next := "", 0.0
	switch last := number + float64(s.lines) - 1; {
	case s.cut:
		next = last + 1
		limit := ""
		if s.byBytes {
			limit = " (50.0KB limit)"
		}
		notice = fmt.Sprintf("\n\n[Showing lines %s-%s of %d%s. Use offset=%s to continue.]", js.NumberText(number), js.NumberText(last), s.total, limit, js.NumberText(next))
	case a.limited && s.pick.end < float64(s.total):
		next = s.pick.end + 1
		notice = fmt.Sprintf("\n\n[%s more lines in file. Use offset=%s to continue.]", js.NumberText(float64(s.total)-s.pick.end), js.NumberText(next))
	}
	if err := s.setWindow(ctx, o, r); err != nil {
		return nil, err
	}
	if next >= 1 && next < float64(s.total) || next == float64(s.total) && s.found.Open {
		r.NextArgs = tools.SetArg(args, []string{"offset"}, js.NumberText(next))
	}
	return r.Content(o, words, func(sink *tools.Sink) {
		if s.lines > 0 {
			sink.WriteLines(o, tools.LineRange{Format: &tools.LineFormat{}, Start: s.found.Start, End: s.end, Count: s.lines, Phantom: s.end == o.Size()})
		}
		sink.Notice(notice)
	}), nil
}

// setWindow sets the window of the lines given.
func (s piSelection) setWindow(ctx context.Context, o *tools.File, r *tools.Result) error {
	size := o.Size()
	r.Window = window.Window{Kind: window.Slice, Start: size, End: size, TotalLines: s.found.Lines}
	if s.lines == 0 || s.found.First == 0 {
		return nil
	}
	r.Window = s.found.Window(size, 0)
	r.Window.End = s.end
	r.Window.Last = min(s.found.First+s.lines-1, s.found.Lines)
	switch {
	case s.end >= size:
		r.Window.Bottom = window.StopFile
	case s.byBytes:
		r.Window.Bottom = window.StopOutput
	default:
		r.Window.Bottom = window.StopLimit
	}
	return ctx.Err()
}

// piSize is a size in KB or MB with one decimal.
func piSize(n int64) string {
	switch {
	case n < 1024:
		return strconv.FormatInt(n, 10) + "B"
	case n < 1<<20:
		return js.Fixed(float64(n)/1024, 1) + "KB"
	}
	return js.Fixed(float64(n)/(1<<20), 1) + "MB"
}

// isBMP reports whether head begins a bitmap of Windows.
func isBMP(head []byte) bool {
	return len(head) >= 26 && bytes.HasPrefix(head, []byte("BM")) && bytes.IndexByte([]byte{12, 40, 52, 56, 64, 108, 124}, head[14]) >= 0 &&
		head[15] == 0 && head[16] == 0 && head[17] == 0
}

// piNotice is what follows the lines of an answer that does not reach the end of the file.
var piNotice = later.Regexp(`\n\n\[(?:([0-9.-]+) more lines in file\.|Showing lines ([0-9.]+)-([0-9.]+) of ([0-9]+)(?: \(50\.0KB limit\))?\.) Use offset=([0-9.-]+) to continue\.\]$`)

// parsePi reads the lines back. Their numbers are those of the notice, or follow from the arguments.
func parsePi(args json.RawMessage, content string) (tools.Parsed, bool) {
	p := tools.Parsed{Total: -1, Estimated: true}
	if strings.HasPrefix(content, "[Line ") && strings.HasSuffix(content, " | head -c 51200]") {
		return p, false
	}
	a, err := parsePiArgs(args, piPolicy)
	if err != nil {
		return p, false
	}
	text := content
	if m := piNotice().FindStringSubmatchIndex(content); m != nil {
		text = content[:m[0]]
		if m[8] >= 0 {
			p.Total, _ = strconv.ParseInt(content[m[8]:m[9]], 10, 64)
		}
		if text == "" && a.limited && a.limit < 1 {
			return p, false
		}
	}
	first := int64(max(a.offset, 1))
	p.Lines = splitCut(text, 0, first, math.MaxInt64, 0, "")
	return p, true
}
