// Package filecopy, which changes without notice, has the copies that some agents make of a file before they change it,
// so that a person can go back. The result of a write says nothing of what the file was before: a copy does.
package filecopy

import (
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Copy is a copy of a file that an agent made before it changed the file.
type Copy struct {
	Path string        // as recorded: from the working folder on, or the full path
	At   time.Time     // when it was made; zero where the order of the records tells before which call
	Text func() string // what it has; "" where that cannot be read any more
}

// IsOf reports whether the copy is of the file at a path, which is that of a call.
func (c Copy) IsOf(path string) bool {
	path = filepath.ToSlash(path)
	own := filepath.ToSlash(c.Path)
	return own != "" && (path == own || strings.HasSuffix(path, "/"+own))
}

// Within is the copy of the file at a path that was made from one moment to another, the last one included as far as
// milliseconds tell; false for none.
func Within(copies []Copy, path string, from, to time.Time) (Copy, bool) {
	i := slices.IndexFunc(copies, func(c Copy) bool {
		return c.IsOf(path) && !c.At.Before(from) && c.At.Before(to.Add(time.Millisecond))
	})
	if i < 0 {
		return Copy{}, false
	}
	return copies[i], true
}
