package draw

import (
	"io"
	"strings"

	"eyeline/keymap"
)

// Scrolled is the 0-based first row to show of n, room at a time, so that the selected one is among them: as it was
// when that is so already. top is the first row that was shown.
func Scrolled(top, selected, room, n int) int {
	top = max(min(top, selected), selected-room+1)
	return max(min(top, n-room), 0)
}

// Farthest is more rows than any list or text over the panes has.
const Farthest = 1 << 30

// Steps is how many rows an action of a list moves in one with page rows a page, up when it is negative; false for
// other actions.
func Steps(a keymap.Action, page int) (int, bool) {
	by, ok := map[keymap.Action]int{
		keymap.NextItem: 1, keymap.ItemsDown: page, keymap.LastItem: Farthest,
		keymap.PrevItem: -1, keymap.ItemsUp: -page, keymap.FirstItem: -Farthest,
	}[a]
	return by, ok
}

// Fill makes exactly height rows: it leaves out those below, or adds blank ones of the given width.
func Fill(rows []string, height, width int) []string {
	for len(rows) < height {
		rows = append(rows, strings.Repeat(" ", width))
	}
	return rows[:height]
}

// Print prints rows.
func Print(out io.Writer, rows []string) error {
	if len(rows) == 0 {
		return nil
	}
	_, err := io.WriteString(out, strings.Join(rows, "\n")+"\n")
	return err
}
