package tui

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/themes"
	"eyeline/tui/file/document"
	"eyeline/tui/file/filelist"
	"eyeline/tui/file/textview"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/list"
	"eyeline/tui/kit/overlay"
)

// inRepository makes a git repository with a commit of sub/a.go and goes there. It returns a function that runs git.
func inRepository(t *testing.T, text string) func(args ...string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	t.Chdir(t.TempDir())
	git := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=e"}, args...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	if err := errors.Join(os.Mkdir("sub", 0o755), os.WriteFile("sub/a.go", []byte(text), 0o644)); err != nil {
		t.Fatal(err)
	}
	git("init", "-q", "-b", "main")
	git("add", ".")
	git("commit", "-qm", "first")
	return git
}

// complete opens a file of a revision and waits for all of it.
func complete(name, root string) (*document.Document, error) {
	d, err := document.Open(name, document.Options{Root: root})
	if err != nil {
		return nil, err
	}
	for !d.Raw().Source().Snapshot().Complete {
	}
	d.Refresh()
	return d, nil
}

// TestRevisionIsNoPipe: a file of a revision is copied as any file is, and takes no colours of its text, as what is
// piped does.
func TestRevisionIsNoPipe(t *testing.T) {
	inRepository(t, "package a\n")
	d, err := complete("HEAD:sub/a.go", "")
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	opts := Options{}
	opts.ANSI = "auto"
	if textview.OwnColours(&opts, d) {
		t.Error("takes colours of the text, as from a pipe")
	}
	var out strings.Builder
	if err := errors.Join(copyFile(t.Context(), "HEAD:sub/a.go", &out), copyFile(t.Context(), "HEAD:", &out)); err != nil || out.String() != "package a\nsub/\n" {
		t.Errorf("copied: %q %v", out.String(), err)
	}
}

func TestRevisionScreen(t *testing.T) {
	inRepository(t, "package a\n\nvar old = 1\n")
	onDocument(t, func(o Options) (*document.Document, error) { return complete("HEAD:sub/a.go", o.Root) }, 110, 12, func(o *Options) {
		o.Paths = []string{"HEAD:sub/a.go"}
	}, func(s *screen) {
		s.later()
		s.has("HEAD:sub/a.go", "Go", "var old = 1")
		s.keys("x")
		if len(s.copied) != 1 || !strings.Contains(s.copied[0], `/sub/a.go"`) || !strings.HasSuffix(s.copied[0], " HEAD:sub/a.go") {
			t.Errorf("the command: %q", s.copied)
		}
		s.keys("v")
		s.has("a file of a git revision cannot be edited")
	})
}

// TestStoppingTheFirstFile: where the opening of the first file of a folder is stopped, the folder is there to choose
// from again.
func TestStoppingTheFirstFile(t *testing.T) {
	inRepository(t, "package a\n")
	_, err := document.Open("HEAD:sub/", document.Options{})
	var folder *document.FolderError
	if !errors.As(err, &folder) {
		t.Fatal(err)
	}
	for _, stop := range []tea.KeyType{tea.KeyEsc, tea.KeyCtrlC} {
		theme, err := themes.New(themes.DefaultDark, themes.None)
		if err != nil {
			t.Fatal(err)
		}
		m := newModel(Options{
			Theme: theme,
		}, nil)
		m.file.Files.Choose(folder)
		m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
		m.Update(tea.KeyMsg{Type: tea.KeyEnter}) // whose answer does not come
		if _, open := overlay.Topmost[*overlay.ListPanel](m.overlays); open || !m.file.Text.Jobs.Runs(jobs.Open) {
			t.Fatalf("no file is being opened: list %v, leaving %v, typed %+v\n%s", open, m.leaving, m.typed, m.View())
		}
		m.Update(tea.KeyMsg{Type: stop})
		if l, open := overlay.Topmost[*overlay.ListPanel](m.overlays); !open || !strings.HasPrefix(l.Title, "HEAD:sub/") || m.file.Text.Jobs.Runs(jobs.Open) {
			t.Errorf("after %v the screen is empty:\n%s", stop, m.View())
		}
	}
}

