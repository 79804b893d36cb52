package byteparts

import (
	"fmt"
	"testing"
)

func TestSplit(t *testing.T) {
	for name, c := range map[string]struct {
		head, content string
		isAnywhere    bool
		want          string
	}{
		"whole lines":           {"start_byte=9 end_byte=15 file_bytes=99", "a\nb\nc\n", false, `"a\nb\nc\n" ["" ""]`},
		"from anywhere":         {"start_byte=9 end_byte=14 file_bytes=99", "a\nb\nc", true, `"b\n" ["a\n" "c"]`},
		"up to a line's end":    {"start_byte=9 end_byte=15 file_bytes=99", "a\nb\nc\n", true, `"b\nc\n" ["a\n" ""]`},
		"the whole file":        {"start_byte=0 end_byte=5 file_bytes=5 eof", "a\nb\nc", true, `"a\nb\nc" ["" ""]`},
		"within a line":         {"start_byte=9 end_byte=12 file_bytes=99 partial_line=5-30", "abc", true, `"" ["" "abc"]`},
		"the end of a line":     {"start_byte=9 end_byte=12 file_bytes=99 partial_line=5-12", "ab\n", false, `"" ["ab\n" ""]`},
		"the end of a file":     {"start_byte=9 end_byte=12 file_bytes=12 partial_line=5-12 eof", "abc", false, `"" ["abc" ""]`},
		"the start of a line":   {"start_byte=5 end_byte=8 file_bytes=99 partial_line=5-12", "abc", false, `"" ["" "abc"]`},
		"within, from anywhere": {"start_byte=5 end_byte=8 file_bytes=99", "abc", true, `"" ["" "abc"]`},
		"a bad number":          {"start_byte=5 end_byte=8 file_bytes=99 partial_line=x-y", "abc", false, `"" ["" "abc"]`},
		"no window":             {"outline file_bytes=9", "abc", true, "none"},
	} {
		result := "[" + c.head + "]\n" + c.content
		got := "none"
		if w, ok := Parse(result, c.isAnywhere); ok {
			whole, parts := w.Split(result)
			got = fmt.Sprintf("%q %q", whole, parts)
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
