package source

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestMemory compares what is known of bytes with what a plain look through them finds.
func TestMemory(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	var m Memory
	for range 400 {
		var text []byte
		for range random.IntN(60) {
			text = append(text, []string{"word ", "\n", "\n\n", "\t", "ä", "😀", "\r", "\f", "\x00", "\xff", "\x7f", "\x1b", strings.Repeat("x", 40)}[random.IntN([]int{4, 13}[random.IntN(2)])]...)
		}
		m.Reset(text)
		if m.Valid() != utf8.Valid(text) {
			t.Fatalf("%q: valid %v", text, m.Valid())
		}
		for _, c := range []byte{0, '\r', '\v', '\f', 0x1c, 0x1d, 0x1e} {
			if m.Has(c) != (bytes.IndexByte(text, c) >= 0) {
				t.Fatalf("%q: has %q: %v", text, c, m.Has(c))
			}
		}
		for size := range len(text) + 2 {
			head := text[:min(size, len(text))]
			ends := bytes.Count(head, []byte("\n"))
			count := int64(ends)
			if len(head) > 0 && head[len(head)-1] != '\n' {
				count++
			}
			if size <= len(text) && (m.Ends(int64(size)) != ends || m.Lines(int64(size)) != count || m.End(ends) != int64(bytes.LastIndexByte(head, '\n')+1)) {
				t.Fatalf("%q: first %d bytes: %d ends, %d lines, last end %d", text, size, m.Ends(int64(size)), m.Lines(int64(size)), m.End(ends))
			}
		}
	}
}

// What is made of the bytes is made once, and again after Reset.
func TestMemoryOnce(t *testing.T) {
	var m Memory
	made := 0
	for range 3 {
		m.Reset([]byte("x"))
		for range 2 {
			m.Once("count", func() any { made++; return made })
		}
	}
	if made != 3 {
		t.Errorf("made %d times", made)
	}
	if MemoryOf(View(View(&m, 1), 0)) != &m || MemoryOf(strings.NewReader("")) != nil {
		t.Error("the memory behind a view is not found, or one that is not there is")
	}
}
