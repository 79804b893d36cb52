package pane

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/file/filepages"
	"eyeline/tui/kit/cells"
)

// text is bytes in memory.
type text []byte

func (b text) Size() int64 { return int64(len(b)) }

func (b text) ReadAt(p []byte, off int64) (int, error) { return bytes.NewReader(b).ReadAt(p, off) }

// atOnce lets the load begun last go on; the messages of others do not come.
type atOnce struct{ last int }

func (a *atOnce) Begin(_ bool, load func(context.Context) LoadedMsg) tea.Cmd {
	a.last++
	this := a.last
	return func() tea.Msg {
		if m := load(context.Background()); this == a.last {
			return m
		}
		return nil
	}
}

func (a *atOnce) End() { a.last++ }

// driver runs a pane's loads: each as soon as it is asked for, or some moves later.
type driver struct {
	t       *testing.T
	p       *Pane
	waiting []tea.Cmd
}

func newDriver(t *testing.T, b []byte, width, height int, wrap bool) *driver {
	t.Helper()
	p := New(0, wrap, &atOnce{})
	p.SetOptions(cells.Drawing{TabWidth: 4})
	d := &driver{t: t, p: &p}
	d.later(p.Resize(width, height, 0))
	d.later(p.Show(Text{Bytes: text(b)}, To(0, Top)))
	d.settle()
	return d
}

func (d *driver) later(cmd tea.Cmd) {
	if cmd != nil {
		d.waiting = append(d.waiting, cmd)
	}
}

func (d *driver) settle() {
	d.t.Helper()
	for n := 0; len(d.waiting) > 0; n++ {
		if n > 50 {
			d.t.Fatal("the pane loads for ever")
		}
		cmd := d.waiting[0]
		d.waiting = d.waiting[1:]
		answer := cmd()
		if answer == nil {
			continue
		}
		msg, ok := answer.(LoadedMsg)
		if !ok || msg.Err != nil {
			d.t.Fatal(msg.Err)
		}
		d.later(d.p.Loaded(msg))
	}
	if d.p.Loading() {
		d.t.Fatal("a load is under way that nobody runs")
	}
}

func (d *driver) do(m Move) {
	d.t.Helper()
	d.later(d.p.Do(m))
	d.settle()
}

func (d *driver) draw(r Row) string {
	if r.Seam > 0 {
		return fmt.Sprintf("%-20s", fmt.Sprintf("-- %d", r.Seam))
	}
	return string(d.p.Draw(nil, r, cells.Style{}, ""))
}

// rows are the rows of the pane as they are drawn.
func (d *driver) rows() []string {
	return d.p.Rows(d.draw)
}

// cursors are what the rows that are drawn are told of the cursor.
func (d *driver) cursors() []string {
	return d.p.Rows(func(r Row) string {
		switch {
		case r.Carried:
			return "carried"
		case r.Cursor:
			return "here"
		}
		return "elsewhere"
	})
}

func (d *driver) has(part string) {
	d.t.Helper()
	if all := strings.Join(d.rows(), "\n"); !strings.Contains(all, part) {
		d.t.Fatalf("the pane lacks %q:\n%s", part, all)
	}
}

// numbered is a text of n lines, each its number.
func numbered(n int) []byte {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "line %d\n", i)
	}
	return []byte(b.String())
}

// reference moves in chopped lines the obvious way: all lines are there, and cursor and top are their numbers.
type reference struct {
	n, height, cursor, top int
	carried                bool
	header                 int // lines that stay in place
}

func (r *reference) clamp() { r.top = max(min(r.top, r.n-r.height), 0) }

// first is the first line below the header.
func (r *reference) first() int {
	if r.top == 0 {
		return 0
	}
	return r.top + r.header
}

