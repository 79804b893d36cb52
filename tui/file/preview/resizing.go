package preview

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/solve"
	"eyeline/reader/tools"
	"eyeline/reader/window"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/jobs"
)

// sizingPart makes the window larger and smaller, and says once it is read what that has changed.
type sizingPart struct {
	*base
	last sizeChange
}

// sizeChange is a change of the window's size whose reading has not come yet.
type sizeChange struct {
	req        toolrequest.Request // what is read
	start, end int64               // the window before; start is -1 when there was none
	what, hint string              // what was done, in words; what is "" for a size that the title says
	// asked is what was asked for, in words, for the message that the window has not changed; if empty, what is used.
	asked   string
	pending bool
	refused bool                // there is no other size: nothing has changed
	from    toolrequest.Request // what was asked for before
}

// Resize makes the window larger or smaller by steps.
func (s *sizingPart) Resize(steps int) tea.Cmd {
	s.last = sizeChange{}
	if s.Request.Mode() != tools.ModeBlock {
		if why := s.whyNot(steps); why != "" {
			return s.refuse(why)
		}
		return s.accept(s.ClampRange(s.Request.Resize(steps, s.givenSize())), steps)
	}

	if n := s.Reading.capOfBlock(s.Request); n > 0 {
		limit := s.Request.Block().Cap
		most := max(n+int64(steps), 1)
		what := fmt.Sprintf("the block has %s at most (%s: %d)", humanize.Count(most, "line"), limit, most)
		return s.change(s.Request.With(limit, most), what, "")
	}

	// How many levels there are depends on the anchor's indent.
	r := s.Reading
	if r.HasOutput() && r.Req.Place() == s.Request.Place() &&
		r.Window.Kind == window.Block && r.Window.Indent >= 0 {
		return s.accept(s.Request.Levelled(steps, solve.MaxLevels(r.Window.Indent)), steps)
	}

	return s.countLevels(steps)
}

// capOfBlock returns how many lines a block may have at most, if a request sets that and it is why the block ends; else
// 0.
func (r *Reading) capOfBlock(of toolrequest.Request) int64 {
	if !r.HasOutput() || !r.Req.Equal(of) {
		return 0
	}
	if r.Window.Top != window.StopCap && r.Window.Bottom != window.StopCap {
		return 0
	}
	if n, _ := of.Values()[of.Block().Cap].(int64); n <= r.Window.Cap { // another argument may be why
		return n
	}

	return 0
}

// givenSize returns how much the call gives by default, in lines or in bytes as the mode counts; 0 where that is not
// known.
func (s *sizingPart) givenSize() int64 {
	r := s.Reading
	if !r.HasOutput() || !r.Req.Equal(s.Request) || s.Request.HasSize() {
		return 0
	}
	if s.Request.Mode() == tools.ModeBytes {
		return r.Window.End - r.Window.Start
	}
	return tools.LinesGiven(r.Window, r.Stats)
}

// whyNot says why the window cannot have another size; "" when it can.
func (s *sizingPart) whyNot(steps int) string {
	r := s.Reading
	if !r.HasOutput() || !r.Req.Equal(s.Request) {
		return ""
	}

	switch {
	case r.Window.Kind == window.Outline:
		return s.outlineWords()
	case steps > 0 && s.givenSize() > s.Request.Size() && r.Kind == "" && r.Window.Kind != window.Notice &&
		r.Window.End == r.From.Size && r.FileBytes == r.From.Size:
		return "the largest window: it goes to the end of the file"
	}

	return ""
}

// accept makes a request of another size the current one.
func (s *sizingPart) accept(r toolrequest.Request, steps int) tea.Cmd {
	if r.Equal(s.Request) {
		what := humanize.Either(r.Mode() == tools.ModeBlock, "block", "window")
		large := humanize.Either(steps > 0, "large", "small")
		if keys := s.otherwise(r, steps); keys != "" {
			most := humanize.Either(steps > 0, "largest", "smallest")
			return s.refuse(most + " by levels · " + keys)
		}

		return s.refuse("the " + what + " is as " + large + " as it gets")
	}

	what := ""
	if r.Mode() != tools.ModeBlock {
		what = "at most " + sizeWord(r)
	}

	return s.change(r, what, "")
}

// refuse shows why there is no other size.
func (s *sizingPart) refuse(why string) tea.Cmd {
	s.last = sizeChange{req: s.Request, refused: true}
	return s.program.Say(why)
}

// change makes a request current and remembers what to say of it once it is read. hint says how to get a change where
// this request brings none.
func (s *sizingPart) change(r toolrequest.Request, what, hint string) tea.Cmd {
	was := s.Reading
	from := s.Request
	s.keepEarlierFor(r)
	cmd := s.Change(r)
	s.last = sizeChange{req: r, start: -1, what: what, hint: hint, pending: true, from: from}

	if was.HasOutput() {
		s.last.start = was.Window.Start
		s.last.end = was.Window.End
	}

	return cmd
}

// otherwise names the keys that make a block smaller, or larger, when changing its levels cannot; "" without such keys.
func (s *sizingPart) otherwise(r toolrequest.Request, steps int) string {
	if r.Mode() != tools.ModeBlock {
		return ""
	}

	var keys []string
	for _, part := range []struct {
		flag   string
		absent bool // what it amounts to when it is not given
		key    keymap.Action
		what   string
	}{
		{r.Block().Siblings, false, keymap.Siblings, "siblings"},
		{r.Block().Header, true, keymap.Header, "comments"},
	} {
		on, given := r.Values()[part.flag].(bool)
		on = on || !given && part.absent
		if part.flag == "" || on != (steps < 0) {
			continue
		}
		how := humanize.Either(on, " drops ", " adds ")
		keys = append(keys, s.program.KeyName(part.key)+how+part.what)
	}

	if keys == nil {
		return ""
	}

	last := s.program.KeyName(keymap.Blocks) + " lists all"
	if steps < 0 {
		last = s.program.KeyName(keymap.Symbols) + " lists functions"
	}

	return strings.Join(append(keys, last), " · ")
}

