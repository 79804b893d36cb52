package charsetnormalizer

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"hash/crc32"
	"os"
	"testing"
)

// decoded is a text as a set gives it, character by character.
func decoded(t testing.TB, s *set, p []byte) []byte {
	var text []byte
	for len(p) > 0 {
		r, more, n := s.Next(p)
		if r < 0 || n < 1 || n > len(p) {
			t.Fatalf("%q is %d in %s, in %d bytes", p, r, s.Name, n)
		}
		text = append(append(text, string(r)...), more...)
		p = p[n:]
	}
	return text
}

// TestAsInPython: charset_normalizer 3.4.7 said so of these bytes on Python 3.11; testdata/vectors.py wrote them.
func TestAsInPython(t *testing.T) {
	f, err := os.Open("testdata/vectors.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	cases, lines := 0, bufio.NewScanner(f)
	for ; lines.Scan(); cases++ {
		var (
			data       []byte
			times      int
			name, says string
			sum        uint32
		)
		if err := json.Unmarshal(lines.Bytes(), &[]any{&data, &times, &name, &sum}); err != nil {
			t.Fatal(err)
		}
		data = bytes.Repeat(data, times)
		set := Guess(t.Context(), data)
		var text []byte
		if set != nil {
			says, text = set.Name, decoded(t, set, bytes.TrimPrefix(data, set.Mark))
		}
		if got := crc32.ChecksumIEEE(text); says != name || got != sum {
			t.Errorf("%.60q is taken for %q with the sum %d, want %q with %d", data, says, got, name, sum)
		}
	}
	if err := lines.Err(); err != nil || cases < 300 {
		t.Errorf("%d cases, %v", cases, err)
	}
}

// TestGreekCapitals: what has a capital sigma at the end of its letters.
func TestGreekCapitals(t *testing.T) {
	const text = "\xca\xc1\xc9 \xcf\xc4\xbc\xd3 \xd4\xc7\xd3 \xcf\xc4\xcf\xd3 \xcf\xc4\xcf\xd3 \xd4\xc7\xd3 " +
		"\xca\xcf\xd3\xcc\xcf\xd3 \xc1\xd3 \xcf\xc4\xcf\xd3\n"
	if s := Guess(t.Context(), []byte(text)); s == nil || s.Name != "cp1253" {
		t.Errorf("%+v", s)
	}
}

// TestGuessEndsWithItsContext: a guess that nobody waits for finds nothing.
func TestGuessEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if s := Guess(ctx, []byte("caf\xe9 na\xefve")); s != nil {
		t.Error(s.Name)
	}
}

// FuzzGuess: whatever the bytes are, they are decoded in the set that they are taken for.
func FuzzGuess(f *testing.F) {
	for _, seed := range []string{"caf\xe9", "\x84\x31\x95\x33\xd0\xc4", "\xa4\xd4\xa4\xa1\xa4\xbf\xa4\xd4", "coding: gbk \x81\x30", "\xd8\x00a\x00", "\x8f\xa2\xaf"} {
		f.Add([]byte(seed), uint16(1))
		f.Add([]byte(seed), uint16(600))
	}
	f.Fuzz(func(t *testing.T, data []byte, times uint16) {
		const most = 51_200
		if data = bytes.Repeat(data, int(times)); len(data) == 0 || len(data) > most {
			return
		}
		if s := Guess(t.Context(), data); s != nil {
			decoded(t, s, data)
		}
		for _, s := range tables().Sets[1:] {
			for p := data; len(p) > 0; {
				_, _, n := s.Next(p)
				if n < 1 || n > len(p) {
					t.Fatalf("%q has %d bytes in %s", p, n, s.Name)
				}
				p = p[n:]
			}
		}
	})
}

func BenchmarkGuess(b *testing.B) {
	text := bytes.Repeat([]byte("un caf\xe9 na\xeff, d\xe9j\xe0 vu\n"), 2_200)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Guess(b.Context(), text)
	}
}
