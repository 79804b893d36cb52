package file

import (
	"bytes"
	"cmp"
	"context"
	"maps"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/check"
	"eyeline/reader/check/blocks"
	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/tui/file/document"
	"eyeline/tui/file/preview"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/list"
	"eyeline/tui/kit/overlay"
	"eyeline/tui/kit/screens"
	"eyeline/tui/options"
	"eyeline/tui/screens/blockreport"
	"eyeline/tui/screens/checkreport"
	"eyeline/tui/screens/contextscreen"
)

// CheckReport returns the screen of a check, whose files open in front of it. done is called with what was found.
func (s *Screen) CheckReport(o check.Options, where string, done func(*check.Result, error)) screens.Screen {
	return checkreport.New(s.host, checkreport.Services{
		Done: done, Left: s.Files.ShowFolderAgain, Page: s.pageReport,
		Open: func(set *jobs.Set, path, root, tool string, line int64, note string) tea.Cmd {
			root = cmp.Or(root, s.opts.Root)
			return s.openWith(set, path, root, toolrequest.New().WithTool(tool), line, origin{"findings", note})
		},
	}, o, where)
}

// BlockReport returns the screen of what blocks give of functions; a function opens in front of it.
func (s *Screen) BlockReport(o blocks.Options, where string) screens.Screen {
	return blockreport.New(s.host, blockreport.Services{
		Page: s.pageReport,
		Open: func(of *jobs.Set, path string, set blocks.Set, anchor int64, note string) tea.Cmd {
			r := toolrequest.New().WithMode(tools.ModeBlock).WithModeTool(tools.ModeBlock, set.Tool.Name)
			r = r.WithValues(maps.Clone(set.Values)).At(anchor)
			return s.openWith(of, path, s.opts.Root, r, anchor, origin{"report", note})
		},
	}, o, where)
}

// ContextScreen returns the screen of what agents get before they read; its files open in front of it.
func (s *Screen) ContextScreen(o options.Context) screens.Screen {
	return contextscreen.New(s.host, contextscreen.Services{
		Request: o.Request, Profiles: o.Profiles, Secure: s.opts.Secure, Open: s.openBy,
		Choose: func(l list.List, name string) { s.overlays.Choose(&overlay.ListPanel{List: l}, name) },
	})
}

// openBy opens a file in front of the screen that is shown, as a tool reads it from a line on, counted from 1.
func (s *Screen) openBy(set *jobs.Set, path, root, tool string, line int64) tea.Cmd {
	return s.openWith(set, path, root, toolrequest.New().WithTool(tool), line, origin{back: "context"})
}

// origin says from where a file was opened.
type origin struct {
	back string // as in openDocument
	note string // why it was opened, said in the last row; "" for nothing
}

// openWith opens a file in front of the screen that is shown, with a read of it, from a line on.
func (s *Screen) openWith(
	set *jobs.Set, path, root string, r toolrequest.Request, line int64, from origin,
) tea.Cmd {
	return s.openInFront(set, path, root, func(d *document.Document) tea.Cmd {
		cmd := s.showInFront(d, r, options.Start{Line: line}, func() {})
		s.back = from.back
		if from.note != "" {
			s.program.Say(from.note)
		}
		return cmd
	})
}

// openInFront opens a file by a job of the set and calls then with it. It warns where opening is off or fails.
func (s *Screen) openInFront(
	set *jobs.Set, path, root string, then func(*document.Document) tea.Cmd,
) tea.Cmd {
	if s.program.Refuse("opening files is off") {
		return nil
	}
	o := document.Options{Root: root, System: s.opts.Input.System, Limit: s.opts.Input.SpoolLimit}

	return jobs.Try(set, jobs.Open, func(context.Context) (*document.Document, error) {
		return document.Open(path, o)
	}, func(d *document.Document, err error) tea.Cmd {
		if err != nil {
			return s.program.WarnOfOpening(path, err)
		}
		return then(d)
	})
}

// pageReport shows a text in front of the screen that is shown.
func (s *Screen) pageReport(name string, text []byte) tea.Cmd {
	src, err := source.Spool(name, bytes.NewReader(text), source.SpoolOptions{})
	if err != nil {
		return s.program.WarnOfOpening(name, err)
	}
	doc := document.FromStream(src, name, document.Options{})
	cmd := s.showInFront(doc, s.Preview.Request, options.Start{}, func() {})
	s.Text.SetToolOff(true) // no tool reads a report
	s.back = "back"
	return cmd
}

// showInFront shows a document from a place on, in front of the screen that is shown. prepare sets what else belongs to
// it before anything of it is drawn.
func (s *Screen) showInFront(
	doc *document.Document, r toolrequest.Request, at options.Start, prepare func(),
) tea.Cmd {
	_, free := s.replaceDocument(s.newOpenDocument(doc, r, s.opts.Long.Wrap))
	s.place.startAt(at)
	prepare()
	s.Restart()
	return tea.Batch(free, s.host.Show(s), s.present(s.place.firstMove(), preview.ThenNothing))
}
