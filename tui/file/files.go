package file

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/check"
	"eyeline/reader/source"
	"eyeline/reader/source/revision"
	"eyeline/tui/cells"
	"eyeline/tui/checkreport"
	"eyeline/tui/contextscreen"
	"eyeline/tui/document"
	"eyeline/tui/export"
	"eyeline/tui/humanize"
	"eyeline/tui/jobs"
	"eyeline/tui/launch/options"
	"eyeline/tui/list"
	"eyeline/tui/overlay"
	"eyeline/tui/pane"
	"eyeline/tui/preview"
	"eyeline/tui/screens"
	"eyeline/tui/toolrequest"
)

// Opened is another file, opened in the background.
type Opened struct {
	Path string
	// under is the folder that a relative path is in which does not name a revision; "" is the working directory.
	under string
	in    string // a directory of the repository that a revision is looked for in; "" is the working directory
	At    int    // the index of path in opts.Paths
	add   bool   // it is not in the list yet
	line  int64  // to go to in another revision of the file shown, 1-based, -1: not known; 0: it is another file
	Doc   *document.Document
	Err   error
}

// Free is called by package jobs for an answer that is not wanted.
func (o Opened) Free() { o.Doc.Free() }

// files opens files and lists what can be opened.
type files struct {
	screen *Screen
	folder *document.FolderError // what to choose the first file from; nil when that is named
	// repositories are directories of the repositories of revisions in the list of files that are not the working
	// directory's.
	repositories map[string]string
	at           int // the index of the file shown, in the list of files
	goFrom       int // the index that :n and :p count from: at, or that of a file that could not be opened
}

// OtherFile opens the file that many steps along the command line's list.
func (f *files) OtherFile(step int) tea.Cmd {
	to := f.goFrom + step
	if to < 0 || to >= len(f.screen.opts.Paths) {
		if len(f.screen.opts.Paths) < 2 {
			f.screen.desk.Say("there is no other file; " + f.screen.desk.KeyName(keymap.Files) + " lists those beside it")
		} else {
			f.screen.desk.Say("this is the " + humanize.Either(step > 0, "last", "first") + " file")
		}
		return nil
	}
	return f.Open(Opened{Path: f.screen.opts.Paths[to], in: f.repositories[f.screen.opts.Paths[to]], At: to})
}

// Open opens a file in the background and shows it; f says which.
func (fs *files) Open(f Opened) tea.Cmd {
	root, limit := fs.screen.opts.Root, fs.screen.opts.Input.SpoolLimit
	return jobs.Ask(fs.screen.jobs, jobs.Open, func(context.Context) Opened {
		if _, ofRevision := revision.Named(f.Path); f.under != "" && !ofRevision {
			f.Path = filepath.Join(f.under, f.Path)
		}
		f.Doc, f.Err = document.Open(f.Path, document.Options{Repository: f.in, Root: root, Limit: limit})
		return f
	}, fs.ShowOpened)
}

// OpenPath opens another file, which comes into the list after the one shown if it can be opened.
func (f *files) OpenPath(path string) tea.Cmd {
	path, under, err := f.resolve(path)
	if err != nil {
		return f.screen.desk.Warn(cells.Sanitize(err.Error()))
	}
	return f.openNext(Opened{Path: path, under: under})
}

// resolve is a path as it is typed, and the folder that it is in where it is relative; "" is the working directory.
func (f *files) resolve(typed string) (path, under string, err error) {
	path, err = export.TypedPath(typed)
	if s := f.screen; err == nil && s.Text.Doc != nil && !s.Text.ToolOff && !filepath.IsAbs(path) {
		under = s.Text.Doc.Root()
		if here, err := os.Getwd(); err == nil && here == under {
			under = "" // names are shown as they are typed
		}
	}
	return path, under, err
}

// openAt is OpenPath for a whole path, or a revision in the repository of a directory, at a line from 1 or, with 0, the
// beginning.
func (f *files) openAt(repository, path string, line int64) tea.Cmd {
	return f.openNext(Opened{Path: path, in: repository, line: line})
}

// ListFiles lists the files beside the one shown, to open another.
func (f *files) ListFiles(int64, bool) tea.Cmd {
	if d := f.screen.Text.Doc; d != nil {
		return f.openAt(d.Repository(), d.Folder(), 0)
	}
	return f.openAt("", ".", 0)
}

// here is the line of the cursor, or the first on the screen where there is none; -1 where that is not known.
func (f *files) here() int64 {
	l, ok := f.screen.Text.File.CursorLine()
	if f.screen.Text.ToolOff {
		l, ok = f.screen.Text.File.TopLine()
	}
	if !ok || f.screen.Text.Hex || l.Number == 0 {
		return -1
	}
	return l.Number
}

// openNext opens a file in the background that comes into the list after the one shown.
func (fs *files) openNext(f Opened) tea.Cmd {
	if fs.screen.desk.Refuse("opening other files is off") {
		return nil
	}
	f.At, f.add = min(fs.at+1, len(fs.screen.opts.Paths)), true
	return fs.Open(f)
}

