package agents

import (
	"bytes"
	"context"
	"strings"

	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// result makes the answer's result. All of the content is in memory: it is at most as long as an answer may be.
func (ans *execAnswer) result(ctx context.Context, t *execText, words tools.Wording) (*tools.Result, error) {
	var shown []execShown
	lines := int64(strings.Count(ans.header, "\n"))
	for _, p := range ans.parts {
		if !p.own {
			// The decoded offsets as offsets in the raw text.
			from, to := t.rawOffset(p.from), t.rawOffset(p.from+len(p.text))
			for _, s := range t.shown(from, to) {
				s.content = lines + int64(bytes.Count(t.raw[from:s.at], []byte("\n")))
				shown = append(shown, s)
			}
		}
		lines += int64(bytes.Count(p.text, []byte("\n")))
	}
	r := &tools.Result{}
	r.Window = window.Window{Kind: window.Notice, TotalLines: -1}
	one := len(shown) > 0
	for i := range shown {
		one = one && shown[i].file == shown[0].file && (i == 0 || shown[i].Start >= shown[i-1].End)
	}
	if !one {
		shown = nil // of several files, or not in their order: no window says that
	}
	cut := ans.cut(t)
	if err := setExecWindow(ctx, &r.Window, shown, cut); err != nil {
		return nil, err
	}
	if one {
		r.FileBytes = shown[0].file.Size()
		more := r.Window.End < shown[0].file.Size() || cut
		r.Silent = more && !cut
		if ans.next != nil {
			r.NextArgs = ans.next(shown[0].lastWhole(cut), more)
		}
	}
	item := joinParts(ans.parts)
	replaced := int64(0)
	if !t.valid {
		replaced = int64(bytes.Count(item, []byte("\uFFFD")))
	}
	var runs []tools.Shown
	shownLines := int64(0)
	for i, run := range shown {
		n := int64(lineCount(t.raw[run.at : run.at+run.size]))
		runs = append(runs, tools.Shown{Content: run.content, Lines: n, First: i == 0})
		shownLines += n
	}
	return r.Content(nil, words, func(s *tools.Sink) {
		s.Str(ans.header)
		if ans.items && len(item) > 0 {
			s.Part()
		}
		s.Bytes(item)
		s.Stats.Replaced, s.Stats.Runs, s.Stats.Lines = replaced, runs, shownLines
	}), nil
}

// lastWhole is the last line that a part shows to its end; 0 when that is not known. cut: something may be cut after it.
func (s execShown) lastWhole(cut bool) int64 {
	if s.Last > 0 && cut {
		var last [1]byte
		if _, err := s.file.ReadAt(last[:], s.End-1); err == nil && last[0] != '\n' {
			return s.Last - 1
		}
	}
	return s.Last
}

// setExecWindow makes the window of the parts of one file.
func setExecWindow(ctx context.Context, w *window.Window, shown []execShown, cut bool) error {
	if len(shown) == 0 {
		return nil
	}
	for i := range shown {
		if err := shown[i].number(ctx); err != nil {
			return err
		}
		if len(shown) > 1 {
			w.Runs = append(w.Runs, shown[i].Run)
		}
	}
	first, last := shown[0], shown[len(shown)-1]
	w.Kind = window.Slice
	w.Start, w.End, w.First, w.Last = first.Start, last.End, first.First, last.Last
	if last.Last == 0 {
		w.First = 0
	}
	w.Top, w.Bottom = window.StopAsked, window.StopAsked
	if w.Start == 0 {
		w.Top = window.StopFile
	}
	switch {
	case w.End == last.file.Size():
		w.Bottom = window.StopFile
	case cut:
		w.Bottom = window.StopOutput
	}
	return nil
}
