package mistralvibe

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
)

// TestGuessedSets: what is neither UTF-8 nor has a byte-order mark is decoded as charset-normalizer guesses it, of what
// is taken alone, and the window says which lines of the file became others.
func TestGuessedSets(t *testing.T) {
	systemtest.SkipOnWindows(t, "each answer has a remark")
	dir := t.TempDir()
	file := filepath.Join(dir, "a.txt")
	for _, c := range []struct {
		text, args, set    string
		content            []string // the numbered lines
		total              int64
		renumbered         int64
		altered            string
		replaced, lastLine int64
	}{
		{text: "caf\xe9 na\xefve\n", set: "cp1006", content: []string{"cafﻠ naﺅve"}, total: 1, altered: "transcoded", lastLine: 1},
		{
			text: "caf\xe9\rna\xefve\r\nx\xe9\n", set: "cp1006", content: []string{"cafﻠ", "naﺅve", "xﻠ"}, total: 2,
			renumbered: 1, altered: "dropped-cr, normalized-cr, transcoded", lastLine: 2,
		},
		{text: "a\xc3(b\nnext\n", set: "utf_16_le", content: []string{"썡戨渊硥ੴ"}, total: 2, renumbered: 1, altered: "transcoded", lastLine: 2},
		{
			text: "\xc7\x96\x96\x84@\x94\x96\x99\x95\x89\x95\x87%\xa3\x96@\x81\x93\x93@\x96\x86@\xa8\x96\xa4\x15@\x81\x95\x84@\x94\x85%", set: "cp037",
			content: []string{"Good morning", "to all of you", " and me"}, total: 1, renumbered: 1, altered: "normalized-cr, transcoded", lastLine: 1,
		},
		{
			text: "\x84\x31\x95\x33\xbd\xf1\xcc\xec,\n\xd4\xe7\xc9\xcf.\n", set: "gb18030", content: []string{"\uFEFF今天,", "早上."}, total: 2,
			altered: "transcoded", lastLine: 2,
		},
		{text: "\x84\x31\x95\x33", set: "gb18030", content: []string{"\uFEFF"}, total: 1, altered: "transcoded", lastLine: 1},
		{text: "one\n\xffa\x00b\n", set: "none that fits", content: []string{"one", "\uFFFDa\x00b"}, total: 2, replaced: 1, lastLine: 2},
		{text: "one\ncaf\xe9 na\xefve\n", args: `,"limit":1`, content: []string{"one"}, total: -1, lastLine: 1},
	} {
		if err := os.WriteFile(file, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		r, err := Tool.Read(t.Context(), tools.Env{Root: dir}, fmt.Appendf(nil, `{"file_path":%q%s}`, file, c.args))
		if err != nil {
			t.Fatal(err)
		}
		var got, want strings.Builder
		stats, err := r.Render(t.Context(), &got)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range c.content {
			fmt.Fprintf(&want, "\n%9d→%s", i+1, line)
		}
		total, limit, cut := fmt.Sprint(c.total), "2000", "False"
		if c.total < 0 {
			total, limit, cut = "None", "1", "True"
		}
		whole := "file_path: " + file + "\ncontent: " + want.String()[1:] + fmt.Sprintf("\nnum_lines: %d\nstart_line: 1\n"+
			"requested_offset: None\nrequested_limit: %s\ntotal_lines: %s\nwas_truncated: %s", len(c.content), limit, total, cut)
		if got.String() != whole {
			t.Errorf("%q gives\n%s\nwant\n%s", c.text, got.String(), whole)
		}
		aside := ""
		if c.set != "" {
			aside = "the file is not UTF-8: Mistral Vibe guesses its character set, " + c.set + " here"
		}
		if altered := strings.Join(stats.Altered.Names(), ", "); r.Aside != aside || altered != c.altered || stats.Replaced != c.replaced {
			t.Errorf("%q: %q, altered %s, %d replaced", c.text, r.Aside, altered, stats.Replaced)
		}
		if w := r.Window; w.First != 1 || w.Last != c.lastLine || w.TotalLines != c.total || w.Renumbered != c.renumbered {
			t.Errorf("%q: %+v", c.text, w)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
}
