package check

import (
	"path"
	"slices"

	"eyeline/reader/tools"
)

// usualTools are those that most people use, and those whose agents a root has files for.
func usualTools(places []place) (usual []*tools.Tool) {
	for _, t := range tools.All() {
		named := slices.ContainsFunc(places, func(l place) bool {
			return slices.ContainsFunc(t.Since.Marks, func(mark string) bool {
				_, err := l.folder.Lstat(path.Clean(mark))
				return err == nil
			})
		})
		if t.Since.Use == tools.Current || named {
			usual = append(usual, t)
		}
	}
	return usual
}
