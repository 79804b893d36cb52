package settingsfile

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkGrowing measures 1, 10 and 100 times as many keys, and as much nesting, up to what is taken and far beyond
// it: what is refused must cost no more than reading it.
func BenchmarkGrowing(b *testing.B) {
	for _, k := range []struct {
		name string
		of   func(n int) string
	}{
		{"keys", func(n int) string {
			var s strings.Builder
			for i := range n {
				fmt.Fprintf(&s, "a%d = 1\n", i)
			}
			return s.String()
		}},
		{"dotted keys", func(n int) string {
			var s strings.Builder
			for i := range n / 3 {
				fmt.Fprintf(&s, "a%d.b.c = 1\n", i)
			}
			return s.String()
		}},
		{"parts of a key", func(n int) string { return strings.Repeat("a.", n) + "a = 1\n" }},
		{"lists in lists", func(n int) string { return "a = " + strings.Repeat("[", n) + strings.Repeat("]", n) + "\n" }},
	} {
		for _, n := range []int{29, 290, 2_900, 29_000} {
			text := []byte(k.of(n))
			b.Run(fmt.Sprintf("%s/%d", k.name, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					_, _ = parse("c", text) // a refusal is an answer
				}
			})
		}
	}
}
