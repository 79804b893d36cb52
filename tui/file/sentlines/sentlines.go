// Package sentlines, which changes without notice, is a file of a transcript on the file screen: which of its lines
// were sent, and the calls that sent them.
package sentlines

import (
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/decode"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/record"
	"eyeline/themes"
	"eyeline/tui/file/filepages"
	"eyeline/tui/file/linestates"
	"eyeline/tui/file/modelline"
	"eyeline/tui/file/pane"
	"eyeline/tui/file/preview"
	"eyeline/tui/file/textview"
	"eyeline/tui/kit/bar"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/screens"
	"eyeline/tui/screens/recordedrun"
)

// Display says of the file on the screen what was sent of it. Of a file that is no transcript's it says nothing.
type Display struct {
	program screens.Helpers
	text    *textview.Text
	preview *preview.Preview
}

// New makes a Display; nothing is on the screen yet.
func New(d textview.Shared) *Display { return &Display{program: d.Helpers} }

// Attach makes another file the one on the screen.
func (v *Display) Attach(of *textview.Text, p *preview.Preview) {
	v.text = of
	v.preview = p
}

// State is what is known of a line of the text that is shown, false when that is not known yet.
func (v *Display) State(l filepages.Unit) (linestates.State, bool) {
	if !v.preview.IsRecorded() || l.Number == 0 {
		return 0, false
	}
	if v.text.Doc.Form().Compression != decode.None { // the compressed bytes that were read have other lines
		return linestates.Never, !v.preview.RecordedFile.AnySent()
	}

	line, gap := v.preview.RecordedFile.Line(l.Number)
	if gap || line == 0 {
		return linestates.Never, true
	}

	return v.preview.RecordedFile.StateOf(line), true
}

// InCall reports whether a line is one of the call that is shown.
func (v *Display) InCall(l filepages.Unit) bool {
	r := v.preview.Reading
	if r == nil || r.Recorded == nil || l.Number == 0 || v.text.Doc.Form().Compression != decode.None {
		return false
	}
	line, gap := v.preview.RecordedFile.Line(l.Number)
	return !gap && r.Recorded.Marked.Has(line)
}

// Changing reports whether the call that is shown changed the file: its lines were written by it, and not sent.
func (v *Display) Changing() bool {
	r := v.preview.Reading
	return v.preview.IsRecorded() && r != nil && r.Recorded != nil && r.Recorded.Changes()
}

// ShownLine is the line of the text that shows a line of the file, or the nearest one before it: they differ where the
// text was put together from what was sent.
func (v *Display) ShownLine(line int64) int64 {
	if !v.preview.IsRecorded() {
		return line
	}
	return v.preview.RecordedFile.Shown()(line)
}

// StepCall goes n calls of the file on, or back.
func (v *Display) StepCall(n int64) tea.Cmd {
	s := v.preview.RecordedFile
	switch {
	case len(s.Coverage.Calls) == 0:
		return v.program.Say("no call concerns this file")
	case s.StepCall(n):
		v.text.Bookmarks.KeepPlace()
		return v.preview.Read(preview.ThenShowWindow)
	case n > 0:
		return v.program.Say("this is the last call of this file")
	}

	return v.program.Say("this is the first call of this file")
}

// seek goes n runs of lines on, or back, from the cursor: a run is consecutive lines for whose states is returns true.
// what names them.
func (v *Display) seek(what string, n int64, is func(linestates.State) bool) tea.Cmd {
	here, ok := v.text.File.CursorLine()
	if !ok || here.Number == 0 {
		return v.program.Say("this line's number is still being counted")
	}

	starts := v.preview.RecordedFile.RunsOf(is)
	before, _ := slices.BinarySearch(starts, here.Number)
	after, _ := slices.BinarySearch(starts, here.Number+1)
	to := int64(0)
	down := n > 0
	if down && after < len(starts) {
		to = starts[min(after+int(n)-1, len(starts)-1)]
	} else if !down && before > 0 {
		to = starts[max(before+int(n), 0)]
	}

	switch {
	case to > 0:
		return v.text.JumpTo(v.text.ToLine(to, pane.Middle))
	case down:
		v.program.Say("no further line is " + what)
	default:
		v.program.Say("no line before this one is " + what)
	}

	return nil
}

