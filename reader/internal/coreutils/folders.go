package coreutils

import (
	"bytes"
	"cmp"
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
	found  []string
	seen   int
	status int
	byGit  bool // .gitignore counts
	only   bool // no files are searched but those that a pattern names
	// ofFiles are the patterns of options, negative ones of what is not searched: rg has them for folders too, GNU's
	// grep others, and slashes mean nothing to it, in place of which NUL stands.
	ofFiles, ofFolders ignore.Rules
	git                map[string]ignore.Rules // for what lies in a folder of the workspace
}

// walk finds the files to search: in place of folders those below them, in the order of the file system, or by their
// names for rg, which has no order of its own. What does not exist is among them, and is complained of later.
func (s *search) walk() (files []string, status int) {
	c := s.call
	w := &walk{search: s, byGit: s.rust && ignore.InRepository(c.Env, c.Dir), git: map[string]ignore.Rules{}}
	w.ofFiles, w.ofFolders = ignore.Rules{Cased: true, Braces: s.rust}, ignore.Rules{Cased: true}
	first := ""
	for _, f := range s.options.flags {
		pattern, rules := "/"+strings.ReplaceAll(f.value, "/", "\x00"), &w.ofFiles
		switch f.name {
		case "g":
			pattern = f.value
			w.only = w.only || !strings.HasPrefix(pattern, "!")
		case "+", "-":
			if first = cmp.Or(first, f.name); f.name == "-" {
				pattern = "!" + pattern
			}
		case "%":
			pattern, rules = "!"+strings.TrimRight(pattern, "\x00"), &w.ofFolders
		default:
			continue
		}
		if _, err := path.Match(f.value, ""); !rules.Add(pattern) || err != nil || strings.Contains(pattern, "[:") ||
			strings.Trim(pattern, "!/") == "" || pattern[0] == '#' {
			c.Unknown("the pattern " + f.value)
		}
	}
	w.only = w.only || first == "+"
	if len(s.files) == 0 {
		w.folder("")
	}
	for _, name := range s.files {
		isDir := c.isFolder(name)
		wanted, known := w.picked(strings.ReplaceAll(name, "/", "\x00"), isDir)
		switch {
		case known && !wanted && !w.rust && name != "-":
		case isDir && s.folders:
			w.folder(strings.TrimRight(name, "/") + "/")
		default:
			w.found = append(w.found, name)
		}
	}
	return w.found, w.status
}

// picked reports whether a file or folder is searched; known is false where the options do not say it.
func (w *walk) picked(name string, isDir bool) (wanted, known bool) {
	rules := &w.ofFiles
	if isDir && !w.rust {
		rules = &w.ofFolders
	}
	for more := true; more && !known; _, name, more = strings.Cut(name, "\x00") {
		wanted, known = rules.Last(name, isDir)
	}
	return wanted, known || w.only && !isDir
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
	c, name := w.call, e.Name()
	abs := path.Clean(c.Abs(file))
	if w.rust {
		name = strings.TrimPrefix(abs, strings.TrimSuffix(c.Dir, "/")+"/")
	}
	wanted, known := w.picked(name, e.IsDir())
	switch {
	case w.rust && (e.Name() == ".ignore" || e.Name() == ".rgignore"):
		c.Unknown("a file " + e.Name())
		return true
	case !e.IsDir() && !e.Type().IsRegular():
		return true
	case known || !w.rust:
		return known && !wanted
	}
	rel, inside := strings.CutPrefix(abs, strings.TrimSuffix(c.Env.Dir(), "/")+"/")
	if w.byGit && inside {
		rules := w.ignored(path.Dir(rel))
		if ignored, known := rules.Last(rel, e.IsDir()); known {
			return ignored
		}
	}
	return !w.options.has(".") && e.Name()[0] == '.'
}

// ignored are the rules of .gitignore files for what lies in a folder of the workspace.
func (w *walk) ignored(folder string) ignore.Rules {
	rules, known := w.git[folder]
	if !known {
		if rules = (ignore.Rules{Cased: true, Braces: true}); folder != "." {
			rules = w.ignored(path.Dir(folder))
		}
		if !rules.AddGit(w.call.ctx, w.call.Env, w.call.Env.Dir(), folder) {
			w.call.Unknown("the braces of a .gitignore file")
		}
		w.git[folder] = rules
	}
	return rules
}

// isBinary reports whether rg leaves out a file below a folder, and ugrep -I any file.
func isBinary(read stream) (binary bool) {
	const looked = 64 << 10
	read(func(p Piece) bool {
		b, err := p.Bytes(0, looked)
		binary = err == nil && bytes.IndexByte(b, 0) >= 0
		return false
	})
	return binary
}
