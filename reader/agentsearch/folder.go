package agentsearch

import (
	"io/fs"
	"os"
	"path"
	"sync"

	"eyeline/reader/internal/ignore"
)

// folder is a folder of the walk, or a parent of the searched one, with its ignore files.
type folder struct {
	parent *folder
	abs    string // absolute path with slashes
	// special are those of its entries that are named in specials. Outside of the walk they are found by Lstat.
	special map[string]fs.FileMode
	depth   int  // 0 for the searched folder and its parents
	inGit   bool // it, or a parent, has .git
	// inJujutsu: it, or a parent, has .jj.
	inJujutsu bool

	mu    sync.Mutex
	files map[listKey]*ignore.Listed
	// exclusions are, by the index of a selector, why it excludes the whole folder.
	exclusions []exclusion
}

// listKey is an ignore file and the program that parses it.
type listKey struct {
	file string
	by   uint8
}

// exclusion is a cached result of folder.excluded.
type exclusion struct {
	known bool
	why   *Reason
}

// asEntry returns the folder as an entry of its parent.
func (f *folder) asEntry() *entry {
	return &entry{parent: f.parent, name: path.Base(f.abs), isDir: true}
}

// entry is an entry of a folder. One goroutine uses it at a time.
type entry struct {
	parent *folder
	name   string
	isDir  bool
	rg     [rgRuleKinds]ruling
}

// abs returns the absolute path with slashes.
func (e *entry) abs() string { return join(e.parent.abs, e.name) }

func join(dir, name string) string {
	if dir == "/" {
		return "/" + name
	}
	return dir + "/" + name
}

// relTo returns the path of abs relative to dir, which it lies in; "." for dir itself.
func relTo(dir, abs string) string {
	switch {
	case abs == dir:
		return "."
	case dir == "/":
		return abs[1:]
	}
	return abs[len(dir)+1:]
}

// specials are the names of entries that decide what a search excludes.
var specials = map[string]struct{}{
	".git": {}, ".jj": {}, ".gitignore": {}, ".ignore": {}, ".rgignore": {}, ".crushignore": {}, ".gitattributes": {},
}

// newFolder returns a folder with its special entries. A nil parent is for the root of the file system.
func newFolder(up *folder, abs string, special map[string]fs.FileMode) *folder {
	f := &folder{parent: up, abs: abs}
	if up != nil {
		f.depth = up.depth + 1
	}
	f.setSpecial(special)
	return f
}

// setSpecial sets the special entries, and inGit and inJujutsu by them.
func (f *folder) setSpecial(special map[string]fs.FileMode) {
	f.special = special
	f.inGit = f.has(".git") || f.parent != nil && f.parent.inGit
	f.inJujutsu = f.has(".jj") || f.parent != nil && f.parent.inJujutsu
}

// folderAbove returns the searched folder, or one above it, with all its parents.
func folderAbove(abs string) *folder {
	var up *folder
	if dir := path.Dir(abs); dir != abs {
		up = folderAbove(dir)
	}

	special := map[string]fs.FileMode{}
	for name := range specials {
		if fi, err := os.Lstat(join(abs, name)); err == nil {
			special[name] = fi.Mode()
		}
	}

	f := newFolder(up, abs, special)
	f.depth = 0
	return f
}

// has reports whether the folder has a special entry.
func (f *folder) has(name string) bool {
	_, has := f.special[name]
	return has
}

// The programs that parse ignore files, as in listKey.by. For ripgrep that is rgRules.version.
const (
	byGit uint8 = 100 + iota
	byGitFold
	byUgrep
	byGoGit
	byFilter
)

// list returns the parsed ignore file of the folder, nil if it does not exist. It is read once for each program.
func (f *folder) list(r *run, name string, by uint8, read func(text string) *ignore.Listed) *ignore.Listed {
	f.mu.Lock()
	defer f.mu.Unlock()
	key := listKey{name, by}
	if l, known := f.files[key]; known {
		return l
	}

	var l *ignore.Listed
	if f.has(name) || f == r.top && exists(join(f.abs, name)) {
		l = r.readIgnoreFile(join(f.abs, name), read)
	}
	if f.files == nil {
		f.files = map[listKey]*ignore.Listed{}
	}

	f.files[key] = l
	return l
}

// exists reports whether the path exists, also as a broken symbolic link.
func exists(file string) bool {
	_, err := os.Lstat(file)
	return err == nil
}

// readIgnoreFile reads and parses an ignore file. An error of reading is in Listed.Err.
func (r *run) readIgnoreFile(file string, read func(text string) *ignore.Listed) *ignore.Listed {
	text, err := ignore.ReadFile(r.ctx, r.env, file)
	if err != nil {
		return &ignore.Listed{Err: err}
	}
	return read(text)
}

// excluded returns why selector i excludes everything in the folder; nil if it does not.
func (f *folder) excluded(r *run, i int) *Reason {
	if f == r.top || f.parent == nil {
		return nil
	}

	f.mu.Lock()
	defer f.mu.Unlock()
	if f.exclusions == nil {
		f.exclusions = make([]exclusion, len(r.selectors))
	}

	o := &f.exclusions[i]
	if !o.known {
		o.known = true
		o.why = f.parent.excluded(r, i)
		if o.why == nil {
			o.why = r.selectors[i].excludes(f.asEntry())
		}
	}

	return o.why
}
