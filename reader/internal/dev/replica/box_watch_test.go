package replica

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// place is a folder that an agent is not to write to.
type place struct {
	Dir string
	// Depth is how far down it is looked at: 1 is the folder's own entries. 0: all the way.
	Depth int
	// But are folders below it that are not looked at, such as the agent's home.
	But []string
}

// stamps are the files of some places at one time.
type stamps map[string]stamp

type stamp struct {
	size int64
	mode fs.FileMode
	time time.Time
}

// maxStamps bounds how much is looked at.
const maxStamps = 200_000

// look notes the files of places. What cannot be looked at is left out.
func look(places []place) stamps {
	seen := stamps{}
	for _, p := range places {
		_ = filepath.WalkDir(p.Dir, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return nil //nolint:nilerr // what cannot be read cannot be compared
			case slices.Contains(p.But, path), len(seen) >= maxStamps:
				if d.IsDir() {
					return fs.SkipDir
				}
				return nil
			}
			info, err := d.Info()
			if err != nil {
				return nil //nolint:nilerr // it is gone
			}
			s := stamp{size: info.Size(), mode: info.Mode(), time: info.ModTime()}
			if d.IsDir() {
				s.size, s.time = 0, time.Time{} // its entries tell
			}
			seen[path] = s
			if d.IsDir() && p.Depth > 0 && depth(p.Dir, path) >= p.Depth {
				return fs.SkipDir
			}
			return nil
		})
	}
	return seen
}

func depth(dir, path string) int {
	rel, err := filepath.Rel(dir, path)
	if err != nil || rel == "." {
		return 0
	}
	return strings.Count(rel, string(filepath.Separator)) + 1
}

// Changes lists what differs in a later look, each with a word: "made", "changed" or "removed".
func (s stamps) Changes(later stamps) []string {
	var changes []string
	for path, now := range later {
		before, ok := s[path]
		switch {
		case !ok:
			changes = append(changes, fmt.Sprintf("%s was made", path))
		case before != now:
			changes = append(changes, fmt.Sprintf("%s was changed", path))
		}
	}
	for path := range s {
		if _, ok := later[path]; !ok {
			changes = append(changes, fmt.Sprintf("%s was removed", path))
		}
	}
	slices.Sort(changes)
	return changes
}
