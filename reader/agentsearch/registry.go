package agentsearch

import (
	"slices"
	"strings"
)

var all []*Profile

// Register adds profiles to the list. Only package reader/tools/agents calls it, while the program starts.
func Register(profiles ...*Profile) { all = append(all, profiles...) }

// All returns the profiles in the order in which they are listed.
func All() []*Profile { return slices.Clone(all) }

// Names returns the names of All.
func Names() (names []string) {
	for _, p := range all {
		names = append(names, p.Name)
	}
	return names
}

// Lookup returns the first profile of that name or, ignoring case, of that agent.
func Lookup(name string) (*Profile, bool) {
	i := slices.IndexFunc(all, func(p *Profile) bool { return p.Name == name || strings.EqualFold(p.Agent, name) })
	if i < 0 {
		return nil, false
	}
	return all[i], true
}
