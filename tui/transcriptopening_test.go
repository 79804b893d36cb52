package tui

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"eyeline/reader/transcript"
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
	r, _, err := openRun(t.Context(), unpackedTranscript(t), workspaceAfter(t))
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
		for state := range coverStates {
			is := func(s coverState) bool { return s == state }
			var want []int64
			for before, i := false, 0; i < len(runs); i++ {
				for k := range runs[i].Lines {
					now := is(coverNever)
					if !runs[i].Gap {
						now = is(stateOf(&f, runs[i].First+k))
					}
					if now && !before {
						want = append(want, runs[i].Row+k)
					}
					before = now
				}
			}
			if got := m.runsOf(is); !slices.Equal(got, want) {
				t.Fatalf("%s: %v, want %v\n%+v\n%+v", coverSigns[state].word, got, want, runs, f)
			}
		}
	}
}

// TestRunsOfAHugeRebuiltText: a key looks at what was sent, not at every line between.
func TestRunsOfAHugeRebuiltText(t *testing.T) {
	f := transcript.FileCoverage{Sent: []transcript.Range{{1, 1 << 50}}, Cut: []transcript.Range{{1<<50 + 1, 1 << 51}}}
	m := &Model{sheet: &sheet{sent: &sentFile{file: f, rebuilt: []transcript.RebuiltRun{{First: 1, Lines: 1 << 51, Row: 1}}}}}
	if got := m.runsOf(func(s coverState) bool { return s == coverCut }); !slices.Equal(got, []int64{1<<50 + 1}) {
		t.Error(got)
	}
}
