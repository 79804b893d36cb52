package cells

import (
	"bytes"
	"strings"
	"testing"
)

// TestPrinter writes texts at once and byte by byte.
func TestPrinter(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"plain\n\tand é日\r\nno end", "plain\n\tand é日\r\nno end"},
		{"\x1b[31mred\x1b]52;c;eA==\x07", "^[[31mred^[]52;c;eA==^G"},
		{"a\rb\r", "a^Mb^M"},
		{"\u009b31m \u202ebidi\u2066 \x7f\x00", "<9B>31m <202E>bidi<2066> ^?^@"},
		{"\xff\xe6\x97\n\xe6\x97", "<FF><E6><97>\n<E6><97>"},
		{"", ""},
	} {
		for _, step := range []int{len(c.in) + 1, 1, 2} {
			var out bytes.Buffer
			p := NewPrinter(&out)
			for rest := c.in; rest != ""; {
				n := min(step, len(rest))
				if k, err := p.Write([]byte(rest[:n])); k != n || err != nil {
					t.Fatal(k, err)
				}
				rest = rest[n:]
			}
			if err := p.Close(); err != nil || out.String() != c.want {
				t.Errorf("%q in steps of %d: %q, %v, want %q", c.in, step, out.String(), err, c.want)
			}
		}
	}
}

// FuzzPrinter: whatever is written, no control character but those of lines and tabs comes out.
func FuzzPrinter(f *testing.F) {
	f.Add([]byte("a\x1b[31m\u0301\u202e\xc2"), uint8(1))
	f.Fuzz(func(t *testing.T, data []byte, step uint8) {
		var out strings.Builder
		p := NewPrinter(&out)
		for rest := data; len(rest) > 0; {
			n := min(int(step)+1, len(rest))
			_, _ = p.Write(rest[:n])
			rest = rest[n:]
		}
		_ = p.Close()
		text := strings.ReplaceAll(out.String(), "\r\n", "\n")
		for _, r := range text {
			if (r < 0x20 && r != '\n' && r != '\t') || r >= 0x7F && r < 0xA0 || r >= 0x202A && r <= 0x202E ||
				r >= 0x2066 && r <= 0x2069 {
				t.Fatalf("%q gives %q", data, out.String())
			}
		}
	})
}
