package filelist

import (
	"context"
	"path/filepath"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/source/revision"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/list"
	"eyeline/tui/kit/overlay"
)

// The list of the commits that changed the file, each of which opens the file as of it.

// maxRevisions is how many commits are listed.
const maxRevisions = 1000

// ListRevisions opens the list of the commits that changed the file, which git finds in the background.
func (fs *Files) ListRevisions(int64, bool) tea.Cmd {
	d := fs.text.Doc
	l := &overlay.ListPanel{End: func() { fs.jobs.End(jobs.Revisions) }, List: list.New(
		"revisions of "+cells.Sanitize(filepath.Base(d.Path())),
		list.Config{Noun: "revision", Hint: "a commit, a date, an author, words of the title"},
	)}
	l.SetMissing("asking git…")
	fs.overlays.Choose(l, "")
	path := d.Path()
	from := ""
	if n, ok := revision.Parse(d.Revision()); ok {
		from = n.Rev
	}

	dir := "" // a directory of the repository
	return jobs.Try(fs.jobs, jobs.Revisions, func(ctx context.Context) ([]revision.Commit, error) {
		dir, _ = revision.Existing(path)
		return revision.Log(ctx, path, from, maxRevisions)
	}, func(commits []revision.Commit, err error) tea.Cmd {
		fs.FillRevisions(l, dir, commits, err)
		return nil
	})
}

// FillRevisions fills the list in. dir is a directory of the repository.
func (fs *Files) FillRevisions(l *overlay.ListPanel, dir string, commits []revision.Commit, err error) {
	d := fs.text.Doc
	switch {
	case err != nil:
		l.SetMissing("git lists none: " + cells.Sanitize(err.Error()))
		return
	case len(commits) == 0:
		l.SetMissing("no commit has this file")
		return
	}

	items := make([]list.Item, 0, len(commits)+1)
	if d.Revision() != "" {
		path := d.Path()
		take := func() (tea.Cmd, error) { return fs.openAt("", path, fs.here()), nil }
		items = append(items, list.Item{Name: "work tree", Text: "the file as it is now", Take: take})
	}

	for _, c := range commits {
		i := list.Item{Name: c.Short, Text: c.Date + "  " + c.Title + "  (" + c.Author + ")"}
		name := c.ID + ":" + c.Path
		if c.Path == "" {
			i.Off = "this commit removed the file"
		} else if _, ok := revision.Parse(name); !ok {
			i.Off = "a path of that form cannot be named"
		} else {
			i.Take = func() (tea.Cmd, error) { return fs.openAt(dir, name, fs.here()), nil }
		}

		// Its place among those that match is not known once something is typed.
		if strings.HasPrefix(d.Revision(), c.ID+":") && l.Input.Text() == "" {
			l.Select(len(items))
		}

		items = append(items, i)
	}
	l.Offer(items)

	if len(commits) == maxRevisions {
		l.AddToTitle("the newest " + humanize.Group(maxRevisions))
	}
}
