package opencode

import (
	"bytes"
	"fmt"
	"strings"

	"eyeline/reader/internal/lossy"
	"eyeline/reader/internal/notebook"
	"eyeline/reader/internal/readback"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// textFile is a text file being read.
type textFile struct {
	readCall
	file  *tools.File
	bytes source.Bytes // what is decoded: the file, or the text of a notebook
	form  textfile.LineCoding
}

// decoding returns how a file that begins with head is decoded. opencode drops an incomplete character at the end of
// the file, which then makes no line. Kilo detects the character set in that case.
func (c readCall) decoding(o *tools.File, head []byte) (source.Bytes, textfile.LineCoding) {
	form := textfile.AnyEnd
	coding, skip := textfile.BOM(head, true)
	if coding == textfile.UTF8 || c.Kilo {
		form.Coding = coding
		form.Skip = skip
	}
	if c.Kilo {
		return o, form
	}

	tail := o.Piece(max(o.Size()-3, 0), 3)
	return source.View(o, o.Size()-int64(lossy.PartialTail(tail))), form
}

// The words around the lines: one of the feet ends each answer.
const (
	head   readback.Phrase = "<path>{path:text}</path>\n<type>file</type>\n<content>\n"
	atEnd  readback.Phrase = "\n\n(End of file - total {total} lines)"
	capped readback.Phrase = "\n\n(Output capped at 50 KB. Showing lines {first}-{last}. Use offset={next} to " +
		"continue.)"
	more readback.Phrase = "\n\n(Showing lines {first}-{last} of {total}. Use offset={next} to continue.)"
)

// selection is the lines of an answer.
type selection struct {
	tools.ChosenLines
	seen  int64 // offset after the line that exceeds the limit and the first byte of its end
	win   window.Window
	total int64 // lines of the file as the tool counts; -1 if it stops before the end
}

// choose selects the lines.
func (t textFile) choose() selection {
	search := textfile.Search{Form: t.form, First: t.a.offset, Count: 1}
	at := t.file.ScanOf(t.bytes, search)
	s := selection{ChosenLines: tools.ChosenLines{Start: at.Start, End: at.Start, First: t.a.offset}}
	f := t.file.Tool.Lines
	room := t.file.Tool.Caps.Output.Most + 1 // without the last line break
	reading := tools.LineReading{Form: t.form, Start: at.Start, Unit: f.Unit, Most: f.Limit}
	for l := range t.file.LinesOf(t.bytes, reading) {
		if s.Count == t.a.limit {
			break
		}

		room -= f.ShownSize(l) + 1
		if room < 0 {
			s.Full = true
			s.seen = l.End + 1
			break
		}

		s.Take(l)
	}

	// If the output is cut, the rest of the file is not read.
	upTo := t.bytes
	if s.Full {
		upTo = source.View(t.bytes, s.End)
	}

	search.Count = max(s.Count, 1)
	search.Total = true
	found := t.file.ScanOf(upTo, search)
	var err error
	s.win, err = found.FileWindow(t.file.Context(), upTo, t.form)
	t.file.Fail(err)
	s.total = found.Lines
	if s.Full {
		s.total = -1
		s.win.TotalLines = -1
		s.win.Bottom = window.StopOutput
	}

	if s.Count == 0 {
		s.win = window.OfLines(window.Run{}, t.file.Size(), s.win.TotalLines, window.StopNone)
	} else if s.win.End == t.bytes.Size() {
		s.win.End = t.file.Size()
	}

	return s
}

// guess decodes the file in the character set that Kilo detects, if what it reads for a selection is not UTF-8:
// everything, or up to the end of the chunk in which the output is full. The text of a notebook is UTF-8.
func (t *textFile) guess(s selection) bool {
	if !t.Kilo || t.form.Coding != textfile.UTF8 || t.bytes != source.Bytes(t.file) {
		return false
	}

	const chunk = 64 << 10
	form := t.form
	read := t.file.Size()

	if s.Full {
		read = min(read, (s.seen+chunk-1)/chunk*chunk)
	}

	t.form = t.file.Guess(form, read, true)
	return t.form != form
}

// result returns the lines.
func (t textFile) result() (*tools.Result, error) {
	s := t.choose()
	if t.guess(s) {
		s = t.choose()
	}

	first := s.First
	last := s.Last()
	if !s.Full && s.total < first && !(s.total == 0 && first == 1) {
		return nil, tools.Refuse(fmt.Sprintf("Offset %d is out of range for this file (%d lines)", first, s.total))
	}

	r := &tools.Result{Window: s.win}
	foot := atEnd.Fill(s.total)
	if s.Full || last < s.total {
		r.NextArgs = tools.Set(t.args, "offset", last+1)
	}

	switch {
	case s.Full:
		foot = capped.Fill(first, last, last+1)
	case last < s.total:
		foot = more.Fill(first, last, s.total, last+1)
	}

	return r.Content(t.file, func(sink *tools.Sink) {
		sink.Str(head.Fill(t.shown))
		sink.NoteForm(t.form)
		if s.Count > 0 {
			sink.WriteLines(t.bytes, s.Lines(t.form, t.file.Tool.Lines))
		}
		sink.Notice(foot + "\n</content>")
	}), nil
}

// notebook returns a notebook's cells as lines of text, and any other file as it is.
func (t textFile) notebook() (*tools.Result, error) {
	n, _, _, ok, err := notebook.Read(t.file)
	if err != nil {
		return nil, err
	}
	if !ok || len(n.Cells) == 0 {
		return t.result()
	}

	cells := make([]string, len(n.Cells))
	for i, c := range n.Cells {
		cells[i] = "<" + c.Kind + "_cell>\n" + c.Source + "\n</" + c.Kind + "_cell>"
	}

	text := []byte(strings.Join(cells, "\n\n"))
	t.bytes = source.View(bytes.NewReader(text), int64(len(text)))
	t.form = textfile.LineCoding{Ends: t.form.Ends}
	r, err := t.result()
	if err != nil {
		return nil, err
	}

	if r.Window.End < int64(len(text)) { // it is not known which part of the file is missing
		r.Window = window.Window{Kind: window.Notice, TotalLines: -1}
		return r, nil
	}

	r.Window = window.OfConverted(t.file.Size(), notebook.OutputRanges(t.file.Head(t.file.Size())))
	return r, nil
}
