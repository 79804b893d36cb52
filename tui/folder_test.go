package tui

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/tools"
	"eyeline/tui/file/document"
)

// TestAFolderIsChosenFrom lists a folder of the disk: its check first, files and folders to open, and none of git's.
func TestAFolderIsChosenFrom(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"sub/inner.txt", ".git/config", "one.txt"} {
		err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte("text of "+name+"\n"), 0o644))
		if err != nil {
			t.Fatal(err)
		}
	}
	_, err := document.Open(".", document.Options{})
	var folder *document.FolderError
	if !errors.As(err, &folder) {
		t.Fatalf("a folder is opened with %v", err)
	}
	onDocument(t, func(Options) (*document.Document, error) { return nil, nil }, 80, 24, func(o *Options) {
		o.Paths = []string{"."}
	}, func(s *screen) {
		s.m.file.Files.ShowFolder(folder)
		s.send(tea.WindowSizeMsg{Width: 80, Height: 24})
		s.settle()
		s.has("── first lines of one.txt ─", "\n text of one.txt", "── this folder · 1 file, 1 folder ─", " 3 of 4 ─", "\n   check  ", "\n   ../", "▸ one.txt", " 16 B\n", "sub/")
		s.keys("down")
		s.has("── names in sub/ ─", "\n inner.txt")
		s.keys("up", "up")
		s.lacks("first lines", "text of")
		s.keys("down")
		s.has("text of one.txt")
		s.lacks(".git")
		s.keys("type:sb", "enter")
		s.has("── sub", "▸ inner.txt", "text of sub/inner.txt")
		s.keys("x", "backspace", "backspace") // what is typed, then up a folder
		s.has("one.txt")
		s.lacks("sub/inner.txt") // files below the folder come with what is typed
		s.keys("type:zzzz")
		s.lacks("first lines", "text of")
		s.keys("ctrl+u")
		s.keys("type:ner")
		s.has("▸ sub/inner.txt", " 22 B\n", "1 file")
		s.keys("enter")
		s.has("text of sub/inner.txt")
		s.keys("ctrl+o")
		s.has("▸ inner.txt")
		s.keys("backspace") // the folder above
		s.has("▸ one.txt", "── first lines of one.txt ─", "\n text of one.txt")
		s.lacks("text of sub/inner.txt")
		s.keys("esc")
		s.lacks("first lines of one.txt")
		s.has("text of sub/inner.txt")
		s.keys(":", "type:e .", "enter")
		s.has("── this folder")
		s.keys("type:one", "enter")
		s.has("text of one.txt")
		s.keys(":", "type:e sub", "enter")
		s.has("── sub")
		s.keys("up", "enter")
		s.has("── this folder")
	})
}

// TestAnEmptyFolder: the rows that check it and that lead out of it are no files.
func TestAnEmptyFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	_, err := document.Open(".", document.Options{})
	var folder *document.FolderError
	if !errors.As(err, &folder) {
		t.Fatalf("a folder is opened with %v", err)
	}
	onDocument(t, func(Options) (*document.Document, error) { return nil, nil }, 80, 24, func(o *Options) {
		o.Paths = []string{"."}
	}, func(s *screen) {
		s.m.file.Files.ShowFolder(folder)
		s.send(tea.WindowSizeMsg{Width: 80, Height: 24})
		s.has("── this folder · nothing in it ─", " 1 of 2 ─", "▸ check", "../")
	})
}

// TestTheTitleSaysThatAToolIsGone: the date stands in the title where there is room for it beside the arguments.
func TestTheTitleSaysThatAToolIsGone(t *testing.T) {
	t.Parallel()
	codex, _ := tools.Lookup("codex")
	codex.Origin.Use = tools.Ended
	defer func() { codex.Origin.Use = "" }()
	for _, width := range []int{120, 160} {
		onScreen(t, sample(t), width, 10, nil, func(s *screen) {
			s.has("until March 2026 · codex")
			s.keys("L", "type:sage", "enter")
			s.lacks("until")
		})
	}
}

// TestTwoKeysLeave: Z redoes as long as there is something to redo, says so when there is not, and then leaves.
func TestTwoKeysLeave(t *testing.T) {
	t.Parallel()
	for _, tool := range []bool{true, false} {
		onScreen(t, sample(t), 80, 10, func(o *Options) { o.NoTool = !tool }, func(s *screen) {
			if tool {
				s.keys("+", "z", "Z")
				s.has("limit 3000")
			}
			s.keys("Z", "j", "Z")
			if s.quit {
				t.Fatal("Z alone leaves")
			}
			s.keys("Z")
			if !s.quit {
				t.Errorf("ZZ does not leave, with a tool %v", tool)
			}
		})
	}
}
