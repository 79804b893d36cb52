package coreutils

import (
	"bytes"
	"io/fs"
	"path"
	"slices"
	"strings"

	"eyeline/reader/internal/ignore"
)

const (
	mostFiles   = 100_000 // that are looked at below folders
	mostMatched = 500     // of those that match, which stay open
)

// walk is a walk through the folders that are searched.
type walk struct {
	*search
	found   []string
	seen    int
	status  int
	byGit   bool // .gitignore counts
	only    bool // no files are searched but those wanted
	wanted  ignore.Rules
	without ignore.Rules
}

// walk finds the files to search: in place of folders those below them, in the order of the file system, or by their
// names for rg, which has no order of its own. What does not exist is among them, and is complained of later.
func (s *search) walk() (files []string, status int) {
	c := s.call
	w := &walk{search: s, byGit: s.rust && ignore.InRepository(c.Env, c.Dir)}
	for _, f := range s.options.flags {
		switch pattern, not := strings.CutPrefix(f.value, "!"); {
		case f.name == "Y":
			w.without.Add(pattern + "/")
		case f.name == "X", f.name == "g" && not:
			w.without.Add(pattern)
		case f.name == "g":
			w.wanted.Add(pattern)
			w.only = true
		}
	}
	if len(s.files) == 0 {
		w.folder("")
	}
	for _, name := range s.files {
		if c.isFolder(name) {
			w.folder(strings.TrimRight(name, "/") + "/")
		} else {
			w.found = append(w.found, name)
		}
	}
	return w.found, w.status
}

// folder walks through a folder, whose name is "" or ends with a slash.
func (w *walk) folder(name string) {
	c := w.call
	entries, err := c.Env.Files().ReadDir(c.Abs(name), -1)
	if err != nil {
		if why, ok := c.Message(err); ok {
			w.status = c.complain(operand{name: strings.TrimSuffix(name, "/"), directory: true}, why)
		}
		return
	}
	if w.rust {
		slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	}
	for _, e := range entries {
		if w.seen++; w.seen > mostFiles {
			c.Unknown("so many files to search")
		}
		switch file := name + e.Name(); {
		case c.Runner.Err() != nil:
			return
		case w.leavesOut(file, e):
		case e.IsDir():
			w.folder(file + "/")
		default:
			w.found = append(w.found, file)
		}
	}
}

// leavesOut reports whether an entry of a folder is not searched.
func (w *walk) leavesOut(file string, e fs.DirEntry) bool {
	c, clean := w.call, strings.TrimLeft(path.Clean(file), "./")
	switch {
	case w.rust && (e.Name() == ".ignore" || e.Name() == ".rgignore"):
		c.Unknown("a file " + e.Name())
		return true
	case w.rust && !w.options.has(".") && e.Name()[0] == '.', !e.IsDir() && !e.Type().IsRegular(),
		w.without.Match(clean, e.IsDir()), w.only && !e.IsDir() && !w.wanted.Match(clean, false):
		return true
	case !w.byGit:
		return false
	}
	rel, inside := strings.CutPrefix(path.Clean(c.Abs(file)), strings.TrimSuffix(c.Env.Dir(), "/")+"/")
	if e.IsDir() {
		rel += "/-" // any file in it
	}
	return inside && ignore.ByGit(c.ctx, c.Env, c.Env.Dir(), rel, nil)
}

// isBinary reports whether rg leaves out a file below a folder.
func isBinary(read stream) (binary bool) {
	const looked = 64 << 10
	read(func(p Piece) bool {
		b, err := p.Bytes(0, looked)
		binary = err == nil && bytes.IndexByte(b, 0) >= 0
		return false
	})
	return binary
}
