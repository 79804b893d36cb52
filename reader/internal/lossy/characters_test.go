package lossy

import (
	"math/rand/v2"
	"testing"
	"unicode/utf16"
	"unicode/utf8"
)

// Characters counts as a decoder does one by one, for characters of every length at every place of a word.
func TestCharacters(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 5))
	some := []rune("a\n\x7f\u0080é\u07ff\u0800€\uffff\U00010000😀\U0010ffff")
	for range 3000 {
		var p []byte
		for range random.IntN(40) {
			p = utf8.AppendRune(p, some[random.IntN(len(some))])
		}
		all, wide := Characters(p)
		if want := utf8.RuneCount(p); all != want || all+wide != len(utf16.Encode([]rune(string(p)))) {
			t.Fatalf("%q: %d characters, %d of four bytes; want %d", p, all, wide, want)
		}
	}
}

// Next ends where the first subpart that is no character begins, and gives its length.
func TestNext(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 9))
	some := []string{"plain text ", "a", "é", "€", "😀", "\xff", "\xe2\x82", "\xf0\x9f\x98", "\xc2", "\x80"}
	for range 3000 {
		var p []byte
		for range random.IntN(30) {
			p = append(p, some[random.IntN(len(some))]...)
		}
		want := 0
		for want < len(p) {
			size, kind := UnitAt(p[want:])
			if kind != Rune {
				break
			}
			want += size
		}
		valid, subpart := Next(p)
		if valid != want || (subpart == 0) != (want == len(p)) {
			t.Fatalf("%q: %d, %d; want %d", p, valid, subpart, want)
		}
		if subpart > 0 {
			if size, _ := UnitAt(p[valid:]); size != subpart {
				t.Fatalf("%q: a subpart of %d bytes, want %d", p, subpart, size)
			}
		}
	}
}
