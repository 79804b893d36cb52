package filelist

import (
	"os"
	"strings"
)

// maxNames is how many files of a folder a path is completed to.
const maxNames = 1000

// Names are the files and folders in a folder, behind a prefix, those with a point at their beginning or the others;
// none of a folder that cannot be read.
func Names(folder, prefix string, hidden bool) (names []string) {
	entries, _ := os.ReadDir(folder)
	for _, e := range entries[:min(len(entries), maxNames)] {
		if strings.HasPrefix(e.Name(), ".") != hidden {
			continue
		}

		name := prefix + e.Name()
		if e.IsDir() {
			name += "/"
		}

		names = append(names, name)
	}

	return names
}
