package pane

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

// wrappedRows are the rows of a text of which long lines go over several.
type wrappedRows struct {
	starts []int64 // of the lines
	line   []int   // of each row
	text   []string
}

func newWrappedRows(b string, width int) *wrappedRows {
	w := &wrappedRows{}
	at := int64(0)
	for i, line := range strings.Split(strings.TrimSuffix(b, "\n"), "\n") {
		w.starts = append(w.starts, at)
		at += int64(len(line)) + 1
		for first := true; first || line != ""; first = false {
			k := min(width, len(line))
			w.line = append(w.line, i)
			w.text = append(w.text, fmt.Sprintf("%-*s", width, line[:k]))
			line = line[k:]
		}
	}
	return w
}

// putSeams puts rows between the lines, up to two below one, and returns which rows they are.
func (w *wrappedRows) putSeams(d *driver, r *rand.Rand) func(row int) bool {
	var all []Seam
	is := map[int]bool{}
	for row := 0; row < len(w.line); row++ {
		if row+1 < len(w.line) && w.line[row+1] == w.line[row] || r.IntN(3) > 0 || w.line[row] == 149 {
			continue // not the last row of a line
		}
		for range 1 + r.IntN(2) {
			all = append(all, Seam{At: w.starts[w.line[row]] + 1})
			row++
			is[row] = true
			w.line = slices.Insert(w.line, row, w.line[row-1])
			w.text = slices.Insert(w.text, row, fmt.Sprintf("%-20s", fmt.Sprintf("-- %d", len(all))))
		}
	}
	d.p.SetSeams(all)
	return func(row int) bool { return is[row] }
}

// TestRollThroughWrappedLines scrolls by rows through lines of many lengths, some higher than the screen, whose pages
// come at once or after some more moves, and loads the page again now and then. A reference has all rows of the text:
// the screen shows exactly those that were asked for, and the cursor stays on its line while any row of that is on the
// screen.
func TestRollThroughWrappedLines(t *testing.T) { testRolls(t, true, false) }

// TestRollThroughSeams is the same where rows that are no lines stand between the lines, which the cursor passes over.
func TestRollThroughSeams(t *testing.T) {
	for _, wrap := range []bool{true, false} {
		t.Run(fmt.Sprintf("wrap %v", wrap), func(t *testing.T) { testRolls(t, wrap, true) })
	}
}

func testRolls(t *testing.T, wrap, seams bool) {
	const width, height = 20, 7
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 3))
		var b strings.Builder
		for i := range 150 {
			fmt.Fprintf(&b, "%d:", i)
			for range r.IntN(8) * r.IntN(60) {
				b.WriteByte(byte('a' + b.Len()%26))
			}
			b.WriteByte('\n')
		}
		all := newWrappedRows(b.String(), width)
		if !wrap {
			all = newWrappedRows(b.String(), 500) // no line is longer
			for i, row := range all.text {
				if all.text[i] = row[:width]; row[width] != ' ' {
					all.text[i] = row[:width-1] + "›"
				}
			}
		}
		d := newDriver(t, []byte(b.String()), width, height, wrap)
		isSeam := func(int) bool { return false }
		if seams {
			isSeam = all.putSeams(d, r)
		}
		top, cursor, carried := 0, 0, false
		roll := func(by int) {
			was := top
			top = max(min(top+by, len(all.line)-height), 0)
			first, last := all.line[top], all.line[top+height-1]
			for row := top; isSeam(row); row++ {
				first = all.line[row+1] // what is above its seams is off the screen
			}
			switch {
			case top == was && by > 0:
				cursor, carried = last, false
			case top == was && by < 0:
				cursor, carried = first, false
			case cursor < first:
				cursor, carried = first, true
			case cursor > last:
				cursor, carried = last, true
			}
		}
		for step := range 100 {
			for k := range 1 + r.IntN(3) {
				by := r.IntN(11) - 5
				if k == 0 && r.IntN(5) == 0 {
					by *= 3 // still by rows, also where further moves add to it: see nearby
				}
				if by == 0 {
					continue
				}
				d.later(d.p.Do(RollBy(int64(by))))
				if r.IntN(2) == 0 {
					d.settle()
				}
				roll(by)
			}
			if r.IntN(4) == 0 {
				d.later(d.p.Reload())
			}
			d.settle()
			got := d.p.Position()
			if want := all.starts[cursor]; got.Cursor != want || d.p.last.carried != carried {
				t.Fatalf("seed %d, step %d: the cursor is at %d, carried: %v, not at %d, %v", seed, step, got.Cursor,
					d.p.last.carried, want, carried)
			}
			if got, want := strings.Join(d.rows(), "\n"), strings.Join(all.text[top:top+height], "\n"); got != want {
				t.Fatalf("seed %d, step %d: the screen is\n%s\nnot\n%s", seed, step, got, want)
			}
		}
	}
}

