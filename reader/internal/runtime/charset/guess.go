package charset

import (
	"bytes"
	"context"
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
	"unicode/utf8"
)

// Guess is the name of the character set that chardet takes bytes for. They are not all ASCII, and have no byte-order
// mark of UTF-16. It is "" when ctx ends before.
func Guess(ctx context.Context, p []byte) string {
	best := "ASCII"
	most := 0.0
	try := func(name string, sure float64) { // in percent
		if sure > most { // of two that are as sure it is the first
			best = name
			most = sure
		}
	}

	try("UTF-8", inUTF8(p))
	try("UTF-32BE", inUTF32(p, binary.BigEndian))
	try("UTF-32LE", inUTF32(p, binary.LittleEndian))

	for _, d := range tables().Doubles {
		if ctx.Err() != nil {
			return ""
		}
		try(d.Name, d.sure(p))
	}

	for _, e := range tables().Escapes {
		try(e.Name, inEscapes(p, e.Sequences))
	}

	controls := slices.ContainsFunc(p, func(c byte) bool { return c >= 0x80 && c < 0xA0 })
	for _, l := range tables().Letters {
		if controls {
			l.Name = l.C1
		}
		if ctx.Err() != nil {
			return ""
		}

		try(l.Name, l.sure(p))
	}

	return best
}

// inUTF8 counts characters more loosely than UTF-8 is defined.
func inUTF8(p []byte) float64 {
	valid := 0
	invalid := 0
	for i := 0; i < len(p); i++ {
		more := bits.LeadingZeros8(^p[i]) - 1 // bytes; -1 for ASCII
		if more < 0 {
			continue
		}

		if more == 0 || more > 3 {
			more = 0 // all that follow are skipped
			invalid++
			if invalid > 5 {
				break
			}
		}

		for i++; i < len(p) && p[i]&0xC0 == 0x80 && more != 1; i++ {
			more--
		}

		if i < len(p) && p[i]&0xC0 == 0x80 {
			valid++
		} else if i < len(p) {
			invalid++
		}
	}

	if valid+invalid == 0 {
		return 10
	}

	return inUnicode(bytes.HasPrefix(p, []byte("\xEF\xBB\xBF")), valid, invalid)
}

func inUTF32(p []byte, order binary.ByteOrder) float64 {
	valid := 0
	invalid := 0
	marked := false
	unit := make([]byte, 4)

	for i := 0; i < len(p); i += 4 {
		clear(unit[copy(unit, p[i:]):]) // what is missing at the end is 0
		r := rune(order.Uint32(unit))
		marked = marked || i == 0 && r == '\uFEFF'
		if utf8.ValidRune(r) && r < utf8.MaxRune {
			valid++
		} else {
			invalid++
		}
	}

	return inUnicode(marked, valid, invalid)
}

// inUnicode judges by the numbers of valid characters and of invalid ones; marked: a byte-order mark comes first.
func inUnicode(marked bool, valid, invalid int) float64 {
	switch {
	case invalid == 0 && (marked || valid > 3):
		return 100
	case invalid == 0 && valid > 0, marked && valid > 10*invalid:
		return 80
	case valid > 10*invalid:
		return 25
	}
	return 0
}

// sure looks for the common characters.
func (d *double) sure(p []byte) float64 {
	all := 0
	long := 0
	common := 0
	bad := 0
	for len(p) > 0 {
		n, ok := d.next(p)
		if n > len(p) {
			break
		}

		all++
		switch {
		case !ok:
			bad++
		case n == 2 || n == 3: // one of four bytes is a number below 0 to chardet
			long++
			if _, ok := slices.BinarySearch(d.Common, int(p[0])<<8|int(p[1])); ok {
				common++
			}
		}

		if bad >= 2 && bad*5 >= long {
			return 0
		}

		p = p[n:]
	}

	switch {
	case bad == 0 && long <= 10 && (long > 0 || all >= 10):
		return 10
	case bad == 0 && long <= 10, long < 20*bad:
		return 0
	}

	scale := 90 / math.Log(float64(long)/4)
	return min(math.Floor(float64(math.Log(float64(common+1))*scale)+10), 100)
}

// next gives the length of the character at the front, which may be more than is there, and whether it is one.
func (d *double) next(p []byte) (n int, ok bool) {
	for _, form := range d.Forms {
		n = min(len(form)/2, len(p))
		i := 0
		for i < n && int(p[i]) >= form[2*i] && int(p[i]) <= form[2*i+1] {
			i++
		}
		if i == n {
			return len(form) / 2, len(form)%2 == 0
		}
	}

	return 1, true
}

// inEscapes looks for the sequences that switch between the parts of an ISO-2022 set. None begins another one.
func inEscapes(p []byte, sequences []string) float64 {
	hits := 0
	for _, s := range sequences {
		hits += bytes.Count(p, []byte(s))
	}
	if hits == 0 {
		return 0
	}

	misses := bytes.Count(p, []byte{0x1B}) - hits
	shifts := bytes.Count(p, []byte{0x0E}) + bytes.Count(p, []byte{0x0F})
	return float64(100*(hits-misses))/float64(hits+misses) - 10*float64(max(5-hits-shifts, 0))
}

// sure looks for the common runs of three letters of each language.
func (l *letters) sure(p []byte) float64 {
	run := uint32(0)
	all := 0
	var hits [16]int // by the languages
	take := func(letter byte) {
		run = (run<<8 | uint32(letter)) & 0xFFFFFF
		all++
		if !l.maybe[place(run)] {
			return
		}

		for _, language := range l.Grams[run] {
			hits[language]++
		}
	}

	for _, c := range p {
		if letter := l.Bytes[c]; letter != 0 && (letter != ' ' || byte(run) != ' ') {
			take(letter)
		}
	}

	take(' ')
	if part := float64(slices.Max(hits[:])) / float64(all); part <= 0.33 {
		return math.Floor(part * 300)
	}

	return 98
}

// place is where a run of three letters is in letters.maybe.
func place(run uint32) uint32 { return run * 0x9E3779B1 >> 20 }
