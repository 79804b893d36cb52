package bodies

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// escapeLevels is how often texts are escaped that are looked through: what a call was given is JSON in a string of
// JSON, and what it was given may be such a text again.
const escapeLevels = 3

// longestEscape is how many bytes of JSON stand for one of a text at most, as \u0041 does.
const longestEscape = 6

// MaxWritten is how many bytes may stand in JSON for a text of a length, as far as [PlacesOf] finds it.
func MaxWritten(length int) int { return longestEscape * longestEscape * longestEscape * length }

// PlacesOf are where texts stand in JSON, in every way in which JSON can write them: each with its first byte and the
// one behind its last, in their order. What is written in their place keeps it JSON, as no escape is cut. It is not
// looked for across the ends of strings.
func PlacesOf(p []byte, texts [][]byte) (places [][2]int) {
	all := [][]byte{p}
	for level := 1; level <= escapeLevels; level++ {
		text := all[level-1]
		if level > 1 && bytes.IndexByte(text, '\\') < 0 {
			break // it would be searched again
		}

		text = unescaped(text)
		all = append(all, text)
		found := indexAll(text, texts)
		for i := level - 1; i >= 0 && len(found) > 0; i-- {
			found = written(all[i], found)
		}

		places = append(places, found...)
	}

	places = slices.DeleteFunc(places, func(at [2]int) bool { return hasBareQuote(p[at[0]:at[1]]) })
	return joined(places)
}

// indexAll are the places of texts, which do not overlap.
func indexAll(p []byte, texts [][]byte) (places [][2]int) {
	for _, text := range texts {
		for from := 0; len(text) > 0; {
			i := bytes.Index(p[from:], text)
			if i < 0 {
				break
			}

			places = append(places, [2]int{from + i, from + i + len(text)})
			from += i + 1
		}
	}

	return joined(places)
}

// joined puts places in their order, and makes one of those that overlap.
func joined(places [][2]int) (all [][2]int) {
	slices.SortFunc(places, func(a, b [2]int) int { return cmp.Compare(a[0], b[0]) })
	for _, at := range places {
		last := len(all) - 1
		if last >= 0 && at[0] < all[last][1] {
			all[last][1] = max(all[last][1], at[1])
		} else {
			all = append(all, at)
		}
	}

	return all
}

// unescaped is a text of JSON with each escape as what it stands for.
func unescaped(p []byte) []byte {
	out := make([]byte, 0, len(p))
	for {
		i := bytes.IndexByte(p, '\\')
		if i < 0 {
			return append(out, p...)
		}

		out = append(out, p[:i]...)
		r, n := escapeAt(p[i:])
		out = utf8.AppendRune(out, r)
		p = p[i+n:]
	}
}

// simpleEscapes are the letters behind a backslash, each with what both stand for behind it.
const simpleEscapes = "\"\"\\\\//b\bf\fn\nr\rt\t"

// escapeAt is what an escape stands for, and how many bytes it has. A backslash that begins none stands for itself.
func escapeAt(p []byte) (r rune, length int) {
	if len(p) < 2 {
		return '\\', 1
	}

	for i := 0; i < len(simpleEscapes); i += 2 {
		if p[1] == simpleEscapes[i] {
			return rune(simpleEscapes[i+1]), 2
		}
	}

	r, ok := unitAt(p)
	if !ok {
		return '\\', 1
	}
	if second, ok := unitAt(p[longestEscape:]); ok && utf16.IsSurrogate(r) {
		if both := utf16.DecodeRune(r, second); both != utf8.RuneError {
			return both, 2 * longestEscape
		}
	}
	if utf16.IsSurrogate(r) {
		r = utf8.RuneError
	}

	return r, longestEscape
}

// unitAt is the number of an escape such as \u0041.
func unitAt(p []byte) (r rune, ok bool) {
	if len(p) < longestEscape || p[0] != '\\' || p[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(p[2:longestEscape]), 16, 16)
	return rune(n), err == nil
}

// written are places of what unescaped made of p, as places of p. An escape is never cut.
func written(p []byte, places [][2]int) (all [][2]int) {
	in := 0
	out := 0 // how much was made of p[:in]
	to := func(end int, isWhole bool) int {
		for out < end {
			plain := bytes.IndexByte(p[in:], '\\')
			if plain < 0 {
				plain = len(p) - in
			}

			if plain > 0 {
				n := min(plain, end-out)
				in += n
				out += n
				continue
			}

			r, n := escapeAt(p[in:])
			if out+utf8.RuneLen(r) > end && !isWhole {
				break // it begins within what the escape stands for
			}
			in += n
			out += utf8.RuneLen(r)
		}

		return in
	}

	for _, at := range places {
		all = append(all, [2]int{to(at[0], false), to(at[1], true)})
	}

	return all
}

// hasBareQuote reports whether a part of JSON has the end of a string.
func hasBareQuote(p []byte) bool {
	for i := 0; i < len(p); i++ {
		switch p[i] {
		case '"':
			return true
		case '\\':
			i++ // what is escaped is in the string
		}
	}
	return false
}

// clean takes secrets out of a record.
func (r *Recorder) clean(p []byte) []byte {
	places := PlacesOf(p, r.Secrets)
	if len(places) == 0 {
		return p
	}

	var out []byte
	from := 0
	for _, at := range places {
		out = append(out, p[from:at[0]]...)
		out = append(out, "[key]"...)
		from = at[1]
	}

	return append(out, p[from:]...)
}