// ShowOpened shows a file that has been opened, on a sheet of its own.
func (fs *files) ShowOpened(f Opened) tea.Cmd {
	if folder, is := errors.AsType[*document.FolderError](f.Err); is {
		fs.ShowFolder(folder)
		return nil
	}
	if f.Err != nil {
		fs.screen.desk.Warn(screens.OpenError(f.Path, f.Err))
		if fs.screen.Text.Doc == nil && fs.folder != nil {
			fs.ShowFolder(fs.folder) // so that there is something to choose
		}
		if !f.add {
			fs.goFrom = f.At // so that the next step skips the file that cannot be opened
		}
		return nil
	}
	if at := fs.listed(f); f.add && at >= 0 {
		f.At, f.add = at, false
	}
	if f.in != "" {
		fs.repositories[f.Path] = f.in
	}
	if f.add {
		fs.screen.opts.Paths = slices.Insert(slices.Clone(fs.screen.opts.Paths), f.At, f.Path)
	}
	compared, free := fs.screen.replace(fs.screen.next(f.Doc, f.line != 0))
	fs.at, fs.goFrom = f.At, f.At
	fs.screen.Tuning.Comparing.KeepComparison(compared)
	fs.screen.overlays.DropOfFile()
	fs.screen.Text.Arrival.FormWords()
	to := pane.To(0, pane.Top)
	if place := &fs.screen.place; f.line > 1 {
		place.startAt = options.Start{Line: f.line}
		place.waitForStart()
		to = place.firstMove()
	}
	return tea.Batch(free, fs.screen.present(to, preview.ThenNothing))
}

// listed is where a file that has been opened is in the list, -1 where it is not.
func (fs *files) listed(f Opened) int {
	whole, _ := filepath.Abs(f.Path)
	return slices.IndexFunc(fs.screen.opts.Paths, func(path string) bool {
		listed, err := filepath.Abs(path)
		return err == nil && listed == whole
	})
}

// RefreshSource looks at the file again, and says how that went.
func (f *files) RefreshSource() tea.Cmd {
	if f.screen.Text.Doc == nil {
		return nil
	}
	d := f.screen.Text.Doc
	return jobs.Later(f.screen.jobs, d.Reload, func(err error) tea.Cmd {
		if err != nil {
			f.screen.desk.Warn("cannot read the file again: " + cells.Sanitize(err.Error()))
		} else if f.screen.desk.Quiet() { // a fault of the transcript, which is read at the same time, stays
			f.screen.desk.Say("read again")
		}
		return nil
	})
}

// Choose shows a folder to choose the first file from.
func (fs *files) Choose(f *document.FolderError) { fs.folder = f }

// The list of the commits that changed the file, each of which opens the file as of it.

// mostRevisions is how many commits are listed.
const mostRevisions = 1000

// ListRevisions opens the list of the commits that changed the file, which git finds in the background.
func (f *files) ListRevisions(int64, bool) tea.Cmd {
	d := f.screen.Text.Doc
	l := &overlay.ListPanel{End: func() { f.screen.jobs.End(jobs.Revisions) }, List: list.List{
		Noun: "revision", Title: "revisions of " + cells.Sanitize(filepath.Base(d.Path())),
		Missing: "asking git…", Hint: "a commit, a date, an author, words of the title",
	}}
	f.screen.overlays.Choose(l, "")
	path, from := d.Path(), ""
	if n, ok := revision.Parse(d.Revision()); ok {
		from = n.Rev
	}
	dir := "" // a directory of the repository
	return jobs.Try(f.screen.jobs, jobs.Revisions, func(ctx context.Context) ([]revision.Commit, error) {
		dir, _ = revision.Existing(path)
		return revision.Log(ctx, path, from, mostRevisions)
	}, func(commits []revision.Commit, err error) tea.Cmd {
		f.FillRevisions(l, dir, commits, err)
		return nil
	})
}

// FillRevisions fills the list in. dir is a directory of the repository.
func (f *files) FillRevisions(l *overlay.ListPanel, dir string, commits []revision.Commit, err error) {
	d := f.screen.Text.Doc
	switch {
	case err != nil:
		l.Missing = "git lists none: " + cells.Sanitize(err.Error())
		return
	case len(commits) == 0:
		l.Missing = "no commit has this file"
		return
	}
	if d.Revision() != "" {
		path := d.Path()
		take := func() (tea.Cmd, error) { return f.openAt("", path, f.here()), nil }
		l.Items = append(l.Items, list.Item{Name: "work tree", Text: "the file as it is now", Take: take})
	}
	for _, c := range commits {
		i := list.Item{Name: c.Short, Text: c.Date + "  " + c.Title + "  (" + c.Author + ")"}
		if name := c.ID + ":" + c.Path; c.Path == "" {
			i.Off = "this commit removed the file"
		} else if _, ok := revision.Parse(name); !ok {
			i.Off = "a path of that form cannot be named"
		} else {
			i.Take = func() (tea.Cmd, error) { return f.openAt(dir, name, f.here()), nil }
		}
		// Its place among those that match is not known once something is typed.
		if strings.HasPrefix(d.Revision(), c.ID+":") && l.Input.Text() == "" {
			l.At = len(l.Items)
		}
		l.Items = append(l.Items, i)
	}
	if len(commits) == mostRevisions {
		l.Title += " · the newest " + humanize.Group(mostRevisions)
	}
}

