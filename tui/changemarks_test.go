package tui

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/source/revision"
	"eyeline/themes"
	"eyeline/tui/cells"
	"eyeline/tui/document"
	"eyeline/tui/jobs"
	"eyeline/tui/toolrequest"
)

// marked are the marks of the first lines.
func marked(m *model, lines int64) string {
	var b strings.Builder
	for n := int64(1); n <= lines; n++ {
		_, sign := m.file.Text.Changes.ChangeMark(n)
		b.WriteString(sign)
	}
	return b.String()
}

// markedModel is a viewer of sub/a.go without a screen, whose commands are run by hand.
func markedModel(t *testing.T, change func(*Options)) *model {
	t.Helper()
	theme, err := themes.New(themes.DefaultDark, themes.None)
	if err != nil {
		t.Fatal(err)
	}
	opts := Options{
		Request: toolrequest.New(),
		Theme:   theme, Options: cells.Options{TabWidth: 4},
		Keys: keymap.Default(),
	}
	opts.Marks, opts.Base = "auto", "HEAD"
	if change != nil {
		change(&opts)
	}
	d, err := document.Open(filepath.Join("sub", "a.go"), document.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m := newModel(opts, d)
	t.Cleanup(m.close)
	return m
}

// answer runs a command of the change marks and gives the model its answer.
func answer(t *testing.T, m *model, cmd tea.Cmd) {
	t.Helper()
	if cmd == nil {
		t.Fatalf("git is not asked: %s", m.file.Text.Changes.Why)
	}
	m.Update(cmd())
}

// TestChangeMarks: against HEAD, the index and a revision, and off again.
func TestChangeMarks(t *testing.T) {
	git := inRepository(t, "1\n2\n3\n4\n5\n6\n")
	write := func(text string) {
		if err := os.WriteFile("sub/a.go", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	git("tag", "v1")
	write("1\n2\n3\n4\n5\n6\n7\n")
	git("commit", "-qam", "second")
	write("1\ntwo\n3\n5\n6\n7\n")
	git("add", ".")
	write("1\ntwo\n3\n5\n6\n7\nnew\nnewer\n")
	m := markedModel(t, func(o *Options) { o.Base = "v1" })
	answer(t, m, m.file.Text.Changes.BeginMarks())
	if got := marked(m, 9); got != " ~_  +++ " {
		t.Errorf("against v1: %q", got)
	}
	if !m.file.Text.Jobs.Runs(jobs.Repository) {
		t.Error("the repository is not watched")
	}
	if m.file.Text.Changes.BeginMarks() != nil {
		t.Error("asks again")
	}
	answer(t, m, m.file.Text.Changes.NextBase(1, false))
	if got := marked(m, 9); got != " ~_   ++ " || m.note.Text != "change marks against HEAD" || m.file.Text.Changes.ChangesFact() != "2 lines added, 1 line changed, deleted in 1 place against HEAD" {
		t.Errorf("against HEAD: %q, %s, %s", got, m.note.Text, m.file.Text.Changes.ChangesFact())
	}
	answer(t, m, m.file.Text.Changes.NextBase(1, false))
	if got := marked(m, 9); got != "      ++ " || m.note.Text != "change marks against the index" {
		t.Errorf("against the index: %q, %s", got, m.note.Text)
	}
	m.file.Text.Changes.ToggleMarks(1, false)
	if got := marked(m, 9); got != "         " {
		t.Errorf("off: %q", got)
	}
	write("2\n3\n")
	git("commit", "-qam", "third")
	git("rm", "-q", "--cached", "sub/a.go")
	m.file.Text.Changes.Base = "HEAD"
	answer(t, m, m.file.Text.Changes.ToggleMarks(1, false))
	if !m.file.Text.Changes.Known {
		t.Error(m.file.Text.Changes.Why)
	}
}

// TestNoChangeMarks says why where there can be none, and asks git for nothing.
func TestNoChangeMarks(t *testing.T) {
	inRepository(t, "1\n")
	m := markedModel(t, func(o *Options) { o.Marks = "never" })
	if m.file.Text.Changes.BeginMarks() != nil || m.file.Text.Changes.MarksAgain() != nil {
		t.Error("--marks never asks git")
	}
	m = markedModel(t, func(o *Options) { o.Secure = true })
	if m.file.Text.Changes.BeginMarks() != nil || !strings.Contains(m.file.Text.Changes.Why, "--secure") {
		t.Error("--secure asks git")
	}
	m = markedModel(t, nil)
	m.file.Text.Changes.Base = "nothing"
	answer(t, m, m.file.Text.Changes.BeginMarks())
	m.file.Text.Changes.StepChange(1)
	if !strings.HasPrefix(m.note.Text, "no changes are known: ") || marked(m, 1) != " " {
		t.Errorf("a base that is none: %s", m.note.Text)
	}
	t.Setenv("PATH", t.TempDir())
	m = markedModel(t, nil)
	answer(t, m, m.file.Text.Changes.BeginMarks())
	if m.file.Text.Changes.Known {
		t.Error("known without git")
	}
}

// withChanges gives the screen change marks that no git was asked for.
func withChanges(s *screen) {
	s.m.opts.Marks = "auto"
	changes := s.m.file.Text.Changes
	changes.Begun, changes.Known, changes.Why = true, true, ""
	changes.List = []revision.Change{
		{Kind: revision.Changed, First: 3, Last: 4}, {Kind: revision.Added, First: 20, Last: 21},
	}
}

// TestChangeKeys goes from change to change on a screen, and marks are in the gutter.
func TestChangeKeys(t *testing.T) {
	text := ""
	for i := range 60 {
		text += fmt.Sprintf("line %d\n", i+1)
	}
	onScreen(t, written(t, "f.txt", text), 90, 12, func(o *Options) { o.Base = "HEAD" }, func(s *screen) {
		s.keys("B")
		s.m.file.Text.Jobs.End(jobs.Marks)
		s.m.file.Text.Changes.Begun, s.m.file.Text.Changes.Known, s.m.file.Text.Changes.Why = true, true, ""
		s.m.file.Text.Changes.List = []revision.Change{{Kind: revision.Changed, First: 3, Last: 4}, {Kind: revision.Deleted, First: 30, Last: 30}, {Kind: revision.Added, First: 50, Last: 52}}
		s.keys("j", "k")
		s.has("3~│ line 3", "4~│ line 4", "5 │ line 5")
		at := func(want int64) {
			t.Helper()
			if l, _ := s.m.file.Text.File.CursorLine(); l.Number != want {
				t.Errorf("at line %d, not %d", l.Number, want)
			}
		}
		s.keys(".")
		at(3)
		s.keys("2", ".")
		at(50)
		s.has("50+│ line 50")
		s.keys(".")
		s.has("no further change")
		s.keys(",")
		at(30)
		s.has("30_│ line 30")
		s.keys(",", ",")
		s.has("no change before this line")
		at(3)
	})
}

// TestMarksRunNothing: no program that a repository configures is run for the marks of a file that is looked at.
func TestMarksRunNothing(t *testing.T) {
	git := inRepository(t, "1\n")
	ran := filepath.Join(t.TempDir(), "ran")
	for _, key := range []string{"diff.external", "core.fsmonitor", "diff.d.textconv", "diff.d.command", "filter.f.clean", "filter.f.process"} {
		git("config", key, "touch "+ran+"; cat #")
	}
	for _, attributes := range []string{"* diff=d\n", "* filter=f\n"} {
		if err := errors.Join(os.WriteFile(filepath.Join("sub", ".gitattributes"), []byte(attributes), 0o644), os.WriteFile("sub/a.go", []byte("1\n"+attributes), 0o644)); err != nil {
			t.Fatal(err)
		}
		path, err := filepath.Abs("sub/a.go")
		if err != nil {
			t.Fatal(err)
		}
		list, err := revision.Changes(t.Context(), path, "HEAD")
		if _, bad := os.Stat(ran); bad == nil {
			t.Errorf("%q: a program was run", attributes)
		}
		if filtered := strings.Contains(attributes, "filter"); filtered != errors.Is(err, revision.ErrFiltered) || !filtered && len(list) != 1 {
			t.Errorf("%q: %v %v", attributes, list, err)
		}
	}
}

// TestMarksFollowTheRepository: what is committed or staged elsewhere is seen, and what is not stays unasked.
func TestMarksFollowTheRepository(t *testing.T) {
	git := inRepository(t, "1\n2\n")
	if err := os.WriteFile("sub/a.go", []byte("1\ntwo\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	path, err := filepath.Abs("sub/a.go")
	if err != nil {
		t.Fatal(err)
	}
	changes := func(base string, do ...string) bool {
		t.Helper()
		files, err := revision.StateFiles(t.Context(), path, base)
		if err != nil || len(files) == 0 {
			t.Fatal("git does not say what changes with the repository", err)
		}
		before := revision.State(files)
		if len(do) > 0 {
			git(do...)
		}
		return revision.State(files) != before
	}
	for _, c := range []struct {
		base string
		do   []string
		want bool
	}{
		{"HEAD", nil, false},
		{"HEAD", []string{"log"}, false},
		{"", []string{"add", "."}, true},
		{"HEAD", []string{"commit", "-qm", "second"}, true},
		{"HEAD", []string{"checkout", "-q", "-b", "other"}, true},
		{"v1", []string{"tag", "v1"}, true},
		{"other", []string{"pack-refs", "--all"}, true},
	} {
		if got := changes(c.base, c.do...); got != c.want {
			t.Errorf("against %q after git %v: changed is %v", c.base, c.do, got)
		}
	}
	if files, _ := revision.StateFiles(t.Context(), filepath.Join(t.TempDir(), "f"), "HEAD"); files != nil {
		t.Error("outside a repository:", files)
	}
}
