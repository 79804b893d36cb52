package draw

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// TestTold draws lines in any width: each row is as wide as the screen, no word is lost, a line that is too long goes
// on further in, and there are no more rows than there is room for.
func TestTold(t *testing.T) {
	const text = "nothing was found\n\nlooked for:\n  one agent  ~/in/some/folder and elsewhere"
	for width := 30; width < 80; width++ {
		rows := canvas(t, width).Told(text, 100)
		for _, row := range rows {
			if w := ansi.StringWidth(ansi.Strip(row)); w != width {
				t.Fatalf("a row is %d cells wide of %d", w, width)
			}
		}
		if got := strings.Fields(ansi.Strip(strings.Join(rows, " "))); len(got) != len(strings.Fields(text)) {
			t.Errorf("%d cells: the words are %q", width, got)
		}
		if n := len(canvas(t, width).Told(text, 3)); n != 3 {
			t.Errorf("%d rows, not 3", n)
		}
	}
	var got []string
	for _, row := range canvas(t, 30).Told(text, 100) {
		got = append(got, strings.TrimRight(ansi.Strip(row), " "))
	}
	want := "  nothing was found\n\n  looked for:\n    one agent\n      ~/in/some/folder and\n      elsewhere"
	if text := strings.Join(got, "\n"); text != want {
		t.Errorf("it is\n%s\nnot\n%s", text, want)
	}
}

// TestPathCell: of a long path the middle is left out, and in all widths the cell is as wide as its column.
func TestPathCell(t *testing.T) {
	const path = "some/long/folder/of/files/name.go"
	for width := 1; width < 50; width++ {
		for _, selected := range []bool{false, true} {
			c := canvas(t, width+2)
			got := ansi.Strip(c.Columns(selected, []Cell{PathCell(Cell{Width: width}, path, selected)}))[len("  "):]
			got = strings.TrimPrefix(got, "\xb8 ") // the sign of the selection has three bytes
			switch shown := strings.TrimRight(got, " "); {
			case ansi.StringWidth(got) != width:
				t.Fatalf("%q is not %d cells wide", got, width)
			case width >= len(path) && shown != path:
				t.Errorf("%q is not all of the path", shown)
			case width < 16 || width >= len(path):
			case !strings.HasPrefix(shown, "some/lo") || !strings.HasSuffix(shown, "name.go"):
				t.Errorf("%q lacks an end of the path", shown)
			}
		}
	}
}
