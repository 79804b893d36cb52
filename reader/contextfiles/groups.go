package contextfiles

import "slices"

// groups are the groups of a part's files, by the index of the file; nil for a file without group.
type groups []*Group

func groupsOf(items []item) (all groups) {
	for _, it := range items {
		all = append(all, it.place.Group)
	}
	return all
}

// affixes returns the words that open and close the group of file i; both are "" if it has no group or needs no words.
func (g groups) affixes(i int) (open, end string) {
	own := g[i]
	if own == nil || own.Together && !slices.ContainsFunc(g, func(other *Group) bool { return other != own }) {
		return "", ""
	}
	return own.Open, own.Close
}

// opening returns the words before file i: those that close the group before it and open its own; "" within a group.
func (g groups) opening(i int) string {
	open, _ := g.affixes(i)
	switch {
	case i == 0:
		return open
	case g[i] == g[i-1]:
		return ""
	}
	_, end := g.affixes(i - 1)
	return end + g[i-1].Join + open
}

// closing returns the words that close the last group.
func (g groups) closing() string {
	if len(g) == 0 {
		return ""
	}
	_, end := g.affixes(len(g) - 1)
	return end
}
