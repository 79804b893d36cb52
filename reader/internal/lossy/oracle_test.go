package lossy

import (
	"bytes"
	"math/rand/v2"
	"testing"
	"unicode/utf8"
)

// slowLossy is the WHATWG decoder written as the state machine of its text, byte by byte.
func slowLossy(p []byte) []byte {
	var out []byte
	need, seen := 0, 0
	lo, hi := byte(0x80), byte(0xBF)
	var held []byte
	for i := 0; i < len(p); {
		b := p[i]
		if need == 0 {
			i++
			switch {
			case b < 0x80:
				out = append(out, b)
			case b >= 0xC2 && b <= 0xDF:
				need = 1
			case b >= 0xE0 && b <= 0xEF:
				if b == 0xE0 {
					lo = 0xA0
				}
				if b == 0xED {
					hi = 0x9F
				}
				need = 2
			case b >= 0xF0 && b <= 0xF4:
				if b == 0xF0 {
					lo = 0x90
				}
				if b == 0xF4 {
					hi = 0x8F
				}
				need = 3
			default:
				out = append(out, "\uFFFD"...)
			}
			if need > 0 {
				held = append(held[:0], b)
			}
			continue
		}
		if b < lo || b > hi {
			need, seen, lo, hi = 0, 0, 0x80, 0xBF
			out = append(out, "\uFFFD"...)
			continue // the byte is looked at again
		}
		lo, hi = 0x80, 0xBF
		seen++
		held = append(held, b)
		i++
		if seen == need {
			out = append(out, held...)
			need, seen = 0, 0
		}
	}
	if need > 0 {
		out = append(out, "\uFFFD"...)
	}
	return out
}

func TestAppendLossyAgainstTheStateMachine(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 20000 {
		p := randomBytes(r, i%70)
		got, replaced := appendDecoded(nil, p)
		want := slowLossy(p)
		if !bytes.Equal(got, want) {
			t.Fatalf("%q decodes to %q, want %q", p, got, want)
		}
		if n := int64(bytes.Count(want, []byte(Replacement)) - bytes.Count(p, []byte(Replacement))); n != replaced {
			t.Fatalf("%q: %d replaced, want %d", p, replaced, n)
		}
		if n := ValidPrefix(p); !utf8.Valid(p[:n]) || n < len(p) && utf8.Valid(p[:n+1]) {
			t.Fatalf("%q: prefix %d is not the longest valid one", p, n)
		}
		if n := PartialTail(p); n > 0 {
			if _, kind := UnitAt(p[len(p)-n:]); kind != Partial {
				t.Fatalf("%q: the last %d bytes begin no character", p, n)
			}
		}
	}
}

func FuzzLossy(f *testing.F) {
	f.Add(hostile)
	f.Fuzz(func(t *testing.T, p []byte) {
		got, _ := appendDecoded(nil, p)
		if !bytes.Equal(got, slowLossy(p)) {
			t.Fatalf("%q decodes to %q", p, got)
		}
	})
}

// hostile are bytes near every limit of well-formed UTF-8.
var hostile = []byte("a \n\r\x00\x7f\x80\x8f\x90\x9f\xa0\xbf\xc0\xc1\xc2\xdf\xe0\xe1\xec\xed\xee\xef\xf0\xf1\xf3\xf4\xf5\xff")

// randomBytes is n bytes: letters, characters of all lengths, and hostile ones.
func randomBytes(r *rand.Rand, n int) []byte {
	p := make([]byte, 0, n+4)
	for len(p) < n {
		switch r.IntN(4) {
		case 0:
			p = append(p, hostile[r.IntN(len(hostile))])
		case 1:
			p = utf8.AppendRune(p, rune(r.IntN(0x110000)))
		default:
			p = append(p, byte('a'+r.IntN(26)))
		}
	}
	return p[:n]
}