// TestFolderOfRevision: a folder of a revision opens as a list, from which a file or another folder is chosen.
func TestFolderOfRevision(t *testing.T) {
	inRepository(t, "package a\n")
	_, err := document.Open("HEAD:", document.Options{})
	var folder *document.FolderError
	if !errors.As(err, &folder) {
		t.Fatal(err)
	}
	m := newModel(Options{}, nil)
	m.file.Files.ShowFolder(folder)
	l, ok := overlay.Topmost[*overlay.ListPanel](m.overlays)
	if !ok || len(l.Items) != 1 || l.Items[0].Name != "sub/" {
		t.Fatalf("%+v", l)
	}
	if cmd := l.Ended(nil, list.Left); cmd == nil || !m.leaving {
		t.Error("without a file, closing the list leaves an empty screen")
	}
	m = newModel(Options{}, nil)
	m.file.Files.ShowFolder(folder)
	l, _ = overlay.Topmost[*overlay.ListPanel](m.overlays)
	cmd, err := l.Items[0].Take()
	if err != nil {
		t.Fatal(err)
	}
	m.Update(cmd())
	l = m.overlays.Top().(*overlay.ListPanel)
	if first, _ := l.Selected(); l.Title != "HEAD:sub/ · 1 file" || l.Items[0].Name != "../" || first.Name != "a.go" || l.Items[1].Text != "    10 B" {
		t.Errorf("%+v", l)
	}
	if cmd, err = l.Items[0].Take(); err != nil {
		t.Fatal(err)
	}
	m.Update(cmd())
	if up := m.overlays.Top().(*overlay.ListPanel); up.Title != "HEAD: · 1 folder" || up.Items[0].Name != "sub/" {
		t.Errorf("%+v", up)
	}
	if cmd, err = l.Items[1].Take(); err != nil {
		t.Fatal(err)
	}
	if f := answered[filelist.Opened](t, cmd()); f.Err != nil || f.Doc.Name() != "HEAD:sub/a.go" {
		t.Errorf("%+v", f)
	} else {
		f.Free()
	}
}

// TestEditCommand: ":e FILE" opens a file, of a revision too.
func TestEditCommand(t *testing.T) {
	t.Parallel()
	onScreen(t, sample(t), 100, 12, nil, func(s *screen) {
		s.keys(":", "type:e "+written(t, "other.go", "package other\n"), "enter")
		s.later()
		s.has("package other")
		s.keys(":", "type:e none:such", "enter")
		s.later()
		s.has(`no such file, and`)
	})
}

// TestRevisions: the commits that changed a file are listed, across a renaming, from a folder outside the repository
// too, and each opens the file as it was.
func TestRevisions(t *testing.T) {
	git := inRepository(t, "package a\n\nfunc a() {\n}\n")
	git("mv", "sub/a.go", "sub/b.go")
	git("commit", "-qm", "rename it")
	if err := os.WriteFile("sub/b.go", []byte("package b\n\nfunc a() {\n}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	git("commit", "-qam", "change it")
	path, err := filepath.Abs("sub/b.go")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	doc, err := document.Open(path, document.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m := newModel(Options{
		Paths:   []string{path},
		Request: toolrequest.New(),
		Panes:   "file",
		Keys:    keymap.Default(),
	}, doc)
	defer func() { m.close() }()
	begin := func() *overlay.ListPanel {
		t.Helper()
		cmd := m.file.Files.ListRevisions(1, false)
		m.Update(cmd())
		l, ok := overlay.Topmost[*overlay.ListPanel](m.overlays)
		if !ok || len(l.Items) < 3 {
			t.Fatalf("%+v", l)
		}
		return l
	}
	l := begin()
	if texts := l.Items[0].Text + l.Items[1].Text + l.Items[2].Text; !strings.Contains(texts, "change it") || !strings.Contains(texts, "rename it") || !strings.Contains(texts, "first") {
		t.Error(texts)
	}
	cmd, end := l.TakeNamed(l.Items[2].Name)
	if end == list.Open {
		t.Fatal(l.Bad)
	}
	m.Update(l.Ended(cmd, end)())
	if d := m.file.Text.Doc; !strings.HasSuffix(d.Name(), ":sub/a.go") || d.Repository() == "" {
		t.Fatalf("%q %q; %s", d.Name(), d.Repository(), m.note.Text)
	}
	if rev, name := m.file.ShownName(); len(rev) != 11 || rev[:10] != m.file.Text.Doc.Name()[:10] || name != "sub/a.go" {
		t.Errorf("called %q %q", rev, name)
	}
	l = begin()
	if i, _ := l.Selected(); l.Items[0].Name != "work tree" || !strings.Contains(i.Text, "first") {
		t.Errorf("%+v of %+v", i, l.Items)
	}
	m.overlays.Drop(l)
	asked := m.file.Files.ListRevisions(1, false)
	l, _ = overlay.Topmost[*overlay.ListPanel](m.overlays)
	l.Input.Set("it") // before git answers
	m.Update(asked())
	if i, _ := l.Selected(); i.Name != "work tree" || len(l.Matching()) != 2 {
		t.Errorf("of those that match what is typed not the first is selected, but %+v", i)
	}
	m.overlays.Drop(l)
	msg := m.file.Files.OtherFile(-1)()
	if f := answered[filelist.Opened](t, msg); f.Err != nil || f.Doc.Name() != path {
		t.Errorf("%+v", f)
	}
	m.Update(msg)
	if f := answered[filelist.Opened](t, m.file.Files.OtherFile(1)()); f.Err != nil {
		t.Errorf("back to the revision: %v", f.Err)
	} else {
		f.Free()
	}
}

// TestARevisionOpensAtTheLine: the file as of a commit is shown where a person was in it.
func TestARevisionOpensAtTheLine(t *testing.T) {
	inRepository(t, numbered(300))
	onScreen(t, "sub/a.go", 80, 24, nil, func(s *screen) {
		s.keys("150", "G", "ctrl+r")
		s.has("first")
		s.keys("enter")
		s.has("▸ 150", ":sub/a.go")
		s.keys("q")
	})
}
