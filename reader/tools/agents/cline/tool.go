// Package cline, which changes without notice, is Cline's read_files.
package cline

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"eyeline/reader/access"
	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/param"
	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/runtime/jsontext"
	"eyeline/reader/internal/runtime/node"
	"eyeline/reader/lists"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// Tool is Cline's read_files (contract cline). Its answer is JSON, with one entry for each file.
var Tool = &tools.Tool{
	Name: "cline", Title: "Cline's read_files",
	Origin: tools.Origin{
		Agent: "Cline CLI", Version: "3.0.65", Date: "2026-11-29", How: tools.Ran, Marks: []string{".clinerules"},
	},
	Recorded: []string{"read_files"},
	Silence:  tools.SilentAsAsked,
	Caps: tools.Caps{
		Lines: tools.Cap{Most: 2000}, Output: tools.Cap{Most: 48000, Unit: tools.UTF16, Of: "of numbered lines"},
		Then: tools.Cap{Most: 8000, Unit: tools.UTF16, Of: "of a result", Over: tools.OverMiddle},
		File: tools.Cap{Most: 100e6, Over: tools.OverRefused},
	},
	Kinds: tools.Kinds{
		Empty: tools.GivesNotice, Image: tools.GivesMedia, PDF: tools.GivesText, Binary: tools.GivesText,
	},
	Policy: tools.Policy{NumbersAsText: true, Array: true},
	Paths:  tools.PathAny, Repairs: repairs,
	Lines:   lineFormat,
	Run:     run,
	Words:   wordsFor,
	Parse:   readBack,
	Windows: []tools.WindowParams{{Mode: tools.ModeSlice, At: "start-line", Base: 1, Last: "end-line", Beyond: true}},
	Params: []tools.Param{
		{
			Path: []string{"files", "[0]", "path"}, Type: tools.TypeString, Required: true, IsFile: true,
			Help: "file to read, absolute or relative to the working directory",
		},
		param.Of(tools.TypeInteger, "start-line",
			"number of the first line, 1-based (default: 1)", "files", "[0]", "start_line"),
		param.Of(tools.TypeInteger, "end-line",
			"number of the last line, inclusive (default: the end)", "files", "[0]", "end_line"),
	},
}

const (
	scannedLines = 50000    // limit without end_line
	maxImage     = 10000000 // limit of a picture in bytes
	cutMark      = " [line truncated]"
	invalidInput = `{"error":"✖ Invalid input"}`
	invalidJSON  = `{"error":"Tool call read_files emitted invalid JSON arguments: Tool call arguments %s"}`
	footerEnd    = ". Use start_line/end_line to read other sections.]"
	cutHead      = "\n\n...[truncated "
	cutTail      = " chars]...\n\n"
)

// lineFormat: the number, right-aligned to the widest, and " | " before a line, cut at 2000 UTF-16 units. The line is a
// part of a JSON text.
var lineFormat = &tools.LineFormat{
	Prefix: tools.Numbered(-1, " | "),
	Limit:  2000, Unit: tools.UTF16, Half: "\uFFFD",
}

// request is a requested file; 0 is a line that is not given.
type request struct {
	path        string
	first, last int64
}

// query returns the name of a request in the answer.
func (q request) query() string {
	if q.first == 0 && q.last == 0 {
		return q.path
	}
	end := "EOF"
	if q.last > 0 {
		end = fmt.Sprint(q.last)
	}
	return fmt.Sprintf("%s:%d-%s", q.path, max(q.first, 1), end)
}

// entry is the answer to one request.
type entry struct {
	request request
	failed  string // "" for success
	reason  error  // why
	image   bool   // the file is a picture
	omitted bool   // an empty picture, which the model does not get
	size    int64  // of the file
	most    int64  // limit of texts in it in UTF-16 units, beyond which the middle is cut
	page    *shownLines
}

// json appends the entry as the model gets it.
func (e entry) json(dst []byte) []byte {
	dst = append(dst, `{"query":`...)
	dst = jsontext.AppendQuote(dst, cutMiddle(e.request.query(), e.most))
	dst = append(dst, `,"result":`...)
	if e.omitted {
		dst = append(
			dst,
			`[{"type":"text","text":"Successfully read image"},"[media omitted: invalid or exceeds size limit]"]`...,
		)
	} else {
		dst = jsontext.AppendQuote(dst, e.page.text())
	}

	if e.failed != "" {
		dst = append(dst, `,"error":`...)
		dst = jsontext.AppendQuote(dst, cutMiddle(e.failed, e.most))
	}

	return fmt.Appendf(dst, `,"success":%t}`, e.failed == "")
}