// answer says what the last change of the size has done, also where the window is the same as before.
func (s *sizingPart) answer(r *Reading) {
	z := s.last
	if !z.pending || !r.Req.Equal(z.req) {
		return
	}

	s.last.pending = false
	isSame := r.Window.Start == z.start && r.Window.End == z.end
	switch {
	case !r.HasOutput() || !s.program.Quiet(): // a refusal or another message is shown already
	case isSame:
		said := cmp.Or(z.asked, z.what, sizeWord(r.Req)) + ": the same lines as before"
		s.program.Say(said + cmp.Or(z.hint, "; "+s.program.KeyName(keymap.Undo)+" undoes"))
	case z.what != "":
		s.program.Say(z.what + "; " + s.program.KeyName(keymap.Undo) + " undoes")
	}
}

// LastDid says what the last change of the size has done, and whether undo takes it back. It is "" where that is not
// known: nothing is read yet, or another change came after it.
func (s *sizingPart) LastDid() (did string, undoes bool) {
	z := s.last
	r := s.Reading
	if !s.Request.Equal(z.req) {
		return "", false
	}
	if z.refused {
		return "left the read as it is", false
	}
	if !r.HasOutput() || !r.Req.Equal(z.req) || z.start < 0 || len(r.Window.Runs) > 1 {
		return "", false
	}

	undoes = s.UndoesTo(z.from)
	was, is := z.end-z.start, r.Window.End-r.Window.Start
	switch {
	case r.Window.Start == z.start && was == is:
		return "left the lines of the read as they are", undoes
	case is < was:
		return "made the read smaller", undoes
	case is > was:
		return "made the read larger", undoes
	}

	return "", false
}

// sizeWord returns the size of a request in words.
func sizeWord(r toolrequest.Request) string {
	switch r.Mode() {
	case tools.ModeBlock:
		return LevelsWord(r.Tool(), r.Size())
	case tools.ModeBytes:
		return humanize.Size(r.Size())
	}
	return humanize.Count(r.Size(), "line")
}

// LevelsWord returns a number of levels of a block as the argument that asks a tool for them, "max_levels 2"; 0 are
// all.
func LevelsWord(tool *tools.Tool, n int64) string {
	place, _ := tool.WindowParams(tools.ModeBlock)
	return ArgumentWords(tool, place.Size, n)
}

// countLevels finds out the indent of the anchor, by which it is known how many levels there are, and then resizes the
// block.
func (s *sizingPart) countLevels(steps int) tea.Cmd {
	if s.text.Doc == nil {
		return nil
	}

	view := s.raw().Bytes()
	lines := s.raw().Lines()
	req := s.Request
	anchor := req.Place()
	return jobs.Try(s.jobs, jobs.Levels, func(ctx context.Context) (int64, error) {
		in, err := window.IndentsOf(ctx, view, lines, anchor, anchor)
		if err != nil || !in.Has(anchor) {
			return 0, err
		}
		return in.Indent(anchor), nil
	}, func(indent int64, err error) tea.Cmd {
		switch {
		case !s.Request.Equal(req):
			return nil // it is about another anchor
		case err != nil:
			return s.program.Warn("cannot read: " + cells.Sanitize(err.Error()))
		}

		return s.accept(s.Request.Levelled(steps, solve.MaxLevels(indent)), steps)
	})
}

// fileStyle is how a document is indented.
type fileStyle struct {
	window.Style
	side uint64 // the number of the side that was looked at; 0: none yet
}

// findStyle finds out how the file is indented, once its first block has been read. It says once for each file what
// that means for levels, unless another message is shown.
func (p *Preview) findStyle() tea.Cmd {
	r := p.Reading
	if !r.HasOutput() || r.Window.Kind != window.Block || p.Style.side == p.raw().Number() ||
		p.jobs.Runs(jobs.Style) {
		return nil
	}

	side := p.raw().Number()
	view := p.raw().Bytes()
	off := r.Window.Start
	return jobs.Try(p.jobs, jobs.Style, func(ctx context.Context) (window.Style, error) {
		return window.StyleOf(ctx, view, off)
	}, func(style window.Style, err error) tea.Cmd {
		if err != nil {
			return nil
		}

		p.Style = fileStyle{style, side}
		if p.program.Quiet() {
			p.program.Say(p.Style.Sentence())
		}

		return nil
	})
}

// Sentence says what a level of four columns means for a file that is not indented by four columns or by tabs; "" for
// one that is.
func (s *fileStyle) Sentence() string {
	switch {
	case s.Mixed():
		return "tabs and spaces are mixed: a level is a tab or 4 spaces"
	case s.Tabs > s.Spaces || s.Step == 0 || s.Step == 4:
		return ""
	case s.Step == 2:
		return "indents by 2: a level of 4 columns is two nestings"
	case s.Step == 8:
		return "indents by 8: a nesting is two levels of 4 columns"
	}

	than := humanize.Either(s.Step < 4, "more", "less")
	return fmt.Sprintf("indents by %d: a level of 4 columns is %s than a nesting", s.Step, than)
}
