package contextfiles

import "slices"

// groups are the groups of the files of a part, one for each file; nil for a file without.
type groups []*Group

func groupsOf(items []item) (all groups) {
	for _, it := range items {
		all = append(all, it.In.Group)
	}
	return all
}

// words are what opens and closes the group of a file; both are "" where it has none, or needs none.
func (g groups) words(i int) (open, end string) {
	own := g[i]
	if own == nil || own.Together && !slices.ContainsFunc(g, func(other *Group) bool { return other != own }) {
		return "", ""
	}
	return own.Open, own.Close
}

// before are the words that open the group that begins with a file, after those that end the one before it; "" within
// a group.
func (g groups) before(i int) string {
	open, _ := g.words(i)
	switch {
	case i == 0:
		return open
	case g[i] == g[i-1]:
		return ""
	}
	_, end := g.words(i - 1)
	return end + g[i-1].Join + open
}

// after are the words that end the last group.
func (g groups) after() string {
	if len(g) == 0 {
		return ""
	}
	_, end := g.words(len(g) - 1)
	return end
}
