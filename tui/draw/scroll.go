package draw

import "eyeline/keymap"

// Scrolled is the 0-based first row to show of n, room at a time, so that the selected one is among them: as it was
// when that is so already. top is the first row that was shown.
func Scrolled(top, selected, room, n int) int {
	top = max(min(top, selected), selected-room+1)
	return max(min(top, n-room), 0)
}

// Farthest is more rows than any list or text over the panes has.
const Farthest = 1 << 30

// Steps is how many rows an action of a list moves in one with so many rows a page, up when it is negative; false for
// other actions.
func Steps(a keymap.Action, page int) (int, bool) {
	switch a {
	case keymap.NextItem:
		return 1, true
	case keymap.PrevItem:
		return -1, true
	case keymap.ItemsDown:
		return page, true
	case keymap.ItemsUp:
		return -page, true
	case keymap.FirstItem:
		return -Farthest, true
	case keymap.LastItem:
		return Farthest, true
	}
	return 0, false
}
