// Package sourcetest, which changes without notice, makes what tests read from.
package sourcetest

// Repeat fills p with what a text that is repeated without end has from byte off on, which is 0-based. It copies rather
// than setting each byte, since under the race detector every access costs.
func Repeat(p []byte, off int64, text string) {
	from := int(off % int64(len(text)))
	n := copy(p, text[from:])
	n += copy(p[n:], text[:from])
	for n < len(p) {
		n += copy(p[n:], p[:n]) // n is a multiple of the text's length
	}
}
