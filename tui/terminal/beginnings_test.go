package terminal

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestBeginnings takes apart rows of which the ends are the same: no more than their beginnings, up to a place at which no character
// ends that is made of what is on both sides.
func TestBeginnings(t *testing.T) {
	const gutter, tinted = " \x1b[34m12 │\x1b[m ", "\x1b[48;5;3m▸\x1b[34m12 │\x1b[m\x1b[48;5;3m \x1b[m"
	const width = 6 // of both
	text := strings.Repeat("text ", 5)
	for _, c := range []struct {
		name, have, want string
		columns          int // that are taken apart; 0: all of both rows
	}{
		{"plain text", gutter + text, tinted + text, width + 1},
		{"coloured text", gutter + "\x1b[31m" + text + ownLook, tinted + "\x1b[31m" + text + ownLook, width},
		{"text with several sequences", gutter + "\x1b[1m\x1b[31m" + text, tinted + "\x1b[1m\x1b[31m" + text, width},
		{"within a sequence", gutter + "\x1b[31m" + text, tinted[:len(tinted)-len(ownLook)] + "\x1b[m\x1b[1;31m\x1b[22;31m" + text, width},
		{"a wide character first", gutter + "日" + text, tinted + "日" + text, width + 3},
		{"a combination", gutter + "e\u0301" + text, tinted + "e\u0301" + text, width + 2},
		{"a combination after a sequence", gutter + "a\x1b[31m\u0301" + text, tinted + "b\x1b[31m\u0301" + text, 0},
		{"another look", gutter + text, tinted + "\x1b[1m" + text, 0},
		{"another width", gutter + text, tinted + "x" + text, 0},
		{"no text at the end", gutter + "x日日日日日日", tinted + "y日日日日日日", 0},
		{"little at the end", gutter + "short", tinted + "short", 0},
		{"blanks at the end", strings.Repeat("a", 60) + "\x1b[m" + strings.Repeat(" ", 20), strings.Repeat("b", 60) + "\x1b[m" + strings.Repeat(" ", 20), 0},
	} {
		table := newLooks()
		p := painting{looks: &table}
		switch ok := p.beginnings(c.have, c.want); {
		case ok != (c.columns > 0):
			t.Errorf("%s: taken apart to a common end: %v", c.name, ok)
		case ok && len(p.want) != c.columns:
			t.Errorf("%s: %d columns are taken apart, want %d", c.name, len(p.want), c.columns)
		}
	}
}

// TestBeginningsDifferAsRows compares random rows by their beginnings and as a whole: the same columns differ.
func TestBeginningsDifferAsRows(t *testing.T) {
	compared := 0
	for seed := range uint64(4000) {
		r := rand.New(rand.NewPCG(seed, 9))
		end := randomRow(r, 60)
		have := randomRow(r, 30)
		want := changedRow(r, have)
		if r.IntN(3) == 0 {
			want = strings.Replace(want, "\x1b[1m", "\x1b[4;31m", 1)
		}
		cut := r.IntN(len(have) + 1) // also within a character or a sequence
		have, want = have[:cut]+end, want[:min(cut, len(want))]+end
		table := newLooks()
		p := painting{looks: &table, shown: have, wanted: want}
		if !p.beginnings(have, want) {
			continue
		}
		compared++
		all := painting{looks: &table, shown: have, wanted: want}
		var ok1, ok2 bool
		all.have, ok1 = table.cells(nil, have)
		all.want, ok2 = table.cells(nil, want)
		if !ok1 || !ok2 {
			continue // an end that cannot be taken apart stays as it is
		}
		if len(all.have) != len(all.want) {
			t.Fatalf("%q and %q have %d and %d columns", have, want, len(all.have), len(all.want))
		}
		for i := range all.want {
			if stays := i >= len(p.want) || p.stays(i); stays != all.stays(i) {
				t.Fatalf("%q as %q: column %d stays: %v", have, want, i, stays)
			}
		}
	}
	if compared < 500 {
		t.Errorf("only %d rows were compared by their beginnings", compared)
	}
}
