package contextfiles

import "slices"

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

// Has reports whether a file of a name is counted.
func (b Budget) Has(name string) bool { return slices.Contains(b.Names, name) }
