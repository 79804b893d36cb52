// Package each, which changes without notice, makes a list of what a function makes of each element of another.
package each

// Of is what a function makes of each element of a list; nil for none.
func Of[T, U any](list []T, make func(T) U) (made []U) {
	for _, x := range list {
		made = append(made, make(x))
	}
	return made
}
