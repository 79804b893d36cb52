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

// TestPartsOfOneLine: a window of bytes within a line gave a part of that line. No other line counts as sent that has
// the text of the part, and none as not sent; where the line is the first one, it was cut.
func TestPartsOfOneLine(t *testing.T) {
	const tail = "the tail of the long line is here"
	long := strings.Repeat("a word of a long line ", 40) + tail
	for name, c := range map[string]struct {
		file     string
		from, to int
		want     string
	}{
		"the end":    {"the first line\n" + long + "\n" + tail + "\n", 15 + len(long) - len(tail), 16 + len(long), "[] [] [[1 3]]"},
		"the middle": {"the first line\n" + long + "\nword of a long line a\n", 17, 17 + 21, "[] [] [[1 3]]"},
		"of the first line": {
			long + "\nthe second line of the file\n", len(long) - len(tail), len(long) + 1, "[] [[1 1]] []",
		},
		"of the first line, as another one": {
			long + "\nthe second line of the file\n" + tail + "\n", len(long) - len(tail), len(long) + 1, "[] [[1 1]] [[3 3]]",
		},
	} {
		dir := t.TempDir()
		transcripttest.Write(t, filepath.Join(dir, "a"), []byte(c.file))
		line := strings.Index(c.file, long)
		given := fmt.Sprintf("[start_byte=%d end_byte=%d file_bytes=%d partial_line=%d-%d next_start_byte=%d]\n",
			c.from, c.to, len(c.file), line, line+len(long)+1, c.to) + c.file[c.from:c.to]
		run := `{"type":"eyeline-mcp","version":"1","time":"2026-11-21T10:00:00Z","root":"/w"}` + "\n" +
			`{"type":"call","id":"1","time":"2026-11-21T10:00:01Z","tool":"read_bytes","arguments":{"path":"a"},` +
			`"by":{"tool":"byte_window","arguments":{"path":"a","start_byte":9,"max_bytes":30}},` +
			fmt.Sprintf(`"refused":false,"text":%q}`, given) + "\n"
		all, err := Of(t.Context(), transcripttest.Decode(t, "run.jsonl", run), dir)
		if err != nil || len(all.Files) != 1 {
			t.Fatal(name, err, all)
		}

		f := all.Files[0]
		if got := fmt.Sprint(f.Sent, f.Cut, f.Unsure); got != c.want {
			t.Errorf("%s: sent, cut and unsure are %s, want %s", name, got, c.want)
		}
	}
}

// TestPartOfALineThatWasGiven: a window of bytes within the first line, after a read of it, leaves it sent.
func TestPartOfALineThatWasGiven(t *testing.T) {
	const file = "the first line of the file is this one\nthe second line of the file\n"
	dir := t.TempDir()
	transcripttest.Write(t, filepath.Join(dir, "a"), []byte(file))
	run := `{"type":"eyeline-mcp","version":"1","time":"2026-11-21T10:00:00Z","root":"/w"}` + "\n"
	for i, given := range []string{
		fmt.Sprintf("[start_byte=0 end_byte=%d file_bytes=%d eof]\n", len(file), len(file)) + file,
		fmt.Sprintf("[start_byte=4 end_byte=20 file_bytes=%d partial_line=0-39 next_start_byte=20]\n", len(file)) + file[4:20],
	} {
		run += fmt.Sprintf(`{"type":"call","id":"%d","time":"2026-11-21T10:00:01Z","tool":"read_bytes",`, i) +
			`"arguments":{"path":"a"},"by":{"tool":"byte_window","arguments":{"path":"a","start_byte":0,"max_bytes":30}},` +
			fmt.Sprintf(`"refused":false,"text":%q}`, given) + "\n"
	}

	all, err := Of(t.Context(), transcripttest.Decode(t, "run.jsonl", run), dir)
	if err != nil || len(all.Files) != 1 {
		t.Fatal(err, all)
	}
	if f := all.Files[0]; fmt.Sprint(f.Sent, f.Cut, f.Unsure) != "[[1 2]] [] []" {
		t.Errorf("sent %v, cut %v, unsure %v", f.Sent, f.Cut, f.Unsure)
	}
}
