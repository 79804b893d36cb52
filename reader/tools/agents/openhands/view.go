package openhands

import (
	"context"
	"slices"

	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/tools/textfile"
	"eyeline/reader/window"
)

// fileView is the view of a file or of a range of its lines.
type fileView struct {
	ctx         context.Context
	file        *tools.File
	form        textfile.Form
	found       textfile.Scanned
	ranged      bool
	first, last int64 // lines of the range
}

// result numbers the lines, with the middle cut where they are too long.
func (v *fileView) result(header string) (*tools.Result, error) {
	p, hole, err := v.gather()
	if err != nil {
		return nil, err
	}
	var d document
	d.number(header, p.text, p.lines, v.first)
	hole = d.clip(v.form, v.file.Tool.Caps.Then.Most) || hole
	runs := d.runs()
	res := &tools.Result{}
	if res.Window, err = v.window(runs); err != nil {
		return nil, err
	}
	next, end := v.last+1, v.last+v.last-v.first+1
	switch {
	case hole:
		if got := runs[0][len(runs[0])-1]; got.cut {
			next = max(got.line, v.first+1)
		} else {
			next = got.line + got.more + 1
		}
		if next <= v.last {
			end = v.last
		}
	case v.found.End < v.file.Size():
		res.Silent, res.Window.Bottom = true, window.StopAsked
	}
	if next <= v.found.Lines {
		if end >= v.found.Lines {
			end = -1
		}
		res.NextArgs = tools.Set(v.file.Args, "view_range", []int64{next, end})
	}
	return res.Content(v.file, func(s *tools.Sink) {
		s.Bytes(d.text)
		s.Stats.Altered = p.altered
		s.NoteForm(v.form)
		describe(&s.Stats, runs)
	}), nil
}

// gather reads the lines, or their beginning and end with a notice between them; hole: it did so.
func (v *fileView) gather() (all *textPiece, hole bool, err error) {
	most := v.file.Tool.Caps.Output.Most
	all = &textPiece{}
	if m := source.MemoryOf(v.file); m != nil && m.ASCII() && !m.Has('\r') && !v.ranged && v.form.Coding == textfile.UTF8 {
		all.chars = m.Size() // no piece is made only to learn this
	}
	if all.chars <= most {
		if all, err = v.piece(0, most, true); err != nil || all.chars <= most {
			return all, false, err
		}
	}
	rest := most - int64(len(clipNotice))
	head, err := v.piece(0, rest-rest/2, false)
	if err != nil {
		return nil, false, err
	}
	tail, err := v.piece(all.chars-rest/2, rest/2, true)
	if err != nil {
		return nil, false, err
	}
	moved := len(head.text) + len(clipNotice)
	for _, l := range tail.lines {
		l.row, l.from, l.to = l.row+head.rows, l.from+moved, l.to+moved
		head.lines = append(head.lines, l)
	}
	head.text = slices.Concat(head.text, []byte(clipNotice), tail.text)
	for i, n := range tail.altered {
		head.altered[i] += n
	}
	return head, true, nil
}

// piece gathers at most most characters, from character skip on.
func (v *fileView) piece(skip, most int64, count bool) (*textPiece, error) {
	p, start := &textPiece{form: v.form, skip: skip, most: most, count: count}, min(v.form.Skip, v.file.Size())
	if v.ranged {
		p.end, start = v.found.End, v.found.Start
	}
	return p, p.gather(v.ctx, v.file, start, v.first)
}

// runs are the lines shown, cut where something of the file or a number is left out between two of them.
func (d *document) runs() (runs [][]shownLine) {
	from := 0
	for i := range d.lines {
		if i > 0 {
			l, before := &d.lines[i], &d.lines[i-1]
			if l.row == before.row+before.more+1 && l.number == before.number+before.more+1 && l.start == before.stop && l.begin == before.next {
				continue
			}
			runs = append(runs, d.lines[from:i])
			from = i
		}
	}
	if from < len(d.lines) {
		runs = append(runs, d.lines[from:])
	}
	return runs
}

// window is the window of the lines shown, in the numbers that '\n' gives.
func (v *fileView) window(runs [][]shownLine) (window.Window, error) {
	w, err := v.found.FileWindow(v.ctx, v.file, v.form)
	if err != nil {
		return w, err
	}
	var spans []window.Run
	for _, run := range runs {
		first, last := run[0], run[len(run)-1]
		if last.blank && len(run) > 1 {
			last = run[len(run)-2]
		}
		if last.blank {
			continue
		}
		part := v.found
		part.Start, part.End, part.First, part.Last = first.start, last.stop, first.line, last.line+last.more
		at, err := part.FileWindow(v.ctx, v.file, v.form)
		if err != nil {
			return w, err
		}
		spans = append(spans, window.Run{Start: at.Start, End: at.End, First: at.First, Last: at.Last})
		if w.Renumbered == 0 && first.number != at.First {
			w.Renumbered = at.First
		}
		for i, l := range run[1:] {
			if w.Renumbered == 0 && l.line == run[i].line+run[i].more && !l.blank {
				w.Renumbered = l.line
			}
		}
	}
	if n := len(spans); n > 1 {
		w.Start, w.End, w.First, w.Last, w.Runs = spans[0].Start, spans[n-1].End, spans[0].First, spans[n-1].Last, spans
	}
	return w, nil
}

// describe notes what an answer shows.
func describe(s *tools.Stats, runs [][]shownLine) {
	var before shownLine
	for i, run := range runs {
		lines := int64(len(run))
		for _, l := range run {
			lines += l.more
		}
		s.Runs = append(s.Runs, tools.Shown{Content: run[0].row, Lines: lines, Number: run[0].number, First: i == 0})
		s.Lines += lines
		for _, l := range run {
			if l.cut {
				s.Cut++
				s.CutBytes += l.start - l.begin + l.end - min(l.stop, l.end)
			}
			if l.cut && before.cut && l.begin == before.begin { // the middle of one line
				s.Cut--
				s.CutBytes -= before.end - before.begin
			}
			before = l
		}
	}
}
