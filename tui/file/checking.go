package file

import (
	"bytes"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/check"
	"eyeline/reader/source"
	"eyeline/tui/checkreport"
	"eyeline/tui/document"
	"eyeline/tui/launch/options"
	"eyeline/tui/preview"
	"eyeline/tui/screens"
	"eyeline/tui/toolrequest"
)

// CheckReport is the screen of a check, whose files open in front of it. done is told what was found.
func (s *Screen) CheckReport(o check.Options, where string, done func(*check.Result, error)) screens.Screen {
	return checkreport.New(s.host, checkreport.Services{
		Root: s.opts.Root, Limit: s.opts.SpoolLimit, Secure: s.opts.Secure, Done: done, Left: s.files.showFolderAgain,
		Show: func(d *document.Document, tool string, line int64) tea.Cmd {
			return s.showInFront(d, toolrequest.New().WithTool(tool), options.Start{Line: line})
		},
		Page: s.pageReport,
	}, o, where)
}

// check shows what agents miss of the files of a folder. The error is one of the settings.
func (fs *files) check(folder string) (tea.Cmd, error) {
	o, err := fs.screen.opts.Instead.CheckOf(folder)
	if err != nil {
		return nil, err
	}
	return fs.screen.host.Enter(fs.screen.CheckReport(o, folder, func(*check.Result, error) {})), nil
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
