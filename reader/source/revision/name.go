// Package revision reads files as of a git revision, by git itself: "HEAD~3:main.go", "v1.2:src/a.c", ":main.go" for
// the index. It runs "git cat-file --batch", which executes nothing that a repository configures and writes nothing.
// The package changes without notice.
package revision

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Name is a file of a revision, taken apart.
type Name struct {
	Text string // as it was typed
	Rev  string // what git calls a tree-ish; "" is the index, and a digit in Stage says which side of a merge
	// Stage is 1, 2 or 3 for the sides of an unfinished merge in the index, else "" or "0".
	Stage string
	// Path is the path as typed: from the top of the work tree or, where it begins with "./" or "../", from the working
	// directory. Elements are separated by "/" on every system.
	Path string
}

// Parse takes "REV:PATH" apart the way git does: at the first colon outside braces, so that HEAD@{10:00}:a.c works. It
// returns false for what can only be a path, and for git's ":/TEXT", which names a commit.
func Parse(s string) (Name, bool) {
	if strings.ContainsAny(s, "\x00\n") || filepath.VolumeName(s) != "" {
		return Name{}, false
	}

	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '{':
			depth++
		case '}':
			depth--
		case ':':
			if depth <= 0 {
				return split(s, i)
			}
		}
	}

	return Name{}, false
}

func split(s string, colon int) (Name, bool) {
	n := Name{Text: s, Rev: s[:colon], Path: s[colon+1:]}
	switch {
	case n.Rev == "":
		if len(n.Path) > 1 && n.Path[1] == ':' && n.Path[0] >= '0' && n.Path[0] <= '3' {
			n.Stage = n.Path[:1]
			n.Path = n.Path[2:]
		}
		return n, n.Path != "" && n.Path[0] != '/'
	case strings.ContainsAny(n.Rev[:1], "/.-~"): // a path, or what git would take for an option
		return Name{}, false
	}
	return n, true
}

// Named parses s unless a file has that name: a path that exists goes before a revision.
func Named(s string) (Name, bool) {
	n, ok := Parse(s)
	if !ok {
		return n, false
	}
	_, err := os.Lstat(s)
	return n, err != nil && !errors.Is(err, fs.ErrPermission)
}

// Of names another path of the same revision: what is in a folder, say.
func (n Name) Of(path string) Name {
	text := n.Rev + ":" + path
	if n.Stage != "" {
		text = ":" + n.Stage + ":" + path
	}
	return Name{Text: text, Rev: n.Rev, Stage: n.Stage, Path: path}
}

// Above names the folder that a folder is in; false at the top.
func (n Name) Above() (Name, bool) {
	p := strings.TrimSuffix(n.Path, "/")
	if p == "" || p == "." || p == ".." || strings.HasSuffix(p, "/..") {
		return Name{}, false
	}
	above := p[:strings.LastIndexByte(p, '/')+1]
	return n.Of(above), true
}

// isIndex reports whether the name is of the index and not of a commit.
func (n Name) isIndex() bool { return n.Rev == "" }

// where is the revision in words.
func (n Name) where() string {
	switch {
	case !n.isIndex():
		return n.Rev
	case n.Stage != "" && n.Stage != "0":
		return "stage " + n.Stage + " of the index"
	}
	return "the index"
}

// fromHere reports whether the path begins in the working directory.
func (n Name) fromHere() bool {
	return strings.HasPrefix(n.Path, "./") || strings.HasPrefix(n.Path, "../") || n.Path == "." || n.Path == ".."
}
