package toolpanels

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/file/document"
	"eyeline/tui/file/pane"
	"eyeline/tui/file/preview"
	"eyeline/tui/file/textview"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/internal/stage"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/list"
	"eyeline/tui/kit/overlay"
	"eyeline/tui/kit/screens"
	"eyeline/tui/options"
)

// bench is what a person chooses of the reads of a text, without the screen around it.
type bench struct {
	*stage.Stage
	text     *textview.Text
	preview  *preview.Preview
	panels   *Panels
	opts     *options.Options
	overlays *overlay.Stack
	told     *textview.Events
	went     int64 // the line that was last asked to be gone to; 0 without one
}

func (*bench) BothPanes() bool                             { return false }
func (*bench) ShowsOutput() bool                           { return true }
func (*bench) MovesOutput() bool                           { return false }
func (*bench) OtherOutput() (*pane.Pane, *preview.Reading) { return nil, nil }
func (*bench) Progress(jobs.Kind) string                   { return "" }

func (b *bench) Side(of jobs.Bytes) uint64 {
	if of == jobs.NoBytes {
		return 0
	}
	return b.text.Doc.Raw().Number()
}

// hear does what the parts ask the screen for.
func (b *bench) hear() tea.Cmd {
	var cmds []tea.Cmd
	for _, one := range b.told.Drain() {
		switch one := one.(type) {
		case preview.ReadDone:
			cmds = append(cmds, b.preview.Show(one.Old), b.preview.FollowUp(one.Old))
		case GoTo:
			b.went = one.Line
			cmds = append(cmds, b.text.File.Do(b.text.ToLine(one.Line, pane.Middle)))
		}
	}
	return tea.Batch(append(cmds, b.preview.PlaceWanted())...)
}

// onText runs a test on a file with a text, whose name has an extension, read by a request.
func onText(t *testing.T, name, text string, r toolrequest.Request, test func(*bench)) {
	t.Helper()
	stage.Play(t, 100, 24, func(s *stage.Stage) {
		doc, err := document.Open(s.File(name, text), document.Options{})
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
		b.preview = preview.New(shared, b, b.text, r)
		b.panels = New(shared, &Compared{}, b, nil)
		b.panels.Attach(b.text, b.preview)
		s.After = b.hear
		b.Run(tea.Batch(b.text.File.Resize(50, 10, 0), b.preview.Output().Resize(50, 10, 0)))
		b.Run(tea.Batch(textview.CountLines(doc.Shown()), b.preview.Read(preview.ThenNothing)))
		b.text.Doc.Refresh()
		b.Run(b.text.File.Show(b.text.Filter.DocumentText(), pane.To(0, pane.Top)))
		test(b)
	})
}

// do does what an item offers, and then what that asks the screen for.
func (b *bench) do(what list.Do) {
	b.T.Helper()
	cmd, err := what()
	if err != nil {
		b.T.Fatal(err)
	}
	b.Run(tea.Batch(b.hear(), cmd))
}

// list is the open list.
func (b *bench) list() *overlay.ListPanel {
	b.T.Helper()
	l, open := overlay.Topmost[*overlay.ListPanel](b.overlays)
	if !open {
		b.T.Fatal("no list is open")
	}
	return l
}

// items are the names and texts of the items of the open list, a line each.
func (b *bench) items() string {
	b.T.Helper()
	var lines []string
	for _, i := range b.list().Items {
		lines = append(lines, strings.TrimSpace(i.Name)+": "+i.Text)
	}
	return strings.Join(lines, "\n")
}
