package tui

import (
	"math/rand/v2"
	"strings"
	"testing"

	"eyeline/tui/capture"
)

// TestTwoSetsOfOptions compares a tool with itself: each side is tuned, what differs is named and marked, the sides change
// places, one is taken, and leaving goes back.
func TestTwoSetsOfOptions(t *testing.T) {
	path := written(t, "f.txt", numbered(30)+strings.Repeat("x", 600)+"\n")
	presets := func(o *Options) {
		o.Presets = map[string]map[string]any{"few": {"tool": "codex", "mode": "slice", "limit": int64(5)}}
	}
	onScreen(t, path, 120, 24, presets, func(s *screen) {
		s.keys("o", "down", "down", "1", "0", "enter", "esc")
		s.keys("C", "type:other", "enter")
		s.has("─▸ codex · slice · the same options · L1–L10", "── codex · slice · the same options · L1–L10", "+ - o tune the marked side, Tab goes to the other, Enter takes it, Esc leaves")
		s.lacks("+ L", "~ L")
		s.keys("tab", "o", "down", "down", "5", "enter", "esc")
		s.has("── limit 10 · L1–L10", "─▸ limit 5 · L1–L5", "+ L6:", "+ L10:")
		s.lacks("+ L5:", "~ L")
		left := func() bool {
			return strings.HasPrefix(strings.Split(s.text(), "\n")[1], "── limit 10")
		}
		if !left() {
			t.Fatalf("the side that is not tuned has moved:\n%s", s.text())
		}
		s.keys("X")
		if left() {
			t.Fatalf("the sides have not changed places:\n%s", s.text())
		}
		s.has("─▸ limit 5")
		s.keys("]") // both sides are of the same place
		s.has("limit 5 · L6–L10", "limit 10 · L6–L15", "+ L11:")
		s.keys("esc")
		s.has("limit 10\n", "· L6–L15")
		s.lacks("loses", "limit 5")
		s.keys("z")
		s.has("limit 5")

		s.keys("C", "type:preset", "enter", "tab", "-", "enter")
		s.has("taken: codex · slice · limit 4", "limit 4\n")
	})
}

// What is counted of the calls is of the half that was tuned then, and each half's walk begins with its first call.
func TestEachHalfHasItsOwnCalls(t *testing.T) {
	onScreen(t, written(t, "f.txt", numbered(4500)), 200, 24, nil, func(s *screen) {
		s.keys("]", "C", "type:other", "enter")
		_, x := s.m.start(jobCalls)
		s.m.reading.leftKnown = false
		s.send(key("tab"))
		s.send(callsMsg{stamp: x, left: 77})
		s.later()
		if r := s.m.reading; r.call != 1 || r.left != 1 || !r.leftKnown {
			t.Errorf("call %d, and %d are left", r.call, r.left)
		}
	})
}

// TestDifferencesAgainstTheObvious compares random contents with a comparison that has all lines in memory.
func TestDifferencesAgainstTheObvious(t *testing.T) {
	random := rand.New(rand.NewPCG(12, 5))
	words := []string{"", "a", "b", strings.Repeat("long ", 9000), strings.Repeat("long ", 9000) + "!"}
	type content struct {
		lines []string
		file  []int64 // the line of the file that each shows; 0 for none
		runs  []shownRun
		out   *capture.Capture
	}
	invent := func() content {
		var c content
		next := int64(1)
		for range random.IntN(5) {
			for range random.IntN(3) {
				c.lines, c.file = append(c.lines, words[random.IntN(len(words))]), append(c.file, 0)
			}
			next += random.Int64N(3)
			run := shownRun{first: next, content: int64(len(c.lines)), lines: random.Int64N(4)}
			for range run.lines {
				c.lines, c.file = append(c.lines, words[random.IntN(len(words))]), append(c.file, next)
				next++
			}
			if run.lines > 0 {
				c.runs = append(c.runs, run)
			}
		}
		c.out = capture.New()
		_, _ = c.out.Write([]byte(strings.Join(c.lines, "\n")))
		if n := len(c.lines); n > 0 && c.lines[n-1] == "" {
			_, _ = c.out.Write([]byte("\n"))
		}
		return c
	}
	for range 300 {
		sides := [2]content{invent(), invent()}
		want := [2][]difference{make([]difference, len(sides[0].lines)), make([]difference, len(sides[1].lines))}
		i, k := 0, 0
		for i < len(want[0]) || k < len(want[1]) {
			a, b := int64(-1), int64(-1)
			if i < len(want[0]) {
				a = sides[0].file[i]
			}
			if k < len(want[1]) {
				b = sides[1].file[k]
			}
			switch {
			case a == b:
				if sides[0].lines[i] != sides[1].lines[k] {
					want[0][i], want[1][k] = changed, changed
				}
				i, k = i+1, k+1
			case b < 0, a == 0, a > 0 && b > 0 && a < b:
				want[0][i] = alone
				i++
			default:
				want[1][k] = alone
				k++
			}
		}
		got, err := compareOutputs(t.Context(), [2]*capture.Capture{sides[0].out, sides[1].out}, [2][]shownRun{sides[0].runs, sides[1].runs}, true)
		if err != nil {
			t.Fatal(err)
		}
		for side := range want {
			for n, how := range want[side] {
				if d := got.at(side, int64(n)); d != how {
					t.Fatalf("line %d of side %d is %d, not %d, of %v and %v", n, side, d, how, sides[0].file, sides[1].file)
				}
			}
		}
	}
}

// TestManyDifferencesAreBounded: no more runs are kept than there is room for, however the contents differ.
func TestManyDifferencesAreBounded(t *testing.T) {
	var d differences
	for n := range int64(2 * mostRuns) {
		if !d.add(0, 2*n, alone) {
			break
		}
	}
	if len(d.halves[0]) != mostRuns || d.at(0, 2*mostRuns-2) != alone || d.at(0, 1) != same || d.at(0, 1<<40) != same {
		t.Errorf("%d runs are kept", len(d.halves[0]))
	}
}