func (r *reference) do(kind, n int, where Where) {
	carried := r.carried
	r.carried = false
	switch kind {
	case 0: // the cursor by n lines
		r.cursor = max(min(r.cursor+n, r.n-1), 0)
		r.near()
	case 1: // the screen by n rows
		row, was := r.cursor-r.top, r.top
		r.top += n
		r.clamp()
		switch {
		case r.top == was && n > 0:
			row = r.height - 1
		case r.top == was && n < 0:
			row = 0
		}
		r.cursor = max(min(r.top+row, r.n-1), r.first())
	case 2: // to a line
		r.cursor = n
		visible := n >= r.first() && n < r.top+r.height
		switch {
		case where == Top:
			r.top = n - r.header
		case where == Bottom:
			r.top = n - r.height + 1
		case where == Middle && !visible:
			r.top = n - r.header - (r.height-r.header-1)/2
		case where == Near:
			r.near()
		}
		r.clamp()
	case 3: // the screen by n rows under the cursor
		was := r.top
		r.top += n
		r.clamp()
		last := min(r.top+r.height, r.n) - 1
		switch {
		case r.top == was && n > 0:
			r.cursor = last
		case r.top == was && n < 0:
			r.cursor = r.first()
		case r.cursor < r.first():
			r.cursor, r.carried = r.first(), true
		case r.cursor > last:
			r.cursor, r.carried = last, true
		default:
			r.carried = carried
		}
	}
}

// cursorOn is what the drawing of a line is told of the cursor.
func (r *reference) cursorOn(line int) string {
	switch {
	case line != r.cursor:
		return "elsewhere"
	case r.carried:
		return "carried"
	}
	return "here"
}

func (r *reference) near() {
	if r.cursor < r.first() {
		r.top = max(r.cursor-r.header, 0)
	}
	r.top = max(r.top, r.cursor-r.height+1)
}

// TestMovesAgainstAReference makes random moves near and far, each once the last one is done.
func TestMovesAgainstAReference(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 1))
		n, height := 1+r.IntN(400), 1+r.IntN(12)
		b := numbered(n)
		starts := []int64{0}
		for i, c := range b {
			if c == '\n' {
				starts = append(starts, int64(i+1))
			}
		}
		d := newDriver(t, b, 30, height, r.IntN(2) == 0)
		want := reference{n: n, height: height}
		if seed%2 == 1 {
			lines := r.IntN(4)
			d.p.SetHeader(Header{Lines: lines})
			d.later(d.p.Reload())
			d.settle()
			want.header = min(lines, n, height-1)
		}
		for step := range 60 {
			kind, by, where := r.IntN(4), r.IntN(9)-4, Where(r.IntN(4))
			if r.IntN(4) == 0 {
				by = r.IntN(4*n) - 2*n
			}
			switch kind {
			case 0:
				d.do(CursorBy(int64(by)))
			case 1:
				if by == 0 {
					continue
				}
				d.do(ScrollBy(int64(by)))
			case 2:
				by = r.IntN(n)
				if where == Near && r.IntN(2) == 0 {
					by = min(want.cursor+r.IntN(3), n-1)
				}
				if far := by < want.top-1 || by > want.top+height; where == Near && far {
					continue // how far is left to the pane, see TestNearIsAsLittleAsPossible
				}
				d.do(To(starts[by], where))
			case 3:
				if by == 0 {
					continue
				}
				d.do(RollBy(int64(by)))
			}
			want.do(kind, by, where)
			switch r.IntN(8) {
			case 0:
				d.later(d.p.Reload())
			case 1:
				d.later(d.p.Resize(30+r.IntN(2), height, 0)) // lines are no longer than that
			}
			d.settle()
			got := d.p.Position()
			if got.Cursor != starts[want.cursor] || got.Top != starts[want.top] || got.TopRow != 0 {
				t.Fatalf("seed %d, step %d: move %d by %d (%d) of %d lines in %d rows: at %+v, not cursor %d, top %d",
					seed, step, kind, by, where, n, height, got, starts[want.cursor], starts[want.top])
			}
			rows := d.rows()
			if len(rows) != min(n, height) {
				t.Fatalf("seed %d, step %d: the rows are %q, from line %d", seed, step, rows, want.top)
			}
			for i, row := range d.cursors() {
				line := want.top + i
				if line < want.first() {
					line = i
				}
				if strings.TrimRight(rows[i], " ") != fmt.Sprintf("line %d", line) {
					t.Fatalf("seed %d, step %d: the rows are %q, not line %d in row %d", seed, step, rows, line, i)
				}
				looks := want.cursorOn(line)
				if line < want.first() {
					looks = "elsewhere"
				}
				if row != looks {
					t.Fatalf("seed %d, step %d: row %d of the screen has the cursor as %q, not %q", seed, step, i, row,
						looks)
				}
			}
		}
	}
}