// middleCut returns how to cut the middle of a text of length UTF-16 units so that most units remain: keep units stay
// at either end, with mark between them. ok is false if the text is not too long.
func middleCut(length, most int64) (keep int64, mark string, ok bool) {
	if length <= most {
		return 0, "", false
	}
	words := func(n int64) string { return fmt.Sprintf("%s%d%s", cutHead, n, cutTail) }
	mark = words(length - most)
	mark = words(length - (most-int64(len(mark)))/2*2)
	return (most - int64(len(mark))) / 2, mark, true
}

// cutMiddle cuts the middle of a text of more than most UTF-16 units.
func cutMiddle(s string, most int64) string {
	length := js.Length(s)
	keep, mark, ok := middleCut(length, most)
	if !ok {
		return s
	}
	return string(cutBetween([]byte(s), []byte(s), keep, length, mark))
}

// cutBetween returns the first keep UTF-16 units of head, the mark, and the last keep units of tail, which has length
// units.
func cutBetween(head, tail []byte, keep, length int64, mark string) []byte {
	to, left := tools.UTF16.Fit(head, keep)
	before, half := tools.UTF16.Fit(tail, length-keep)
	text := append(make([]byte, 0, to+len(mark)+len(tail)-before+2*len("\uFFFD")), head[:to]...)

	if left > 0 {
		text = append(text, "\uFFFD"...)
	}

	text = append(text, mark...)
	if half > 0 { // the tail begins within a character
		text = append(text, "\uFFFD"...)
		before += 4
	}

	return append(text, tail[before:]...)
}

// wordsFor returns the text for an error of opening or reading; file is the path as it was asked for.
func wordsFor(env tools.Env, file string, err error) string {
	e := entry{request: request{path: file}, page: &shownLines{}, most: env.Caps().Then.Most}
	e.failed = failedText(env, file, err)
	return "[" + string(e.json(nil)) + "]"
}

// failedText is the error of one entry.
func failedText(env tools.Env, file string, err error) string {
	resolved := resolve(env, file)
	text := node.Error(err, "statx", resolved)
	name, words := node.Errno(err)
	switch {
	case errors.Is(err, access.ErrDirectory), tools.IsSpecial(err):
		text = "Path is not a file: " + resolved
	case errors.Is(err, access.ErrNUL):
		text = "The argument 'path' must be a string, Uint8Array, or URL without null bytes. Received " +
			js.Quote(resolved)
	case name == "EACCES" && !env.Hidden(resolved):
		text = node.Error(err, "open", resolved)
	case name == "ENAMETOOLONG" && len(resolved) > 4095:
		text = name + ": " + words + ", open"
	}

	return "Error reading file: " + text
}

// resolve returns a path as an absolute, clean one; a given absolute path keeps a final slash.
func resolve(env tools.Env, file string) string {
	if node.Path(env).IsAbs(file) {
		return node.Path(env).Clean(file)
	}
	return node.Path(env).Resolve(env.Dir(), file)
}

func run(ctx context.Context, env tools.Env, args []byte) (*tools.Result, error) {
	requests, err := argReader{env.Tool.Policy}.parse(args)
	if err != nil {
		return nil, err
	}

	var entries []entry
	failed := false
	var reasons []error
	var last entry
	for _, q := range requests {
		if err := ctx.Err(); err != nil {
			return nil, err
		}

		e, err := readOne(ctx, env, q)
		if err != nil {
			return nil, err
		}

		entries = append(entries, e)
		failed = failed || e.failed != ""
		reasons = append(reasons, e.reason)
		if last.image {
			e.image, e.size = true, last.size
		}

		last = e
	}

	if failed {
		return nil, tools.Refuse(string(contentOf(entries))).Because(errors.Join(reasons...))
	}

	r := &tools.Result{}
	if len(requests) == 1 {
		r.FileBytes = last.size
	}

	if last.image {
		r.Kind = "image"
		r.Instead = fmt.Sprintf(
			"The model gets the picture, %d bytes, in the result for its file, if it takes pictures.", last.size,
		)
		return r.Text(nil, ""), nil
	}

	if len(requests) == 1 && !last.omitted {
		last.page.describe(env.Tool, r, last)
	} else {
		r.Window.Kind, r.Window.TotalLines = window.Notice, -1
	}

	return r.Content(nil, func(s *tools.Sink) {
		s.Bytes(contentOf(entries))
		if len(requests) == 1 {
			last.page.count(s)
		}
	}), nil
}

// contentOf returns the answer to all requests.
func contentOf(entries []entry) []byte {
	content := []byte{'['}
	for i, e := range entries {
		if i > 0 {
			content = append(content, ',')
		}
		content = e.json(content)
	}
	return append(content, ']')
}

