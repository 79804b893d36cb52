package tui

import (
	"errors"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/systemtest"
	"eyeline/tui/file/document"
)

// TestWrongSettingsAreSaidOnEveryScreen: also where no file is shown, until the first key.
func TestWrongSettingsAreSaidOnEveryScreen(t *testing.T) {
	systemtest.SkipOnWindows(t, "no shell is imitated")
	const warning = "settings not read: theme takes no 5"
	warned := func(o *Options) { o.Warning = warning + " (config.toml:1:1)" }
	said := func(s *screen) {
		s.t.Helper()
		s.has(warning)
		s.keys("down")
		s.lacks(warning)
	}

	onContext(t, 80, 24, warned, func(s *screen, _ string) { said(s) })
	onSearch(t, askedFor(t, searched(t), "needle"), 80, 24, warned, said)
	onCheck(t, checked(t), 80, 24, warned, said)

	t.Chdir(t.TempDir())
	_, err := document.Open(".", document.Options{})
	folder, ok := errors.AsType[*document.FolderError](err)
	if !ok {
		t.Fatal(err)
	}
	none := func(Options) (*document.Document, error) { return nil, nil }
	onDocument(t, none, 80, 24, func(o *Options) {
		o.Paths = []string{"."}
		warned(o)
	}, func(s *screen) {
		s.m.file.Files.Choose(folder)
		s.m.ready = false // as before the terminal's size is known
		s.send(tea.WindowSizeMsg{Width: 80, Height: 24})
		s.has(warning)
	})
}
