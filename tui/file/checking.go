package file

import (
	"bytes"
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/check"
	"eyeline/reader/source"
	"eyeline/tui/checkreport"
	"eyeline/tui/document"
	"eyeline/tui/jobs"
	"eyeline/tui/launch/options"
	"eyeline/tui/preview"
	"eyeline/tui/screens"
	"eyeline/tui/toolrequest"
)

// CheckReport is the screen of a check, whose files open in front of it. done is told what was found.
func (s *Screen) CheckReport(o check.Options, where string, done func(*check.Result, error)) screens.Screen {
	return checkreport.New(s.host, checkreport.Services{
		Open: s.openLoss, Page: s.pageReport, Done: done, Left: s.files.showFolderAgain,
	}, o, where)
}

// check shows what agents miss of the files of a folder.
func (fs *files) check(folder string) tea.Cmd {
	o := check.Options{Paths: []string{folder}}
	return fs.screen.host.Enter(fs.screen.CheckReport(o, folder, func(*check.Result, error) {}))
}

// openLoss opens a file as a tool reads it, at a line, in front of the screen that is shown.
func (s *Screen) openLoss(path, tool string, line int64) tea.Cmd {
	if s.desk.Refuse("opening files is off") {
		return nil
	}
	root, limit := s.opts.Root, s.opts.SpoolLimit
	return jobs.Ask(s.jobs, jobs.Open, func(context.Context) Opened {
		doc, err := document.Open(path, document.Options{Root: root, Limit: limit})
		return Opened{Path: path, Doc: doc, Err: err}
	}, func(o Opened) tea.Cmd {
		if o.Err != nil {
			return s.desk.Warn(screens.OpenError(path, o.Err))
		}
		return s.showInFront(o.Doc, toolrequest.New().WithTool(tool), options.Start{Line: line})
	})
}

// pageReport shows a text in front of the screen that is shown.
func (s *Screen) pageReport(name string, text []byte) tea.Cmd {
	src, err := source.Spool(name, bytes.NewReader(text), source.SpoolOptions{})
	if err != nil {
		return s.desk.Warn(screens.OpenError(name, err))
	}
	doc := document.FromStream(src, name, document.Options{})
	cmd := s.showInFront(doc, s.preview.Request(), options.Start{})
	s.text.SetToolOff(true) // no tool reads a report
	return cmd
}

// showInFront shows a document from a place on, in front of the screen that is shown.
func (s *Screen) showInFront(doc *document.Document, r toolrequest.Request, at options.Start) tea.Cmd {
	_, free := s.replace(s.newSheet(doc, r, s.opts.Wrap))
	s.panes.SetCellOptions()
	s.place.startAt = at
	s.Restart()
	return tea.Batch(free, s.host.Show(s), s.present(s.place.firstMove(), preview.ThenNothing))
}
