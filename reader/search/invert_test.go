package search

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"eyeline/reader/source"
)

// TestInverted finds the lines without a match, forward and backward from each byte, and counts them, with blocks that
// end at each place of a line.
func TestInverted(t *testing.T) {
	const text = "one\ntwo\n\nthree one\r\nfour\n\x1b[1mon\x1b[0me\nlast"
	for _, c := range []struct {
		pattern string
		opt     Options
	}{
		{"one", Options{Invert: true}},
		{"^t|our$", Options{Invert: true}},
		{"ONE", Options{Invert: true, Literal: true}},
		{"one", Options{Invert: true, Styled: true}},
		{"", Options{Invert: true}},
	} {
		p := mustCompile(t, c.pattern, c.opt)
		plain := c.opt
		plain.Invert = false
		keep := mustCompile(t, c.pattern, plain)
		var want []string
		at := 0
		for line := range strings.SplitSeq(text, "\n") {
			bare := strings.TrimSuffix(line, "\r")
			if !keep.matches(keep.whole, []byte(bare)) {
				want = append(want, fmt.Sprint(at, " ", at+len(bare)))
			}
			at += len(line) + 1
		}
		b := source.View(bytes.NewReader([]byte(text)), int64(len(text)))
		var got []string
		for from := int64(0); ; {
			m, ok, err := testFinder(p, smallSizes, 1).FindUntil(context.Background(), b, from, b.Size(), Forward)
			if err != nil {
				t.Fatal(err)
			}
			if !ok {
				break
			}
			got = append(got, fmt.Sprint(m.Start, " ", m.End))
			from = m.Start + 1
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q %+v: %q, want %q", c.pattern, c.opt, got, want)
		}
		counter := testCounter(p, smallSizes, 1)
		if err := counter.Run(context.Background(), b); err != nil || counter.Snapshot().Matches != int64(len(want)) {
			t.Errorf("%q: counted %d of %d: %v", c.pattern, counter.Snapshot().Matches, len(want), err)
		}
		if p.String() != "!"+c.pattern || p.MatchesInPart([]byte("four"), true, true) != nil {
			t.Errorf("%q: %q, %v", c.pattern, p, p.MatchesInPart([]byte("four"), true, true))
		}
	}
}
