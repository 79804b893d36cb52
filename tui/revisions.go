package tui

import (
	"context"
	"path/filepath"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/source/revision"
	"eyeline/tui/jobs"
	"eyeline/tui/list"
)

// The list of the commits that changed the file, each of which opens the file as of it.

// mostRevisions is how many commits are listed.
const mostRevisions = 1000

// noRevisions says why the file cannot have revisions; "" when it can.
func (m *Model) noRevisions() string {
	switch d := m.doc; {
	case d.Path() == "":
		return "what is piped has no revisions"
	case m.opts.Secure:
		return "opening other files is off: the viewer runs with --secure"
	}
	return ""
}

// listRevisions opens the list of the commits that changed the file, which git finds in the background.
func (m *Model) listRevisions(int64, bool) tea.Cmd {
	d := m.doc
	l := &listPanel{reads: jobs.Revisions, List: list.List{
		Noun: "revision", Title: "revisions of " + plain(filepath.Base(d.Path())), Missing: "asking git…", Hint: "a commit, a date, an author, words of the title",
	}}
	m.choose(l, "")
	path, from := d.Path(), ""
	if n, ok := revision.Parse(d.Revision()); ok {
		from = n.Rev
	}
	dir := "" // a directory of the repository
	return jobs.Try(m.jobs, jobs.Revisions, func(ctx context.Context) ([]revision.Commit, error) {
		dir = revision.Existing(path)
		return revision.Log(ctx, path, from, mostRevisions)
	}, func(commits []revision.Commit, err error) tea.Cmd {
		m.fillRevisions(l, dir, commits, err)
		return nil
	})
}

// fillRevisions fills the list in. dir is a directory of the repository.
func (m *Model) fillRevisions(l *listPanel, dir string, commits []revision.Commit, err error) {
	d := m.doc
	switch {
	case !m.isOpen(l):
		return
	case err != nil:
		l.Missing = "git lists none: " + plain(err.Error())
		return
	case len(commits) == 0:
		l.Missing = "no commit has this file"
		return
	}
	if d.Revision() != "" {
		path := d.Path()
		l.Items = append(l.Items, list.Item{Name: "work tree", Text: "the file as it is now", Take: func() (tea.Cmd, error) {
			return m.openIn("", path), nil
		}})
	}
	for _, c := range commits {
		i := list.Item{Name: plain(c.Short), Text: plain(c.Date + "  " + c.Title + "  (" + c.Author + ")")}
		if name := c.ID + ":" + c.Path; c.Path == "" {
			i.Off = "this commit removed the file"
		} else if _, ok := revision.Parse(name); !ok {
			i.Off = "a path of that form cannot be named"
		} else {
			i.Take = func() (tea.Cmd, error) { return m.openIn(dir, name), nil }
		}
		if strings.HasPrefix(d.Revision(), c.ID+":") && l.Input.Text() == "" { // its place among those that match is not known else
			l.Select(len(l.Items))
		}
		l.Items = append(l.Items, i)
	}
	if len(commits) == mostRevisions {
		l.Title += " · the newest " + group(mostRevisions)
	}
}

// watchRepository looks now and then whether the repository is still as it was when the changes were computed.
func (m *Model) watchRepository(files []string, state string) tea.Cmd {
	return jobs.Ask(m.jobs, jobs.Repository, func(ctx context.Context) error {
		for revision.State(files) == state && rest(ctx, watchSlow) {
		}
		return nil
	}, func(error) tea.Cmd { return m.marksAgain() })
}

// repositoryState is what tells whether a repository is as it was; no files when git does not say.
func repositoryState(ctx context.Context, path, base string) (files []string, state string) {
	files, err := revision.StateFiles(ctx, path, base)
	if err != nil {
		return nil, ""
	}
	return files, revision.State(files)
}
