package file

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"eyeline/reader/source/revision"
	"eyeline/reader/tools"
	"eyeline/tui/cells"
	"eyeline/tui/document"
	"eyeline/tui/give"
	"eyeline/tui/jobs"
	"eyeline/tui/launch/options"
	"eyeline/tui/pane"
	"eyeline/tui/preview"

	tea "github.com/charmbracelet/bubbletea"
)

// Opened is another file, opened in the background.
type Opened struct {
	Path string
	// under is the folder that a relative path is in which does not name a revision; "" is the working directory.
	under string
	in    string // a directory of the repository that a revision is looked for in; "" is the working directory
	At    int    // the index of path in opts.Paths
	add   bool   // it is not in the list yet
	Doc   *document.Document
	Err   error
}

// Free implements [jobs.Freer].
func (o Opened) Free() {
	if o.Doc != nil {
		o.Doc.Close()
	}
}

// OtherFile opens the file that many steps along the command line's list.
func (s *Screen) OtherFile(step int) tea.Cmd {
	to := s.goFrom + step
	if to < 0 || to >= len(s.opts.Paths) {
		if len(s.opts.Paths) < 2 {
			s.desk.Say("there is no other file")
		} else if step > 0 {
			s.desk.Say("this is the last file")
		} else {
			s.desk.Say("this is the first file")
		}
		return nil
	}
	return s.Open(Opened{Path: s.opts.Paths[to], in: s.repositories[s.opts.Paths[to]], At: to})
}

// Open opens a file in the background and shows it; f says which.
func (s *Screen) Open(f Opened) tea.Cmd {
	root, limit := s.opts.Root, s.opts.SpoolLimit
	return jobs.Ask(s.jobs, jobs.Open, func(context.Context) Opened {
		if _, ofRevision := revision.Named(f.Path); f.under != "" && !ofRevision {
			f.Path = filepath.Join(f.under, f.Path)
		}
		f.Doc, f.Err = document.Open(f.Path, document.Options{Repository: f.in, Root: root, Limit: limit})
		return f
	}, s.ShowOpened)
}

// OpenPath opens another file, which comes into the list after the one shown if it can be opened.
func (s *Screen) OpenPath(path string) tea.Cmd {
	if s.desk.Refuse("opening other files is off") {
		return nil
	}
	path, err := give.TypedPath(path)
	if err != nil {
		s.desk.Warn(cells.Sanitize(err.Error()))
		return nil
	}
	under := ""
	if s.text.Doc() != nil && !s.text.ToolOff() && !filepath.IsAbs(path) && s.preview.Request().Tool().Paths != tools.PathAbsolute {
		under = s.text.Doc().Root()
	}
	return s.openNext(Opened{Path: path, under: under})
}

// openIn is openPath for a whole path, or a revision in the repository of a directory.
func (s *Screen) openIn(repository, path string) tea.Cmd {
	if s.desk.Refuse("opening other files is off") {
		return nil
	}
	return s.openNext(Opened{Path: path, in: repository})
}

// openNext opens a file in the background that comes into the list after the one shown.
func (s *Screen) openNext(f Opened) tea.Cmd {
	f.At, f.add = min(s.at+1, len(s.opts.Paths)), true
	return s.Open(f)
}

// fileArgument is the file that ":e FILE" names.
func fileArgument(text string) (path string, ok bool) {
	name, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	return strings.TrimSpace(rest), name == "e" || name == "E" || name == "examine" || name == "edit"
}

// ShowOpened shows a file that has been opened, on a sheet of its own.
func (s *Screen) ShowOpened(f Opened) tea.Cmd {
	var folder *document.FolderError
	if errors.As(f.Err, &folder) {
		s.ShowFolder(folder)
		return nil
	}
	if f.Err != nil {
		s.desk.Warn(OpenError(f.Path, f.Err))
		if s.text.Doc() == nil && s.folder != nil {
			s.ShowFolder(s.folder) // so that there is something to choose
		}
		if !f.add {
			s.goFrom = f.At // so that the next step skips the file that cannot be opened
		}
		return nil
	}
	if f.in != "" {
		if s.repositories == nil {
			s.repositories = map[string]string{}
		}
		s.repositories[f.Path] = f.in
	}
	if f.add {
		s.opts.Paths = slices.Insert(slices.Clone(s.opts.Paths), f.At, f.Path)
	}
	compared, free := s.replace(s.next(f.Doc))
	s.at, s.goFrom = f.At, f.At
	s.tuning.Comparing().KeepComparison(compared)
	s.overlays.DropOfFile()
	s.SetCellOptions()
	s.text.Arrival().FormWords()
	return tea.Batch(free,
		s.listen(), s.text.Arrival().Watch(), s.text.Colours().ChooseLanguage(), s.Arrange(),
		s.text.File().Show(s.text.Filter().DocumentText(), pane.To(0, pane.Top)), s.preview.Read(preview.ThenNothing))
}

// RefreshSource looks at the file again, and says how that went.
func (s *Screen) RefreshSource() tea.Cmd {
	if s.text.Doc() == nil {
		return nil
	}
	d := s.text.Doc()
	return jobs.Later(s.jobs, func() error { return d.Reload() }, func(err error) tea.Cmd {
		if err != nil {
			s.desk.Warn("cannot read the file again: " + cells.Sanitize(err.Error()))
		} else {
			s.desk.Say("read again")
		}
		return nil
	})
}

// firstMove is where the screen opens: the place given on the command line, or the window's place.
func (s *Screen) firstMove() pane.Move {
	if s.place.startAt != (options.Start{}) && (s.place.startAt != options.Start{Pattern: s.place.startAt.Pattern}) {
		return s.moveTo(s.place.startAt)
	}
	switch place := s.preview.Request().Place(); {
	case s.text.ToolOff():
	case s.preview.Request().Mode() == tools.ModeBytes:
		return pane.To(place, pane.Top)
	case place > 1:
		return s.text.ToLine(place, pane.Middle)
	}
	return pane.To(0, pane.Top)
}

// moveTo is the move to a place of the command line.
func (s *Screen) moveTo(at options.Start) pane.Move {
	d, top := s.text.Doc(), pane.Top
	if s.preview.Request().Mode() == tools.ModeBlock && !s.text.ToolOff() {
		top = pane.Middle // the block is around the anchor
	}
	switch {
	case at.End:
		return pane.To(max(d.Shown().Size()-1, 0), pane.Bottom)
	case at.Byte > 0:
		return pane.To(at.Byte, top)
	case at.Part > 0:
		return pane.To(int64(at.Part*float64(d.Shown().Size())), top)
	case at.Line > 1:
		return s.text.ToLine(at.Line, top)
	}
	return pane.To(0, pane.Top)
}

// OpenError is one sentence about a file that cannot be opened.
func OpenError(path string, err error) string {
	switch {
	case os.IsNotExist(err):
		return cells.Sanitize(path) + ": no such file"
	case os.IsPermission(err):
		return cells.Sanitize(path) + ": permission denied"
	}
	text := cells.Sanitize(err.Error())
	if !strings.Contains(text, cells.Sanitize(path)) {
		text = cells.Sanitize(path) + ": " + text
	}
	return text
}
