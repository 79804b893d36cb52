// Package mistralvibe, which changes without notice, is mistral-vibe's read.
package mistralvibe

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"syscall"
	"unicode/utf8"

	"eyeline/reader/access"
	"eyeline/reader/internal/param"
	"eyeline/reader/internal/readback"
	"eyeline/reader/internal/runtime/charsetnormalizer"
	"eyeline/reader/internal/runtime/python"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/ospath"
	"eyeline/reader/source"
	"eyeline/reader/tools"
)

const maxLines = 2000 // default limit of lines

// Tool is mistral-vibe's read (contract mistral_vibe). The AGENTS.md that follows the first read of a folder that has
// one is left out.
var Tool = &tools.Tool{
	Language: ospath.CPython,
	Name:     "mistral_vibe", Title: "mistral-vibe's read",
	Origin: tools.Origin{
		Agent: "Mistral Vibe", Version: "2.18.4", Date: "2026-11-21", How: tools.FromSource, Marks: []string{".vibe"},
	},
	Recorded: []string{"read"},
	Caps: tools.Caps{
		Lines:  tools.Cap{Most: maxLines, Flag: "limit"},
		Output: tools.Cap{Most: 50 << 10, Of: "of numbered lines", Over: tools.OverRefused},
	},
	Kinds: tools.Kinds{
		Empty: tools.GivesNotice, Image: tools.GivesText, PDF: tools.GivesText, Binary: tools.GivesText,
	},
	Policy:  tools.Policy{NumbersAsText: true},
	Paths:   tools.PathAny,
	Lines:   lineFormat,
	Run:     run,
	Words:   wordsFor,
	Parse:   answer.Parse,
	Windows: []tools.WindowParams{{Mode: tools.ModeSlice, At: "offset", Base: 1, Size: "limit", Size0: maxLines}},
	Params: []tools.Param{
		param.File("file_path", "file to read, absolute or relative to the working directory"),
		param.Number("offset", "number of the first line, 1-based (default: 1)"),
		param.Default("limit", maxLines, "number of lines at most"),
	},
}

// The words around the lines.
const (
	head readback.Phrase = "file_path: {path:text}\ncontent: "
	foot readback.Phrase = "\nnum_lines: {count}\nstart_line: {start:text}\nrequested_offset: {offset:text}\n" +
		"requested_limit: {limit:text}\ntotal_lines: {total:text}"
)

// answer is the numbered lines, with the notes around them.
var answer = &readback.Answer{
	Lines: lineFormat,
	Heads: []readback.Phrase{head},
	Feet:  []readback.Phrase{foot},
}

var lineFeed = []byte("\n")

// lineFormat: the number right-aligned to 9 and an arrow before a line.
var lineFormat = &tools.LineFormat{
	Prefix: tools.Numbered(9, "→"),
}

func refuse(text string) *tools.Error {
	return tools.Refuse("<tool_error>read failed: " + text + "</tool_error>")
}

// readArguments are the arguments after their checks.
type readArguments struct {
	path          string
	offset, limit *big.Int // offset is nil if it is not given
}

// parseArgs validates the arguments; limit is the default, and invalid JSON counts as an empty object.
func parseArgs(data []byte, limit int64, policy tools.Policy) (a readArguments, err error) {
	v, ok := python.Parse(data)
	if !ok {
		v = python.Value{Kind: python.Dict}
	}

	a.limit = big.NewInt(limit)
	c := &python.Model{Version: "2.13", NumbersAsText: policy.NumbersAsText}
	if c.Object("ReadArgs", v) {
		a.path = c.Required("file_path", v)
		if field, given := v.Lookup("offset"); given && field.Kind != python.None {
			a.offset, ok = c.Integer("offset", field)
			if ok && a.offset.Sign() < 1 {
				c.Fault("offset", "greater_than_equal", "Input should be greater than or equal to 1", field)
			}
		}

		if field, given := v.Lookup("limit"); given {
			a.limit, ok = c.Integer("limit", field)
			if ok && a.limit.Sign() < 1 {
				c.Fault("limit", "greater_than", "Input should be greater than 0", field)
			}
		}
	}

	if c.Faults > 0 {
		return a, tools.Refuse("<tool_error>read: Invalid arguments: " + c.Errors("ReadArgs") + "</tool_error>")
	}
	if strings.TrimFunc(a.path, python.IsSpace) == "" {
		return a, refuse("file_path cannot be empty")
	}

	return a, nil
}

