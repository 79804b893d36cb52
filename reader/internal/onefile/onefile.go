// Package onefile tells which names mean one file though they differ in upper and lower case, or in how their letters
// are composed: on some file systems they do, on others they do not. The package changes without notice.
package onefile

import (
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Names are the names of files that were asked for so far. The zero value has none. It is for one goroutine.
type Names struct {
	first map[string]string // by what file systems may take for the same
}

// Of is the name, with slashes and below the folder dir, by which a file was asked for first. Where only case or
// composition differs, the file system is asked whether the file is the same.
func (n *Names) Of(dir, name string) string {
	key := strings.ToLower(norm.NFC.String(name))
	first, isKnown := n.first[key]
	switch {
	case !isKnown:
		if n.first == nil {
			n.first = map[string]string{}
		}

		n.first[key] = name
	case first != name && same(dir, first, name):
		return first
	}

	return name
}

func same(dir, a, b string) bool {
	one, err := os.Stat(filepath.Join(dir, filepath.FromSlash(a)))
	if err != nil {
		return false
	}
	other, err := os.Stat(filepath.Join(dir, filepath.FromSlash(b)))
	return err == nil && os.SameFile(one, other)
}