// ShowFolder opens the list of what is in a folder, behind a row that checks it where it is on the disk. Without a file
// on the screen, leaving it leaves the viewer.
func (fs *files) ShowFolder(f *document.FolderError) {
	l := &overlay.ListPanel{Leave: fs.leaveEmpty, List: list.List{
		Noun: "file", Title: cells.Sanitize(f.Name.Text), Hint: "a part of its name",
	}}
	if f.OnDisk && f.Name.Text == "." {
		l.Title = "this folder"
	}
	open := func(n revision.Name) list.Do {
		return func() (tea.Cmd, error) { return fs.openAt(f.Repository, n.Text, 0), nil }
	}
	if f.OnDisk && !fs.screen.opts.Secure {
		check := func() (tea.Cmd, error) { return fs.check(f.Name.Text) }
		l.Items = append(l.Items, list.Item{Name: "check", Text: "what each agent misses of these files", Take: check})
	}
	l.Up = func() (tea.Cmd, error) { return nil, errors.New("there is no folder above this one") }
	if above, ok := f.Above(); ok {
		l.Up = open(above)
		l.Items = append(l.Items, list.Item{Name: "../", Take: open(above)})
	}
	for _, e := range f.Entries {
		i := list.Item{Name: e.Base, Text: humanize.Group(e.Size) + " bytes", Take: open(e.Name)}
		switch e.Kind {
		case revision.KindFolder:
			i.Name, i.Text = e.Base+"/", ""
		case revision.KindLink:
			i.Text = "symbolic link"
		case revision.KindModule:
			i.Text, i.Off = "submodule", "its files are in another repository"
		}
		l.Items = append(l.Items, i)
	}
	fs.screen.overlays.Choose(l, "")
	if above := len(l.Items) - len(f.Entries); len(f.Entries) > 0 {
		l.At = above // the first entry
	}
	fs.folder = f
}

// showFolderAgain opens the list of the folder again where there is neither a file on the screen nor anything to choose
// from, such as when the opening of the first file was stopped.
func (f *files) showFolderAgain() {
	if f.screen.Text.Doc == nil && f.folder != nil && !f.screen.overlays.Any() {
		f.ShowFolder(f.folder)
	}
}

// leaveEmpty leaves the viewer where it has no file to show.
func (f *files) leaveEmpty() tea.Cmd {
	if f.screen.Text.Doc == nil && !f.screen.jobs.Runs(jobs.Open) {
		return f.screen.host.Quit()
	}
	return nil
}

// CheckReport is the screen of a check, whose files open in front of it. done is told what was found.
func (s *Screen) CheckReport(o check.Options, where string, done func(*check.Result, error)) screens.Screen {
	return checkreport.New(s.host, checkreport.Services{
		Done: done, Left: s.Files.showFolderAgain, Page: s.pageReport,
		Open: func(set *jobs.Set, path, tool string, line int64) tea.Cmd {
			return s.openBy(set, path, s.opts.Root, tool, line)
		},
	}, o, where)
}

// ContextScreen is the screen of what agents get before they read, whose files open in front of it.
func (s *Screen) ContextScreen(o options.Context) screens.Screen {
	return contextscreen.New(s.host, contextscreen.Services{
		Request: o.Request, Profiles: o.Profiles, Secure: s.opts.Secure, Open: s.openBy,
	})
}

// openBy opens a file and shows it as a tool reads it, from a line on, in front of the screen that is shown.
func (s *Screen) openBy(set *jobs.Set, path, root, tool string, line int64) tea.Cmd {
	if s.desk.Refuse("opening files is off") {
		return nil
	}
	o := document.Options{Root: root, Limit: s.opts.Input.SpoolLimit}
	return jobs.Try(set, jobs.Open, func(context.Context) (*document.Document, error) {
		return document.Open(path, o)
	}, func(d *document.Document, err error) tea.Cmd {
		if err != nil {
			return s.desk.Warn(screens.OpenError(path, err))
		}
		return s.showInFront(d, toolrequest.New().WithTool(tool), options.Start{Line: line})
	})
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
	cmd := s.showInFront(doc, s.Preview.Request, options.Start{})
	s.Text.SetToolOff(true) // no tool reads a report
	return cmd
}

// showInFront shows a document from a place on, in front of the screen that is shown.
func (s *Screen) showInFront(doc *document.Document, r toolrequest.Request, at options.Start) tea.Cmd {
	_, free := s.replace(s.newSheet(doc, r, s.opts.Wrap))
	s.place.startAt = at
	s.Restart()
	return tea.Batch(free, s.host.Show(s), s.present(s.place.firstMove(), preview.ThenNothing))
}
