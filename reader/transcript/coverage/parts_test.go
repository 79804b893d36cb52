package coverage

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/transcript/transcripttest"
)

// TestLinesGivenInParts: of a file of which a call gave a part that may begin and end within lines, only a line that
// stands in it whole counts as sent, and none as not sent. A window of bytes that has whole lines gave those, wherever
// it began.
func TestLinesGivenInParts(t *testing.T) {
	long := strings.Repeat("a word of a long line ", 40)
	file := "the first line of the file\n" + long + "\nthe third line of the file\nthe last line of the file\n"
	dir := t.TempDir()
	transcripttest.Write(t, filepath.Join(dir, "a"), []byte(file))
	const call = `"by":{"tool":"byte_window","arguments":{"path":"a","start_byte":9,"max_bytes":30}},`
	third := strings.Index(file, "the third")
	header := "[start_byte=%d end_byte=%d file_bytes=999 next_start_byte=9]\n"
	for name, c := range map[string]struct{ kind, by, given, want string }{
		"a part of a line":  {"part", "", fmt.Sprintf(header, 30, 60) + file[30:60], "[] [] [[1 4]]"},
		"parts of two":      {"part", "", fmt.Sprintf(header, 9, third) + file[9:third], "[[2 2]] [] [[1 1] [3 4]]"},
		"a window of bytes": {"call", call, fmt.Sprintf(header, third, third+27) + file[third:third+27], "[[3 3]] [] []"},
	} {
		run := `{"type":"eyeline-mcp","version":"1","time":"2026-11-21T10:00:00Z","root":"/w"}` + "\n" +
			fmt.Sprintf(`{"type":%q,"id":"1","time":"2026-11-21T10:00:01Z","tool":"read_bytes",`, c.kind) +
			fmt.Sprintf(`"arguments":{"path":"a"},%s"refused":false,"text":%q}`, c.by, c.given) + "\n"
		all, err := Of(t.Context(), transcripttest.Decode(t, "run.jsonl", run), dir)
		if err != nil || len(all.Files) != 1 {
			t.Fatal(name, err, all)
		}

		f := all.Files[0]
		if got := fmt.Sprint(f.Sent, f.Changed, f.Unsure); got != c.want {
			t.Errorf("%s: sent, changed and unsure are %s, want %s", name, got, c.want)
		}
	}
}
