package highlight

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/alecthomas/chroma/v2"

	"eyeline/reader/source"
	"eyeline/themes"
)

// file is a document in memory.
func file(data []byte) source.Bytes { return source.View(bytes.NewReader(data), int64(len(data))) }

// lineStarts are the offsets of the first bytes of data's lines.
func lineStarts(data []byte) []int64 {
	var starts []int64
	for off := 0; off < len(data); {
		starts = append(starts, int64(off))
		nl := bytes.IndexByte(data[off:], '\n')
		if nl < 0 {
			break
		}
		off += nl + 1
	}
	return starts
}

// patient returns a highlighter that is never out of time.
func patient(name string, data []byte) *Highlighter {
	h := New(name, data[:min(len(data), 256)])
	h.budget = time.Minute
	return h
}

// oracle tokenises data as a whole with chroma's own lexer and gives each byte of each line its class.
func oracle(t testing.TB, lexer string, data []byte) [][]themes.SyntaxClass {
	t.Helper()
	reg, err := registry()
	if err != nil {
		t.Fatal(err)
	}
	var clean strings.Builder
	var lines [][]themes.SyntaxClass
	for line := range bytes.Lines(data) {
		line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
		line = line[:min(len(line), lineCap)]
		for len(line) > 0 {
			r, n := utf8.DecodeRune(line)
			if r == '\r' || (r == utf8.RuneError && n == 1) {
				r = ' '
			}
			clean.WriteRune(r)
			line = line[n:]
		}
		clean.WriteByte('\n')
		lines = append(lines, nil)
	}
	tokens, err := chroma.Tokenise(reg.Get(lexer), &chroma.TokeniseOptions{State: "root"}, clean.String())
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	var seen strings.Builder
	for _, tok := range tokens {
		seen.WriteString(tok.Value)
		for i := range len(tok.Value) {
			if tok.Value[i] == '\n' {
				n++
			} else {
				lines[n] = append(lines[n], themes.ClassOf(tok.Type))
			}
		}
	}
	if seen.String() != clean.String() {
		t.Fatalf("%s: chroma's tokens are not the text", lexer)
	}
	return lines
}

// check compares spans with the classes of the bytes of a line.
func check(t *testing.T, what string, spans []Span, want []themes.SyntaxClass) {
	t.Helper()
	got := make([]themes.SyntaxClass, len(want))
	end := 0
	for _, s := range spans {
		if s.Start < end || s.End <= s.Start || s.End > len(want) || s.Class == themes.ClassPlain {
			t.Fatalf("%s: bad spans %v for a line of %d bytes", what, spans, len(want))
		}
		end = s.End
		for i := s.Start; i < s.End; i++ {
			got[i] = s.Class
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s: spans %v\n got %v\nwant %v", what, spans, got, want)
	}
}

// build repeats a sample to some kilobytes, with lines that push the repeats out of step.
func build(rng *rand.Rand, sample string, size int) []byte {
	var b bytes.Buffer
	for b.Len() < size {
		b.WriteString(sample)
		for range rng.IntN(3) {
			b.WriteByte('\n')
		}
	}
	return b.Bytes()
}

func TestWindowsEqualTheWholeFile(t *testing.T) {
	for name, sample := range samples {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(1, uint64(len(sample))))
			data := build(rng, sample, 12<<10)
			lexer := New(name, data).language.lexer
			if name == "a.php" {
				lexer = "PHTML" // what PHP in a page is for chroma
			}
			want := oracle(t, lexer, data)
			starts := lineStarts(data)
			if len(starts) != len(want) {
				t.Fatalf("%d lines, oracle has %d", len(starts), len(want))
			}
			var h *Highlighter
			coloured := false
			for i := range 24 {
				if i%6 == 0 {
					h = patient(name, data)
				}
				from := rng.IntN(len(starts))
				window := starts[from:min(from+1+rng.IntN(50), len(starts))]
				res, err := h.Lines(context.Background(), file(data), 1, window)
				if err != nil || res.Approximate || res.More {
					t.Fatalf("lines from %d: %v, approximate %v, more %v", from, err, res.Approximate, res.More)
				}
				for k, spans := range res.Spans {
					check(t, fmt.Sprintf("line %d", from+k+1), spans, want[from+k])
					coloured = coloured || len(spans) > 0
				}
				if t.Failed() {
					return
				}
			}
			if !coloured {
				t.Error("no line has a colour")
			}
			if len(h.exact) < 3 {
				t.Errorf("only %d checkpoints in %d bytes", len(h.exact), len(data))
			}
		})
	}
}
