package contextfiles

import "strings"

// gitDir is the folder that a ".git" file names; ok is false where it names none.
func gitDir(text string) (dir string, ok bool) {
	line, _, _ := strings.Cut(text, "\n")
	dir, ok = strings.CutPrefix(line, "gitdir:")
	dir = strings.TrimSpace(dir)
	return dir, ok && dir != ""
}