// The reasons why there is nothing to go to.

// OneCall says that no other call concerns the file; "" where one does.
func (v *Display) OneCall() string {
	s := v.preview.RecordedFile
	if s != nil && len(s.Coverage.Calls) == 1 && int(s.Coverage.Calls[0]) == s.Call {
		return "this is the only call of this file"
	}
	return ""
}

// NoUnsent says that no line was left out; "" where one was.
func (v *Display) NoUnsent() string { return v.none("not sent", isUnsent) }

// NoCut says that no line is cut; "" where one is.
func (v *Display) NoCut() string { return v.none("cut", isCut) }

// written names the lines that [isWritten] is true of.
const written = "written by the model or changed since"

// NoWritten says that no line was written or has changed; "" where one was.
func (v *Display) NoWritten() string { return v.none(written, isWritten) }

// none says that the file has no line for whose state is returns true; "" where it has one. what names them.
func (v *Display) none(what string, is func(linestates.State) bool) string {
	if s := v.preview.RecordedFile; s == nil || s.HasRun(is) {
		return ""
	}
	return "no line of this file is " + what
}

func isUnsent(s linestates.State) bool  { return s.IsUnsent() }
func isCut(s linestates.State) bool     { return s == linestates.Cut }
func isWritten(s linestates.State) bool { return s == linestates.Written || s == linestates.Changed }

// SeekUnsent goes n runs of lines on, or back, that were never sent.
func (v *Display) SeekUnsent(n int64) tea.Cmd {
	return v.seek("not sent", n, isUnsent)
}

// SeekCut goes on, or back, by n runs of lines that were cut off.
func (v *Display) SeekCut(n int64) tea.Cmd {
	return v.seek("cut", n, isCut)
}

// SeekWritten goes n runs of lines on, or back, that the model wrote or that changed since they were sent.
func (v *Display) SeekWritten(n int64) tea.Cmd {
	return v.seek(written, n, isWritten)
}

// Cell draws what is known of a line in the gutter.
func (v *Display) Cell(b *strings.Builder, l pane.Row) {
	state, known := v.State(l.Unit)
	if !known {
		b.WriteByte(' ')
		return
	}
	v.program.Put(b, state.Role(), state.Sign(v.program.ASCII()))
}

// Legend names each mark that a row on the screen has: beside the lines' numbers, and at the left edge those of the
// call that is shown.
func (v *Display) Legend() []string {
	first, last, ok := v.text.File.Visible()
	if !ok || v.text.Hex || v.text.ToolOff {
		return nil
	}

	var of []linestates.State
	called := false
	for _, l := range v.text.File.Lines() {
		if l.Off < first.Off || l.Off > last.Off {
			continue
		}
		if state, known := v.State(l); known && !slices.Contains(of, state) {
			of = append(of, state)
		}
		called = called || v.InCall(l)
	}

	if of == nil {
		return nil
	}
	legend := linestates.Legend(v.program.ASCII(), of...)
	switch {
	case called && v.Changing():
		legend = append(legend, "+ this call")
	case called:
		legend = append(legend, "▌ this call")
	}
	return legend
}

// LegendOfFile names each mark that a line of the file has; "" for a file that is no transcript's.
func (v *Display) LegendOfFile() string {
	if !v.preview.IsRecorded() {
		return ""
	}
	return linestates.LegendOf(v.program.ASCII(), v.preview.RecordedFile.Coverage)
}

// What the rows above and below the panes say of a transcript's file.

// hideSize leaves out of a title what would be the size and the lines of the text that stands in for a file.
func hideSize(t bar.Title) bar.Title {
	t.Size = -1
	t.Lines = -1
	t.Total = 0
	return t
}