// first returns the number of the first line, clamped to int64.
func (a readArguments) first() int64 {
	if a.offset == nil {
		return 1
	}
	return python.ClampBig(a.offset)
}

// find resolves a path and checks what it is.
func find(ctx context.Context, env tools.Env, given string) (string, error) {
	if strings.IndexByte(given, 0) >= 0 {
		return "", refuse("embedded null byte")
	}

	file, err := python.ExpandUser(ctx, env, given)
	if err != nil {
		return "", refuse(err.Error())
	}
	if file, err = python.Resolve(env, file); err != nil {
		return "", refuse(err.Error())
	}

	fi, err := env.Files().Stat(file)
	switch {
	case errors.Is(err, access.ErrOutside):
		return "", env.RefuseOutside()
	case python.ExistsRaises(err):
		return "", refuse(python.OSError(err, file))
	case err != nil:
		return "", refuse("File not found at: " + file).Because(err)
	case fi.IsDir():
		return "", refuse("Path is a directory, not a file: " + file)
	}

	return file, nil
}

func wordsFor(_ tools.Env, file string, err error) string {
	switch {
	case errors.Is(err, access.ErrDirectory):
		return refuse("Path is a directory, not a file: " + file).Text
	case errors.Is(err, access.ErrNUL):
		return refuse("embedded null byte").Text
	case errors.Is(err, access.ErrChanged), errors.Is(err, access.ErrOutside), tools.IsSpecial(err):
		return refuse("Error reading " + file + ": " + err.Error()).Text
	case errors.Is(err, syscall.ENAMETOOLONG), python.ExistsRaises(err):
		return refuse("Error reading " + file + ": " + python.OSError(err, file)).Text
	}

	return refuse("File not found at: " + file).Text
}

func run(ctx context.Context, env tools.Env, args []byte) (*tools.Result, error) {
	a, err := parseArgs(args, env.Caps().Lines.Most, env.Tool.Policy)
	if err != nil {
		return nil, err
	}

	file, err := env.Locate(a.path, func(env tools.Env, given string) (string, error) { return find(ctx, env, given) })
	if err != nil {
		return nil, err
	}

	return tools.ReadPath(ctx, env, tools.PathAny, file, env.Wording(file), func(o *tools.File) (*tools.Result, error) {
		return read(o, file, a)
	})
}

// linesRead is the part of a file that the tool reads: lines by "\n"; the last one may be cut.
type linesRead struct {
	tools.ChosenLines
	text  []byte
	total int64 // number of lines of the file; -1 if it continues
}

// choose reads lines until their number or size reaches its limit.
func choose(o *tools.File, a readArguments) (t linesRead) {
	first := a.first()
	t.First = first
	if first > 1 {
		before := o.Scan(textfile.Search{First: first - 1, Count: 1})
		t.Start = before.End
		if t.Start >= o.Size() {
			t.total = before.Last
			if before.First == 0 {
				t.total = before.Lines
			}
			return t
		}
	}

	p := o.Piece(t.Start, o.Caps().Output.Most)
	limit := python.ClampBig(a.limit)
	taken := 0
	for line := range bytes.Lines(p) {
		if t.Count == limit {
			break
		}
		taken += len(line)
		t.Count++
	}

	t.text = p[:taken]
	t.total = -1
	t.End = t.Start + int64(taken)
	switch {
	case t.End == o.Size():
		t.total = t.Last()
	case int64(taken) == o.Caps().Output.Most && t.Count < limit:
		t.Full = true
	}

	return t
}

// part returns what was read as a file of its own.
func (t linesRead) part() source.Bytes {
	return source.View(bytes.NewReader(t.text), int64(len(t.text)))
}

