// Package filelist, which changes without notice, opens files and lists what can be opened: the files of the command
// line, those of a folder, and the revisions of a file.
package filelist

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/source/revision"
	"eyeline/tui/file/document"
	"eyeline/tui/file/export"
	"eyeline/tui/file/textview"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/overlay"
	"eyeline/tui/kit/screens"
	"eyeline/tui/options"
)

// Opened is another file, opened in the background.
type Opened struct {
	Path string
	// under is the folder that a relative path is in which does not name a revision; "" is the working directory.
	under string
	in    string // a directory of the repository that a revision is looked for in; "" is the working directory
	At    int    // the index of path in opts.Paths
	add   bool   // it is not in the list yet
	Line  int64  // to go to in another revision of the file shown, 1-based, -1: not known; 0: it is another file
	Doc   *document.Document
	Err   error
}

// FileEvent implements [textview.Event].
func (Opened) FileEvent() {}

// Free is called by package jobs for an answer that is not wanted.
func (o Opened) Free() { o.Doc.Free() }

// Files opens files and lists what can be opened.
type Files struct {
	program  screens.Helpers
	events   *textview.Events
	opts     *options.Options
	overlays *overlay.Stack
	text     *textview.Text
	jobs     *jobs.Set // of the file on the screen
	quit     func() tea.Cmd

	folder *document.FolderError // what to choose the first file from; nil when that is named
	// repositories are directories of the repositories of revisions in the list of files that are not the working
	// directory's.
	repositories map[string]string
	Peeked       peek
	At           int // the index of the file shown, in the list of files
	goFrom       int // the index that :n and :p count from: At, or that of a file that could not be opened
}

// New makes Files; nothing is on the screen yet. quit leaves the program.
func New(d textview.Shared, quit func() tea.Cmd) *Files {
	return &Files{
		program: d.Helpers, events: d.Events, opts: d.Options, overlays: d.Overlays, quit: quit,
		repositories: map[string]string{},
	}
}

// Attach makes another file the one on the screen.
func (fs *Files) Attach(of *textview.Text) {
	fs.text = of
	fs.jobs = of.Jobs
}

// OtherFile opens the file that many steps along the command line's list.
func (fs *Files) OtherFile(step int) tea.Cmd {
	to := fs.goFrom + step
	if to < 0 || to >= len(fs.opts.Paths) {
		if len(fs.opts.Paths) < 2 {
			fs.program.Say("there is no other file; " + fs.program.KeyName(keymap.Files) + " lists those beside it")
		} else {
			fs.program.Say("this is the " + humanize.Either(step > 0, "last", "first") + " file")
		}

		return nil
	}

	return fs.Open(Opened{Path: fs.opts.Paths[to], in: fs.repositories[fs.opts.Paths[to]], At: to})
}

// Open opens a file in the background and shows it; f says which.
func (fs *Files) Open(f Opened) tea.Cmd {
	o := document.Options{
		Repository: f.in, Root: fs.opts.Root, System: fs.opts.Input.System, Limit: fs.opts.Input.SpoolLimit,
	}
	return jobs.Ask(fs.jobs, jobs.Open, func(context.Context) Opened {
		if _, ofRevision := revision.Named(f.Path); f.under != "" && !ofRevision {
			f.Path = filepath.Join(f.under, f.Path)
		}

		f.Doc, f.Err = document.Open(f.Path, o)
		return f
	}, fs.ShowOpened)
}

// OpenPath opens another file, which comes into the list after the one shown if it can be opened.
func (fs *Files) OpenPath(path string) tea.Cmd {
	path, under, err := fs.Resolve(path)
	if err != nil {
		return fs.program.Warn(cells.Sanitize(err.Error()))
	}
	return fs.openNext(Opened{Path: path, under: under})
}

// Resolve is a path as it is typed, and the folder that it is in where it is relative; "" is the working directory.
func (fs *Files) Resolve(typed string) (path, under string, err error) {
	path, err = export.TypedPath(typed)
	if err == nil && fs.text.Doc != nil && !fs.text.ToolOff && !filepath.IsAbs(path) {
		under = fs.text.Doc.Root()
		if here, err := os.Getwd(); err == nil && here == under {
			under = "" // names are shown as they are typed
		}
	}
	return path, under, err
}

// openAt is OpenPath for a whole path, or a revision in the repository of a directory, at a line from 1 or, with 0, the
// beginning.
func (fs *Files) openAt(repository, path string, line int64) tea.Cmd {
	return fs.openNext(Opened{Path: path, in: repository, Line: line})
}

// ListFiles lists the files beside the one shown, to open another.
func (fs *Files) ListFiles(int64, bool) tea.Cmd {
	if d := fs.text.Doc; d != nil {
		return fs.openAt(d.Repository(), d.Folder(), 0)
	}
	return fs.openAt("", ".", 0)
}

// here is the line of the cursor, or the first on the screen without one; -1 where that is not known.
func (fs *Files) here() int64 {
	l, ok := fs.text.File.CursorLine()
	if fs.text.ToolOff {
		l, ok = fs.text.File.TopLine()
	}
	if !ok || fs.text.Hex || l.Number == 0 {
		return -1
	}
	return l.Number
}

// openNext opens a file in the background that comes into the list after the one shown.
func (fs *Files) openNext(f Opened) tea.Cmd {
	if fs.program.Refuse("opening other files is off") {
		return nil
	}
	f.At = min(fs.At+1, len(fs.opts.Paths))
	f.add = true
	return fs.Open(f)
}

// ShowOpened takes a file that has been opened into the list, and tells that it is to be shown.
func (fs *Files) ShowOpened(f Opened) tea.Cmd {
	if folder, ok := errors.AsType[*document.FolderError](f.Err); ok {
		fs.ShowFolder(folder)
		return nil
	}

	if f.Err != nil {
		fs.program.WarnOfOpening(f.Path, f.Err)
		if fs.text.Doc == nil && fs.folder != nil {
			fs.ShowFolder(fs.folder) // so that there is something to choose
		}
		if !f.add {
			fs.goFrom = f.At // so that the next step skips the file that cannot be opened
		}

		return nil
	}

	fs.forgetPeek()
	if at := fs.listed(f); f.add && at >= 0 {
		f.At = at
		f.add = false
	}
	if f.in != "" {
		fs.repositories[f.Path] = f.in
	}
	if f.add {
		fs.opts.Insert(f.At, f.Path)
	}

	fs.At = f.At
	fs.goFrom = f.At
	fs.events.Send(f)
	return nil
}

// listed is where a file that has been opened is in the list, -1 where it is not.
func (fs *Files) listed(f Opened) int {
	whole, _ := filepath.Abs(f.Path)
	return slices.IndexFunc(fs.opts.Paths, func(path string) bool {
		listed, err := filepath.Abs(path)
		return err == nil && listed == whole
	})
}

// RefreshSource looks at the file again, and says how that went.
func (fs *Files) RefreshSource() tea.Cmd {
	if fs.text.Doc == nil {
		return nil
	}

	d := fs.text.Doc
	return jobs.Later(fs.jobs, d.Reload, func(err error) tea.Cmd {
		if err != nil {
			fs.program.Warn("cannot read the file again: " + cells.Sanitize(err.Error()))
		} else if fs.program.Quiet() { // a fault of the transcript, which is read at the same time, stays
			fs.program.Say("read again")
		}

		return nil
	})
}

// Choose shows a folder to choose the first file from.
func (fs *Files) Choose(f *document.FolderError) { fs.folder = f }
