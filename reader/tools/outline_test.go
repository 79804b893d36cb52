package tools

import (
	"strings"
	"testing"
)

func TestOutlineWithoutSymbols(t *testing.T) {
	const hint = "\n\nRead a part with start_line and end_line, or page with start_byte and max_bytes."
	// The 1024th byte is inside the character that begins at byte 1023.
	text := strings.Repeat("x", 1023) + "é\n" + strings.Repeat("y\n", 10000)
	got, ok := call(t, "byte_window", Env{Stream: viewOf(text)}, `{"path":"notes.txt"}`)
	want := "[outline file_bytes=21026 total_lines=10001 symbols=0]\n" + strings.Repeat("x", 1023) + hint
	if !ok || got != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
	// Bytes that are not UTF-8 are shown as in any content.
	text = "\xff" + strings.Repeat("z", 20000)
	got, _ = call(t, "byte_window", Env{Stream: viewOf(text)}, `{"path":"notes.txt"}`)
	want = "[outline file_bytes=20001 total_lines=1 symbols=0]\n\uFFFD" + strings.Repeat("z", 1023) + hint
	if got != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
	for size, outlined := range map[int]bool{16384: false, 16385: true} {
		got, _ := call(t, "byte_window", Env{Stream: viewOf(strings.Repeat("w", size))}, `{"path":"notes.txt"}`)
		if strings.HasPrefix(got, "[outline ") != outlined {
			t.Errorf("%d bytes give %.60q", size, got)
		}
	}
}
