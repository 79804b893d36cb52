// Package attributes reads the attributes that a repository gives to files, as git 2.39 does. Git itself is not
// asked: of some patterns it tries more ways than it ever comes to an end with. The attributes of the machine and of
// its user do not count. The package changes without notice.
//
//	attributes.go   the files of a repository, and what they give to a file
//	line.go         a line of such a file
package attributes

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"eyeline/reader/internal/ignore"
)

// The states of attributes that are not values; Unspecified is also what one has that no line names.
const (
	Set         = "set"
	Unset       = "unset"
	Unspecified = "unspecified"
)

// Files gives the text of a file: its path is from the top of the work tree, or it is Info. ok is false where there is
// none.
type Files func(name string) (text string, ok bool, err error)

const (
	// Info is the name of the file of a repository that is not committed.
	Info = ".git/info/attributes"
	// Base is the name of the files of attributes of folders.
	Base = ".gitattributes"
)

// Tree is what the files of attributes of a work tree give to its files. Files are asked for it folder by folder, as
// git lists them: what is known of a folder is forgotten when another one is asked for.
type Tree struct {
	read   Files
	fold   bool
	own    *file   // Info, before all others
	stack  []*file // of the folders down to the last file that was asked for
	macros map[string][]state
	err    error // of reading a file; it stays
	work   ignore.Work
	steps  float64 // that git would take
}

// mostLines is how many lines of a file of attributes are read.
const mostLines = 1 << 20

// file is a file of attributes of a folder.
type file struct {
	folder string // "" is the top; others end with a slash
	paths  *ignore.Paths
	said   []string // of each of its patterns: the states, which are read when it matches
	macros map[string][]state
}

// New reads the files of attributes of a work tree when they are asked for. fold: core.ignorecase is set.
func New(read Files, fold bool) *Tree { return &Tree{read: read, fold: fold} }

// Of are the values of attributes of a file, whose path is from the top of the work tree. The error is that of reading
// files, or why patterns cannot be matched.
func (t *Tree) Of(ctx context.Context, rel string, names ...string) (values []string, err error) {
	if err := t.enter(rel); err != nil {
		return nil, err
	}

	f := &filling{values: map[string]string{}, macros: t.macros, names: names}
	for i := len(t.stack); i >= 0 && !f.done() && err == nil; i-- {
		from := t.own
		if i < len(t.stack) {
			from = t.stack[i]
		}

		below := strings.TrimPrefix(rel, from.folder)
		err = from.paths.Matching(ctx, &t.work, below, func(i int) bool {
			f.fill(statesOf(from.said[i]))
			return !f.done()
		})
	}

	for _, name := range names {
		value, known := f.values[name]
		if !known {
			value = Unspecified
		}
		values = append(values, value)
	}

	return values, err
}

// mostBacktracking is how many steps git may take to match the patterns of attributes with files: about a second.
const mostBacktracking = 1 << 26

// ErrBacktracks is why git is not asked to compare files: it reads their attributes.
var ErrBacktracks = errors.New("git would try for too long to match the patterns of .gitattributes")

// ForGit adds a file, whose path is from the top, to those that git is to compare, and reports by ErrBacktracks that it
// could not match the patterns with all of them in time. Other errors are those of reading the files of attributes.
func (t *Tree) ForGit(rel string) error {
	if err := t.enter(rel); err != nil {
		return err
	}
	t.steps += t.own.paths.Backtracking(rel)
	for _, f := range t.stack {
		t.steps += f.paths.Backtracking(strings.TrimPrefix(rel, f.folder))
	}
	if t.steps > mostBacktracking {
		return ErrBacktracks
	}
	return nil
}

// enter reads the files of the folders that a file lies in.
func (t *Tree) enter(rel string) error {
	if t.own == nil {
		t.own = t.open(Info, "")
		t.stack = []*file{t.open(Base, "")}
		t.macros = map[string][]state{"binary": {{"diff", Unset}, {"merge", Unset}, {"text", Unset}}}

		for _, f := range []*file{t.stack[0], t.own} {
			for name, states := range f.macros {
				t.macros[name] = states
			}
		}
	}

	for n := len(t.stack) - 1; !strings.HasPrefix(rel, t.stack[n].folder); n-- {
		t.stack = t.stack[:n]
	}

	for {
		last := t.stack[len(t.stack)-1].folder
		name, _, more := strings.Cut(rel[len(last):], "/")
		if !more {
			return t.err
		}

		folder := last + name + "/"
		t.stack = append(t.stack, t.open(folder+Base, folder))
	}
}

// open reads a file; what is not there gives nothing.
func (t *Tree) open(name, folder string) *file {
	f := &file{folder: folder, paths: ignore.NewPaths(t.fold), macros: map[string][]state{}}
	text, ok, err := t.read(name)
	if err == nil && strings.Count(text, "\n") > mostLines {
		err = fmt.Errorf("more than %d lines", mostLines)
	}
	if err != nil && t.err == nil {
		t.err = fmt.Errorf("%s: %w", path.Base(name), err)
	}
	if err != nil || !ok {
		return f
	}

	for line := range strings.SplitSeq(strings.TrimPrefix(text, "\uFEFF"), "\n") {
		line, _, _ = strings.Cut(strings.TrimSuffix(line, "\r"), "\x00") // git reads no further than a NUL
		pattern, macro, said := parse(line)
		switch {
		case macro != "" && folder == "":
			f.macros[macro] = statesOf(said)
		case macro == "" && pattern != "": // git matches it also where it says nothing
			f.paths.Add(pattern)
			f.said = append(f.said, said)
		}
	}

	return f
}

// filling are the values of a file's attributes: those that are found first count.
type filling struct {
	values map[string]string
	macros map[string][]state
	names  []string // that are looked for
}

func (f *filling) done() bool {
	for _, name := range f.names {
		if _, known := f.values[name]; !known {
			return false
		}
	}
	return true
}

// fill takes the states of a line, the last one first, and where one sets a macro what that stands for.
func (f *filling) fill(states []state) {
	for i := len(states) - 1; i >= 0; i-- {
		s := states[i]
		if _, known := f.values[s.name]; known {
			continue
		}
		f.values[s.name] = s.value
		if s.value == Set {
			f.fill(f.macros[s.name])
		}
	}
}