// Title is a title that says of a transcript's file what was sent of it.
func (v *Display) Title(t bar.Title) bar.Title {
	s := v.preview.RecordedFile
	f := &s.Coverage
	t.Name = cells.Sanitize(s.Path)
	t.Of = 0
	t.Agent = cells.Sanitize(s.Title)
	share := f.Share()
	var said []string

	switch {
	case s.NothingSentWords() != "":
		t = hideSize(t)
		said = []string{s.WhyShort, "no line known"}
	case s.Rebuilt != nil:
		t = hideSize(t)
		said = []string{s.WhyShort, "put together from what was sent"}
		if s.AsOf > 0 {
			said[1] += fmt.Sprintf(" before call %d", s.AsOf)
		}
	default:
		said = counts(f, s.Agent)
		if share > 0 || share == 0 && len(f.Unsure) == 0 { // else any of it may have been sent
			said = append(said, fmt.Sprintf("%d%% sent", share))
		}

		if s.AsOf > 0 {
			before := fmt.Sprintf("before call %d", s.AsOf)
			if s.Agent != "" && len(f.Never) == 0 {
				before += " to " + s.Agent
			}

			said = append(said, before)
		}

		if s.AtEnd {
			said = append(said, "at the run's end")
		}
	}

	t.Request = said
	t.Least = 1
	return t
}

// counts say how many lines of a file the model does not have as they are, each kind with its number. agent names whose
// model that is; "" where the run has no other.
func counts(f *coverage.File, agent string) (said []string) {
	unsent := "not sent"
	if agent != "" {
		unsent += " to " + agent
	}

	for _, one := range []struct {
		n    int64
		text string
	}{
		{f.Never.Count(), unsent},
		{f.Sent.Count() - f.Sent.Without(f.Compacted).Count(), "left the context"},
		{f.Cut.Count(), "cut"},
		{f.Changed.Count(), "changed"},
		{f.Written.Count(), "written"},
		{f.Unsure.Count(), "not known"},
	} {
		if one.n > 0 {
			said = append(said, humanize.Group(one.n)+" "+one.text)
		}
	}

	return said
}

// margins are the cells of a row that are blank at its ends.
const margins = 2

// blindParts say which lines the shown call changed that had not been sent, in a row of width cells. Of a file of which
// nothing had been sent they say that alone.
func blindParts(r *preview.Reading, width int) []bar.Part {
	if r == nil || r.Recorded == nil {
		return nil
	}
	blind := r.Recorded.BlindWords()
	if blind == "" {
		return nil
	}
	if r.Recorded.IsOfNothingSent() {
		text := "blind: the agent had been sent no line of this file"
		if width < cells.Width(text)+margins {
			text = "blind: never sent before"
		}
		return []bar.Part{
			{Text: text, Role: themes.ModelLineWarn, Keep: bar.Kept},
			{Text: " · ", Role: themes.ModelLine, Keep: bar.LostLast},
		}
	}

	if short := cells.Sanitize(r.Recorded.BlindShort()); short != "" &&
		width < cells.Width(blind+" "+r.Recorded.BlindNumbers()+": "+r.Recorded.Cause())+margins {
		return []bar.Part{
			{Text: short, Role: themes.ModelLineWarn, Keep: bar.Kept},
			{Text: " · ", Role: themes.ModelLine, Keep: bar.LostLast},
		}
	}

	left := []bar.Part{{Text: blind, Role: themes.ModelLineWarn, Keep: bar.Kept}}
	if then := r.Recorded.BlindNumbers(); then != "" {
		left = append(left, bar.Part{Text: " " + then, Role: themes.ModelLineWarn, Keep: bar.Kept})
	}
	if cause := r.Recorded.Cause(); cause != "" {
		left = append(left, bar.Part{Text: ": " + cells.Sanitize(cause), Role: themes.ModelLineWarn, Keep: bar.Kept})
	}
	return append(left, bar.Part{Text: " · ", Role: themes.ModelLine, Keep: bar.LostLast})
}

// callParts say which call is shown, first what it changed that had not been sent. What the call gave stays as long as
// keepGave says.
func callParts(s *recordedrun.File, r *preview.Reading, width int) (left []bar.Part, keepGave bar.Level) {
	left = blindParts(r, width)
	keepCall := bar.Kept
	keepGave = bar.Kept
	if len(left) > 0 { // which is not shortened for these
		keepCall = bar.LostLast
		keepGave = bar.LostFifth
	}

	call := "call " + humanize.Group(int64(s.Call))
	left = append(left, bar.Part{Text: call, Role: themes.ModelLineValue, Keep: keepCall})
	if at, n := s.Place(); n > 1 {
		left = append(left, bar.Part{
			Text: fmt.Sprintf(" (%d of %d)", at, n), Role: themes.ModelLineValue, Keep: bar.LostFifth,
		})
	}

	return left, keepGave
}

