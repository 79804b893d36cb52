package tui

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
	"eyeline/tui/kit/list"
	"eyeline/tui/kit/overlay"
	"eyeline/tui/settingsfile"
)

// t steps through the favourites that have the mode, in their order, and through all tools without one.
func TestTheNextToolIsAFavourite(t *testing.T) {
	t.Parallel()
	steps := func(favourites []string, want ...string) {
		onScreen(t, sample(t), 80, 24, func(o *Options) { o.Favourites = favourites }, func(s *screen) {
			for _, name := range want {
				s.keys("t")
				got := s.m.file.Preview.Request.ToolName()
				if s.m.file.Text.ToolOff {
					got = "none"
				}
				if got != name {
					t.Fatalf("favourites %v: %s, want %s of %v", favourites, got, name, want)
				}
			}
		})
	}
	steps(nil, "sage", "open_file", "byte_window", "none", "codex")
	steps([]string{"open_file", "sage"}, "open_file", "sage", "none", "open_file") // from codex, which is none
	steps([]string{"codex"}, "none", "codex")
	steps([]string{"not-a-tool"}, "sage")
}

// A key of the list makes a tool a favourite and saves that, without a change of anything else in the settings.
func TestTheListKeepsFavourites(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	real, path := filepath.Join(dir, "real.toml"), filepath.Join(dir, "config.toml")
	before := "# mine\nwrap = true # long\n\n[keys]\nquit = \"q\"\n"
	if err := os.WriteFile(real, []byte(before), 0o600); err != nil {
		t.Fatal(err)
	}
	systemtest.Symlink(t, real, path)
	saved := func() string {
		t.Helper()
		f, err := settingsfile.Load(path)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := f.Values["favourites"].(string)
		return text
	}
	onScreen(t, sample(t), 80, 24, func(o *Options) { o.SettingsPath = path }, func(s *screen) {
		s.keys("L", "type:sage", "alt+s")
		s.has("sage +")
		if got := saved(); got != "sage" {
			t.Errorf("saved %q", got)
		}
		s.keys("ctrl+u", "type:open_file", "alt+s", "ctrl+u", "type:favourite")
		s.has("sage +", "open_file +")
		s.lacks("byte_window")
		if got := saved(); got != "sage open_file" {
			t.Errorf("saved %q", got)
		}
		s.keys("ctrl+u", "type:sage", "alt+s")
		s.lacks("sage +")
		s.keys("ctrl+u", "home", "alt+s")
		s.has("only a tool can be a favourite")
		s.keys("esc", "t")
		s.has("open_file · slice")
		s.keys("P", "alt+s")
		s.has("nothing can be a favourite here")
	})
	text, err := os.ReadFile(real)
	if want := strings.Replace(before, "\n\n", "\nfavourites = \"open_file\"\n\n", 1); err != nil || string(text) != want {
		t.Errorf("the file is %q, %v; want %q", text, err, want)
	}
	if info, err := os.Stat(real); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("its mode is %v, %v", info.Mode(), err)
	}
	if _, err := os.Readlink(path); err != nil {
		t.Error(err)
	}
	onScreen(t, sample(t), 80, 24, func(o *Options) { o.SettingsPath, o.Secure = path, true }, func(s *screen) {
		s.keys("L", "type:sage", "alt+s")
		s.has("saving is off")
		if got := saved(); got != "open_file" {
			t.Errorf("saved %q", got)
		}
		s.keys("esc", "P", "type:new=", "enter")
		s.has("saving is off")
	})
	onScreen(t, sample(t), 80, 24, func(o *Options) { o.SettingsPath = filepath.Join(real, "not", "there") }, func(s *screen) {
		s.keys("L", "type:sage", "alt+s")
		s.has("cannot save the favourites")
	})
}

// The list of all tools is filled in tool by tool, for each of them, and can be narrowed by what came.
func TestTheListFillsInForEveryTool(t *testing.T) {
	withEveryTool(t)
	path := written(t, "f.txt", strings.Repeat("a line of text\n", 2500))
	onScreen(t, path, 120, 50, nil, func(s *screen) {
		s.send(key("L"))
		l, open := overlay.Topmost[*overlay.ListPanel](s.m.overlays)
		if !open {
			t.Fatal("the list is not open")
		}
		states := []string{"whole", "part", "cut", "refused", "not known", "not text", "a notice", "a hex dump"}
		filled := func() (n int) {
			for _, i := range l.Items {
				words, _, _ := strings.Cut(i.Text, " · ")
				if slices.ContainsFunc(states, func(state string) bool { return strings.Contains(words, state) }) {
					n++
				}
			}
			return n
		}
		steps := map[int]bool{filled(): true}
		for filled() < len(everyTool) && len(steps) < 100 {
			s.send(<-s.msgs)
			steps[filled()] = true
		}
		if len(steps) != len(everyTool)+1 {
			t.Errorf("the list had %d different numbers of results, of %d tools", len(steps), len(everyTool))
		}
		s.settle()
		s.keys("type:partial")
		for _, i := range l.Matching() {
			if !strings.Contains(i.Text, "partial") {
				t.Errorf("%s is in the list of partial reads: %s", i.Name, i.Text)
			}
		}
	})
}

