package openclaw

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/tools"
)

// budget is the limit of an answer, which depends on the model's context window.
type budget struct {
	lines, page int64 // limits of one page in lines and bytes
	bytes       int64 // limit of an answer of several pages, in bytes
	// chars limits the estimated characters of an answer, weighed those where each counts double.
	chars, weighed int64
}

// budgetOf returns the budget for a context window in tokens, of four characters each. The tool's caps are those of a
// large window.
func budgetOf(caps tools.Caps, window int64) budget {
	const (
		leastRead = 32 << 10
		maxRead   = 128 << 10
	)
	tenth := int64(math.Floor(float64(window) * 4 * 0.1))
	b := budget{
		lines: max(caps.Lines.Most/maxPages, 1), page: caps.Output.Most,
		bytes: min(max(tenth, leastRead), maxRead), chars: caps.Then.Most, weighed: max(window, 1024),
	}
	switch {
	case window < 100_000:
		b.chars = min(b.chars, 16000)
	case window < 200_000:
		b.chars = min(b.chars, 32000)
	}

	b.chars = min(b.chars, int64(math.Floor(float64(window)*0.3))*4)
	return b
}

// fits reports whether a text is within the budget.
func (b budget) fits(text string) bool {
	n := estimate(text, 1)
	return n <= b.chars && (2*n <= b.weighed || estimate(text, 2) <= b.weighed)
}

// holds reports whether a text fits, and is within the limit of bytes.
func (b budget) holds(text string) bool { return int64(len(text)) <= b.bytes && b.fits(text) }

// weights are ranges of characters that count as more than one.
var weights = []struct {
	first, last rune
	counts      int64
}{
	{0xB7, 0xB7, 4},
	{0x2C7, 0x2C7, 8},
	{0x2C9, 0x2CB, 8},
	{0x2D9, 0x2D9, 8},
	{0x2EA, 0x2EB, 8},
	{0x305, 0x305, 8},
	{0x323, 0x323, 8},
	{0x1100, 0x11FF, 12},
	{0x2E80, 0x2FFF, 12},
	{0x3000, 0x319F, 4},
	{0x31A0, 0x4DFF, 12},
	{0x4E00, 0x9FA5, 4},
	{0x9FA6, 0x9FFF, 12},
	{0xA000, 0xA4FF, 12},
	{0xA700, 0xA707, 12},
	{0xA960, 0xA97F, 12},
	{0xAC00, 0xD7AF, 4},
	{0xD7B0, 0xD7FF, 12},
	{0xF900, 0xFAFF, 12},
	{0xFE10, 0xFE4F, 8},
	{0xFF01, 0xFF60, 4},
	{0xFF61, 0xFFDC, 8},
	{0xFFE0, 0xFFE6, 8},
	{0x16FE0, 0x16FFF, 16},
	{0x1AFF0, 0x1AFFF, 16},
	{0x1B000, 0x1B16F, 16},
	{0x1D360, 0x1D371, 12},
	{0x1F200, 0x1F2FF, 16},
	{0x20000, 0x2FA1F, 16},
	{0x30000, 0x3347F, 16},
}

// estimate returns how many characters a text counts as, each as at least weight.
func estimate(text string, weight int64) (n int64) {
	for _, r := range text {
		n += countsFor(r, weight)
	}
	return n
}

// countsFor returns how many characters a character counts as.
func countsFor(r rune, weight int64) int64 {
	plain := weight
	if r > 0xFFFF {
		plain = 2 * weight
	}
	if r < 0xB7 {
		return plain
	}
	for _, w := range weights {
		if r >= w.first && r <= w.last {
			return w.counts
		}
	}

	return plain
}

// within returns the longest beginning of a text that counts as at most most.
func within(text string, most, weight int64) string {
	var n int64
	for i, r := range text {
		n += countsFor(r, weight)
		if n > most {
			return text[:i]
		}
	}
	return text
}

// bytesOf returns the longest beginning of a text, in whole characters, of at most most bytes.
func bytesOf(text string, most int) string {
	if most >= len(text) {
		return text
	}
	most = max(most, 0)
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most]
}

// sizeText formats a size for notices.
func sizeText(n int64) string {
	return strings.Replace(fmt.Sprintf("%sKB", js.Fixed(float64(n)/1024, 1)), ".0KB", "KB", 1)
}
