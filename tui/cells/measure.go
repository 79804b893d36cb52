package cells

import (
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// measure is where characters are put together to ask what ansi makes of them; asking by value would allocate.
type measure [1 + utf8.UTFMax]byte

// extends reports whether r joins with any visible character before it: combining marks, spacing vowel signs, U+200D,
// variation selectors, skin tones.
func (m *measure) extends(r rune) bool {
	if r < 0x300 {
		return false
	}
	m[0] = 'a'
	cluster, _ := ansi.FirstGraphemeCluster(m[:1+utf8.EncodeRune(m[1:], r)], ansi.GraphemeWidth)
	return len(cluster) > 1
}

// cells is the width of a character by itself.
func (m *measure) cells(r rune) int {
	_, w := ansi.FirstGraphemeCluster(m[:utf8.EncodeRune(m[:], r)], ansi.GraphemeWidth)
	return w
}
