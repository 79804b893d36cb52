package overlay

import (
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"eyeline/tui/internal/stage"
)

// bench is a stack of overlays without a screen below.
type bench struct {
	*stage.Stage
	stack *Stack
	below []string // the keys that no overlay has used
}

// onStack runs a test of a stack on a terminal of a size.
func onStack(t *testing.T, columns, rows int, test func(*bench)) {
	t.Helper()
	stage.Play(t, columns, rows, func(s *stage.Stage) { test(&bench{Stage: s, stack: NewStack(s)}) })
}

// keys types keys into the overlays, and scrolls them as the program does after each.
func (b *bench) keys(names ...string) {
	b.T.Helper()
	b.Type(func(msg tea.KeyMsg) tea.Cmd {
		cmd, used := b.stack.Key(msg)
		if !used {
			b.below = append(b.below, msg.String())
		}
		b.scroll()
		return cmd
	}, names...)
}

// scroll brings what is selected onto the screen.
func (b *bench) scroll() {
	panel := 0
	if p := b.stack.Panel(); p != nil {
		panel = p.Height(b.BodyHeight())
	}
	b.stack.Scroll(panel, b.BodyHeight())
}

// rows are the rows of what is open: of the panel, or of what covers the panes.
func (b *bench) rows() []string {
	b.T.Helper()
	height := b.BodyHeight()
	var rows []string
	if p := b.stack.Panel(); p != nil {
		height = p.Height(height)
		rows = p.Rows(height)
	} else {
		_, rows = b.stack.Cover(height)
	}
	if len(rows) > height {
		b.T.Errorf("%d rows are drawn in %d", len(rows), height)
	}
	return b.Bare(rows, b.Columns)
}

// text is what is open, with its footer.
func (b *bench) text() string {
	return strings.Join(append(b.rows(), strings.TrimRight(ansi.Strip(b.stack.Footer()), " ")), "\n")
}

func (b *bench) has(parts ...string) {
	b.T.Helper()
	for _, part := range parts {
		if text := b.text(); !strings.Contains(text, part) {
			b.T.Errorf("there is no %q in\n%s", part, text)
		}
	}
}

// done is a command that only says what it did.
type done string

func doing(what string, args ...any) tea.Cmd {
	return func() tea.Msg { return done(fmt.Sprintf(what, args...)) }
}

// did fails unless the last command was for something.
func (b *bench) did(what string) {
	b.T.Helper()
	if n := len(b.Others); n == 0 || b.Others[n-1] != done(what) {
		b.T.Errorf("it did %v, not %q", b.Others, what)
	}
}
