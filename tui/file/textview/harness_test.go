package textview

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/source"
	"eyeline/tui/file/document"
	"eyeline/tui/file/pane"
	"eyeline/tui/internal/stage"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/overlay"
	"eyeline/tui/kit/screens"
	"eyeline/tui/options"
)

// bench is a text in a pane, without the screen around it.
type bench struct {
	*stage.Stage
	text     *Text
	opts     *options.Options
	overlays *overlay.Stack
	told     *Events
}

// Side implements [jobs.Owner].
func (b *bench) Side(of jobs.Bytes) uint64 {
	switch d := b.text.Doc; {
	case d == nil || of == jobs.NoBytes:
		return 0
	case of == jobs.RawBytes, of == jobs.ScreenBytes && b.text.Hex:
		return d.Raw().Number()
	default:
		return d.Shown().Number()
	}
}

// Progress implements [jobs.Owner].
func (*bench) Progress(jobs.Kind) string { return "" }

// Size of the pane, in cells.
const (
	columns = 40
	rows    = 10
)

// onDocument runs a test of a document in a pane of 40 columns and 10 rows. open may return nil for no document.
func onDocument(
	t *testing.T, open func(*stage.Stage) (*document.Document, error), change func(*options.Options), test func(*bench),
) {
	t.Helper()
	stage.Play(t, columns, rows+3, func(s *stage.Stage) {
		doc, err := open(s)
		if err != nil {
			t.Fatal(err)
		}
		b := &bench{Stage: s, told: &Events{}, opts: &options.Options{Drawing: cells.Drawing{TabWidth: 4}}}
		if change != nil {
			change(b.opts)
		}
		b.overlays = overlay.NewStack(s)
		set := jobs.NewSet(b)
		s.AtEnd(func() {
			set.Close()
			doc.Free()
		})
		loads := pane.Loads{Jobs: set, Loaded: func(m pane.LoadedMsg) tea.Cmd { return b.text.File.Loaded(m) }}
		shared := Shared{screens.Helpers{Program: s}, b.overlays, b.opts, b.told}
		b.text = New(shared, doc, loads, false, map[rune]Mark{})
		b.Run(b.text.File.Resize(columns, rows, 0))
		if doc != nil {
			doc.Refresh()
			b.Run(b.text.File.Show(b.text.Filter.DocumentText(), pane.To(0, pane.Top)))
			b.Run(CountLines(doc.Shown()))
			b.refresh()
		}
		test(b)
	})
}

// onText is onDocument for a file with a text.
func onText(t *testing.T, text string, change func(*options.Options), test func(*bench)) {
	t.Helper()
	onDocument(t, func(s *stage.Stage) (*document.Document, error) {
		return document.Open(s.File("text.txt", text), document.Options{})
	}, change, test)
}

// onStream is onDocument for a text that is written while it is shown: write has more of it arrive, and end ends it,
// or breaks it off with an error.
func onStream(t *testing.T, test func(b *bench, write func(string), end func(error))) {
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
	}, nil, func(b *bench) {
		test(b, func(text string) {
			if _, err := io.WriteString(out, text); err != nil {
				b.T.Fatal(err)
			}
			b.Settle()
			b.refresh()
		}, func(fault error) {
			_ = out.CloseWithError(fault) // nil ends the text
			b.Settle()
			b.refresh()
		})
	})
}

// refresh takes what has come of the document into the pane, as the screen does.
func (b *bench) refresh() {
	b.text.Doc.Refresh()
	b.text.File.SetText(b.text.Filter.DocumentText())
	b.Run(b.text.File.Reload())
}

// do does what may be refused.
func (b *bench) do(cmd tea.Cmd, err error) {
	b.T.Helper()
	if err != nil {
		b.T.Fatal(err)
	}
	b.Run(cmd)
}

// overlayKeys types keys into what is open over the text.
func (b *bench) overlayKeys(names ...string) {
	b.T.Helper()
	b.Type(func(msg tea.KeyMsg) tea.Cmd {
		cmd, _ := b.overlays.Key(msg)
		return cmd
	}, names...)
}

// goTo puts the cursor on a line, counted from 1.
func (b *bench) goTo(line int64) {
	b.T.Helper()
	b.Run(b.text.File.Do(b.text.ToLine(line, pane.Middle)))
}

// at fails unless the cursor is on a line, counted from 1.
func (b *bench) at(line int64) {
	b.T.Helper()
	if l, ok := b.text.File.CursorLine(); !ok || l.Number != line {
		b.T.Errorf("the cursor is on line %d (%v), not %d", l.Number, ok, line)
	}
}

// lines are the texts of the units on the page of the pane.
func (b *bench) lines() (all []string) {
	for _, l := range b.text.File.Lines() {
		all = append(all, strings.TrimSuffix(string(l.Head), "\n"))
	}
	return all
}

// has tells whether something of a kind was told since the last call.
func has[T any](b *bench) bool {
	return slices.ContainsFunc(b.told.Drain(), func(one Event) bool { _, ok := one.(T); return ok })
}

// noDocument opens nothing.
func noDocument(*stage.Stage) (*document.Document, error) { return nil, nil }

// numbered are n lines, "line 1" and so on.
func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "line %d\n", i+1)
	}
	return b.String()
}
