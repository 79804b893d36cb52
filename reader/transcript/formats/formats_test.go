package formats

import (
	"testing"
	"time"

	"eyeline/reader/internal/jsonskim"
)

// TestNotices asks that an answer without lines is not taken for a file's first line.
func TestNotices(t *testing.T) {
	for format, notice := range map[*Format]string{
		pi:        "[Line 1 is 60.0KB, exceeds 50.0KB limit. Use bash: sed -n '1p' a | head -c 51200]",
		geminiCLI: "Cannot display content of binary file: a", qwenCode: "(read_file completed with no output)",
		copilotCLI: "File too large to read at once (30.1KB). Consider using the grep tool to search within the file, or view with view_range to read specific sections.",
	} {
		if f := format.Reads; !f.IsNotice(notice) || f.IsNotice(notice+"\nmore") || f.IsNotice("text") {
			t.Errorf("%s: %q", format.Name, notice)
		}
	}
}

func TestTimes(t *testing.T) {
	want := time.Date(2026, 11, 21, 15, 1, 4, 0, time.UTC)
	for _, p := range []string{`"2026-11-21T15:01:04Z"`, `"2026-11-21T16:01:04+01:00"`, "1795273264", "1795273264000", "1795273264000.0"} {
		v, _ := jsonskim.FromBytes([]byte(p)).Value(0, int64(len(p)))
		if got := when(v); !got.Equal(want) {
			t.Errorf("%s: %s", p, got)
		}
	}
	for _, p := range []string{`"yesterday"`, "-1", "1e300", "null", "{}"} {
		v, _ := jsonskim.FromBytes([]byte(p)).Value(0, int64(len(p)))
		if got := when(v); !got.IsZero() {
			t.Errorf("%s: %s", p, got)
		}
	}
}