// formOf returns how the part is decoded: as UTF-8; if that fails by its byte order mark, which is kept; and if that
// fails in the detected character set. Without one, invalid bytes become U+FFFD.
func formOf(o *tools.File, t linesRead) textfile.LineCoding {
	form := textfile.LineCoding{Ends: textfile.EndCRLF | textfile.EndPython}
	if utf8.Valid(t.text) {
		return form
	}

	coding, mark := textfile.BOM(t.text, true)
	if mark > 0 && coding != textfile.UTF8 && len(t.text)%int(mark) == 0 {
		marked := textfile.LineCoding{Ends: form.Ends, Coding: coding}
		if !o.ScanOf(t.part(), textfile.Search{Form: marked, Total: true}).Invalid {
			return marked
		}
	}

	set := charsetnormalizer.Guess(o.Context(), t.text)
	if set == nil {
		o.Guessed("none that fits")
		return form
	}

	o.Guessed(set.Name)
	form.Coding = textfile.Legacy
	form.Set = set
	return form
}

// read makes the check 5 of the contract and the answer.
func read(o *tools.File, file string, a readArguments) (*tools.Result, error) {
	t := choose(o, a)
	first := a.first()
	form := formOf(o, t)
	numbered := make([]byte, 0, len(t.text)*3/2)
	win := t.Window(o.Size(), t.total)
	var altered tools.Altered
	count := int64(0)
	replaced := int64(0)
	begun := int64(0)
	at := int64(0) // number of line feeds before the line, and its offset
	for l := range o.LinesOf(t.part(), tools.LineReading{Form: form}) {
		altered.LineEnd(tools.EndOf(l.Term))
		begun += int64(bytes.Count(t.text[at:l.Start], lineFeed))
		at = l.Start
		if win.Renumbered == 0 && (begun != count || bytes.Contains(t.text[at:l.End], lineFeed)) {
			win.Renumbered = first + begun // the numbers differ from here on
		}
		if count > 0 {
			numbered = append(numbered, '\n')
		}

		numbered = o.Tool.Lines.Prefix(numbered, tools.Line{Number: first + count})
		numbered = append(numbered, l.Text...)
		replaced += l.Replaced(len(l.Text))
		count++
	}

	if size := int64(len(numbered)); size > o.Caps().Output.Most {
		return nil, refuse("Output (" + strconv.FormatFloat(float64(size)/1024, 'f', 1, 64) +
			" KiB) exceeds maximum allowed size (50.0 KiB). Use offset and limit to read a smaller portion of the " +
			"file.")
	}

	var next json.RawMessage
	if t.total < 0 {
		next = tools.Set(o.Args, "offset", t.Next())
	}

	return (&tools.Result{Window: win, NextArgs: next}).Content(o, func(s *tools.Sink) {
		s.Str(head.Fill(file))
		if count == 0 {
			s.Str(warning(a, t.total))
		} else {
			s.BeginRun(first, true, 0)
		}

		s.Bytes(numbered)
		s.AddLines(count)
		s.Stats.Replaced = replaced
		s.Stats.Altered = altered
		s.NoteForm(form)
		s.Notice(a.foot(count, t.total))
	}), nil
}

// foot returns what follows count numbered lines.
func (a readArguments) foot(count, total int64) string {
	start := "1"
	offset := "None"
	all := "None"
	truncated := "True"

	if a.offset != nil {
		start = a.offset.String()
		offset = start
	}
	if total >= 0 {
		all = fmt.Sprint(total)
		truncated = "False"
	}

	return foot.Fill(count, start, offset, a.limit, all) + "\nwas_truncated: " + truncated
}

// warning returns the text for an empty range.
func warning(a readArguments, total int64) string {
	if total == 0 {
		return "<vibe_warning>Warning: the file exists but the contents are empty.</vibe_warning>"
	}
	return fmt.Sprintf("<vibe_warning>Warning: the file exists but is shorter than the provided offset (%s). The "+
		"file has %d lines.</vibe_warning>", a.offset, total)
}