// TestMovesWhileLoading makes moves before the page for the last one has come: they are made in their order.
func TestMovesWhileLoading(t *testing.T) {
	d := newDriver(t, numbered(100_000), 30, 10, false)
	d.later(d.p.Do(CursorBy(50_000)))
	d.later(d.p.Do(CursorBy(7)))
	d.later(d.p.Do(CursorBy(-2)))
	d.later(d.p.Do(ScrollBy(1)))
	d.later(d.p.Do(ScrollBy(2)))
	d.later(d.p.Do(CursorBy(1)))
	d.settle()
	l, ok := d.p.CursorLine()
	if want := "line 50009"; !ok || string(l.Head) != want {
		t.Errorf("the cursor is on %q, not %q", l.Head, want)
	}
}

// TestWrappedScreenIsFull scrolls through wrapped lines of random lengths, rows of which go past the screen: the screen
// is full, and shows a run of the text.
func TestWrappedScreenIsFull(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 2))
		var b strings.Builder
		for i := range 60 {
			fmt.Fprintf(&b, "%d:", i)
			for range r.IntN(8) * r.IntN(60) {
				b.WriteByte(byte('a' + b.Len()%26))
			}
			b.WriteByte('\n')
		}
		d := newDriver(t, []byte(b.String()), 20, 7, true)
		var whole []string // all rows
		for _, line := range strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n") {
			for first := true; first || line != ""; first = false {
				k := min(20, len(line))
				whole = append(whole, fmt.Sprintf("%-20s", line[:k]))
				line = line[k:]
			}
		}
		top := 0
		for range 80 {
			by := r.IntN(31) - 15
			if by == 0 {
				continue
			}
			d.do(ScrollBy(int64(by)))
			top = max(min(top+by, len(whole)-7), 0)
			got := strings.Join(d.rows(), "\n")
			want := strings.Join(whole[top:min(top+7, len(whole))], "\n")
			if got != want {
				// The cursor's unit is kept on the screen whole where it fits: the top may follow it.
				at := strings.Index(strings.Join(whole, "\n"), got)
				if at < 0 || at%21 != 0 || strings.Count(got, "\n") != 6 {
					t.Fatalf("seed %d, after %d rows:\n%s\nnot\n%s", seed, by, got, want)
				}
				top = at / 21
			}
		}
	}
}

// longLines are lines of which each fills many screens, which differ in their ends.
func longLines() map[string]string {
	return map[string]string{
		"short":      "words",
		"ascii":      strings.Repeat("0123456789", 300),
		"tabs":       strings.Repeat("\tx", 700),
		"wide":       strings.Repeat("日本語", 600),
		"bad bytes":  strings.Repeat("\xff\xfe", 900),
		"long ascii": strings.Repeat("0123456789", 9000),
		"long wide":  strings.Repeat("日本語", 9000),
		"long bad":   strings.Repeat("\xff\xfe", 20000),
		"megabytes":  strings.Repeat("0123456789", 500_000),
	}
}

// TestEndsOfLongLines goes to both ends of lines of all kinds, chopped and wrapped, and to bytes deep inside.
func TestEndsOfLongLines(t *testing.T) {
	for name, middle := range longLines() {
		for _, wrap := range []bool{false, true} {
			for _, end := range []string{"\n", "\r\n", ""} {
				t.Run(fmt.Sprintf("%s %v %q", name, wrap, end), func(t *testing.T) {
					t.Parallel()
					line := "<first>" + middle + "<in>" + middle + "<last>" + end
					b := []byte("before\n" + line)
					if end != "" {
						b = append(b, "after\n"...)
					}
					d := newDriver(t, b, 40, 8, wrap)
					d.do(CursorBy(1))
					start := int64(len("before\n"))
					at := start + int64(strings.Index(line, "<in>"))
					for range 2 {
						d.do(d.p.LineEnd())
						d.has("<last>")
						if l, _ := d.p.CursorLine(); l.More || !wrap && l.Off != start {
							t.Errorf("the cursor is on %d, which goes on: %v", l.Off, l.More)
						}
						d.do(d.p.LineStart())
						d.has("<first>")
						if d.p.Cursor != start || d.p.Left != 0 {
							t.Errorf("the cursor is on %d, %d columns are scrolled off", d.p.Cursor, d.p.Left)
						}
						for _, where := range []Where{Near, Top, Middle, Bottom} {
							d.do(ToBytes(at, at+4, where))
							d.has("<in>")
							d.do(To(0, Top))
						}
						d.do(ToBytes(at, at+4, Middle))
					}
				})
			}
		}
	}
}

