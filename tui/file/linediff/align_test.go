package linediff

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"eyeline/tui/file/tooloutput"
)

// laidRow is one row of an alignment as a test lays it out: the line of each side, and the line of the file that it
// shows; -1 and 0 where there is none.
type laidRow struct {
	lines  [2]int64
	number int64
}

// laidRows are all rows of an alignment.
func laidRows(a Alignment) (rows []laidRow) {
	for _, p := range a.pieces {
		for k := range p.rows {
			r := laidRow{lines: [2]int64{-1, -1}}
			for i, l := range p.lines {
				if l >= 0 {
					r.lines[i] = l + k
				}
			}
			if p.first > 0 {
				r.number = p.first + k
			}
			rows = append(rows, r)
		}
	}
	return rows
}

// numbers are the lines of the file that the rows of a side show, 0 for a row that shows none.
func numbers(side []Stretch) (all []int64) {
	for _, s := range side {
		for k := range s.Rows {
			if s.First == 0 {
				all = append(all, 0)
			} else {
				all = append(all, s.First+k)
			}
		}
	}
	return all
}

// randomSide is a side of stretches in a file of 60 lines, rising unless mixed is true.
func randomSide(rnd *rand.Rand, mixed bool) (side []Stretch) {
	at := int64(1)
	for range rnd.IntN(6) {
		switch rnd.IntN(3) {
		case 0:
			side = append(side, Stretch{Rows: 1 + rnd.Int64N(3)})
		default:
			at += rnd.Int64N(12)
			if mixed {
				at = 1 + rnd.Int64N(40)
			}
			rows := 1 + rnd.Int64N(9)
			side = append(side, Stretch{at, rows})
			at += rows
		}
	}
	return side
}

// TestAlignmentOfRandomSides: each row holds one line of the file or blanks, each side keeps its order and its lines, a
// line of the file that both give in rising order stands in one row, and both sides have as many rows.
func TestAlignmentOfRandomSides(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 7))
	for n := range 1000 {
		mixed := n%4 == 0
		sides := [2][]Stretch{randomSide(rnd, mixed), randomSide(rnd, mixed)}
		if err := wrongAlignment(sides, mixed); err != "" {
			t.Fatalf("%v: %s", sides, err)
		}
	}
}

// wrongAlignment says what is wrong with how two sides are laid beside each other; "" for nothing.
func wrongAlignment(sides [2][]Stretch, mixed bool) string {
	a := Align(sides)
	rows := laidRows(a)
	if int64(len(rows)) != a.Rows() {
		return fmt.Sprintf("%d rows, not %d", a.Rows(), len(rows))
	}
	rowOf := [2]map[int64]int{{}, {}}
	for i := range sides {
		of, next := numbers(sides[i]), int64(0)
		for at, r := range rows {
			l := r.lines[i]
			if l < 0 {
				continue
			}
			if l != next {
				return fmt.Sprintf("row %d of side %d has line %d after %d", at, i, l, next-1)
			}
			next++
			if of[l] != r.number {
				return fmt.Sprintf("row %d shows line %d of the file, and side %d line %d", at, r.number, i, of[l])
			}
			rowOf[i][r.number] = at
		}
		if next != int64(len(of)) {
			return fmt.Sprintf("side %d has %d lines of %d", i, next, len(of))
		}
		blank := int64(0)
		for _, b := range a.Blanks(i) {
			blank += b.Lines
		}
		if next+blank != a.Rows() {
			return fmt.Sprintf("side %d has %d lines and %d blank ones of %d", i, next, blank, a.Rows())
		}
	}
	for number, at := range rowOf[0] {
		other, both := rowOf[1][number]
		if !mixed && number > 0 && both && other != at {
			return fmt.Sprintf("line %d of the file is in the rows %d and %d", number, at, other)
		}
		if row := a.RowNear(number); number > 0 && !mixed && (a.LineAt(row) != number || row != int64(at)) {
			return fmt.Sprintf("line %d of the file is in row %d, which is %d", number, row, at)
		}
	}
	return ""
}

// TestExchangedAlignment is that of the sides in each other's place.
func TestExchangedAlignment(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 3))
	for range 300 {
		left, right := randomSide(rnd, false), randomSide(rnd, false)
		a := Align([2][]Stretch{left, right}).Exchanged()
		for i, side := range [][]Stretch{right, left} {
			blank := int64(0)
			for _, b := range a.Blanks(i) {
				blank += b.Lines
			}
			if got, want := a.Rows()-blank, int64(len(numbers(side))); got != want {
				t.Fatalf("%v and %v: side %d has %d lines, not %d", left, right, i, got, want)
			}
		}
	}
}

// TestSharedLines counts each line of the file once, however often a side gives it.
func TestSharedLines(t *testing.T) {
	rnd := rand.New(rand.NewPCG(2, 9))
	for range 500 {
		var sides [2][]Run
		var given [2]map[int64]bool
		for i := range sides {
			given[i] = map[int64]bool{}
			for range rnd.IntN(5) {
				r := Run{First: 1 + rnd.Int64N(40), InFile: 1 + rnd.Int64N(12), Lines: 1}
				sides[i] = append(sides[i], r)
				for k := range r.InFile {
					given[i][r.First+k] = true
				}
			}
		}
		var want Shared
		total := rnd.Int64N(60) - 1
		for line := range int64(60) {
			if total >= 0 && line > total {
				break
			}
			switch {
			case given[0][line] && given[1][line]:
				want.Both++
			case given[0][line]:
				want.Only[0]++
			case given[1][line]:
				want.Only[1]++
			}
		}
		got := SharedBy(sides, total)
		got.Beyond = want.Beyond
		if got != want {
			t.Fatalf("%v: %v, not %v", sides, got, want)
		}
	}
}

// TestManyPieces: what is beyond the bound is still there, each side in its order.
func TestManyPieces(t *testing.T) {
	var odd, even []Stretch
	for i := int64(1); i < 2*maxSpans; i += 2 {
		odd, even = append(odd, Stretch{i, 1}), append(even, Stretch{i + 1, 1})
	}
	sides := [2][]Stretch{odd, even}
	a := Align(sides)
	if got := a.Rows(); got != 2*maxSpans {
		t.Errorf("%d rows", got)
	}
	if blanks := a.Blanks(0); !slices.IsSortedFunc(blanks, func(x, y tooloutput.Blank) int { return int(x.Before - y.Before) }) {
		t.Error("the blank rows are in no order")
	}
}

// TestALineThatNoSideHasIsNearTheOneAbove: the last row that shows a line above it.
func TestALineThatNoSideHasIsNearTheOneAbove(t *testing.T) {
	a := Align([2][]Stretch{{{0, 1}, {10, 5}, {40, 2}}, {{12, 6}, {30, 1}}})
	for line, want := range map[int64]int64{1: 0, 10: 1, 17: 8, 18: 8, 29: 8, 30: 9, 35: 9, 41: 11, 99: 11} {
		if got := a.RowNear(line); got != want {
			t.Errorf("L%d is near row %d, not %d", line, got, want)
		}
	}
}
