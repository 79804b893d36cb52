package tui

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/decode"
	"eyeline/reader/transcript"
	"eyeline/tui/coverage"
	"eyeline/tui/page"
)

// TestKeysTypedWhileARecordedFileOpens are for the file: they wait for its lines.
func TestKeysTypedWhileARecordedFileOpens(t *testing.T) {
	o := Transcript{Path: unpackedTranscript(t), Root: workspaceAfter(t)}
	onTranscript(t, 80, 24, o, func(s *screen) {
		s.keys("type:log.txt")
		for _, name := range []string{"enter", "]"} {
			s.send(key(name))
		}
		s.settle()
		s.has(" ▸2198 ·│ ")
		s.lacks("still being counted")
	})
	if err := os.Remove(filepath.Join(o.Root, "log.txt")); err != nil {
		t.Fatal(err)
	}
	onTranscript(t, 120, 24, o, func(s *screen) {
		s.keys("type:log.txt")
		for _, name := range []string{"enter", "j", "j"} {
			s.send(key(name))
		}
		s.settle()
		s.has("▸   3 █│ ", "this is what was sent of it")
		s.keys("j")
		s.lacks("this is what was sent of it")
	})
}

// TestOpeningAResultEndsWithItsContext: what nobody waits for any more is not written out.
func TestOpeningAResultEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	written := 0
	_, err := spooled(ctx, "result", 1<<30, func(w io.Writer) error {
		for range 3 {
			n, err := io.WriteString(w, strings.Repeat("x", 1000))
			written += n
			if err != nil {
				return err
			}
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || written != 1000 {
		t.Errorf("%d bytes, %v", written, err)
	}
	r, _, err := openRun(t.Context(), unpackedTranscript(t), workspaceAfter(t), &transcript.Progress{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.close()
	if doc, _, err := r.openResult(ctx, 6, 1<<30); doc != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("a result that nobody waits for: %v, %v", doc, err)
	}
}

// TestRunsOfARebuiltText compares the beginnings of runs with those that are found line by line.
func TestRunsOfARebuiltText(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 9))
	for range 300 {
		var f transcript.FileCoverage
		all := []*[]transcript.Range{&f.Sent, &f.Cut, &f.Written, &f.Changed, &f.Never}
		for line := int64(1); line < 40; {
			to := line + random.Int64N(5)
			ranges := all[random.IntN(len(all))]
			*ranges = append(*ranges, transcript.Range{line, to})
			line = to + 1
		}
		f.Compacted = []transcript.Range{{random.Int64N(10) + 1, random.Int64N(20) + 11}}
		var runs []transcript.RebuiltRun
		for line, row := int64(1), int64(1); line < 45; {
			one := transcript.RebuiltRun{First: line, Lines: random.Int64N(9) + 1, Row: row, Gap: random.IntN(3) == 0}
			line += one.Lines + random.Int64N(2)
			row += one.Lines
			runs = append(runs, one)
		}
		m := &Model{sheet: &sheet{sent: &sentFile{file: f, rebuilt: runs}}}
		for state := range coverage.States {
			is := func(s coverage.State) bool { return s == state }
			var want []int64
			for before, i := false, 0; i < len(runs); i++ {
				for k := range runs[i].Lines {
					now := is(coverage.Never)
					if !runs[i].Gap {
						now = is(coverage.StateOf(&f, runs[i].First+k))
					}
					if now && !before {
						want = append(want, runs[i].Row+k)
					}
					before = now
				}
			}
			if got := m.runsOf(is); !slices.Equal(got, want) {
				t.Fatalf("%s: %v, want %v\n%+v\n%+v", state, got, want, runs, f)
			}
		}
	}
}

// TestRunsOfAHugeRebuiltText: a key looks at what was sent, not at every line between.
func TestRunsOfAHugeRebuiltText(t *testing.T) {
	f := transcript.FileCoverage{Sent: []transcript.Range{{1, 1 << 50}}, Cut: []transcript.Range{{1<<50 + 1, 1 << 51}}}
	m := &Model{sheet: &sheet{sent: &sentFile{file: f, rebuilt: []transcript.RebuiltRun{{First: 1, Lines: 1 << 51, Row: 1}}}}}
	if got := m.runsOf(func(s coverage.State) bool { return s == coverage.Cut }); !slices.Equal(got, []int64{1<<50 + 1}) {
		t.Error(got)
	}
}

// TestProgressOfOpening: while a transcript is read, the screen says how far that is; Esc stops it, and Enter reads it again.
func TestProgressOfOpening(t *testing.T) {
	o := Transcript{Path: unpackedTranscript(t), Root: workspaceAfter(t)}
	onTranscript(t, 100, 24, o, func(s *screen) {
		f := s.m.front().(*filesScreen)
		if done, all, results := f.opening.Bytes(); done == 0 || done > all || !results {
			t.Errorf("at the end it is %d of %d", done, all)
		}
		begin := func() (runs tea.Cmd) {
			_ = f.Leave()
			f.run, f.view = nil, nil
			f.list.show(nil)
			return f.load() // not run yet
		}
		runs := begin()
		s.has("reading the transcript…", "Esc stops")
		s.lacks("reads it again")
		info, err := os.Stat(o.Path)
		if err != nil {
			t.Fatal(err)
		}
		p := &transcript.Progress{}
		session, err := transcript.OpenWatched(context.Background(), o.Path, p)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = session.Close() }()
		f.opening = p
		done, all, results := p.Bytes()
		if done != info.Size() || all != info.Size() || results {
			t.Errorf("%d of %d", done, all)
		}
		s.has("reading the transcript: " + size(all) + " of " + size(all))
		p.ReadingResults()
		s.has("reading the results: 0 B of " + size(all))
		s.keys("esc")
		s.has("the reading of the transcript was stopped; Enter reads it again")
		if s.quit || f.runs(taskLoad) {
			t.Error("Esc leaves, or stops nothing")
		}
		s.run(runs) // what comes of it is dropped
		s.settle()
		s.has("was stopped")
		s.keys("enter")
		s.has("src/inventory.py")
		_ = begin()
		s.keys("esc", "esc")
		if !s.quit {
			t.Error("a second Esc does not leave")
		}
	})
}

