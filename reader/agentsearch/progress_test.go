package agentsearch

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"eyeline/reader/agentsearch/pattern"
	"eyeline/reader/tools"
)

// twice searches again where ripgrep finds nothing.
var twice = &Profile{Name: "twice", Agent: "C", Rg: &Method{
	By: "ripgrep", Selector: Ripgrep{}, IfNone: &Method{By: "walk", Selector: Ripgrep{Hidden: true}, Syntax: pattern.JS},
}}

// endless is a folder with a file that matches, and one that takes hours to read.
func endless(t *testing.T) Request {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte("needle\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	below := filepath.Join(dir, "below")
	if err := os.Mkdir(below, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(below, "long"), []byte("needle\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(filepath.Join(below, "long"), 1<<42); err != nil {
		t.Skip(err) // not every file system has files with holes
	}
	return Request{
		Env: tools.Env{Root: dir, Home: dir}, Query: Query{Pattern: "needle"},
		Profiles: append([]*Profile{twice}, plain...), Looked: new(atomic.Int64),
	}
}

// within ends a test that would take hours.
func within(t *testing.T, search func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		search()
	}()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatal("the search goes on")
	}
}

// TestASearchIsCancelledInsideOneFile: however long that is.
func TestASearchIsCancelledInsideOneFile(t *testing.T) {
	t.Parallel()
	req := endless(t)
	ctx, cancel := context.WithCancel(t.Context())
	var once sync.Once
	req.OnProgress = func(*Result) { once.Do(cancel) }
	within(t, func() {
		if _, err := Search(ctx, req); !errors.Is(err, context.Canceled) {
			t.Errorf("the error is %v", err)
		}
	})
}

// TestWhatIsFoundIsToldBeforeTheEnd: with what the agents find of it; a search that is stopped inside a file judges
// what was found, leaves out the file that it was in, and claims nothing that more files could change.
func TestWhatIsFoundIsToldBeforeTheEnd(t *testing.T) {
	t.Parallel()
	req := endless(t)
	stop := make(chan struct{})
	req.Stop = stop
	told := 0
	req.OnProgress = func(r *Result) {
		if told++; len(r.Rows) == 0 {
			return
		}
		if !r.Interrupted || r.Rows[0].Rel != "a.txt" || len(r.Agents) != len(req.Profiles) {
			t.Errorf("so far: %+v", r)
		}
		select {
		case <-stop:
		default:
			close(stop)
		}
	}
	within(t, func() {
		r, err := Search(t.Context(), req)
		if err != nil {
			t.Error(err)
			return
		}
		if !r.Interrupted || len(r.Rows) != 1 || r.Rows[0].Rel != "a.txt" || len(r.Skipped) > 0 || told == 0 {
			t.Errorf("%d times told, the result is %+v", told, r)
		}
		for _, a := range r.Agents {
			if a.Files != 1 || a.Matches != 1 {
				t.Errorf("%s finds %d files, %d lines: %s%s", a.Profile.Name, a.Files, a.Matches, a.Refused, a.Unknown)
			}
		}
	})
	if req.Looked.Load() == 0 {
		t.Error("no file is counted")
	}
}

// TestAStoppedSearchDoesNotGuessWhichSearchRuns: an agent that searches otherwise where ripgrep finds nothing.
func TestAStoppedSearchDoesNotGuessWhichSearchRuns(t *testing.T) {
	t.Parallel()
	req := endless(t)
	stop := make(chan struct{})
	close(stop)
	req.Stop = stop
	within(t, func() {
		r, err := Search(t.Context(), req)
		if err != nil {
			t.Error(err)
			return
		}
		for _, a := range r.Agents {
			if (a.Method.IfNone != nil) != (a.Unknown != "") && a.Files == 0 {
				t.Errorf("%s: %q", a.Profile.Name, a.Unknown)
			}
		}
	})
}

// TestAPatternThatNoEngineTakesIsNotSearchedFor: the folder may be endless.
func TestAPatternThatNoEngineTakesIsNotSearchedFor(t *testing.T) {
	t.Parallel()
	req := endless(t)
	req.Query.Pattern = "foo("
	within(t, func() {
		r, err := Search(t.Context(), req)
		if err != nil || r.Interrupted {
			t.Errorf("%+v, %v", r, err)
			return
		}
		for _, a := range r.Agents {
			if a.Refused == "" && a.Unknown == "" {
				t.Errorf("%s takes it", a.Profile.Name)
			}
		}
	})
}
