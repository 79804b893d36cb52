package tui

import (
	"fmt"
	"strings"
	"testing"

	"eyeline/reader/longtest"
	"eyeline/tui/file/document"
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
	t.Parallel()
	const ahead = 2 << 20
	const lines = 100_000
	var b strings.Builder
	for i := range lines {
		fmt.Fprintf(&b, "line %d of a long text that is packed well, and needs room\n", i+1)
		if i == 99 || i == lines-100 {
			b.WriteString("a needle\n")
		}
	}
	text := b.String()
	if len(text) < 2*ahead {
		t.Fatalf("only %d bytes", len(text))
	}
	const last = "100,002" // lines in all
	path := written(t, "long.txt.gz", gzipped(t, text))
	for _, c := range []struct {
		name   string
		change func(*Options)
		keys   []string
		has    []string
		whole  amount // of it that is unpacked then
	}{
		{"nothing", nil, nil, []string{"unpacked in part", "▸    1 │ line 1"}, some},
		{"a few lines further", nil, []string{"f", "f", "20", "j"}, []string{"unpacked in part"}, some},
		{"the end", nil, []string{"G"}, []string{last + " lines", "▸100002 │ line 100000"}, all},
		{"a line", nil, []string{":", "type:75000", "enter"}, []string{"▸ 75000 │ line 74999"}, maybe},
		{"a line past the end", nil, []string{":", "type:125000", "enter"}, []string{last + " lines", "▸100002 │"}, all},
		{"a part", nil, []string{"50", "%"}, []string{last + " lines", "▸ 50091 │"}, all},
		{"a byte", nil, []string{":", "type:@0", "enter", ":", "type:@5MiB", "enter"}, []string{"▸ 84743 │"}, maybe},
		{"the last mark", nil, []string{"'", "type:$"}, []string{last + " lines", "▸100002 │"}, all},
		{"a pipe to the end", nil, []string{"|", "type:$"}, []string{last + " lines", "▸     1 │"}, all},
		{"a match", nil, []string{"/", "type:needle", "enter", "n"}, []string{"▸ 99903 │ a needle", "match 2 of 2"}, all},
		{"no match", nil, []string{"/", "type:nidle", "enter"}, []string{"not found: nidle"}, all},
		{"an early match", nil, []string{"/", "type:needle", "enter"}, []string{"▸   101 │ a needle", "match 1 of 2"}, all},
		{"a match round the end", nil, []string{"/", "?", "type:needle", "enter"}, []string{"▸ 99903 │ a needle", "match 2 of 2", "search went on from the end"}, all},
		{"a filter", nil, []string{"&", "type:needle", "enter"}, []string{"&needle: 2 lines", "▸   101 │ a needle"}, all},
		{"the end at the start", func(o *Options) { o.Start.End = true }, nil, []string{"▸100002 │ line 100000"}, all},
		{"a line at the start", func(o *Options) { o.Start.Line = 97_500 }, nil, []string{"▸ 97500 │ line 97499"}, maybe},
		{"a match at the start", func(o *Options) { o.Start.Pattern = "line 87500 " }, nil, []string{"▸ 87501 │ line 87500"}, all},
		{"following", nil, []string{"F"}, []string{last + " lines", "100002 │ line 100000"}, all},
	} {
		if !longtest.IsRequested() && c.whole == all && c.keys != nil && c.keys[0] != "/" {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			open := func(o Options) (*document.Document, error) {
				return document.Open(path, document.Options{Limit: o.Input.SpoolLimit, UnpackAhead: ahead})
			}
			onDocument(t, open, 120, 10, c.change, func(s *screen) {
				s.keys(c.keys...)
				s.later()
				s.has(c.has...)
				snap := s.m.file.Text.Doc.Shown().Snapshot()
				if c.whole != maybe && (snap.Complete != (c.whole == all) || snap.Complete && snap.Size != int64(len(text))) {
					t.Errorf("%d bytes of %d are unpacked, complete %v", snap.Size, len(text), snap.Complete)
				}
			})
		})
	}
}
