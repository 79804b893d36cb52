package tui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

// TestEachKindOfJob runs a job of each kind alone and checks what the table promises of it: what Esc does, what the footer
// says, and that its context ends with it.
func TestEachKindOfJob(t *testing.T) {
	onScreen(t, sample(t), 80, 12, nil, func(s *screen) {
		for kind, row := range jobTable {
			kind := jobKind(kind)
			if row.kind != kind {
				t.Fatalf("row %d of the table is of kind %d", kind, row.kind)
			}
			ctx, x := s.m.start(kind)
			if !s.m.current(x) {
				t.Errorf("kind %d: its own stamp %+v is stale", kind, x)
			}
			if row.footer != "" {
				s.has(row.footer)
				s.has("Esc stops")
			} else {
				s.lacks("Esc stops")
			}
			if row.footer != "" && !row.stops {
				t.Errorf("%s: the footer says that Esc stops it", row.footer)
			}
			s.send(key("esc"))
			if s.m.jobs.runs(kind) == row.stops {
				t.Errorf("kind %d: after Esc it runs: %v", kind, !row.stops)
			}
			if row.stops != strings.Contains(s.text(), "stopped") {
				t.Errorf("kind %d: the footer is wrong after Esc:\n%s", kind, s.text())
			}
			s.m.jobs.end(kind)
			if ctx.Err() == nil || s.m.current(x) {
				t.Errorf("kind %d: it goes on after its end", kind)
			}
			s.send(key("esc"))
		}
	})
}

// TestAJobTakesThePlaceOfTheLast checks that a kind has one job at a time, and that closing the sheet ends all of them.
func TestAJobTakesThePlaceOfTheLast(t *testing.T) {
	s := newSheet(nil, Options{}.Request, false)
	first, x := s.start(jobRead)
	second, y := s.start(jobRead)
	if first.Err() == nil || second.Err() != nil || s.current(x) || !s.current(y) {
		t.Error("the second job has not taken the place of the first")
	}
	third, _ := s.start(jobTokens)
	s.close()
	if second.Err() == nil || third.Err() == nil || s.jobs.any(func(*jobRow) bool { return true }) {
		t.Error("jobs go on after the sheet is closed")
	}
}

// TestAnUnwantedAnswerEndsItsJob: a job whose answer is dropped, because another request has been made, no longer runs.
func TestAnUnwantedAnswerEndsItsJob(t *testing.T) {
	onScreen(t, sample(t), 80, 12, nil, func(s *screen) {
		_, x := s.m.start(jobNextBlock)
		s.m.req = s.m.req.At(7)
		s.send(siblingMsg{Stamp: x, line: 3, ok: true})
		if s.m.jobs.runs(jobNextBlock) || s.m.req.Place() != 7 {
			t.Errorf("the job runs: %v; the window is at %d", s.m.jobs.runs(jobNextBlock), s.m.req.Place())
		}
		s.lacks("looking for the next block")
	})
}

// TestPlainModeWaits checks for which jobs plain mode waits: those whose end changes what it prints next, and none that may
// go on for as long as the file lasts.
func TestPlainModeWaits(t *testing.T) {
	for kind, want := range map[jobKind]bool{
		jobRead: true, jobPage: true, jobSearch: true, jobFilter: true, jobWrite: true, jobCompare: true, jobTry: true,
		jobNextBlock: true, jobOpen: true, jobForm: true, jobDetect: true, jobTail: false, jobCount: false, jobTokens: false, jobColour: false,
	} {
		if got := jobTable[kind].plain; got != want {
			t.Errorf("kind %d: plain mode waits: %v", kind, got)
		}
	}
}

// A list that is closed before it is filled in takes its job along: the next Esc is not used up to stop that.
func TestAListTakesItsJobAlong(t *testing.T) {
	onScreen(t, sample(t), 100, 24, func(o *Options) {
		o.Presets = map[string]map[string]any{"few": {"tool": "codex", "mode": "slice", "limit": int64(5)}}
	}, func(s *screen) {
		for kind, open := range map[jobKind]func(int64, bool) tea.Cmd{
			jobSymbols: s.m.listSymbols, jobRevisions: s.m.listRevisions, jobPresets: s.m.listPresets, jobTools: s.m.chooseTool,
		} {
			open(1, false) // what it reads does not come
			if !s.m.jobs.runs(kind) {
				t.Errorf("job %d does not run", kind)
			}
			s.send(key("esc"))
			if s.m.jobs.runs(kind) || len(s.m.overlays) > 0 {
				t.Errorf("job %d runs on", kind)
			}
		}
	})
}
