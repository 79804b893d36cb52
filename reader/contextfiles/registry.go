package contextfiles

import (
	"cmp"
	"iter"
	"path"
	"slices"
	"strings"

	"eyeline/reader/each"
	"eyeline/reader/tools"
)

var all []*Profile

// Register adds profiles to the list. It is called once, when the program starts.
func Register(profiles ...*Profile) { all = append(all, profiles...) }

// All are the profiles, in the order in which they are listed and cycled.
func All() []*Profile { return slices.Clone(all) }

// First is the first profile that is so; nil: none is.
func First(is func(p *Profile) bool) *Profile {
	if i := slices.IndexFunc(all, is); i >= 0 {
		return all[i]
	}
	return nil
}

// profileOf is the profile of a tool's agent: its own, or that of another tool of the same agent; nil: none is known.
func profileOf(t *tools.Tool) *Profile {
	own := First(func(p *Profile) bool { return p.Tool == t })
	return cmp.Or(own, First(func(p *Profile) bool { return p.Tool.Since.Agent == t.Since.Agent }))
}

// Lookup finds a profile by the name of a tool, exactly, or of the agent.
func Lookup(name string) (*Profile, bool) {
	p := First(func(p *Profile) bool {
		return p.Name() == name || p.Tool.Name == name || strings.EqualFold(p.Tool.Since.Agent, name)
	})
	if t, ok := tools.Lookup(name); ok && p == nil {
		p = profileOf(t)
	}
	return p, p != nil
}

// files are what a profile looks for at the start, with the places.
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

// Name is how the profile is asked for: the name of its tool without a version.
func (p *Profile) Name() string {
	name, _, _ := strings.Cut(p.Tool.Name, "@")
	return name
}

// Names are those of All.
func Names() []string { return each.Of(all, (*Profile).Name) }

// Usual are the agents that most people use, and those that a repository has files for: has reports whether it has one
// of a name.
func Usual(has func(mark string) bool) (usual []*Profile) {
	for _, t := range tools.Usual(has) {
		if p := profileOf(t); p != nil && !slices.Contains(usual, p) {
			usual = append(usual, p)
		}
	}
	return usual
}

// Budget is how many bytes an agent takes of files of instructions in the folders from the top of a repository down,
// together; in each folder it takes the first of some names.
type Budget struct {
	Profile *Profile
	Most    int64
	Names   []string
}

// Budgets are those of all agents.
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

// IsInstructions reports whether some agent takes a file for instructions: by its slash-separated path, which may begin
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

// isNamed reports whether a path that begins with a slash ends with a name, or lies below the folder of a pattern with
// the pattern's extension.
func isNamed(file, name string) bool {
	dir, _, pattern := strings.Cut(name, "*")
	if !pattern {
		return strings.HasSuffix(file, "/"+name)
	}
	return dir != "" && strings.Contains(file, "/"+dir) && path.Ext(file) == path.Ext(name)
}

// Has reports whether a file of a name is counted.
func (b Budget) Has(name string) bool { return slices.Contains(b.Names, name) }
