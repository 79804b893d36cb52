// Package revision, which changes without notice, reads files as of a git revision, by git itself: "HEAD~3:main.go",
// "v1.2:src/a.c", ":main.go" for the index. It runs "git cat-file --batch", which executes nothing that a repository
// configures and writes nothing.
package revision

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Name is a parsed name of a file of a revision.
type Name struct {
	Text string // as typed
	Rev  string // a tree-ish of git; "" is the index, in which Stage is the side of a merge
	// Stage is 1, 2 or 3 for the sides of an unfinished merge in the index, else "" or "0".
	Stage string
	// Path is the path as typed: relative to the top of the work tree or, if it begins with "./" or "../", to the
	// working directory. The separator is "/" on every system.
	Path string
}

// Parse parses "REV:PATH" like git: it splits at the first colon outside of braces, so that HEAD@{10:00}:a.c works. It
// returns false for what can only be a path, and for git's ":/TEXT", which is a commit.
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
	case strings.ContainsAny(n.Rev[:1], "/.-~"): // a path, or an option to git
		return Name{}, false
	}

	return n, true
}

// Named is Parse, but an existing file takes precedence over a revision.
func Named(s string) (Name, bool) {
	n, ok := Parse(s)
	if !ok {
		return n, false
	}
	_, err := os.Lstat(s)
	return n, err != nil && !errors.Is(err, fs.ErrPermission)
}

// Of returns the name of another path of the same revision.
func (n Name) Of(path string) Name {
	text := n.Rev + ":" + path
	if n.Stage != "" {
		text = ":" + n.Stage + ":" + path
	}
	return Name{Text: text, Rev: n.Rev, Stage: n.Stage, Path: path}
}

// Above returns the name of the parent folder; false at the top.
func (n Name) Above() (Name, bool) {
	p := strings.TrimSuffix(n.Path, "/")
	if p == "" || p == "." || p == ".." || strings.HasSuffix(p, "/..") {
		return Name{}, false
	}
	above := p[:strings.LastIndexByte(p, '/')+1]
	return n.Of(above), true
}

// isIndex reports whether it is a name in the index.
func (n Name) isIndex() bool { return n.Rev == "" }

// where returns the revision in words.
func (n Name) where() string {
	switch {
	case !n.isIndex():
		return n.Rev
	case n.Stage != "" && n.Stage != "0":
		return "stage " + n.Stage + " of the index"
	}
	return "the index"
}

// fromHere reports whether the path is relative to the working directory.
func (n Name) fromHere() bool {
	return strings.HasPrefix(n.Path, "./") || strings.HasPrefix(n.Path, "../") || n.Path == "." || n.Path == ".."
}
