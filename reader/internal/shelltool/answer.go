package shelltool

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"eyeline/reader/internal/textfile"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// Answer is an answer made of output.
type Answer struct {
	Header string
	Parts  []Part
	Items  bool // the header is a separate part of the answer
	Cut    bool // part of the output is missing
	// the agent trims line ends at the end of the output, so a last line without one is complete
	Trims bool
	Plain bool // control characters other than line ends are removed
	// Next returns the call that runs another command to read on.
	Next func(command string) json.RawMessage
}

// result converts the answer. Its whole content is in memory, which is fine since answers are limited.
func (ans *Answer) result(ctx context.Context, t *Output) (*tools.Result, error) {
	all := ans.shown(t)
	shown := all
	if len(shown) > 0 { // the file open in the viewer, or else the first one
		at := slices.IndexFunc(all, func(s shownPart) bool { return s.file.Index != nil })
		shown = ofFile(all, all[max(at, 0)].file)
	}

	if n := len(shown) - 1; ans.Trims && n >= 0 {
		if next, err := lineFeedAt(shown[n].file, shown[n].End); err != nil {
			return nil, err
		} else if next {
			shown[n].End++
		}
	}

	r := &tools.Result{FileBytes: t.read}
	r.Window = window.Window{Kind: window.Notice, TotalLines: -1}
	cut := ans.Cut || t.Dropped > 0
	if err := setWindow(ctx, &r.Window, shown, cut); err != nil {
		return nil, err
	}
	if err := t.others(ctx, r, shown, all); err != nil {
		return nil, err
	}

	if len(shown) > 0 {
		r.FileBytes = shown[0].file.Size()
		more := r.Window.End < shown[0].file.Size() || cut
		r.Silent = more && !cut
		if next := nextCommand(t.Command, shown[0].lastWhole(cut), more); next != "" {
			r.NextArgs = ans.Next(next)
		}
	}

	item, altered := ans.text()
	replaced := int64(0)
	if !t.valid {
		replaced = int64(bytes.Count(item, []byte("\uFFFD")))
	}

	var runs []tools.ShownRun
	shownLines := int64(0)
	for i, run := range shown {
		n := int64(textfile.LineCount(t.raw[run.offset : run.offset+run.size]))
		runs = append(runs, tools.ShownRun{Content: run.content, Lines: n, First: i == 0})
		shownLines += n
	}

	return r.Content(nil, func(s *tools.Sink) {
		s.Str(ans.Header)
		if ans.Items && len(item) > 0 {
			s.Part()
		}

		s.Bytes(item)
		s.Stats.Replaced, s.Stats.Runs = replaced, runs
		s.Stats.Lines, s.Stats.Altered = shownLines, altered
	}), nil
}

// shown returns the parts of files that the answer has, in its order.
func (ans *Answer) shown(t *Output) (shown []shownPart) {
	lines := int64(strings.Count(ans.Header, "\n"))
	broken := false // the agent ended a line before this part
	for _, p := range ans.Parts {
		if p.Own {
			broken = broken || bytes.Contains(p.Text, []byte("\n"))
		} else {
			// Offsets in the decoded text, converted to those of the raw text.
			from := t.rawOffset(p.From)
			to := t.rawOffset(p.From + len(p.Text))
			for _, s := range t.shown(from, to) {
				s.content = lines + int64(bytes.Count(t.raw[from:s.offset], []byte("\n")))
				n := len(shown) - 1
				if n >= 0 && !broken && t.goesOn(shown[n], s) {
					shown[n].End = s.End
					shown[n].size = s.offset + s.size - shown[n].offset
				} else {
					shown = append(shown, s)
					broken = false
				}
			}
		}

		lines += int64(bytes.Count(p.Text, []byte("\n")))
	}

	return shown
}

// text returns the text of the parts, and what was removed of it.
func (ans *Answer) text() (text []byte, altered tools.Altered) {
	text = Join(ans.Parts)
	if !ans.Plain {
		return text, altered
	}
	plain := withoutControls(text)
	altered[tools.DroppedCR] = int64(bytes.Count(text, []byte("\r\n")))
	altered[tools.DroppedControl] = int64(len(text)-len(plain)) - altered[tools.DroppedCR]
	return plain, altered
}

// maxOthers is how many other files are listed with their lines.
const maxOthers = 5

// others adds a remark about the lines of other files than that of the first of the parts.
func (t *Output) others(ctx context.Context, r *tools.Result, shown, all []shownPart) error {
	said := "the answer also has"
	for _, s := range all {
		path := t.pathOf(s.file)
		if path == t.pathOf(shown[0].file) || slices.Contains(r.Others, path) {
			continue
		}

		var w window.Window
		r.Others = append(r.Others, path)
		if len(r.Others) > maxOthers {
			continue
		} else if err := setWindow(ctx, &w, ofFile(all, s.file), false); err != nil {
			return err
		}

		r.Aside += fmt.Sprintf("%s lines %d to %d of %s", said, w.First, w.Last, path)
		said = ","
	}

	if more := len(r.Others) - maxOthers; more > 0 {
		r.Aside += fmt.Sprintf(", and lines of %d other files", more)
	}

	return nil
}

// ofFile returns the parts of one file, in the file's order, without repetitions.
func ofFile(all []shownPart, file *tools.File) (parts []shownPart) {
	shown := slices.DeleteFunc(slices.Clone(all), func(s shownPart) bool { return s.file != file })
	slices.SortStableFunc(shown, func(a, b shownPart) int { return cmp.Compare(a.Start, b.Start) })
	for _, s := range shown {
		if n := len(parts); n == 0 || s.Start >= parts[n-1].End {
			parts = append(parts, s)
		}
	}
	return parts
}

// lastWhole returns the last line that a part shows completely; 0 if that is not known. cut: something may be missing
// after the part.
func (s shownPart) lastWhole(cut bool) int64 {
	if s.Last > 0 && cut && !s.ended {
		return s.Last - 1
	}
	return s.Last
}

// setWindow sets the window to the parts of one file.
func setWindow(ctx context.Context, w *window.Window, shown []shownPart, cut bool) error {
	if len(shown) == 0 {
		return nil
	}

	for i := range shown {
		if err := shown[i].number(ctx, shown[max(i-1, 0)]); err != nil {
			return err
		}
		if len(shown) > 1 {
			w.Runs = append(w.Runs, shown[i].Run)
		}
	}

	first := shown[0]
	last := shown[len(shown)-1]
	w.Kind = window.Slice
	w.Start = first.Start
	w.End = last.End
	w.First = first.First
	w.Last = last.Last
	if last.Last == 0 {
		w.First = 0
	}

	w.Top = window.StopAsked
	w.Bottom = window.StopAsked
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

// lineFeedAt reports whether there is a line feed at an offset of a file.
func lineFeedAt(f *tools.File, at int64) (bool, error) {
	p, err := textfile.Piece(f, at, 1)
	return string(p) == "\n", err
}
