package tui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/kit/jobs"
)

// TestEachKindOfJob runs a job of each kind alone and checks what the table promises of it: what Esc does, what the
// footer says, and that its context ends with it.
func TestEachKindOfJob(t *testing.T) {
	t.Parallel()
	onScreen(t, sample(t), 80, 12, nil, func(s *screen) {
		for kind := jobs.Open; kind <= jobs.Repository; kind++ {
			ctx, row := s.m.file.Text.Jobs.Start(kind), kind.Row()
			if row.Footer != "" {
				s.has(row.Footer)
				s.has("Esc stops")
			} else {
				s.lacks("Esc stops")
			}
			if row.Footer != "" && !row.Stops {
				t.Errorf("%s: the footer says that Esc stops it", row.Footer)
			}
			s.send(key("esc"))
			if s.m.file.Text.Jobs.Runs(kind) == row.Stops {
				t.Errorf("kind %d: after Esc it runs: %v", kind, !row.Stops)
			}
			if row.Stops != strings.Contains(s.text(), "stopped") {
				t.Errorf("kind %d: the footer is wrong after Esc:\n%s", kind, s.text())
			}
			s.m.file.Text.Jobs.End(kind)
			if ctx.Err() == nil {
				t.Errorf("kind %d: it goes on after its end", kind)
			}
			s.send(key("esc"))
		}
	})
}

// TestClosingEndsTheJobs checks that closing the document ends all of them.
func TestClosingEndsTheJobs(t *testing.T) {
	t.Parallel()
	s := newModel(Options{}, nil)
	read, tokens := s.file.Text.Jobs.Start(jobs.Read), s.file.Text.Jobs.Start(jobs.Tokens)
	s.file.Close()
	if read.Err() == nil || tokens.Err() == nil || s.file.Text.Jobs.Any(func(*jobs.Row) bool { return true }) {
		t.Error("jobs go on after the document is closed")
	}
}

// TestPlainModeWaits checks for which jobs plain mode waits: those whose end changes what it prints next, and none that
// may go on for as long as the file lasts.
func TestPlainModeWaits(t *testing.T) {
	t.Parallel()
	for kind, want := range map[jobs.Kind]bool{
		jobs.Read: true, jobs.Page: true, jobs.Search: true, jobs.Filter: true, jobs.Write: true, jobs.Compare: true, jobs.TryOption: true,
		jobs.NextBlock: true, jobs.Open: true, jobs.Form: true, jobs.Detect: true, jobs.Tail: false, jobs.Count: false, jobs.Tokens: false,
		jobs.Colour: false,
	} {
		if got := kind.Row().Plain; got != want {
			t.Errorf("kind %d: plain mode waits: %v", kind, got)
		}
	}
}

// A list that is closed before it is filled in takes its job along: the next Esc is not used up to stop that.
func TestAListTakesItsJobAlong(t *testing.T) {
	t.Parallel()
	onScreen(t, sample(t), 100, 24, func(o *Options) {
		o.Presets = map[string]map[string]any{"few": {"tool": "codex", "mode": "slice", "limit": int64(5)}}
	}, func(s *screen) {
		for kind, open := range map[jobs.Kind]func(int64, bool) tea.Cmd{
			jobs.Symbols: s.m.file.ToolPanels.ListSymbols, jobs.Revisions: s.m.file.Files.ListRevisions, jobs.Presets: s.m.file.ToolPanels.ListPresets, jobs.Tools: s.m.file.ToolPanels.Tools.ChooseTool,
		} {
			open(1, false) // what it reads does not come
			if !s.m.file.Text.Jobs.Runs(kind) {
				t.Errorf("job %d does not run", kind)
			}
			s.send(key("esc"))
			if s.m.file.Text.Jobs.Runs(kind) || s.m.overlays.Any() {
				t.Errorf("job %d runs on", kind)
			}
		}
	})
}
