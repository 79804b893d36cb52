package pane

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"eyeline/tui/file/filepages"
)

// table is a text of n lines of some columns, of which some are wider than a pane.
func table(n int) []byte {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%06d|%s|end\n", i, strings.Repeat("abcdefgh", i%9))
	}
	return []byte(b.String())
}

// TestHeaderColumns: the first columns stay where they are when chopped lines are scrolled sideways, and what follows
// them is as far to the right as before.
func TestHeaderColumns(t *testing.T) {
	d := newDriver(t, table(100), 30, 5, false)
	d.p.SetHeader(Header{Lines: 1, Columns: 7})
	d.later(d.p.Reload())
	d.do(To(40*20, Top))
	for _, left := range []int{0, 1, 13, 40, 200} {
		d.later(d.p.ScrollToColumn(left))
		d.settle()
		rows := d.rows()
		for i, row := range rows {
			u, _ := d.p.LineAt(i)
			want := string(u.Head)
			if left > 0 {
				want = want[:7] + want[min(7+left, len(want)):]
			}
			got := strings.TrimRight(strings.TrimSuffix(row, "›"), " ")
			if !strings.HasPrefix(want, got) || len(got) < min(len(want), 29) || u.Number == 0 && i > 0 && row == rows[0] {
				t.Errorf("from column %d row %d is %q of %q", left, i, row, want)
			}
		}
	}
}

// TestHeaderOverWrappedLines: where lines are wrapped each line of the header takes one row, every place of the text
// can be brought below it, and the cursor is never under it.
func TestHeaderOverWrappedLines(t *testing.T) {
	text := table(300)
	d := newDriver(t, text, 30, 6, true)
	d.p.SetHeader(Header{Lines: 2})
	d.later(d.p.Reload())
	d.settle()
	random := rand.New(rand.NewPCG(7, 7))
	for range 400 {
		switch by := int64(random.IntN(9) - 4); random.IntN(4) {
		case 0:
			d.do(CursorBy(by))
		case 1:
			d.do(ScrollBy(by))
		case 2:
			d.do(RollBy(by))
		case 3:
			d.do(To(random.Int64N(int64(len(text))), Where(random.IntN(4))))
		}
		rows := d.rows()
		covered := d.p.covered()
		for i := range covered {
			if want := fmt.Sprintf("%06d|", i); !strings.HasPrefix(rows[i], want) {
				t.Fatalf("row %d is %q, not that of line %d", i, rows[i], i)
			}
		}
		if seen := strings.Join(d.cursors()[covered:], " "); !strings.Contains(seen, "here") && !strings.Contains(seen, "carried") {
			t.Fatalf("the cursor at %d is not below the header: %q", d.p.Cursor, rows)
		}
	}
}

// TestNoHeader: what has no first lines to keep is shown as without a header: a filtered text, and the hex view.
func TestNoHeader(t *testing.T) {
	req := filepages.Request{Keep: 100, Anchor: 3, MaxBytes: 1000}
	h := Header{Lines: 2}
	for name, lines := range map[string]func() ([]filepages.Unit, error){
		"filtered": func() ([]filepages.Unit, error) {
			return h.load(t.Context(), Text{Bytes: text(table(9)), Only: some{}}, req)
		},
		"hex": func() ([]filepages.Unit, error) {
			return h.load(t.Context(), Text{Bytes: text(table(9))}, filepages.Request{Keep: 100, Stride: 16})
		},
	} {
		if got, err := lines(); len(got) > 0 || err != nil {
			t.Errorf("%s: %d lines, %v", name, len(got), err)
		}
	}
	if got, err := h.load(t.Context(), Text{Bytes: text(table(9))}, req); len(got) != 2 || err != nil || string(got[1].Head) != "000001|abcdefgh|end" {
		t.Errorf("%v, %v", got, err)
	}
}

// some are no lines.
type some struct{}

func (some) Len() int64         { return 0 }
func (some) At(int64) int64     { return 0 }
func (some) Search(int64) int64 { return 0 }
