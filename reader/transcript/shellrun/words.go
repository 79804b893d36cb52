package shellrun

import (
	"path"
	"slices"
	"strings"
)

// words are the parts of a command that name files of the disk or the run.
func (w *world) words(command, dir string) (names []string) {
	const most = 2000
	isPart := func(r rune) bool { return strings.ContainsRune(" \t\n'\"`()[]{}<>|&;,=:$", r) }
	for i, word := range strings.FieldsFunc(command, isPart) {
		if i > most {
			break
		}
		if len(word) > 1024 || strings.HasPrefix(word, "-") {
			continue
		}

		name := word
		if !path.IsAbs(name) {
			name = path.Join(dir, name)
		}
		if w.isKnownFile(name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}

	return names
}
