package agentsearch

import (
	"io/fs"
	"os"
	"path"
	"sync"

	"eyeline/reader/internal/ignore"
)

// folder is a folder that is walked through, or one above it.
type folder struct {
	up  *folder
	abs string // absolute, with slashes
	// special are its entries that searches go by, with their kinds; those of a folder above the search are looked for.
	special map[string]fs.FileMode
	depth   int  // below the folder that is searched
	inGit   bool // it, or a folder above, has .git
	// inJujutsu: it, or a folder above, has .jj.
	inJujutsu bool

	mu    sync.Mutex
	files map[listKey]*ignore.Listed
	// looked is, for each looker, why nothing of the folder is looked at.
	looked []outcome
}

// listKey is an ignore file as one program reads it.
type listKey struct {
	file string
	by   uint8
}

// outcome is a Reason that was looked for.
type outcome struct {
	known bool
	why   *Reason
}

// self is the folder as the one above lists it.
func (f *folder) self() *entry { return &entry{in: f.up, name: path.Base(f.abs), isDir: true} }

// entry is an entry of a folder. One goroutine uses it at a time.
type entry struct {
	in    *folder
	name  string
	isDir bool
	rg    [rgRuleKinds]ruling
}

// abs is its path.
func (e *entry) abs() string { return join(e.in.abs, e.name) }

func join(dir, name string) string {
	if dir == "/" {
		return "/" + name
	}
	return dir + "/" + name
}

// relTo is the path of something below a folder, from it; "." for itself.
func relTo(dir, abs string) string {
	switch {
	case abs == dir:
		return "."
	case dir == "/":
		return abs[1:]
	}
	return abs[len(dir)+1:]
}

// specials are the names that searches go by.
var specials = map[string]struct{}{
	".git": {}, ".jj": {}, ".gitignore": {}, ".ignore": {}, ".rgignore": {}, ".crushignore": {}, ".gitattributes": {},
}

// newFolder is a folder with the entries that searches go by.
func newFolder(up *folder, abs string, special map[string]fs.FileMode) *folder {
	f := &folder{up: up, abs: abs}
	if up != nil {
		f.depth = up.depth + 1
	}
	f.setSpecial(special)
	return f
}

// setSpecial sets the entries that searches go by.
func (f *folder) setSpecial(special map[string]fs.FileMode) {
	f.special = special
	f.inGit = f.has(".git") || f.up != nil && f.up.inGit
	f.inJujutsu = f.has(".jj") || f.up != nil && f.up.inJujutsu
}

// folderAbove is a folder above the search, or its top, with those above it.
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

// has reports whether a folder has one of the entries that searches go by.
func (f *folder) has(name string) bool {
	_, has := f.special[name]
	return has
}

// The programs that read ignore files. That of ripgrep is its version.
const (
	byGit uint8 = 100 + iota
	byGitFold
	byUgrep
	byGoGit
	byFilter
)

// list reads an ignore file of the folder as a program does, once; nil where the folder lacks it.
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

// exists reports whether something is there.
func exists(file string) bool {
	_, err := os.Lstat(file)
	return err == nil
}

// readIgnoreFile parses an ignore file; an error of reading is kept in the result.
func (r *run) readIgnoreFile(file string, read func(text string) *ignore.Listed) *ignore.Listed {
	text, err := ignore.ReadFile(r.ctx, r.env, file)
	if err != nil {
		return &ignore.Listed{Err: err}
	}
	return read(text)
}

// out says why nothing of a folder is looked at by a looker; nil: it is looked into.
func (f *folder) out(r *run, i int) *Reason {
	if f == r.top || f.up == nil {
		return nil
	}

	f.mu.Lock()
	defer f.mu.Unlock()
	if f.looked == nil {
		f.looked = make([]outcome, len(r.lookers))
	}

	o := &f.looked[i]
	if !o.known {
		o.known = true
		o.why = f.up.out(r, i)
		if o.why == nil {
			o.why = r.lookers[i].why(f.self())
		}
	}

	return o.why
}
