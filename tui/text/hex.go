package text

import (
	"eyeline/tui/document"
	"eyeline/tui/pane"
)

// The hex view shows the raw bytes of a file, those that the tools read: the offset of a row's first byte, the bytes in
// hex, and those that are printable ASCII as text. A row is a unit of the file pane as a line is otherwise, so all that
// moves moves here, too.

// hexText is the file pane's text in the hex view.
func hexText(d *document.Document) pane.Text {
	return pane.Text{Bytes: d.Raw().Bytes(), Generation: 1<<63 | d.Raw().Version()}
}

// StrideFor is how many bytes fit into a row: three cells and one each, a gap in the middle, and the bars.
func StrideFor(width int) int {
	for _, n := range []int{16, 8, 4} {
		if 4*n+4 <= width {
			return n
		}
	}
	return 2
}

// OffsetDigits is the width of the offsets, in hex digits.
func (t *Text) OffsetDigits() int {
	n := 8
	for size := t.doc.Raw().Size(); n < 16 && size>>(4*n) > 0; n++ {
	}
	return n
}