// TestLineBounds looks for lines around every byte of texts with all kinds of ends.
func TestLineBounds(t *testing.T) {
	for _, s := range []string{"", "\n", "a", "a\n", "a\nbc\n\nd", "\n\nxyz"} {
		for off := range int64(len(s)) {
			start := int64(strings.LastIndexByte(s[:off], '\n') + 1)
			end := int64(len(s))
			if i := strings.IndexByte(s[off:], '\n'); i >= 0 {
				end = off + int64(i) + 1
			}
			gotStart, gotEnd, err := filepages.LineBounds(t.Context(), text(s), nil, off)
			if err != nil || gotStart != start || gotEnd != end {
				t.Errorf("the line around byte %d of %q is [%d, %d), %v; want [%d, %d)", off, s, gotStart, gotEnd, err,
					start, end)
			}
		}
	}
}

// TestStride shows bytes in rows, from the row with the cursor, and lines again.
func TestStride(t *testing.T) {
	b := numbered(5000)
	d := newDriver(t, b, 80, 10, false)
	d.do(CursorBy(3000))
	here := d.p.Cursor
	d.later(d.p.ShowStride(16, d.p.Text))
	d.settle()
	l, ok := d.p.CursorLine()
	if !ok || l.Off%16 != 0 || here < l.Off || here >= l.Off+16 || !bytes.Equal(l.Head, b[l.Off:l.Off+16]) {
		t.Errorf("the cursor is on %+v, not on the row with %d", l, here)
	}
	d.do(d.p.LineEnd())
	if d.p.Left != 0 {
		t.Error("rows of bytes were scrolled sideways")
	}
	d.later(d.p.ShowLines(To(here, Middle), d.p.Text))
	d.settle()
	if l, ok := d.p.CursorLine(); !ok || string(l.Head) != "line 3000" {
		t.Errorf("the cursor is on %q", l.Head)
	}
}

// TestIntoView brings ranges of lines onto the screen: with as little scrolling as possible, and not at all where the
// range does not fit or the cursor would be left behind.
func TestIntoView(t *testing.T) {
	for _, c := range []struct {
		name               string
		top, cursor        int // lines, before
		start, end, height int // of the lines [start, end)
		want               int // the top after it
	}{
		{"all on the screen", 100, 105, 102, 108, 10, 100},
		{"the end is below", 100, 105, 104, 113, 10, 103},
		{"the start is above", 100, 105, 97, 106, 10, 97},
		{"exactly the screen", 100, 105, 101, 111, 10, 101},
		{"too high", 100, 105, 95, 112, 10, 100},
		{"the cursor would go", 100, 100, 105, 114, 10, 100},
	} {
		b := numbered(300)
		off := func(line int) int64 { return int64(bytes.Index(b, fmt.Appendf(nil, "line %d\n", line))) }
		d := newDriver(t, b, 30, c.height, false)
		d.do(To(off(c.top), Top))
		d.do(CursorBy(int64(c.cursor - c.top)))
		d.do(IntoView(off(c.start), off(c.end)))
		if p := d.p.Position(); p.Top != off(c.want) || p.Cursor != off(c.cursor) {
			t.Errorf("%s: at %+v, not top %d, cursor %d", c.name, p, off(c.want), off(c.cursor))
		}
	}
}

// TestNothingIsLoadedWithoutASize: what a pane is told to show before it has a size is loaded once, with its first one.
func TestNothingIsLoadedWithoutASize(t *testing.T) {
	p := New(0, false, &atOnce{})
	if p.Show(Text{Bytes: text("a\nb\nc\n")}, To(2, Top)) != nil || !p.Awaited() {
		t.Fatal("a pane without a size loads, or nobody waits for it")
	}
	if p.Do(CursorBy(1)) != nil {
		t.Fatal("a move of a pane without a size loads")
	}
	d := &driver{t: t, p: &p}
	d.later(p.Resize(10, 2, 0))
	d.settle()
	if p.Awaited() || p.Cursor != 4 || p.Resize(10, 2, 0) != nil {
		t.Errorf("the cursor is at %d, awaited: %v", p.Cursor, p.Awaited())
	}
}