// Enter takes each of the tools, whatever its modes are.
func TestTheListTakesEveryTool(t *testing.T) {
	withEveryTool(t)
	onScreen(t, written(t, "f.txt", "a line\n"), 80, 20, func(o *Options) { o.NoTokens = true }, func(s *screen) {
		for _, tool := range tools.AllVersions() {
			s.send(key("L"))
			l, _ := overlay.Topmost[*overlay.ListPanel](s.m.overlays)
			l.Input.Set(tool.Name)
			l.Select(slices.IndexFunc(l.Matching(), func(i list.Item) bool { return i.Name == tool.Name }))
			s.keys("enter")
			if s.m.file.Preview.Request.ToolName() != tool.Name {
				t.Errorf("%s is taken, %s is on:\n%s", tool.Name, s.m.file.Preview.Request.ToolName(), s.text())
			}
		}
	})
}

// Favourites that were changed while others could not be saved are saved all the same, with those.
func TestFavouritesAreSavedAfterAFault(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "config.toml")
	onScreen(t, sample(t), 80, 24, func(o *Options) { o.SettingsPath = path }, func(s *screen) {
		tools := s.m.file.ToolPanels.Tools
		var l list.List
		favour := func(name string) tea.Cmd {
			save, err := tools.ToggleFavourite(&l, name)
			if err != nil {
				t.Error(err)
			}
			return save
		}
		save := favour("sage")
		more := favour("codex")
		if err := os.Mkdir(path, 0o700); err != nil { // what cannot be written
			t.Fatal(err)
		}
		fault := save()
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		s.send(fault)
		s.send(more())
		s.settle()
		f, err := settingsfile.Load(path)
		if err != nil || f.Values["favourites"] != "sage codex" {
			t.Errorf("%v, %v", f.Values, err)
		}
	})
}

// What was changed in the settings while the viewer ran stays: other favourites, presets and settings.
func TestFavouritesChangedElsewhereStay(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(path, []byte("favourites = \"codex sage\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	onScreen(t, sample(t), 80, 24, func(o *Options) { o.SettingsPath, o.Favourites = path, []string{"codex", "sage"} }, func(s *screen) {
		elsewhere := "wrap = true\nfavourites = \"sage, byte_window\" # mine\n\n[presets.p]\ntool = \"sage\"\n"
		if err := os.WriteFile(path, []byte(elsewhere), 0o600); err != nil {
			t.Fatal(err)
		}
		s.keys("L", "type:open_file", "alt+s", "ctrl+u", "type:sage", "alt+s")
		text, err := os.ReadFile(path)
		if want := strings.Replace(elsewhere, "sage, byte_window", "byte_window open_file", 1); err != nil || string(text) != want {
			t.Errorf("the file is %q, %v; want %q", text, err, want)
		}
		s.keys("esc", "P", "type:mine=", "enter")
		f, err := settingsfile.Load(path)
		if err != nil || f.Presets["p"] == nil || f.Presets["mine"] == nil || f.Values["favourites"] != "byte_window open_file" {
			t.Errorf("%v and %v, %v", f.Values, f.Presets, err)
		}
	})
}

// TestADroppedToolComesLast: a tool that its agent has dropped is chosen by its name only where no living one matches
// likewise, and its row says until when it was in use.
func TestADroppedToolComesLast(t *testing.T) {
	systemtest.SkipOnWindows(t, "no shell is imitated")
	withEveryTool(t)
	codex, _ := tools.Lookup("codex")
	defer func(was tools.Origin) { codex.Origin = was }(codex.Origin)
	codex.Origin.Use = tools.Ended
	onScreen(t, sample(t), 80, 24, func(o *Options) { o.Favourites = nil }, func(s *screen) {
		s.keys("L", "type:codex")
		s.has("▸ codex_exec", "   codex until March 2026 ", " 0 %")
		s.keys("enter")
		s.has("codex_exec · slice tool ")
		s.keys("L", "type:march 2026", "enter")
		s.has("codex · slice tool ", "until March 2026")
	})
	onScreen(t, sample(t), 80, 24, func(o *Options) { o.Favourites = []string{"codex", "sage"} }, func(s *screen) {
		s.keys("t", "t")
		s.has("sage · favourite 2 of 2 · ")
	})
}