// TestOpeningEndsWithinAValue: also a transcript that is one value is not read on when nobody waits for it.
func TestOpeningEndsWithinAValue(t *testing.T) {
	path := written(t, "export.json", `{"info":{"id":"s","directory":"/d"},"messages":[`+strings.Repeat(`{"info":{"role":"user"},"parts":[]},`, 200_000))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p := &transcript.Progress{}
	if _, err := transcript.OpenWatched(ctx, path, p); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if done, all, _ := p.Bytes(); done > all/2 {
		t.Errorf("%d bytes of %d were read", done, all)
	}
}

// readOf is a run of Claude Code with one read of a file of /r: the members of its result.
func readOf(t *testing.T, file, result string) string {
	t.Helper()
	return written(t, "run.jsonl", `{"type":"assistant","cwd":"/r","sessionId":"s","version":"2.1.330","timestamp":"2026-11-21T10:00:00Z","message":{"role":"assistant","content":[{"type":"tool_use","id":"1","name":"Read","input":{"file_path":"/r/`+file+`"}}]}}
{"type":"user","cwd":"/r","sessionId":"s","timestamp":"2026-11-21T10:00:01Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"1",`+result+`}]}}
`)
}

// TestMarksOfWideText: in a file in UTF-16 the lines that a call gave are marked, too.
func TestMarksOfWideText(t *testing.T) {
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "a.txt"), []byte("\xff\xfeo\x00n\x00e\x00\n\x00t\x00w\x00o\x00\n\x00"), 0o600); err != nil {
		t.Fatal(err)
	}
	path := readOf(t, "a.txt", `"content":"1\tone"`)
	onTranscript(t, 100, 24, Transcript{Path: path, Root: root}, func(s *screen) {
		s.keys("enter")
		s.has("▌▸   1 █│ one", "     2 ·│ two")
	})
}

// TestCoverageOfAPackedFile: no line of what a packed file decodes to was sent, unless its bytes were sent as they are; then
// those are shown.
func TestCoverageOfAPackedFile(t *testing.T) {
	root := t.TempDir()
	text := strings.Repeat("one\n", 20)
	for _, sent := range []bool{false, true} {
		packed := gzipped(t, text)
		if err := os.WriteFile(filepath.Join(root, "a.txt.gz"), []byte(packed), 0o600); err != nil {
			t.Fatal(err)
		}
		result := `"is_error":true,"content":"This tool cannot read binary files."`
		if sent {
			result = `"content":` + strconv.Quote("1\t"+strings.ToValidUTF8(strings.Split(packed, "\n")[0], "\ufffd"))
		}
		path := readOf(t, "a.txt.gz", strings.ReplaceAll(result, `\x`, `\u00`))
		onTranscript(t, 100, 24, Transcript{Path: path, Root: root}, func(s *screen) {
			s.keys("enter")
			state, known := s.m.sentState(page.Unit{Number: 1})
			if !known || sent != (state != coverage.Never) || sent != (s.m.doc.Form().Compression == decode.None) {
				t.Errorf("sent %t: line 1 is %q, known %t\n%s", sent, state, known, s.text())
			}
		})
	}
}