// openOne opens the file of a request, which is resolved.
func openOne(ctx context.Context, env tools.Env, q request, file string) (*tools.File, error) {
	if env.Stream != nil {
		return tools.Open(ctx, env, tools.PathAny, q.path)
	}
	if strings.IndexByte(file, 0) >= 0 {
		return nil, access.ErrNUL
	}

	found := findFile(env, file)
	if fi, err := env.Files().Stat(found); err == nil && !fi.IsDir() && !fi.Mode().IsRegular() {
		return nil, &access.SpecialError{Mode: fi.Mode()}
	}

	return tools.Open(ctx, env, tools.PathAny, found)
}

// read reads the opened file of the request: a picture, or a part of a text. The error refuses it.
func (e *entry) read(o *tools.File, file string) error {
	e.size = o.Size()
	isImage := lists.HasWord("png jpg jpeg gif webp", node.Extension(o.System(), file))
	switch {
	case isImage && o.Size() > maxImage:
		return tools.Refuse(
			fmt.Sprintf("Error reading file: Image file too large: %d bytes (max: %d bytes).", o.Size(), maxImage),
		)
	case isImage:
		e.omitted = o.Size() == 0
		e.image = !e.omitted
	case o.Size() > o.Caps().File.Most:
		return tools.Refuse(fmt.Sprintf("Error reading file: Text file too large to stream safely: %d bytes "+
			"(max: %d bytes). Use a targeted command such as sed, grep, head, or tail to inspect specific "+
			"sections.", o.Size(), o.Caps().File.Most))
	default:
		e.page = readPage(o, e.request)
		e.page.fit(o, e.most)
	}

	return nil
}

// readOne answers one request. An error is a refusal of our own, or the context's.
func readOne(ctx context.Context, env tools.Env, q request) (entry, error) {
	e := entry{request: q, page: &shownLines{}, most: env.Caps().Then.Most}
	if q.first > 0 && q.last > 0 && q.first > q.last {
		e.failed = fmt.Sprintf("Invalid file range: start_line must be less than or equal to end_line (received "+
			"start_line: %d, end_line: %d)", q.first, q.last)
		return e, nil
	}

	file := resolve(env, q.path)
	words := tools.Wording(func(err error) string { return failedText(env, q.path, err) })
	open := func() (*tools.File, error) { return openOne(ctx, env, q, file) }
	r, err := tools.ReadFile(ctx, words, open, func(o *tools.File) (*tools.Result, error) {
		if err := e.read(o, file); err != nil {
			return nil, err
		}
		return &tools.Result{}, nil
	})
	if err == nil {
		return e, r.Close()
	}

	refusal, ok := errors.AsType[*tools.Error](err)
	if !ok || refusal.Own {
		return e, err
	}

	e.failed = refusal.Text
	e.reason = err
	e.page = &shownLines{} // drops what was read so far
	return e, nil
}

// readBack parses the lines of the first result, which are in a JSON string.
func readBack(_ json.RawMessage, content string) (tools.Parsed, bool) {
	p := tools.Parsed{Total: -1}
	const begin = `"result":"`
	start := strings.Index(content, begin)
	if !strings.HasPrefix(content, `[{"query":`) || start < 0 {
		return p, false
	}

	number := int64(-1)
	for at, more := start+len(begin), true; more; {
		stop := at + len(jsonLine().FindString(content[at:]))
		n := int64(-1)
		m := numbered().FindStringSubmatch(content[at:stop])
		if m != nil {
			n, _ = strconv.ParseInt(m[1], 10, 64) // only digits
		}

		switch {
		case n > number || n >= 0 && number < 0:
			l := tools.ParsedLine{Number: n, Start: at + len(m[0]), End: stop}
			if text := content[l.Start:l.End]; strings.HasSuffix(text, cutMark) {
				l.End -= len(cutMark)
				l.Cut = true
			}
			p.Lines = append(p.Lines, l)
			number = n
		case len(p.Lines) > 0 && strings.HasPrefix(content[at:stop], "...[truncated "):
			p.Lines[len(p.Lines)-1].Cut = true
		}

		more = strings.HasPrefix(content[stop:], `\n`)
		at = stop + len(`\n`)
	}

	return p, len(p.Lines) > 0
}

// jsonLine matches what comes before an escaped line break in a JSON string, or before its end.
var jsonLine = lazy.Regexp(`^(?:[^"\\]|\\[^n])*`)

// numbered matches the number that a line begins with, and what precedes the line's text.
var numbered = lazy.Regexp(`^ *([0-9]{1,17}) \| `)
