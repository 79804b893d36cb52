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
	maxFiles   = 100_000 // entries visited below folders
	maxMatched = 500     // matching files, which stay open
)

// walk finds the files below the folders that are searched.
type walk struct {
	*search
	found     []string
	seen      int
	status    int
	onlyNamed bool // only files that a pattern names are searched
	// ofFiles and ofFolders are the patterns of options, "!" for what is excluded. rg applies ofFiles to folders, too;
	// GNU's grep has separate ones, in which slashes mean nothing.
	ofFiles, ofFolders *ignore.Rules
	tree               *ignore.Tree // ignore files, of rg
}

// findFiles returns the files to search. A folder is replaced by the files below it, in the order of the file
// system, or by name for rg, which has no order of its own. Names that do not exist are kept: reading them complains.
func (s *search) findFiles() (files []string, status int) {
	c := s.call
	w := &walk{search: s, ofFiles: ignore.New(ignore.Name), ofFolders: ignore.New(ignore.Name)}
	if s.rust && c.System == nil {
		w.tree = ignore.NewRipgrep(c.ctx, c.Env, path.Clean(c.Dir))
	}
	if s.rust {
		w.ofFiles = ignore.New(ignore.Ripgrep)
	}
	w.addPatterns(s.options.flags)

	if len(s.files) == 0 {
		w.folder("")
	}
	for _, name := range s.files {
		w.operand(name)
	}

	return w.found, w.status
}

// addPatterns takes the patterns of options. If one is not imitated, it ends the evaluation.
func (w *walk) addPatterns(flags []option) {
	first := "" // of the two options that name files
	for _, f := range flags {
		rules, pattern := w.ruleOf(f)
		if rules == nil {
			continue
		}

		switch f.name {
		case "g":
			w.onlyNamed = w.onlyNamed || !strings.HasPrefix(pattern, "!")
		case "+", "-":
			first = cmp.Or(first, f.name)
		}

		if err := rules.Add(pattern); err != nil || unlikePattern(f) {
			w.call.Unknown("the pattern " + f.value)
		}
	}

	w.onlyNamed = w.onlyNamed || first == "+"
}

// ruleOf is the pattern of an option, and the rules that it belongs to; nil where the option has no pattern.
func (w *walk) ruleOf(f option) (rules *ignore.Rules, pattern string) {
	switch f.name {
	case "g", "+":
		return w.ofFiles, f.value
	case "-":
		return w.ofFiles, "!" + f.value
	case "%":
		return w.ofFolders, "!" + strings.TrimRight(f.value, "/")
	}
	return nil, ""
}

// operand takes a file, or those of a folder.
func (w *walk) operand(name string) {
	isDir := w.call.isFolder(name)
	wanted, known := w.selected(name, isDir)
	switch {
	case known && !wanted && !w.rust && name != "-": // excluded by a glob
	case isDir && w.folders:
		w.folder(strings.TrimRight(name, "/") + "/")
	default:
		w.found = append(w.found, name)
	}
}

// unlikePattern reports whether the pattern of an option is not imitated.
func unlikePattern(f option) bool {
	p := f.value
	_, err := path.Match(p, "")
	if err != nil || strings.Contains(p, "[:") || strings.Trim(p, "!/") == "" {
		return true
	}
	if f.name == "g" {
		return p[0] == '#'
	}
	return p[0] == '!'
}

// selected reports whether a file or folder is searched; known is false if the options do not say so. GNU's grep
// matches the whole name, and then what follows each slash.
func (w *walk) selected(name string, isDir bool) (wanted, known bool) {
	rules := w.ofFiles
	if isDir && !w.rust {
		rules = w.ofFolders
	}

	for more := true; more && !known; _, name, more = strings.Cut(name, "/") {
		v, err := rules.Last(w.call.ctx, name, isDir)
		if err != nil {
			w.call.Fail(err)
		}

		wanted, known = v == ignore.Ignored, v != ignore.Silent
		if w.rust {
			break
		}
	}

	return wanted, known || w.onlyNamed && !isDir
}

// folder walks a folder, whose name is "" or ends with a slash.
func (w *walk) folder(name string) {
	c := w.call
	entries, err := c.FileView().ReadDir(c.Abs(name), -1)
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
		if w.seen++; w.seen > maxFiles {
			c.Unknown("so many files to search")
		}

		if c.Runner.Err() != nil {
			return
		}

		file := name + e.Name()
		if w.excludes(file, e) {
			continue
		}
		if e.IsDir() {
			w.folder(file + "/")
			continue
		}

		knownNotFound := c.System != nil && w.output.named && !c.System.Searches(file)
		if !knownNotFound {
			w.found = append(w.found, file)
		}
	}
}

// excludes reports whether an entry of a folder is not searched.
func (w *walk) excludes(file string, e fs.DirEntry) bool {
	c := w.call
	name := e.Name()
	abs := path.Clean(c.Abs(file))
	if w.rust {
		name = strings.TrimPrefix(abs, strings.TrimSuffix(c.Dir, "/")+"/")
	}

	wanted, known := w.selected(name, e.IsDir())
	switch {
	case c.System != nil && (e.Name() == ".git" || e.Name() == "node_modules" && w.rust) && e.IsDir():
		return true
	case !e.IsDir() && !e.Type().IsRegular():
		return true
	case known || !w.rust:
		return known && !wanted
	}

	v := ignore.Silent
	var err error
	if w.tree != nil { // in a System the recorded output shows what was searched
		v, err = w.tree.Last(abs, e.IsDir())
	}

	switch {
	case err != nil:
		c.Unknown("its ignore files: " + err.Error())
		return true
	case v != ignore.Silent:
		return v == ignore.Ignored
	}

	return e.Name()[0] == '.' && !w.options.has(".")
}

// isBinary reports whether a file is skipped by rg below a folder, or by ugrep -I.
func isBinary(read stream) bool { return hasNUL(read, 64<<10) }

// hasNUL reports whether there is a NUL in the first n bytes of a file.
func hasNUL(read stream, n int64) (has bool) {
	read(func(p Piece) bool {
		b, err := p.Bytes(0, n)
		has = err == nil && bytes.IndexByte(b, 0) >= 0
		return false
	})
	return has
}
