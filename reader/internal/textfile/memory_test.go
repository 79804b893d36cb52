package textfile

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"eyeline/reader/source"
)

// beginning is the first bytes of a file in memory.
type beginning struct {
	source.Bytes
	file *source.Memory
}

func (b beginning) InMemory() *source.Memory { return b.file }

// written writes down the lines that come, each with its place, its end, and how often bytes were replaced.
type written struct {
	lines []string
	text  []byte
	lost  int
}

func (w *written) Text(p []byte, _ Span, replaced bool) Continuation {
	w.text = append(w.text, p...)
	if replaced {
		w.lost++
	}
	return More
}

func (w *written) End(end, next int64, term string) bool {
	w.lines = append(w.lines, fmt.Sprintf("%q to %d, %q, next %d, %d replaced", w.text, end, term, next, w.lost))
	w.text, w.lost = w.text[:0], 0
	return true
}

// TestMemoryIsReadAsAnyFile: what is known of a file in memory changes no line, also where it is read up to the middle
// of a character.
func TestMemoryIsReadAsAnyFile(t *testing.T) {
	parts := []string{"a", "b c", "é", "\n", "\r", "\r\n", "\t", "\v", "\x1d", "\x7f", "\u0085", "\u2028", "\xff", "\xe2\x80"}
	random := rand.New(rand.NewPCG(1, 2))
	m := &source.Memory{}
	for range 4000 {
		var b strings.Builder
		kinds := 1 + random.IntN(len(parts)) // few kinds: also what is ASCII, or UTF-8
		for range random.IntN(12) {
			b.WriteString(parts[random.IntN(kinds)])
		}
		data := []byte(b.String())
		m.Reset(data)
		size := int64(random.IntN(len(data) + 1))
		file := source.View(bytes.NewReader(data[:size]), size)
		for _, ends := range []lineEnding{EndLF, EndCRLF, EndCRLF | EndCR, EndCRLF | EndPython} {
			var got, want written
			err1 := Walk(t.Context(), beginning{file, m}, LineCoding{Ends: ends}, 0, &got)
			err2 := Walk(t.Context(), file, LineCoding{Ends: ends}, 0, &want)
			if err1 != nil || err2 != nil || !slices.Equal(got.lines, want.lines) {
				t.Fatalf("%q up to %d, ends %d: %v, %v\n%s\nwant\n%s", data, size, ends, err1, err2,
					strings.Join(got.lines, "\n"), strings.Join(want.lines, "\n"))
			}
		}
	}
}
