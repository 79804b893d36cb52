package tui

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/lineindex"
	"eyeline/reader/source/revision"
	"eyeline/reader/tools"
	"eyeline/tui/document"
	"eyeline/tui/jobs"
	"eyeline/tui/pane"
)

// opened is another file, opened in the background.
type opened struct {
	path string
	// under is the folder that a relative path is in which does not name a revision; "" is the working directory.
	under string
	in    string // a directory of the repository that a revision is looked for in; "" is the working directory
	at    int    // the index of path in opts.Paths
	add   bool   // it is not in the list yet
	doc   *document.Document
	err   error
}

// Free implements [jobs.Freer].
func (o opened) Free() {
	if o.doc != nil {
		o.doc.Close()
	}
}

// otherFile opens the file that many steps along the command line's list.
func (m *Model) otherFile(step int) tea.Cmd {
	to := m.goFrom + step
	if to < 0 || to >= len(m.opts.Paths) {
		if len(m.opts.Paths) < 2 {
			m.say("there is no other file")
		} else if step > 0 {
			m.say("this is the last file")
		} else {
			m.say("this is the first file")
		}
		return nil
	}
	return m.open(opened{path: m.opts.Paths[to], in: m.repositories[m.opts.Paths[to]], at: to})
}

// open opens a file in the background and shows it; f says which.
func (m *Model) open(f opened) tea.Cmd {
	root, limit := m.opts.Root, m.opts.SpoolLimit
	return jobs.Ask(m.jobs, jobs.Open, func(context.Context) opened {
		if _, ofRevision := revision.Named(f.path); f.under != "" && !ofRevision {
			f.path = filepath.Join(f.under, f.path)
		}
		f.doc, f.err = document.Open(f.path, document.Options{Repository: f.in, Root: root, Limit: limit})
		return f
	}, m.showOpened)
}

// openPath opens another file, which comes into the list after the one shown if it can be opened.
func (m *Model) openPath(path string) tea.Cmd {
	if m.secure("opening other files is off") {
		return nil
	}
	path, err := typedPath(path)
	if err != nil {
		m.warn(plain(err.Error()))
		return nil
	}
	under := ""
	if m.doc != nil && !m.toolOff && !filepath.IsAbs(path) && m.req.Tool().Paths != tools.PathAbsolute {
		under = m.doc.Root()
	}
	return m.openNext(opened{path: path, under: under})
}

// openIn is openPath for a whole path, or a revision in the repository of a directory.
func (m *Model) openIn(repository, path string) tea.Cmd {
	if m.secure("opening other files is off") {
		return nil
	}
	return m.openNext(opened{path: path, in: repository})
}

// openNext opens a file in the background that comes into the list after the one shown.
func (m *Model) openNext(f opened) tea.Cmd {
	f.at, f.add = min(m.at+1, len(m.opts.Paths)), true
	return m.open(f)
}

// fileArgument is the file that ":e FILE" names.
func fileArgument(text string) (path string, ok bool) {
	name, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	return strings.TrimSpace(rest), name == "e" || name == "E" || name == "examine" || name == "edit"
}

// showOpened shows a file that has been opened, on a sheet of its own.
func (m *Model) showOpened(f opened) tea.Cmd {
	var folder *document.FolderError
	if errors.As(f.err, &folder) {
		m.showFolder(folder)
		return nil
	}
	if f.err != nil {
		m.warn(OpenError(f.path, f.err))
		if m.doc == nil && m.folder != nil {
			m.showFolder(m.folder) // so that there is something to choose
		}
		if !f.add {
			m.goFrom = f.at // so that the next step skips the file that cannot be opened
		}
		return nil
	}
	if f.in != "" {
		if m.repositories == nil {
			m.repositories = map[string]string{}
		}
		m.repositories[f.path] = f.in
	}
	if f.add {
		m.opts.Paths = slices.Insert(slices.Clone(m.opts.Paths), f.at, f.path)
	}
	old := m.sheet
	m.sheet, m.at, m.goFrom = old.next(f.doc), f.at, f.at
	m.keepComparison(old.beside)
	old.release()
	m.dropOfFile()
	m.setCellOptions()
	m.formWords()
	return tea.Batch(func() tea.Msg { old.free(); return nil }, m.listen(), m.watch(), m.chooseLanguage(), m.arrange(),
		m.file.Show(m.documentText(), pane.To(0, pane.Top)), m.read(thenNothing))
}

// refreshSource looks at the file again, and says how that went.
func (m *Model) refreshSource() tea.Cmd {
	if m.doc == nil {
		return nil
	}
	d := m.doc
	return jobs.Later(m.jobs, func() error { return d.Reload() }, func(err error) tea.Cmd {
		if err != nil {
			m.warn("cannot read the file again: " + plain(err.Error()))
		} else {
			m.say("read again")
		}
		return nil
	})
}

// firstMove is where the screen opens: the place given on the command line, or the window's place.
func (m *Model) firstMove() pane.Move {
	if m.startAt != (Start{}) && (m.startAt != Start{Pattern: m.startAt.Pattern}) {
		return m.moveTo(m.startAt)
	}
	switch place := m.req.Place(); {
	case m.toolOff:
	case m.req.Mode() == tools.ModeBytes:
		return pane.To(place, pane.Top)
	case place > 1:
		return m.toLine(place, pane.Middle)
	}
	return pane.To(0, pane.Top)
}

// moveTo is the move to a place of the command line.
func (m *Model) moveTo(at Start) pane.Move {
	d, top := m.doc, pane.Top
	if m.req.Mode() == tools.ModeBlock && !m.toolOff {
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
		return m.toLine(at.Line, top)
	}
	return pane.To(0, pane.Top)
}

// toLine is a move to a line, counted in the background as far as the index does not reach.
func (m *Model) toLine(line int64, w pane.Where) pane.Move {
	view, lines := m.doc.Shown().Bytes(), m.doc.Shown().Lines()
	return pane.ToFound(func(ctx context.Context) (int64, error) {
		off, _, found, err := lineindex.FindLine(ctx, view, lines, line)
		if err == nil && !found {
			off = max(view.Size()-1, 0)
		}
		return off, err
	}, w)
}

// OpenError is one sentence about a file that cannot be opened.
func OpenError(path string, err error) string {
	switch {
	case os.IsNotExist(err):
		return plain(path) + ": no such file"
	case os.IsPermission(err):
		return plain(path) + ": permission denied"
	}
	text := plain(err.Error())
	if !strings.Contains(text, plain(path)) {
		text = plain(path) + ": " + text
	}
	return text
}
