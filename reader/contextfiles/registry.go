package contextfiles

import (
	"cmp"
	"iter"
	"path"
	"slices"
	"strings"

	"eyeline/reader/lists"
	"eyeline/reader/tools"
)

var all []*Profile

// Register adds profiles to the list. Only package reader/tools/agents calls it, while the program starts.
func Register(profiles ...*Profile) { all = append(all, profiles...) }

// All returns the profiles in the order in which they are listed.
func All() []*Profile { return slices.Clone(all) }

// FirstProfile returns the first profile for which is returns true; nil without one.
func FirstProfile(is func(p *Profile) bool) *Profile {
	if i := slices.IndexFunc(all, is); i >= 0 {
		return all[i]
	}
	return nil
}

// profileOf returns the profile of a tool, or of another tool of the same agent; nil without one.
func profileOf(t *tools.Tool) *Profile {
	own := FirstProfile(func(p *Profile) bool { return p.Tool == t })
	return cmp.Or(own, FirstProfile(func(p *Profile) bool { return p.Tool.Origin.Agent == t.Origin.Agent }))
}

// Lookup finds a profile by its name, that of a tool, or ignoring case that of the agent.
func Lookup(name string) (*Profile, bool) {
	p := FirstProfile(func(p *Profile) bool {
		return p.Name() == name || p.Tool.Name == name || strings.EqualFold(p.Tool.Origin.Agent, name)
	})
	if t, ok := tools.Lookup(name); ok && p == nil {
		p = profileOf(t)
	}
	return p, p != nil
}

// files yields what the profile looks for at the start, with the place.
func (p *Profile) files() iter.Seq2[Place, Files] {
	return func(yield func(Place, Files) bool) {
		for _, b := range p.Start {
			for _, place := range b.From {
				for _, f := range place.Each {
					if !yield(place, f) {
						return
					}
				}
			}
		}
	}
}

// Name returns the name for Lookup: that of the tool without version.
func (p *Profile) Name() string {
	name, _, _ := strings.Cut(p.Tool.Name, "@")
	return name
}

// Names returns the names of All.
func Names() []string { return lists.Map(all, (*Profile).Name) }

// UsualAgents returns the agents that most people use, and those that a repository has files for. has reports whether
// the repository has a file of that name.
func UsualAgents(has func(mark string) bool) (usual []*Profile) {
	for _, t := range tools.UsualTools(has) {
		if p := profileOf(t); p != nil && !slices.Contains(usual, p) {
			usual = append(usual, p)
		}
	}
	return usual
}

// Budget is a limit of the bytes that an agent reads of instructions in all folders from the top of a repository down.
// Of each folder it reads the first of Names.
type Budget struct {
	Profile *Profile
	Most    int64
	Names   []string
}

// Budgets returns the budgets of all agents.
func Budgets() (all []Budget) {
	for _, p := range All() {
		for place, f := range p.files() {
			if place.Budget > 0 {
				all = append(all, Budget{p, place.Budget, f.Names})
			}
		}
	}
	return all
}

// IsInstructions reports whether some agent reads a file as instructions, by its path with slashes, which may begin
// anywhere in a repository.
func IsInstructions(file string) bool {
	file = "/" + file
	for _, p := range all {
		for _, f := range p.files() {
			if slices.ContainsFunc(f.Names, func(name string) bool { return isNamed(file, name) }) {
				return true
			}
		}
	}
	return false
}

// isNamed reports whether a path, which begins with a slash, ends with a name, or lies below the folder of a pattern
// and has its extension.
func isNamed(file, name string) bool {
	dir, _, pattern := strings.Cut(name, "*")
	if !pattern {
		return strings.HasSuffix(file, "/"+name)
	}
	return dir != "" && strings.Contains(file, "/"+dir) && path.Ext(file) == path.Ext(name)
}

// Has reports whether files of that name count.
func (b Budget) Has(name string) bool { return slices.Contains(b.Names, name) }
