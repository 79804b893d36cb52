package cells

import (
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// First is the first cluster of a sanitized text without colours, and its cells: a grapheme cluster, or the part of one
// that comes before a character with a cell of its own. It is "", 0 for an empty text.
func First[T string | []byte](s T) (cluster T, cells int) {
	cluster, cells = ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
	r, first := decode(cluster)
	if first < len(cluster) {
		if end := beforeOwnCell(cluster, first); end < len(cluster) {
			cluster, cells = ansi.FirstGraphemeCluster(cluster[:end], ansi.GraphemeWidth)
		}
	}
	if hasOwnCell(r) {
		cells = max(cells, 1)
	}

	return cluster, cells
}

// beforeOwnCell is the offset of the first character of a cluster, at or after an offset, that has a cell of its own;
// the length of the cluster where there is no such character.
func beforeOwnCell[T string | []byte](cluster T, at int) int {
	for at < len(cluster) {
		before, _ := utf8.DecodeLastRuneInString(string(cluster[max(at-utf8.UTFMax, 0):at]))
		r, n := decode(cluster[at:])
		if hasOwnCell(r) && !prepends(before) {
			break
		}
		at += n
	}
	return at
}

// hasOwnCell reports whether terminals give a character a cell although it belongs to the grapheme cluster of the one
// before it: spacing vowel signs and the second consonants of conjuncts in the scripts of India and Southeast Asia, as
// wcwidth of the C library has it. Vowels and final consonants of Hangul syllables have none.
func hasOwnCell(r rune) bool {
	hangul := r >= 0x1100 && r <= 0x11FF || r >= 0xD7B0 && r <= 0xD7FF
	symbol := r >= 0x2000 && r <= 0x2BFF // among them letters that are emoji
	if r < 0x900 || hangul || symbol {
		return false
	}
	return unicode.Is(unicode.Mc, r) || unicode.IsLetter(r)
}

func decode[T string | []byte](s T) (rune, int) {
	return utf8.DecodeRuneInString(string(s[:min(len(s), utf8.UTFMax)]))
}
