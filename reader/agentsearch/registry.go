package agentsearch

import (
	"slices"
	"strings"
)

var all []*Profile

// Register adds profiles to the list. It is called once, when the program starts.
func Register(profiles ...*Profile) { all = append(all, profiles...) }

// All are the profiles, in the order in which they are listed.
func All() []*Profile { return slices.Clone(all) }

// Names are those of All.
func Names() (names []string) {
	for _, p := range all {
		names = append(names, p.Name)
	}
	return names
}

// Lookup finds a profile by its name or that of its agent.
func Lookup(name string) (*Profile, bool) {
	i := slices.IndexFunc(all, func(p *Profile) bool { return p.Name == name || strings.EqualFold(p.Agent, name) })
	if i < 0 {
		return nil, false
	}
	return all[i], true
}
