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

// Files opens files and lists what can be opened.
type Files struct {
	screen *Screen
	folder *document.FolderError // what to choose the first file from; nil when that is named
	// repositories are directories of the repositories of revisions in the list of files that are not the working directory's.
	repositories map[string]string
	at           int // the index of the file shown, in the list of files
	goFrom       int // the index that :n and :p count from: at, or that of a file that could not be opened
}

// OtherFile opens the file that many steps along the command line's list.
func (f *Files) OtherFile(step int) tea.Cmd {
	to := f.goFrom + step
	if to < 0 || to >= len(f.screen.opts.Paths) {
		if len(f.screen.opts.Paths) < 2 {
			f.screen.desk.Say("there is no other file")
		} else if step > 0 {
			f.screen.desk.Say("this is the last file")
		} else {
			f.screen.desk.Say("this is the first file")
		}
		return nil
	}
	return f.Open(Opened{Path: f.screen.opts.Paths[to], in: f.repositories[f.screen.opts.Paths[to]], At: to})
}

// Open opens a file in the background and shows it; f says which.
func (files *Files) Open(f Opened) tea.Cmd {
	root, limit := files.screen.opts.Root, files.screen.opts.SpoolLimit
	return jobs.Ask(files.screen.jobs, jobs.Open, func(context.Context) Opened {
		if _, ofRevision := revision.Named(f.Path); f.under != "" && !ofRevision {
			f.Path = filepath.Join(f.under, f.Path)
		}
		f.Doc, f.Err = document.Open(f.Path, document.Options{Repository: f.in, Root: root, Limit: limit})
		return f
	}, files.ShowOpened)
}

// OpenPath opens another file, which comes into the list after the one shown if it can be opened.
func (f *Files) OpenPath(path string) tea.Cmd {
	if f.screen.desk.Refuse("opening other files is off") {
		return nil
	}
	path, err := give.TypedPath(path)
	if err != nil {
		f.screen.desk.Warn(cells.Sanitize(err.Error()))
		return nil
	}
	under := ""
	if f.screen.text.Doc() != nil && !f.screen.text.ToolOff() && !filepath.IsAbs(path) && f.screen.preview.Request().Tool().Paths != tools.PathAbsolute {
		under = f.screen.text.Doc().Root()
	}
	return f.openNext(Opened{Path: path, under: under})
}

// openIn is openPath for a whole path, or a revision in the repository of a directory.
func (f *Files) openIn(repository, path string) tea.Cmd {
	if f.screen.desk.Refuse("opening other files is off") {
		return nil
	}
	return f.openNext(Opened{Path: path, in: repository})
}

// openNext opens a file in the background that comes into the list after the one shown.
func (files *Files) openNext(f Opened) tea.Cmd {
	f.At, f.add = min(files.at+1, len(files.screen.opts.Paths)), true
	return files.Open(f)
}

// fileArgument is the file that ":e FILE" names.
func fileArgument(text string) (path string, ok bool) {
	name, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	return strings.TrimSpace(rest), name == "e" || name == "E" || name == "examine" || name == "edit"
}

// ShowOpened shows a file that has been opened, on a sheet of its own.
func (files *Files) ShowOpened(f Opened) tea.Cmd {
	var folder *document.FolderError
	if errors.As(f.Err, &folder) {
		files.ShowFolder(folder)
		return nil
	}
	if f.Err != nil {
		files.screen.desk.Warn(OpenError(f.Path, f.Err))
		if files.screen.text.Doc() == nil && files.folder != nil {
			files.ShowFolder(files.folder) // so that there is something to choose
		}
		if !f.add {
			files.goFrom = f.At // so that the next step skips the file that cannot be opened
		}
		return nil
	}
	if f.in != "" {
		if files.repositories == nil {
			files.repositories = map[string]string{}
		}
		files.repositories[f.Path] = f.in
	}
	if f.add {
		files.screen.opts.Paths = slices.Insert(slices.Clone(files.screen.opts.Paths), f.At, f.Path)
	}
	compared, free := files.screen.replace(files.screen.next(f.Doc))
	files.at, files.goFrom = f.At, f.At
	files.screen.tuning.Comparing().KeepComparison(compared)
	files.screen.overlays.DropOfFile()
	files.screen.panes.SetCellOptions()
	files.screen.text.Arrival().FormWords()
	return tea.Batch(free,
		files.screen.changes.listen(), files.screen.text.Arrival().Watch(), files.screen.text.Colours().ChooseLanguage(), files.screen.panes.Arrange(),
		files.screen.text.File().Show(files.screen.text.Filter().DocumentText(), pane.To(0, pane.Top)), files.screen.preview.Read(preview.ThenNothing))
}

// RefreshSource looks at the file again, and says how that went.
func (f *Files) RefreshSource() tea.Cmd {
	if f.screen.text.Doc() == nil {
		return nil
	}
	d := f.screen.text.Doc()
	return jobs.Later(f.screen.jobs, func() error { return d.Reload() }, func(err error) tea.Cmd {
		if err != nil {
			f.screen.desk.Warn("cannot read the file again: " + cells.Sanitize(err.Error()))
		} else {
			f.screen.desk.Say("read again")
		}
		return nil
	})
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

// Choose shows a folder to choose the first file from.
func (files *Files) Choose(f *document.FolderError) { files.folder = f }
