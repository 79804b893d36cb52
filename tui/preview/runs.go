package preview

import (
	"eyeline/reader/window"
	"eyeline/tui/cells"
	"eyeline/tui/differ"
	"eyeline/tui/pageload"
)

// A window may have holes, where the tool cuts the middle: these map between its runs and the lines of the content.

// Runs lists the runs that the content shows; nil when the numbers of their lines are not known.
func (r *Reading) Runs() []differ.Run {
	if r == nil || r.Out == nil {
		return nil
	}
	var runs []differ.Run
	spans := r.Win.Spans()
	for i, s := range r.Stats.Runs {
		first := r.FirstLine
		if i < len(spans) && spans[i].First > 0 {
			first = spans[i].First
		}
		if first == 0 || s.Lines == 0 {
			continue
		}
		run := differ.Run{First: first, Content: s.Content, Lines: s.Lines, InFile: s.Lines}
		if i < len(spans) && r.Win.Renumbered > 0 && spans[i].First > 0 && spans[i].Last >= spans[i].First {
			run.InFile = spans[i].Last - spans[i].First + 1
		}
		runs = append(runs, run)
	}
	return runs
}

// ContentLine is the content line that shows line n of the file, or the nearest one that shows any.
func (r *Reading) ContentLine(n int64) (line int64, ok bool) {
	for _, run := range r.Runs() {
		if n < run.First && ok {
			break
		}
		line, ok = run.ToContent(n), true
	}
	return line, ok
}

// fileLine is the line of the file that content line n shows, or the nearest one that is shown.
func (r *Reading) fileLine(n int64) (line int64, ok bool) {
	for _, run := range r.Runs() {
		if n < run.Content && ok {
			break
		}
		line, ok = run.ToFile(n), true
	}
	return line, ok
}

// Outside lists the parts of a unit that are in none of the window's runs, as indexes into what is on hand of it. whole
// says that no part is.
func Outside(w window.Window, l pageload.Unit) (parts []cells.Span, whole bool) {
	start := l.Off + l.Skip
	end := start + int64(len(l.Head))
	at := start
	for _, s := range w.Spans() {
		if s.End <= at || s.Start >= end {
			continue
		}
		if s.Start > at {
			parts = append(parts, cells.Span{Start: int(at - start), End: int(s.Start - start)})
		}
		at = s.End
	}
	if at < end {
		parts = append(parts, cells.Span{Start: int(at - start), End: int(end - start)})
	}
	return parts, at == start && at < end
}
