package tui

import (
	"eyeline/reader/window"
	"eyeline/tui/cells"
	"eyeline/tui/page"
)

// A window may have holes, where the tool cuts the middle: these map between its runs and the lines of the content.

// shownRun is a run of lines of the file and the lines of the content that show it.
type shownRun struct {
	first   int64 // number of the run's first line in the file
	content int64 // 0-based number of the content line that shows it
	lines   int64 // of the content
	inFile  int64 // of the file: not as many where the tool ends lines at other characters, too
}

// toContent is the content line of the file's line n, which is in the run. Where the tool makes several lines of one, it is
// only near.
func (r shownRun) toContent(n int64) int64 {
	return r.content + scaled(n-r.first, r.inFile, r.lines)
}

// toFile is the inverse of toContent.
func (r shownRun) toFile(n int64) int64 {
	return r.first + scaled(n-r.content, r.lines, r.inFile)
}

// scaled is the place among so many of the n-th of others; the nearest one for an n outside.
func scaled(n, of, among int64) int64 {
	n = min(max(n, 0), of-1)
	if of == among || of < 2 {
		return min(n, among-1)
	}
	return n * (among - 1) / (of - 1)
}

// runs lists the runs that the content shows; nil when the numbers of their lines are not known.
func (r *reading) runs() []shownRun {
	if r == nil || r.out == nil {
		return nil
	}
	var runs []shownRun
	spans := r.win.Spans()
	for i, s := range r.stats.Runs {
		first := r.firstLine
		if i < len(spans) && spans[i].First > 0 {
			first = spans[i].First
		}
		if first == 0 || s.Lines == 0 {
			continue
		}
		run := shownRun{first, s.Content, s.Lines, s.Lines}
		if i < len(spans) && r.win.Renumbered > 0 && spans[i].First > 0 && spans[i].Last >= spans[i].First {
			run.inFile = spans[i].Last - spans[i].First + 1
		}
		runs = append(runs, run)
	}
	return runs
}

// contentLine is the content line that shows line n of the file, or the nearest one that shows any.
func (r *reading) contentLine(n int64) (line int64, ok bool) {
	for _, run := range r.runs() {
		if n < run.first && ok {
			break
		}
		line, ok = run.toContent(n), true
	}
	return line, ok
}

// fileLine is the line of the file that content line n shows, or the nearest one that is shown.
func (r *reading) fileLine(n int64) (line int64, ok bool) {
	for _, run := range r.runs() {
		if n < run.content && ok {
			break
		}
		line, ok = run.toFile(n), true
	}
	return line, ok
}

// outside lists the parts of a unit that are in none of the window's runs, as indexes into what is on hand of it. whole
// says that no part is.
func outside(w window.Window, l page.Unit) (parts []cells.Span, whole bool) {
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
