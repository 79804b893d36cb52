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
		"whole lines":           {"start_byte=9 end_byte=15 file_bytes=99 next_start_byte=9", "a\nb\nc\n", false, `"a\nb\nc\n" ["" ""]`},
		"from anywhere":         {"start_byte=9 end_byte=14 file_bytes=99 next_start_byte=9", "a\nb\nc", true, `"b\n" ["a\n" "c"]`},
		"up to a line's end":    {"start_byte=9 end_byte=15 file_bytes=99 next_start_byte=9", "a\nb\nc\n", true, `"b\nc\n" ["a\n" ""]`},
		"the whole file":        {"start_byte=0 end_byte=5 file_bytes=5 eof", "a\nb\nc", true, `"a\nb\nc" ["" ""]`},
		"within a line":         {"start_byte=9 end_byte=12 file_bytes=99 partial_line=5-30 next_start_byte=9", "abc", true, `"" ["" "abc"]`},
		"the end of a line":     {"start_byte=9 end_byte=12 file_bytes=99 partial_line=5-12 next_start_byte=9", "ab\n", false, `"" ["ab\n" ""]`},
		"the end of a file":     {"start_byte=9 end_byte=12 file_bytes=12 partial_line=5-12 eof", "abc", false, `"" ["abc" ""]`},
		"the start of a line":   {"start_byte=5 end_byte=8 file_bytes=99 partial_line=5-12 next_start_byte=9", "abc", false, `"" ["" "abc"]`},
		"within, from anywhere": {"start_byte=5 end_byte=8 file_bytes=99 next_start_byte=9", "abc", true, `"" ["" "abc"]`},
		"more than was asked":   {"start_byte=5 end_byte=8 file_bytes=99 clamped_from=9 partial_line=5-12 eof", "abc", false, `"" ["" "abc"]`},
		"no window":             {"outline file_bytes=9", "abc", true, `"[outline file_bytes=9]\nabc" []`},
	} {
		result := "[" + c.head + "]\n" + c.content
		whole, parts := Split(result, c.isAnywhere)
		if got := fmt.Sprintf("%q %q", whole, parts); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
