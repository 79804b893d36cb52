package linediff

import (
	"math/rand/v2"
	"strings"
	"testing"

	"eyeline/tui/file/tooloutput"
)

// TestDifferencesAgainstTheObvious compares random contents with a comparison that has all lines in memory.
func TestDifferencesAgainstTheObvious(t *testing.T) {
	random := rand.New(rand.NewPCG(12, 5))
	words := []string{"", "a", "b", strings.Repeat("long ", 9000), strings.Repeat("long ", 9000) + "!"}
	type content struct {
		lines []string
		file  []int64 // the line of the file that each shows; 0 for none
		runs  []Run
		out   *tooloutput.Capture
	}
	invent := func() content {
		var c content
		next := int64(1)
		for range random.IntN(5) {
			for range random.IntN(3) {
				c.lines, c.file = append(c.lines, words[random.IntN(len(words))]), append(c.file, 0)
			}
			next += random.Int64N(3)
			run := Run{First: next, Content: int64(len(c.lines)), Lines: random.Int64N(4)}
			for range run.Lines {
				c.lines, c.file = append(c.lines, words[random.IntN(len(words))]), append(c.file, next)
				next++
			}
			if run.Lines > 0 {
				c.runs = append(c.runs, run)
			}
		}
		c.out = tooloutput.New()
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
					want[0][i], want[1][k] = Changed, Changed
				}
				i, k = i+1, k+1
			case b < 0, a == 0, a > 0 && b > 0 && a < b:
				want[0][i] = Alone
				i++
			default:
				want[1][k] = Alone
				k++
			}
		}
		got, err := Between(t.Context(),
			[2]Input{{Out: sides[0].out, Runs: sides[0].runs}, {Out: sides[1].out, Runs: sides[1].runs}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for side := range want {
			for n, how := range want[side] {
				if d := got.At(side, int64(n)); d != how {
					t.Fatalf("line %d of side %d is %d, not %d, of %v and %v", n, side, d, how, sides[0].file,
						sides[1].file)
				}
			}
		}
	}
}

// TestManyDifferencesAreBounded: no more spans are kept than there is room for, however the contents differ.
func TestManyDifferencesAreBounded(t *testing.T) {
	var d Differences
	for n := range int64(2 * maxSpans) {
		if !d.add(0, 2*n, Alone) {
			break
		}
	}
	if len(d.sides[0]) != maxSpans || d.At(0, 2*maxSpans-2) != Alone || d.At(0, 1) != same || d.At(0, 1<<40) != same {
		t.Errorf("%d spans are kept", len(d.sides[0]))
	}
}

// TestTextsOfTwoTools: what a tool puts before a line and after it is not compared, the line's own text is.
func TestTextsOfTwoTools(t *testing.T) {
	side := func(text, end string, before int) Input {
		out := tooloutput.New()
		_, _ = out.Write([]byte(text))
		return Input{
			Out: out, Runs: []Run{{First: 1, Content: 1, Lines: 3, InFile: 3}}, End: end,
			Before: func(int64) int { return before },
		}
	}
	long := strings.Repeat("long ", 9000)
	sides := [2]Input{
		side("one says\n1: same\n2: \tx\n3: "+long, "", 3),
		side(`another says`+"\n"+`10|same\n`+"\n"+`11|    x\n`+"\n12|"+long, `\n`, 3),
	}
	got, err := Between(t.Context(), sides, func(int64) bool { return false })
	if err != nil {
		t.Fatal(err)
	}
	for line, want := range []difference{same, same, Changed, same} {
		if how := got.At(0, int64(line)); how != want {
			t.Errorf("line %d is %d, not %d", line, how, want)
		}
	}
	if got.Changed() != 1 {
		t.Errorf("%d lines differ", got.Changed())
	}
}