// TestRollFar scrolls by more rows than a page has, while pages are on their way: the cursor is carried to the edge,
// and a scroll back leaves it there.
func TestRollFar(t *testing.T) {
	const lines, height = 100_000, 10
	d := newDriver(t, numbered(lines), 30, height, false)
	at := func(name, want string, carried bool) {
		t.Helper()
		l, ok := d.p.CursorLine()
		if !ok || string(l.Head) != want || d.p.last.carried != carried {
			t.Errorf("%s: the cursor is on %q, carried: %v, not on %q, %v", name, l.Head, d.p.last.carried, want, carried)
		}
	}
	d.do(CursorBy(5))
	d.do(RollBy(5))
	at("on its line", "line 5", false)
	d.later(d.p.Do(RollBy(50_000)))
	d.later(d.p.Do(RollBy(-3)))
	d.later(d.p.Do(RollBy(-2)))
	d.settle()
	at("there and back", "line 50005", true)
	if l, _ := d.p.TopLine(); string(l.Head) != "line 50000" {
		t.Errorf("the top is %q", l.Head)
	}
	d.do(Stay())
	d.later(d.p.Resize(40, height+2, 0))
	d.settle()
	at("after a change of the size", "line 50005", true)
	d.do(RollBy(1 << 40))
	at("down to the end", fmt.Sprintf("line %d", lines-height-2), true)
	d.do(RollBy(1))
	at("at the end", fmt.Sprintf("line %d", lines-1), false)
	d.do(RollBy(-1 << 40))
	at("up to the beginning", fmt.Sprintf("line %d", height+1), true)
	for name, m := range map[string]Move{
		"a key": CursorBy(0), "a click": To(d.p.Cursor, Near),
		"a return": Return(d.p.Position()), "a page": ScrollBy(1),
	} {
		d.do(RollBy(-1 << 40))
		d.do(To(0, Top))
		d.do(RollBy(3))
		at(name, "line 3", true)
		if m.kind != scrollBy {
			m.off, m.position = d.p.Cursor, d.p.Position()
		}
		d.do(m)
		if d.p.last.carried {
			t.Errorf("%s leaves the cursor carried", name)
		}
	}
}

// TestRollWithoutACursor scrolls without one: the place is the top row.
func TestRollWithoutACursor(t *testing.T) {
	d := newDriver(t, numbered(100), 30, 10, false)
	d.p.SetCursorless(true)
	d.do(RollBy(7))
	if p := d.p.Position(); p.Cursor != p.Top || d.p.last.carried {
		t.Errorf("at %+v, carried: %v", p, d.p.last.carried)
	}
}

// TestReturnToAnotherScreen goes back to a place after the screen became another: the cursor is on it all the same.
func TestReturnToAnotherScreen(t *testing.T) {
	b := append([]byte(strings.Repeat("long ", 30)+"\n"), numbered(40)...)
	for name, change := range map[string]func(*Pane) tea.Cmd{
		"lower":   func(p *Pane) tea.Cmd { return p.Resize(20, 3, 0) },
		"chopped": func(p *Pane) tea.Cmd { return p.SetWrap(false) },
	} {
		d := newDriver(t, b, 20, 10, true)
		d.do(RollBy(5))
		d.do(CursorBy(3))
		d.do(RollBy(-2))
		place := d.p.Position()
		d.later(change(d.p))
		d.settle()
		d.do(To(0, Top))
		if d.do(Return(place)); d.p.Cursor != place.Cursor || !d.p.onScreen() ||
			d.p.topRow >= d.p.rows(d.p.find(d.p.Top)) {
			t.Errorf("%s: from %+v back to %+v", name, place, d.p.Position())
		}
	}
}
