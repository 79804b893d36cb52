package openhands

import (
	"eyeline/reader/internal/textfile"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// fileView is the view of a file or of a range of its lines.
type fileView struct {
	file        *tools.File
	form        textfile.LineCoding
	found       textfile.Scanned
	ranged      bool
	first, last int64 // lines of the range
}

// result numbers the lines, and cuts the middle if they are too long.
func (v *fileView) result(header string) *tools.Result {
	p, m, hole := v.gather()
	d := numbered(header, p, v.first)
	hole = d.clip(v.form.Coding, v.file.Tool.Caps.Then.Most) || hole
	runs := d.runs()
	res := &tools.Result{Window: v.window(runs)}
	next := v.last + 1
	end := v.last + v.last - v.first + 1
	switch {
	case hole && len(runs) > 0:
		got := runs[0][len(runs[0])-1]
		next = got.line + 1
		if got.cut {
			next = max(got.line, v.first+1)
		}
		if next <= v.last {
			end = v.last
		}
	case v.found.End < v.file.Size():
		res.Silent = true
		res.Window = res.Window.Until(window.StopAsked)
	}

	if next <= v.found.Lines {
		if end >= v.found.Lines {
			end = -1
		}
		res.NextArgs = tools.Set(v.file.Args, "view_range", []int64{next, end})
		if m != nil {
			res.CallsLeft = v.callsLeft(*m, header)
		}
	}

	return res.Content(v.file, func(s *tools.Sink) {
		s.Bytes(d.text)
		s.Stats.Altered = p.altered
		s.NoteForm(v.form)
		describe(s, runs)
	})
}

// gather reads the lines, or their start and end with a notice between them; hole: the latter, and m is how long the
// lines are.
func (v *fileView) gather() (p *textPieces, m *measures, hole bool) {
	most := v.file.Tool.Caps.Output.Most
	size := v.file.Size()
	p = &textPieces{text: make([]byte, 0, min(size, most)), lines: make([]shownLine, 0, min(size, most)/32)}
	if size > most { // characters have at least one byte
		m = v.measure()
	}

	if m == nil || m.chars <= most {
		v.addPiece(p, 0, most)
		return p, nil, false
	}

	rest := most - int64(len(clipNotice))
	v.addPiece(p, 0, rest-rest/2)
	p.text = append(p.text, clipNotice...)
	v.addPiece(p, m.chars-rest/2, rest/2)
	return p, m, true
}

// runs returns the shown lines, split where something of the file or a number is missing.
func (d *document) runs() (runs [][]shownLine) {
	from := 0 // start of the last run
	for i, l := range d.lines {
		before := d.lines[max(i-1, 0)]
		if i == 0 || l.row != before.row+1 || l.number != before.number+1 ||
			l.start != before.stop || l.begin != before.next {
			from = i
			runs = append(runs, nil)
		}

		runs[len(runs)-1] = d.lines[from : i+1]
	}

	return runs
}

// window returns the window of the shown lines, numbered by '\n'.
func (v *fileView) window(runs [][]shownLine) window.Window {
	w := v.file.FileWindow(v.found, v.form)
	var spans []window.Run
	for _, run := range runs {
		first := run[0]
		last := run[len(run)-1]
		if last.blank && len(run) > 1 {
			last = run[len(run)-2]
		}
		if last.blank {
			continue
		}

		part := v.found
		part.Start = first.start
		part.End = last.stop
		part.First = first.line
		part.Last = last.line
		at := v.file.FileWindow(part, v.form)
		spans = append(spans, window.Run{Start: at.Start, End: at.End, First: at.First, Last: at.Last})
		if w.Renumbered == 0 && first.number != at.First {
			w.Renumbered = at.First
		}

		for i, l := range run[1:] {
			if w.Renumbered == 0 && l.line == run[i].line && !l.blank {
				w.Renumbered = l.line
			}
		}
	}

	if n := len(spans); n > 1 {
		w.Start = spans[0].Start
		w.End = spans[n-1].End
		w.First = spans[0].First
		w.Last = spans[n-1].Last
		w.Runs = spans
	}

	return w
}

// describe records what an answer shows.
func describe(s *tools.Sink, runs [][]shownLine) {
	var cuts []tools.Cut
	var before shownLine
	for i, run := range runs {
		lines := int64(len(run))
		s.Stats.Runs = append(
			s.Stats.Runs, tools.ShownRun{Content: run[0].row, Lines: lines, Number: run[0].number, First: i == 0},
		)
		s.Stats.Lines += lines
		for _, l := range run {
			if l.start > l.begin {
				c := tools.Cut{Line: l.number, Start: l.begin, End: l.start}
				n := len(cuts) - 1
				if n >= 0 && before.cut && l.begin == before.begin { // the middle of one line
					c.Line = cuts[n].Line
					c.Start = cuts[n].Start
					cuts = cuts[:n]
				}
				cuts = append(cuts, c)
			}

			if l.stop < l.end {
				cuts = append(cuts, tools.Cut{Line: l.number, Start: l.stop, End: l.end})
			}

			before = l
		}
	}

	for _, c := range cuts {
		s.CutLine(c.Line, c.Start, c.End)
	}
}
