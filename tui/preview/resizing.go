package preview

import (
	"context"
	"fmt"

	"eyeline/keymap"
	"eyeline/reader/tools"
	"eyeline/reader/tuning"
	"eyeline/reader/window"
	"eyeline/tui/cells"
	"eyeline/tui/jobs"
	"eyeline/tui/request"
	"eyeline/tui/words"

	tea "github.com/charmbracelet/bubbletea"
)

// SizeChange is a change of the window's size that a reading will answer.
type SizeChange struct {
	req        request.Request // what is read
	start, end int64           // the window before; both 0 when there was none
	pending    bool
}

// ResizeWindow makes the window larger or smaller by steps.
func (p *Preview) ResizeWindow(steps int) tea.Cmd {
	if p.req.Mode() != tools.ModeBlock {
		if why := p.noResizing(steps); why != "" {
			p.desk.Say(why)
			return nil
		}
		return p.takeSize(p.ClampRange(p.req.Resize(steps, p.given())), steps)
	}
	// How many levels there are depends on the anchor's indent.
	if r := p.reading; r != nil && r.Out != nil && r.Req.Place() == p.req.Place() && r.Win.Kind == window.Block && r.Win.Indent >= 0 {
		return p.takeSize(p.req.Levelled(steps, tuning.MostLevels(r.Win.Indent)), steps)
	}
	return p.countLevels(steps)
}

// given is how much the call without a size gives, in lines or bytes as the mode counts them; 0 where that is not known.
func (p *Preview) given() int64 {
	r := p.reading
	if r == nil || r.Out == nil || !r.Req.Equal(p.req) || p.req.HasSize() {
		return 0
	}
	if p.req.Mode() == tools.ModeBytes {
		return r.Win.End - r.Win.Start
	}
	return tools.LinesGiven(r.Win, r.Stats)
}

// noResizing says why the window has no other size; "" when it may have one.
func (p *Preview) noResizing(steps int) string {
	r := p.reading
	if r == nil || r.Out == nil || !r.Req.Equal(p.req) {
		return ""
	}
	switch {
	case r.Win.Kind == window.Outline:
		return p.outlineWords()
	case steps > 0 && p.given() > p.req.Size() && r.Kind == "" && r.Win.Kind != window.Notice && r.Win.End == r.From.Size && r.fileBytes == r.From.Size:
		return "the window is as large as it gets: it goes to the end of the file"
	}
	return ""
}

// outlineWords say what an outline is, and which keys lead to what it is of.
func (p *Preview) outlineWords() string {
	return "an outline, without the text: " + p.desk.KeyName(keymap.Anchor) + " reads from the cursor, " + p.desk.KeyName(keymap.Symbols) + " lists the symbols"
}

// takeSize takes over a request with another size.
func (p *Preview) takeSize(r request.Request, steps int) tea.Cmd {
	if r.Equal(p.req) {
		what := "window"
		if r.Mode() == tools.ModeBlock {
			what = "block"
		}
		p.desk.Say("the " + what + " is as " + map[bool]string{true: "large", false: "small"}[steps > 0] + " as it gets")
		return nil
	}
	back, was := p.back, p.reading
	cmd := p.Change(r)
	p.back = back // the windows that ] came from are still where they were
	p.sizing = SizeChange{req: r}
	if was != nil && was.Out != nil {
		p.sizing.start, p.sizing.end, p.sizing.pending = was.Win.Start, was.Win.End, true
	}
	return cmd
}

// sayWhatResizingDid says that the window of a reading is no other than before its size was changed.
func (p *Preview) sayWhatResizingDid(r *Reading) {
	z := p.sizing
	if !z.pending || !r.Req.Equal(z.req) {
		return
	}
	p.sizing.pending = false
	if r.Out != nil && r.Win.Start == z.start && r.Win.End == z.end && p.desk.Quiet() {
		p.desk.Say(sizeWord(r.Req) + ": the same lines as before")
	}
}

// sizeWord is a request's size in words.
func sizeWord(r request.Request) string {
	switch r.Mode() {
	case tools.ModeBlock:
		return LevelsWord(r.Size())
	case tools.ModeBytes:
		return words.Size(r.Size())
	}
	return words.Count(r.Size(), "line")
}

// LevelsWord is a number of levels in words.
func LevelsWord(n int64) string {
	if n == 0 {
		return "all levels"
	}
	return fmt.Sprintf("levels %d", n)
}

// countLevels looks up the anchor's indent, and then makes the block larger or smaller.
func (p *Preview) countLevels(steps int) tea.Cmd {
	if p.text.Doc() == nil {
		return nil
	}
	view, lines, req := p.text.Doc().Raw().Bytes(), p.text.Doc().Raw().Lines(), p.req
	anchor := req.Place()
	return jobs.Try(p.jobs, jobs.Levels, func(ctx context.Context) (int64, error) {
		in, err := window.IndentsOf(ctx, view, lines, anchor, anchor)
		if err != nil || !in.Has(anchor) {
			return 0, err
		}
		return in.Indent(anchor), nil
	}, func(indent int64, err error) tea.Cmd {
		switch {
		case !p.req.Equal(req):
			return nil // it is about another anchor
		case err != nil:
			p.desk.Warn("cannot read: " + cells.Sanitize(err.Error()))
			return nil
		}
		return p.takeSize(p.req.Levelled(steps, tuning.MostLevels(indent)), steps)
	})
}

// Flip turns a boolean argument of a block, which absent is what it amounts to when it is not given.
func (p *Preview) Flip(flag string, absent bool) tea.Cmd {
	on := absent
	if v, ok := p.req.Values()[flag].(bool); ok {
		on = v
	}
	p.desk.Say(fmt.Sprintf("%s: %v", flag, !on))
	return p.Change(p.req.With(flag, !on))
}
