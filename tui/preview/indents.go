package preview

import (
	"context"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/window"
	"eyeline/tui/jobs"
)

// fileStyle is how a document is indented, once that is known.
type fileStyle struct {
	window.Style
	side uint64 // the number of the side that was looked at; 0: none yet
}

// findStyle looks how the file is indented when its first block has been read. It says once for each file what levels
// mean for it, unless something else is being said.
func (p *Preview) findStyle() tea.Cmd {
	r := p.reading
	if r.Out == nil || r.Win.Kind != window.Block || p.style.side == p.text.Doc().Raw().Number() ||
		p.jobs.Runs(jobs.Style) {
		return nil
	}
	side, view, off := p.text.Doc().Raw().Number(), p.text.Doc().Raw().Bytes(), r.Win.Start
	return jobs.Try(p.jobs, jobs.Style, func(ctx context.Context) (window.Style, error) {
		return window.StyleOf(ctx, view, off)
	}, func(style window.Style, err error) tea.Cmd {
		if err != nil {
			return nil
		}
		p.style = fileStyle{style, side}
		if p.desk.Quiet() {
			p.desk.Say(p.style.Sentence())
		}
		return nil
	})
}

// Sentence says what a level of four columns means for a file that is not indented by four columns or by tabs; "" for
// one that is.
func (s *fileStyle) Sentence() string {
	switch {
	case s.Mixed():
		return "tabs and spaces indent this file: a level is one tab or 4 spaces"
	case s.Tabs > s.Spaces || s.Step == 0 || s.Step == 4:
		return ""
	case s.Step == 2:
		return "this file indents by 2: a level of 4 columns is two nestings"
	case s.Step == 8:
		return "this file indents by 8: a nesting is two levels of 4 columns"
	case s.Step < 4:
		return fmt.Sprintf("this file indents by %d: a level of 4 columns is more than a nesting", s.Step)
	default:
		return fmt.Sprintf("this file indents by %d: a level of 4 columns is less than a nesting", s.Step)
	}
}
