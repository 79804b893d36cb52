package search

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestNeedleAlignment has both kinds of scan meet a text at every place of a word, with near misses around it.
func TestNeedleAlignment(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 3))
	for _, text := range []string{"et", "te a", "zq", "Zoe", "needle in haystack", "x", "e"} {
		for _, mode := range []Case{MatchCase, IgnoreCase} {
			p := mustCompile(t, text, Options{Case: mode, Literal: true})
			for n := range 200 {
				data := make([]byte, n)
				for i := range data {
					data[i] = text[r.IntN(len(text))] ^ byte(r.IntN(2)<<7)
				}
				if len(text) > 1 {
					data = bytes.ReplaceAll(data, []byte(text), []byte(strings.Repeat("-", len(text))))
				} else {
					data = bytes.Repeat([]byte("-\xff"), n)[:n]
				}
				sw := sweep{b: data}
				if h := sw.find(p.pure, 0); h != noHit {
					t.Fatalf("%q in %q: %v", text, data, h)
				}
				for at := range n {
					data := append([]byte(nil), data...)
					w := copy(data[at:], text)
					sw := sweep{b: data}
					if h := sw.find(p.pure, 0); w == len(text) && (h.start < 0 || h.start > at) || h.start >= 0 &&
						!strings.EqualFold(string(data[h.start:h.end]), text) {
						t.Fatalf("%q at %d of %q: %v", text, at, data, h)
					}
				}
			}
		}
	}
}

// TestNeedleInPeriodicText has the two bytes of the pair match everywhere, and the text nowhere but at the end.
func TestNeedleInPeriodicText(t *testing.T) {
	period := "t" + strings.Repeat("e", 49)
	text := strings.Repeat(period, 30)
	text = text[:1000] + " " + text[1001:]
	p := mustCompile(t, text, Options{Case: MatchCase})
	data := []byte(strings.Repeat(period, 5000))
	sw := sweep{b: data}
	if h := sw.find(p.pure, 0); h != noHit {
		t.Errorf("found at %v", h)
	}
	data = append(data, text...)
	sw = sweep{b: data}
	if h := sw.find(p.pure, 0); h != (hit{len(data) - len(text), len(data)}) {
		t.Errorf("found at %v, want %d", h, len(data)-len(text))
	}
}
