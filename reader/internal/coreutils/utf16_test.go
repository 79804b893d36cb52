package coreutils

import "testing"

// TestDecodeUTF16: both orders of bytes, with their mark, an odd byte at the end, and half of a pair.
func TestDecodeUTF16(t *testing.T) {
	for data, want := range map[string]string{
		"\xff\xfea\x00\n\x00b\x00": "a\nb", "\xfe\xff\x00a\x00\n\x01\x02": "a\nĂ", "\xff\xfea\x00b": "a", "\xff\xfe": "",
		"\xff\xfe\x3d\xd8\x00\xde": "😀", "\xff\xfe\x3d\xd8a\x00": "\uFFFDa",
	} {
		if got := string(decodeUTF16([]byte(data))); got != want {
			t.Errorf("%q: %q, and not %q", data, got, want)
		}
	}
}
