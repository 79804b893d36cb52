package filelist

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/check"
	"eyeline/reader/source/revision"
	"eyeline/tui/file/document"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/list"
	"eyeline/tui/kit/overlay"
)

// ShowFolder opens the list of what is in a folder, behind a row that checks it where it is on the disk. Without a file
// on the screen, leaving it leaves the viewer.
func (fs *Files) ShowFolder(f *document.FolderError) {
	title := cells.Sanitize(f.Name.Text)
	if f.OnDisk && f.Name.Text == "." {
		title = "this folder"
	}

	l := &overlay.ListPanel{Leave: fs.leaveEmpty}
	config := list.Config{Noun: "file", Hint: "a part of its name", Wide: true, Up: fs.openAbove(f)}
	if f.OnDisk && !fs.opts.Secure {
		config.Hint = "a part of its name, or of a path below"
		config.Typed = fs.findBelow(&l.List, f.Name.Text)
		l.End = fs.endOfFolder
		l.Selects = fs.peekInto
	}

	l.List = list.New(title, config)
	count := title + " · " + countOf(f.Entries)
	if fs.opts.Warning != "" {
		count += " · " + fs.opts.Warning // a list covers the message row
	}

	l.SetCount(count)
	l.Offer(fs.folderItems(f))

	fs.forgetPeek()
	fs.overlays.Choose(l, "")
	if above := len(l.Items) - len(f.Entries); len(f.Entries) > 0 {
		l.Select(above + fs.openIn(f))
	}

	fs.folder = f
}

// endOfFolder ends what is read for the list of a folder. What has been read of the selected file stays where no other
// text is on the screen.
func (fs *Files) endOfFolder() {
	fs.jobs.End(jobs.Below)
	if fs.text.Doc != nil {
		fs.forgetPeek()
	}
}

// openIn is which entry of a folder is the file on the screen, from 0; the first where none is.
func (fs *Files) openIn(f *document.FolderError) int {
	d := fs.text.Doc
	if d == nil || d.Path() == "" || !f.OnDisk {
		return 0
	}

	open := slices.IndexFunc(f.Entries, func(e revision.Entry) bool {
		path, err := filepath.Abs(e.Name.Text)
		return err == nil && path == d.Path()
	})
	return max(open, 0)
}

// folderItems are the rows of a folder: one that checks it, the folder above it, and its entries.
func (fs *Files) folderItems(f *document.FolderError) []list.Item {
	var items []list.Item
	if f.OnDisk && !fs.opts.Secure {
		check := func() (tea.Cmd, error) { return nil, fs.check(f.Name.Text) }
		about := "what each agent misses of these files"
		items = append(items, list.Item{Name: "check", Text: about, Take: check})
	}
	if _, ok := f.Above(); ok {
		items = append(items, list.Item{Name: "../", Take: fs.openAbove(f)})
	}

	for _, e := range f.Entries {
		open := func() (tea.Cmd, error) { return fs.openAt(f.Repository, e.Name.Text, 0), nil }
		i := list.Item{Name: e.Base, Text: sizeColumn(e.Size), Take: open}
		i.Path = filepath.Join(f.Name.Text, e.Base)
		switch e.Kind {
		case revision.KindFolder:
			i.Name = e.Base + "/"
			i.Text = ""
		case revision.KindLink:
			i.Text = "symbolic link"
		case revision.KindModule:
			i.Text = "submodule"
			i.Off = "its files are in another repository"
		}

		items = append(items, i)
	}

	return items
}

// sizeColumn is the size of a file, with its digits below those of other files; "" where it is not known.
func sizeColumn(size int64) string {
	const widest = len("1023 KiB")
	if size < 0 {
		return ""
	}
	return fmt.Sprintf("%*s", widest, humanize.Size(size))
}

// openAbove opens the folder above one, where there is one.
func (fs *Files) openAbove(f *document.FolderError) list.Do {
	return func() (tea.Cmd, error) {
		above, ok := f.Above()
		if !ok {
			return nil, errors.New("there is no folder above this one")
		}
		return fs.openAt(f.Repository, above.Text, 0), nil
	}
}

// countOf says how many files and folders there are among entries.
func countOf(entries []revision.Entry) string {
	folders := 0
	for _, e := range entries {
		if e.Kind == revision.KindFolder {
			folders++
		}
	}

	files := len(entries) - folders
	switch {
	case folders == 0 && files == 0:
		return "nothing in it"
	case folders == 0:
		return humanize.Count(int64(files), "file")
	case files == 0:
		return humanize.Count(int64(folders), "folder")
	}
	return humanize.Count(int64(files), "file") + ", " + humanize.Count(int64(folders), "folder")
}

// ShowFolderAgain opens the list of the folder again where there is neither a file on the screen nor anything to choose
// from, such as when the opening of the first file was stopped.
func (fs *Files) ShowFolderAgain() {
	if fs.text.Doc == nil && fs.folder != nil && !fs.overlays.Any() {
		fs.ShowFolder(fs.folder)
	}
}

// leaveEmpty leaves the viewer where it has no file to show.
func (fs *Files) leaveEmpty() tea.Cmd {
	if fs.text.Doc == nil && !fs.jobs.Runs(jobs.Open) {
		return fs.quit()
	}
	return nil
}

// CheckWanted tells that what agents miss of the files of a folder is to be shown.
type CheckWanted struct {
	Options check.Options
	Folder  string
}

// FileEvent implements [textview.Event].
func (CheckWanted) FileEvent() {}

// check asks for what agents miss of the files of a folder. The error is one of the settings.
func (fs *Files) check(folder string) error {
	o, err := fs.opts.Instead.CheckOf(folder)
	if err == nil {
		fs.events.Send(CheckWanted{o, folder})
	}
	return err
}

// Begin opens the list of the folder that the first file is chosen from, if it is.
func (fs *Files) Begin() {
	if fs.folder != nil {
		fs.ShowFolder(fs.folder)
	}
}
