package preview

import (
	"strings"
	"testing"
)

// TestAnAnswerInJSONIsShownInRows: the rows are those of the file's lines, and what is given away is as it was.
func TestAnAnswerInJSONIsShownInRows(t *testing.T) {
	onText(t, countedLines(100), slice(11, 20), func(b *bench) {
		r := b.preview.Reading
		if r.IsLaid() || r.Exact() != r.Out || strings.Contains(b.preview.ModelLabel(), "JSON") {
			t.Error("text is laid out")
		}
	})
}
