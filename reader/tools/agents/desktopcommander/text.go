package desktopcommander

import (
	"fmt"
	"math"

	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// answerLines has the lines of an answer.
type answerLines struct {
	file  *tools.File
	form  textfile.LineCoding
	total int64 // number of lines by '\n'; -1 if not counted
	found textfile.Scanned
	lines int64 // number of lines of the answer
	label string
	// estimated: the start is an estimate, and the label says another line.
	estimated bool
}

const (
	deep     = 1000 // lines after which the offset in a large file is estimated
	reversed = 100  // lines at the end of a large file that are read backwards
)

// text returns the requested lines of a text file.
func text(o *tools.File, a readArguments) (*tools.Result, error) {
	p := answerLines{file: o, form: textfile.AnyEnd, total: -1}
	if coding, mark := textfile.BOM(o.Head(4), false); coding == textfile.UTF16LE {
		p.form.Coding = coding
		p.form.Skip = mark
	}

	large := o.Size() >= largeFile
	plain := p.form.Coding == textfile.UTF8
	switch {
	case a.offset < 0 && plain && o.Size() > largeFile && -a.offset <= reversed:
		return p.fromEnd(a)
	case a.offset < 0:
		if err := p.last(a, large); err != nil {
			return nil, err
		}
	case plain && large && a.offset > deep:
		p.guess(a)
	default:
		p.from(a, large)
	}

	return p.result(a), nil
}

// from finds the lines from the requested one on.
func (p *answerLines) from(a readArguments, large bool) {
	count := a.count()
	p.found = p.file.Scan(textfile.Search{Form: p.form, First: a.first(), Count: max(count, 1), Total: !large})
	if count > 0 && p.found.First > 0 {
		p.lines = p.found.Last - p.found.First + 1
	}
	if !large {
		p.total = p.found.LFLines
	}
	p.label = label(p.lines, a.offset, p.total)
}

// label describes which lines an answer has.
func label(lines int64, offset float64, total int64) string {
	from := "start"
	if offset != 0 {
		from = "line " + js.NumberText(offset)
	}
	if total < 0 {
		return some.Fill(lines, from)
	}
	remaining := js.NumberText(max(0, float64(total)-(offset+float64(lines))))
	return someOf.Fill(lines, from, total, remaining)
}

// lastLabel describes an answer with the last lines.
func lastLabel(lines, total int64) string {
	if total < 0 {
		return fmt.Sprintf("[Reading last %d lines]", lines)
	}
	return fmt.Sprintf("[Reading last %d lines (total: %d lines)]", lines, total)
}

// last finds the last lines, for a negative offset.
func (p *answerLines) last(a readArguments, large bool) error {
	const most = math.MaxUint32 // length of an array in JavaScript
	if wanted := -a.offset; wanted != math.Trunc(wanted) || wanted > most {
		return refuse("Invalid array length")
	}

	search := textfile.Search{Form: p.form, First: 1, Total: true}
	p.found = p.file.Scan(search)
	if !large {
		p.total = p.found.LFLines
	}

	p.lines = min(p.found.Lines, int64(-a.offset))
	if p.lines < p.found.Lines {
		search.First = p.found.Lines - p.lines + 1
		p.found = p.file.Scan(search)
	}

	p.label = lastLabel(p.lines, p.total)
	return nil
}

// guess finds lines of a large file like the server: at the offset where they would be if all lines were as long as the
// first ones. The line at that offset is omitted.
func (p *answerLines) guess(a readArguments) {
	const sample = 10000 // bytes that are measured
	bytes := 0.0
	lines := 0.0
	for l := range p.file.Lines(tools.LineReading{Form: p.form, Most: 1, Whole: true}) {
		bytes += float64(l.Length + 1)
		lines++
		if bytes >= sample {
			break
		}
	}

	at := p.file.Size()
	if guessed := math.Floor(a.offset * (bytes / lines)); guessed < float64(at) {
		at = int64(guessed)
	}

	count := a.count()
	skipped := false
	p.found = textfile.Scanned{Start: p.file.Size(), End: p.file.Size(), Lines: -1, Ends: -1, LFLines: -1}

	for l := range p.file.Lines(tools.LineReading{Form: p.form, Start: at, Most: 1}) {
		if !skipped {
			skipped = true
			p.found.Start = l.Next
			p.found.End = l.Next
			continue
		}

		if p.lines == count {
			break
		}

		p.lines++
		p.found.End = l.Next
	}

	p.estimated = true
	p.label = label(p.lines, a.offset, -1)
}

// window returns the window of the lines, numbered by '\n'.
func (p *answerLines) window(a readArguments) window.Window {
	o := p.file
	if p.lines == 0 {
		return window.OfLines(window.Run{}, o.Size(), p.total, window.StopNone)
	}

	if p.total >= 0 {
		w := o.FileWindow(p.found, p.form)
		if a.offset < 0 {
			return w
		}
		return w.Until(window.StopLimit)
	}

	if p.form.Coding != textfile.UTF8 {
		return p.found.Window(o.Size())
	}

	run := window.Run{Start: p.found.Start, End: p.found.End, First: p.lineAt(p.found.Start)}
	run.Last = run.First + o.CountLF(run.Start, run.End) - 1
	if run.End == o.Size() && o.LastByte() != '\n' {
		run.Last++
	}

	w := window.OfLines(run, o.Size(), -1, window.StopLimit)
	if a.offset >= 0 && run.First != a.first() {
		w.Renumbered = run.First
	}

	return w
}

// lineAt returns the number, by '\n', of the line that begins at an offset.
func (p *answerLines) lineAt(offset int64) int64 {
	at := int64(0)
	before := int64(0)
	if p.file.Index != nil {
		at, before = p.file.Index.SeekOffset(offset)
	}
	return before + p.file.CountLF(at, offset) + 1
}

// result returns the lines.
func (p *answerLines) result(a readArguments) *tools.Result {
	o := p.file
	r := &tools.Result{Window: p.window(a)}
	more := p.lines > 0 && a.offset >= 0 && p.found.End < o.Size()
	if more {
		r.NextArgs = tools.Set(o.Args, "offset", math.Ceil(a.offset)+float64(p.lines))
		r.Silent = p.total < 0
	}

	if p.estimated && p.lines > 0 && r.Window.First != a.first() {
		r.Aside = "Desktop Commander estimates places in files of 10 MiB and more: " + tools.Thousands(a.first()) +
			" is the first line that was asked for, and " + tools.Thousands(r.Window.First) + " the first that is given"
	}

	return r.Content(o, func(s *tools.Sink) {
		a.writeBefore(s)
		s.Str(p.label + "\n\n")
		if p.lines == 0 {
			s.Notice("")
			return
		}

		s.WriteLines(o, tools.LineRange{
			Form: p.form, Format: &tools.LineFormat{}, Start: p.found.Start, End: p.found.End, Count: p.lines,
		})
		s.NoteForm(p.form)
	})
}

// fromEnd returns the last lines of a large file as the server reads them, backwards: in pieces that are decoded
// separately, with lines ending at '\n' alone, and the empty text after the last one as a line.
func (p *answerLines) fromEnd(a readArguments) (*tools.Result, error) {
	o := p.file
	wanted := int64(math.Ceil(-a.offset))
	start, missing, _ := textfile.SeekBack(o.Size(), wanted-1, func(off, n int64) ([]byte, error) {
		b := o.Piece(off, n)
		return b, o.Err()
	})
	if kept := int64(-a.offset); kept < wanted { // a fraction is rounded down
		start, missing, _ = textfile.SeekBack(o.Size(), kept-1, func(off, n int64) ([]byte, error) {
			b := o.Piece(off, n)
			return b, o.Err()
		})
		wanted = kept
	}

	lines := wanted - missing + 1
	head := o.Head(1)
	switch {
	case missing == 0:
		lines = wanted
	case len(head) > 0 && head[0] == '\n': // the empty first line is lost
		start = 1
		lines--
	}

	run := window.Run{Start: start, End: o.Size(), First: p.lineAt(start)}
	run.Last = run.First + o.CountLF(start, o.Size()) - 1
	if o.LastByte() != '\n' {
		run.Last++
	}

	r := &tools.Result{Window: window.OfLines(run, o.Size(), run.Last, window.StopFile)}
	return r.Content(o, func(s *tools.Sink) {
		a.writeBefore(s)
		s.Str(lastLabel(lines, -1) + "\n\n")
		s.BeginRun(0, true, 0)
		const piece = 8192
		for at := start; at < o.Size() && !s.Failed(); {
			next := o.Size() - (o.Size()-at-1)/piece*piece
			b, err := textfile.Piece(o, at, next-at)
			if err != nil {
				s.Fail(err)
				return
			}

			s.Lossy(b)
			at = next
		}

		s.AddLines(lines)
	}), nil
}

// writeBefore writes what precedes an answer, as a separate part.
func (a readArguments) writeBefore(s *tools.Sink) {
	if warning := a.warning(); warning != "" {
		s.Str(warning)
		s.Part()
	}
}

// notice makes r a text about a file, or about no file if o is nil.
func (a readArguments) notice(r *tools.Result, o *tools.File, text string) *tools.Result {
	r.Text(o, text)
	if a.unknown == nil {
		return r
	}
	return r.Content(o, func(s *tools.Sink) {
		a.writeBefore(s)
		s.Notice(text)
		s.Stats.NoticeLines++
	})
}