// ModelLine is the model line of a transcript's file: which call is shown, what it was asked for and what it gave.
func (v *Display) ModelLine() string {
	s := v.preview.RecordedFile
	r := v.preview.Reading
	left, keepGave := callParts(s, r, v.program.Width())
	add := func(text string, role themes.Role, keep bar.Level) {
		if text != "" {
			left = append(left, bar.Part{Text: " · ", Role: themes.ModelLine, Keep: keep},
				bar.Part{Text: text, Role: role, Keep: keep})
		}
	}

	switch {
	case r == nil || r.Recorded == nil && r.Failed == nil:
		add("reading…", themes.ModelLine, bar.LostFifth)
		return v.program.Canvas().Bar(left, nil, themes.ModelLine)
	case r.Failed != nil:
		add(cells.Sanitize(r.Failed.Error()), themes.ModelError, bar.Kept)
		return v.program.Canvas().Bar(left, nil, themes.ModelLine)
	}

	rc := r.Recorded
	if !rc.Info.Time.IsZero() {
		add(rc.Info.Time.Local().Format("15:04:05"), themes.ModelLine, bar.LostFourth)
	}

	keepSame := bar.Kept
	if gone := s.LeftWords(int32(s.Call)); gone != "" {
		add(gone, themes.ModelLineWarn, bar.Kept)
		left = append(left, bar.Part{Text: " (compaction)", Role: themes.ModelLineWarn, Keep: bar.LostFifth})
		keepGave = bar.LostLast
		keepSame = bar.LostFifth
	}
	add(cells.Sanitize(rc.GaveWords()), themes.ModelLineValue, keepGave)
	if number, _ := modelline.Tokens(r.Tokens); number != "" {
		add(number, themes.ModelLineValue, bar.LostLast)
	} else {
		add(humanize.Size(rc.Info.Bytes), themes.ModelLine, bar.LostLast)
	}

	text, by, warn := rc.SameText(s.Version)
	role := themes.ModelLine
	if warn {
		role = themes.ModelLineWarn
	}

	add(cells.Sanitize(text), role, keepSame)
	if by != "" {
		left = append(left, bar.Part{Text: " by " + cells.Sanitize(by), Role: themes.ModelLine, Keep: bar.LostThird})
	}
	if rc.Info.Fidelity == record.Recorded.String() {
		add("as recorded", themes.ModelLineWarn, bar.LostThird)
	}
	if rc.Placed.Disagreement != "" {
		add(cells.Sanitize(rc.Placed.Disagreement), themes.ModelLineWarn, bar.LostSecond)
	}

	add(cells.Sanitize(rc.Info.Tool+" "+rc.Args), themes.ModelLine, bar.LostFirst)
	return v.program.Canvas().Bar(left, nil, themes.ModelLine)
}

// Fact is what the facts say of the cursor's line: which call sent it last.
func (v *Display) Fact() string {
	here, ok := v.text.File.CursorLine()
	if !ok || here.Number == 0 {
		return ""
	}

	state, known := v.State(here)
	if !known {
		return ""
	}

	text := "line " + humanize.Group(here.Number) + ": " + state.String()
	if s := v.preview.RecordedFile; int64(len(s.Lines)) >= here.Number {
		if l := s.Lines[here.Number-1]; l.Call > 0 {
			if left := s.LeftWords(l.Call); state == linestates.Left && left != "" {
				text = "line " + humanize.Group(here.Number) + ": sent, but " + left + " (compaction)"
			}
			text += fmt.Sprintf(", last by call %d", l.Call)
			if l.Found {
				text += ", where its text stands"
			}
			if l.Times > 1 {
				text += fmt.Sprintf(", %d times", l.Times)
			}
		}
	}

	return text
}
