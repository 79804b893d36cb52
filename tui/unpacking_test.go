package tui

import (
	"fmt"
	"strings"
	"testing"
)

// amount is how much of a text is unpacked; maybe: it depends on how fast the lines are counted.
type amount uint8

const (
	some amount = iota
	all
	maybe
)

// TestUnpackedAsFarAsNeeded opens a packed file of which much more is to be had than is looked at, and then does what
// needs more of it.
func TestUnpackedAsFarAsNeeded(t *testing.T) {
	const lines = 400_000
	var b strings.Builder
	for i := range lines {
		fmt.Fprintf(&b, "line %d of a long text that is packed well, and needs room\n", i+1)
		if i == 99 || i == lines-100 {
			b.WriteString("a needle\n")
		}
	}
	text := b.String()
	if len(text) < 2*unpackAhead {
		t.Fatalf("only %d bytes", len(text))
	}
	const last = "400,002" // lines in all
	path := written(t, "long.txt.gz", gzipped(t, text))
	for _, c := range []struct {
		name   string
		change func(*Options)
		keys   []string
		has    []string
		whole  amount // of it that is unpacked then
	}{
		{"nothing", nil, nil, []string{"unpacked in part", "▸     1 │ line 1"}, some},
		{"a few lines further", nil, []string{"f", "f", "20", "j"}, []string{"unpacked in part"}, some},
		{"the end", nil, []string{"G"}, []string{last + " lines", "▸400002 │ line 400000"}, all},
		{"a line", nil, []string{":", "type:300000", "enter"}, []string{"▸300000 │ line 299999"}, maybe},
		{"a line past the end", nil, []string{":", "type:500000", "enter"}, []string{last + " lines", "▸400002 │"}, all},
		{"a part", nil, []string{"50", "%"}, []string{last + " lines", "▸200883 │"}, all},
		{"a byte", nil, []string{":", "type:@0", "enter", ":", "type:@20MiB", "enter"}, []string{"▸334646 │"}, maybe},
		{"the last mark", nil, []string{"'", "type:$"}, []string{last + " lines", "▸400002 │"}, all},
		{"a pipe to the end", nil, []string{"|", "type:$"}, []string{last + " lines", "▸     1 │"}, all},
		{"a match", nil, []string{"/", "type:needle", "enter", "n"}, []string{"▸399903 │ a needle", "match 2 of 2"}, all},
		{"no match", nil, []string{"/", "type:nidle", "enter"}, []string{"not found: nidle"}, all},
		{"an early match", nil, []string{"/", "type:needle", "enter"}, []string{"▸   101 │ a needle", "match 1 of 2"}, all},
		{"a match round the end", nil, []string{"/", "?", "type:needle", "enter"}, []string{"▸399903 │ a needle", "match 2 of 2", "search went on from the end"}, all},
		{"a filter", nil, []string{"&", "type:needle", "enter"}, []string{"&needle: 2 lines", "▸   101 │ a needle"}, all},
		{"the end at the start", func(o *Options) { o.Start.End = true }, nil, []string{"▸400002 │ line 400000"}, all},
		{"a line at the start", func(o *Options) { o.Start.Line = 390_000 }, nil, []string{"▸390000 │ line 389999"}, maybe},
		{"a match at the start", func(o *Options) { o.Start.Pattern = "line 350000 " }, nil, []string{"▸350001 │ line 350000"}, all},
		{"following", nil, []string{"F"}, []string{last + " lines", "400002 │ line 400000"}, all},
	} {
		t.Run(c.name, func(t *testing.T) {
			onScreen(t, path, 120, 10, c.change, func(s *screen) {
				s.keys(c.keys...)
				s.later()
				s.has(c.has...)
				snap := s.m.doc.shown.snap
				if c.whole != maybe && (snap.Complete != (c.whole == all) || snap.Complete && snap.Size != int64(len(text))) {
					t.Errorf("%d bytes of %d are unpacked, complete %v", snap.Size, len(text), snap.Complete)
				}
			})
		})
	}
}
