package tui

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/source/revision"
	"eyeline/tui/list"
	"eyeline/tui/stamp"
)

// The list of the commits that changed the file, each of which opens the file as of it.

// mostRevisions is how many commits are listed.
const mostRevisions = 1000

// revisionsMsg brings the commits that changed the file.
type revisionsMsg struct {
	stamp.Stamp
	list    *listPanel
	dir     string // a directory of the repository
	commits []revision.Commit
	err     error
}

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
	l := &listPanel{reads: jobRevisions, List: list.List{
		Noun: "revision", Title: "revisions of " + plain(filepath.Base(d.Path())), Missing: "asking git…", Hint: "a commit, a date, an author, words of the title",
	}}
	m.choose(l, "")
	ctx, x := m.start(jobRevisions)
	path, from := d.Path(), ""
	if n, ok := revision.Parse(d.Revision()); ok {
		from = n.Rev
	}
	return func() tea.Msg {
		msg := revisionsMsg{Stamp: x, list: l, dir: revision.Existing(path)}
		msg.commits, msg.err = revision.Log(ctx, path, from, mostRevisions)
		return msg
	}
}

// handleRevisions fills the list in.
func (m *Model) handleRevisions(msg revisionsMsg) tea.Cmd {
	m.jobs.end(jobRevisions)
	l, d := msg.list, m.doc
	switch {
	case !slices.ContainsFunc(m.overlays, func(o overlay) bool { return o == l }):
		return nil
	case msg.err != nil:
		l.Missing = "git lists none: " + plain(msg.err.Error())
		return nil
	case len(msg.commits) == 0:
		l.Missing = "no commit has this file"
		return nil
	}
	if d.Revision() != "" {
		path := d.Path()
		l.Items = append(l.Items, list.Item{Name: "work tree", Text: "the file as it is now", Take: func() (tea.Cmd, error) {
			return m.openIn("", path), nil
		}})
	}
	for _, c := range msg.commits {
		i := list.Item{Name: plain(c.Short), Text: plain(c.Date + "  " + c.Title + "  (" + c.Author + ")")}
		if name := c.ID + ":" + c.Path; c.Path == "" {
			i.Off = "this commit removed the file"
		} else if _, ok := revision.Parse(name); !ok {
			i.Off = "a path of that form cannot be named"
		} else {
			i.Take = func() (tea.Cmd, error) { return m.openIn(msg.dir, name), nil }
		}
		if strings.HasPrefix(d.Revision(), c.ID+":") && l.Input.Text() == "" { // its place among those that match is not known else
			l.Select(len(l.Items))
		}
		l.Items = append(l.Items, i)
	}
	if len(msg.commits) == mostRevisions {
		l.Title += " · the newest " + group(mostRevisions)
	}
	return nil
}

// repositoryMsg says that the revision that change marks are against may be another.
type repositoryMsg struct{ stamp.Stamp }

// watchRepository looks now and then whether the repository is still as it was when the changes were computed.
func (m *Model) watchRepository(files []string, state string) tea.Cmd {
	ctx, x := m.start(jobRepository)
	return func() tea.Msg {
		for revision.State(files) == state {
			if !rest(ctx, watchSlow) {
				return nil
			}
		}
		if ctx.Err() != nil {
			return nil
		}
		return repositoryMsg{x}
	}
}

// repositoryState is what tells whether a repository is as it was; no files when git does not say.
func repositoryState(ctx context.Context, path, base string) (files []string, state string) {
	files, err := revision.StateFiles(ctx, path, base)
	if err != nil {
		return nil, ""
	}
	return files, revision.State(files)
}
