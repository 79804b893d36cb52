package preview

import (
	"fmt"
	"io"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/tui/file/document"
	"eyeline/tui/file/pane"
	"eyeline/tui/file/textview"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/internal/stage"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/overlay"
	"eyeline/tui/kit/screens"
	"eyeline/tui/options"
)

// bench is a preview of a text, without the screen around them. It is what the screen shows, too.
type bench struct {
	*stage.Stage
	text     *textview.Text
	preview  *Preview
	opts     *options.Options
	overlays *overlay.Stack
	told     *textview.Events

	moves bool // the moving keys move the output
	read  int  // how often a reading has come
}

func (b *bench) BothPanes() bool                   { return false }
func (b *bench) ShowsOutput() bool                 { return true }
func (b *bench) MovesOutput() bool                 { return b.moves }
func (*bench) OtherOutput() (*pane.Pane, *Reading) { return nil, nil }
func (*bench) Progress(jobs.Kind) string           { return "" }
func (b *bench) Side(of jobs.Bytes) uint64 {
	if of == jobs.NoBytes {
		return 0
	}
	return b.text.Doc.Raw().Number()
}

// hear does what the parts have told, as far as it concerns the two of them.
func (b *bench) hear() tea.Cmd {
	var cmds []tea.Cmd
	for _, one := range b.told.Drain() {
		switch one := one.(type) {
		case ReadDone:
			b.read++
			cmds = append(cmds, b.preview.Show(one.Old), b.preview.FollowUp(one.Old))
		case textview.Jump:
			cmds = append(cmds, b.preview.Output().Do(one.Move))
		}
	}
	b.preview.ShowSeams()
	return tea.Batch(append(cmds, b.preview.PlaceWanted())...)
}

// onDocument runs a test of the preview of a document, of which the first reading has come.
func onDocument(
	t *testing.T, open func(*stage.Stage) (*document.Document, error), r toolrequest.Request, test func(*bench),
) {
	t.Helper()
	stage.Play(t, 100, 14, func(s *stage.Stage) {
		doc, err := open(s)
		if err != nil {
			t.Fatal(err)
		}
		b := &bench{Stage: s, told: &textview.Events{}, opts: &options.Options{Drawing: cells.Drawing{TabWidth: 4}}}
		b.opts.NoTokens = true // counting them takes a vocabulary
		b.overlays = overlay.NewStack(s)
		set := jobs.NewSet(b)
		s.AtEnd(func() {
			set.Close()
			b.preview.Reading.Free()
			doc.Free()
		})
		loads := pane.Loads{Jobs: set, Loaded: func(m pane.LoadedMsg) tea.Cmd {
			if m.Pane == pane.OfModel {
				return b.preview.Output().Loaded(m)
			}
			return b.text.File.Loaded(m)
		}}
		shared := textview.Shared{
			Helpers: screens.Helpers{Program: s}, Overlays: b.overlays, Options: b.opts, Events: b.told,
		}
		b.text = textview.New(shared, doc, loads, false, map[rune]textview.Mark{})
		b.preview = New(shared, b, b.text, r)
		s.After = b.hear
		b.Run(tea.Batch(b.text.File.Resize(50, 10, 0), b.preview.Output().Resize(50, 10, 0)))
		b.refresh()
		b.Run(tea.Batch(textview.CountLines(doc.Shown()), b.preview.Read(ThenNothing)))
		b.refresh()
		test(b)
	})
}

// onText is onDocument for a file with a text.
func onText(t *testing.T, text string, r toolrequest.Request, test func(*bench)) {
	t.Helper()
	onDocument(t, func(s *stage.Stage) (*document.Document, error) {
		return document.Open(s.File("text.go", text), document.Options{})
	}, r, test)
}

// onStream is onDocument for a text that is written while it is shown.
func onStream(t *testing.T, r toolrequest.Request, test func(b *bench, write func(string), end func())) {
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
	}, r, func(b *bench) {
		write := func(text string) {
			if _, err := io.WriteString(out, text); err != nil {
				b.T.Fatal(err)
			}
			b.Settle()
			b.refresh()
		}
		test(b, write, func() {
			out.Close()
			b.Settle()
			b.refresh()
		})
	})
}

// refresh takes what has come of the document, as the screen does.
func (b *bench) refresh() {
	b.text.Doc.Refresh()
	if b.text.File.Text.Bytes == nil {
		b.Run(b.text.File.Show(b.text.Filter.DocumentText(), pane.To(0, pane.Top)))
	}
	b.text.File.SetText(b.text.Filter.DocumentText())
	b.Run(b.text.File.Reload())
	b.Run(b.preview.Reread())
}

// goTo puts the cursor on a line, counted from 1.
func (b *bench) goTo(line int64) {
	b.T.Helper()
	b.Run(b.text.File.Do(b.text.ToLine(line, pane.Middle)))
}

// cursor is the line of the cursor, counted from 1.
func (b *bench) cursor() int64 {
	l, _ := b.text.File.CursorLine()
	return l.Number
}

// at fails unless the request has a place.
func (b *bench) at(place int64) {
	b.T.Helper()
	if got := b.preview.Request.Place(); got != place {
		b.T.Errorf("the window is at %d, not %d", got, place)
	}
}

// output is what the tool gives, or its refusal.
func (b *bench) output() string {
	r := b.preview.Reading
	if r == nil || r.Out == nil {
		if r == nil {
			return ""
		}
		return r.Refused
	}
	text, err := io.ReadAll(io.NewSectionReader(r.Out, 0, r.Out.Size()))
	if err != nil {
		b.T.Fatal(err)
	}
	return string(text)
}

// slice is a request for lines from one on, as codex reads them; block is one for the block around a line.
func slice(from, lines int64) toolrequest.Request {
	return toolrequest.New().WithModeTool(tools.ModeSlice, "codex").At(from).Sized(lines)
}

func block(anchor int64) toolrequest.Request {
	return toolrequest.New().WithModeTool(tools.ModeBlock, "codex").WithFollow(false).At(anchor)
}

// countedLines are n lines, "line 1" and so on.
func countedLines(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "line %d\n", i+1)
	}
	return b.String()
}
