package toolargument

import (
	"strings"

	"eyeline/tui/kit/cells"
)

// Fitted shortens the names of both halves to room cells in all. Words that both begin with go first, as many as need
// to, since they do not tell one from the other.
func Fitted(one, other string, room int) (short, shortOther string) {
	for _, alike := range wordsAlike(one, other) {
		if cells.Width(one+other) <= room {
			break
		}
		short, shortOther = "…"+one[alike:], "…"+other[alike:]
		if cells.Width(short+shortOther) <= room {
			return short, shortOther
		}
	}
	if short != "" {
		one, other = short, shortOther
	}

	if over := cells.Width(one+other) - room; over > 0 {
		one = cells.Truncate(one, max(cells.Width(one)-over, room/2), "…")
		other = cells.Truncate(other, max(room-cells.Width(one), 0), "…")
	}
	return one, other
}

// wordsAlike are how many bytes the words have that two names begin with alike, before the last word of either: one of
// them, two, and so on.
func wordsAlike(one, other string) (sizes []int) {
	for i := 0; i < min(len(one), len(other))-1 && one[i] == other[i]; i++ {
		if strings.IndexByte("_ -", one[i]) >= 0 {
			sizes = append(sizes, i+1)
		}
	}
	return sizes
}
