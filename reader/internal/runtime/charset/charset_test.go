package charset

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// TestAsTheLibraries: chardet 2.1.1 and iconv-lite 0.7.2 said so of these bytes.
func TestAsTheLibraries(t *testing.T) {
	f, err := os.Open("testdata/vectors.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	cases, lines := 0, bufio.NewScanner(f)
	for ; lines.Scan(); cases++ {
		var v struct {
			Bytes      []byte
			Name, Text string
		}
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		if got := Guess(t.Context(), v.Bytes); got != v.Name {
			t.Errorf("%q is taken for %s, want %s", v.Bytes, got, v.Name)
		}
		set := Of(v.Name)
		if unknown := strings.HasPrefix(v.Name, "UTF-") || strings.HasPrefix(v.Name, "ISO-2022-"); unknown != (set == nil) {
			t.Errorf("%s: %v", v.Name, set)
		} else if got := text(set, v.Bytes); set != nil && got != v.Text {
			t.Errorf("%q in %s is %q, want %q", v.Bytes, v.Name, got, v.Text)
		}
	}
	if err := lines.Err(); err != nil || cases < 100 {
		t.Errorf("%d cases, %v", cases, err)
	}
}

// TestGuessCosts: a guess takes no memory of its own, and ends with its context.
func TestGuessCosts(t *testing.T) {
	text := bytes.Repeat([]byte("un caf\xe9 na\xeff, d\xe9j\xe0 vu\n"), 20_000)
	if n := testing.AllocsPerRun(1, func() { Guess(t.Context(), text) }); n > 10 {
		t.Errorf("%v allocations", n)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if name := Guess(ctx, text); name != "" {
		t.Errorf("with a context that has ended: %s", name)
	}
}

func BenchmarkGuess(b *testing.B) {
	text := bytes.Repeat([]byte("un caf\xe9 na\xeff, d\xe9j\xe0 vu\n"), 40_000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Guess(b.Context(), text)
	}
}

func text(s *set, p []byte) string {
	var b strings.Builder
	for s != nil && len(p) > 0 {
		r, more, n := s.Next(p)
		if r < 0 {
			r = '\uFFFD'
		}
		b.WriteString(string(r) + more)
		p = p[n:]
	}
	return b.String()
}
