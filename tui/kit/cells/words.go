package cells

import "strings"

// WholeWords returns the first words of a text that fit into width cells, with an ellipsis where words are left out.
func WholeWords(text string, width int) string {
	const least = 12 // cells in which the first words say something
	if width < least && Width(text) > width {
		return ""
	}
	if Width(text) <= width || width < 2 {
		return Truncate(text, width, "…")
	}
	return strings.TrimRight(WrapWords(text, width-1)[0], " ,;:") + "…"
}
