package file

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/tui/file/document"
	"eyeline/tui/file/layout"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/internal/stage"
	"eyeline/tui/kit/bar"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/overlay"
	"eyeline/tui/kit/screens"
	"eyeline/tui/options"
)

// bench is the screen of a file, with its overlays and nothing else of the program. It is the host of both.
type bench struct {
	*stage.Stage
	*Screen
	opts *options.Options
	quit int // how often the program was to be left
}

var (
	_ Host         = (*bench)(nil)
	_ overlay.Host = (*bench)(nil)
)

func (b *bench) ShowsFile() bool                                        { return true }
func (b *bench) Front() screens.Screen                                  { return b.Screen }
func (b *bench) Alone() bool                                            { return true }
func (b *bench) Show(screens.Screen) tea.Cmd                            { return nil }
func (b *bench) LendTerminal(tea.ExecCommand, tea.ExecCallback) tea.Cmd { return nil }
func (b *bench) TTY() (in, out *os.File)                                { return nil, nil }
func (b *bench) Hold(func()) (release func())                           { return func() {} }
func (b *bench) BodyHeight() int                                        { return b.Panes.BodyHeight() }

func (b *bench) Position() bar.Position { return b.Screen.Position() }

func (b *bench) Disabled(a keymap.Action) string { return b.Screen.Disabled(a) }

func (b *bench) Do(a keymap.Action) tea.Cmd { return b.Act(a, 1, false) }
func (b *bench) Leave() tea.Cmd             { return b.Stage.Leave() }

func (b *bench) Quit() tea.Cmd {
	b.quit++
	return nil
}

// onDocument runs a test of the screen of a document on a terminal of a size.
func onDocument(
	t *testing.T, open func(*stage.Stage) (*document.Document, error), columns, height int,
	change func(*options.Options), test func(*bench),
) {
	t.Helper()
	stage.Play(t, columns, height, func(s *stage.Stage) {
		doc, err := open(s)
		if err != nil {
			t.Fatal(err)
		}
		b := &bench{Stage: s, opts: &options.Options{
			Request: toolrequest.New().WithModeTool(tools.ModeSlice, "codex"), Drawing: cells.Drawing{TabWidth: 4},
			Theme: s.Theme, Keys: s.Map, NoTokens: true,
		}}
		b.opts.Long.Wrap = true
		if change != nil {
			change(b.opts)
		}
		stack := overlay.NewStack(b)
		b.Screen = New(b, stack, b.opts, doc, layout.File, nil)
		if b.opts.NoTool {
			b.Modes.Page()
		}
		s.AtEnd(b.Close)
		s.After = func() tea.Cmd {
			cmd := b.Derive()
			b.Text.AskForRest()
			stack.Scroll(b.Panes.Areas().Overlay.Height, b.Panes.BodyHeight())
			return cmd
		}
		b.SetHeight(height)
		b.Run(tea.Batch(b.Derive(), b.Screen.Begin()))
		b.Run(b.Changes.Watch())
		test(b)
	})
}

// onText is onDocument for a file with a text.
func onText(t *testing.T, text string, columns, height int, change func(*options.Options), test func(*bench)) {
	t.Helper()
	onDocument(t, func(s *stage.Stage) (*document.Document, error) {
		return document.Open(s.File("text.go", text), document.Options{})
	}, columns, height, change, test)
}

// onStream is onDocument for a text that is written while it is shown, without a tool.
func onStream(t *testing.T, columns, height int, test func(b *bench, write func(string), end func())) {
	t.Helper()
	var out *io.PipeWriter
	onDocument(t, func(s *stage.Stage) (*document.Document, error) {
		var in *io.PipeReader
		in, out = io.Pipe() // in the bubble, which then knows that its reader waits
		s.AtEnd(func() { out.Close() })
		src, err := source.Spool("-", in, source.SpoolOptions{})
		if err != nil {
			return nil, err
		}
		return document.FromInput(src, document.Options{}), nil
	}, columns, height, pager, func(b *bench) {
		test(b, func(text string) {
			if _, err := io.WriteString(out, text); err != nil {
				b.T.Fatal(err)
			}
			b.Later()
		}, func() {
			out.Close()
			b.Later()
		})
	})
}

// pager has the text paged, without a tool.
func pager(o *options.Options) { o.NoTool = true }

// keys types keys into the overlays and the screen.
func (b *bench) keys(names ...string) {
	b.T.Helper()
	b.Type(func(msg tea.KeyMsg) tea.Cmd {
		b.Text.Opened()
		if cmd, used := b.overlays.Key(msg); used {
			return cmd
		}
		return b.Key(msg)
	}, names...)
}

// click presses the left button at a cell, or with another action moves or releases it.
func (b *bench) click(x, y int, action tea.MouseAction) {
	b.T.Helper()
	b.Run(b.Update(tea.MouseMsg{X: x, Y: y, Button: tea.MouseButtonLeft, Action: action}))
	b.Run(b.After())
}

// drawn are the rows of the screen, without styles.
func (b *bench) drawn() []string {
	b.T.Helper()
	rows := b.Rows(b.Height())
	if len(rows) > max(b.Height(), 1) {
		b.T.Errorf("%d rows are drawn in %d", len(rows), b.Height())
	}
	return b.Bare(rows, b.Columns)
}

func (b *bench) has(parts ...string) {
	b.T.Helper()
	text := strings.Join(b.drawn(), "\n")
	for _, part := range parts {
		if !strings.Contains(text, part) {
			b.T.Errorf("there is no %q in\n%s", part, text)
		}
	}
}

func (b *bench) lacks(parts ...string) {
	b.T.Helper()
	text := strings.Join(b.drawn(), "\n")
	for _, part := range parts {
		if strings.Contains(text, part) {
			b.T.Errorf("there is %q in\n%s", part, text)
		}
	}
}

// rowOf is the row of the screen that has a text.
func (b *bench) rowOf(part string) int {
	b.T.Helper()
	at := slices.IndexFunc(b.drawn(), func(row string) bool { return strings.Contains(row, part) })
	if at < 0 {
		b.T.Errorf("no row has %q", part)
	}
	return at
}

// at fails unless the cursor is on a line, counted from 1.
func (b *bench) at(line int64) {
	b.T.Helper()
	if l, ok := b.Text.File.CursorLine(); !ok || l.Number != line {
		b.T.Errorf("the cursor is on line %d (%v), not %d", l.Number, ok, line)
	}
}

// numbered are n lines, "line 1" and so on.
func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "line %d\n", i+1)
	}
	return b.String()
}
