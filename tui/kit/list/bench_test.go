package list

import (
	"fmt"
	"testing"
)

// BenchmarkGrowing measures 1, 10 and 100 times as many items: a letter may take time for each, moving and drawing may
// not.
func BenchmarkGrowing(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		l := &List{Title: "things", Config: Config{Noun: "thing"}}
		for i := range n {
			l.Items = append(l.Items, Item{Name: fmt.Sprintf("name %06d", i), Text: "about it"})
		}
		l.Begin("")
		c := canvas(b, 60)
		draw := func() {
			l.Scroll(60, 20)
			l.Rows(c, 20)
		}
		b.Run(fmt.Sprintf("a letter/%d", n), func(b *testing.B) {
			for b.Loop() {
				typed(l, "n", "backspace")
				draw()
			}
		})
		b.Run(fmt.Sprintf("a row down/%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				l.Move(1)
				draw()
			}
		})
	}
}
