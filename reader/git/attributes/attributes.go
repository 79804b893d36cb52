// Package attributes, which changes without notice, reads the attributes that a repository gives to files, as git 2.39
// does. Git itself is not run, because its matching takes exponential time for some patterns. The attributes of the
// machine and the user are ignored.
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

// The states of attributes other than values; Unspecified is also that of an attribute that no line has.
const (
	Set         = "set"
	Unset       = "unset"
	Unspecified = "unspecified"
)

// Files returns the text of a file by its path, relative to the top of the work tree, or Info. ok is false if it does
// not exist.
type Files func(name string) (text string, ok bool, err error)

const (
	// Info is the name of a repository's uncommitted attributes file.
	Info = ".git/info/attributes"
	// Base is the base name of attributes files in folders.
	Base = ".gitattributes"
)

// Tree determines the attributes of files in a work tree. It is meant to be used folder by folder, in git's order: what
// is known of a folder is dropped when the next one is used.
type Tree struct {
	read   Files
	fold   bool
	own    *file   // Info, which takes precedence
	stack  []*file // files of the folders down to the last requested file
	macros map[string][]state
	err    error // first error of reading a file; it stays
	work   ignore.Work
	steps  float64 // steps that git would take, see ForGit
}

// maxLines is how many lines of an attributes file are read.
const maxLines = 1 << 20

// file is the attributes file of a folder.
type file struct {
	folder string // "" for the top; else with a final slash
	paths  *ignore.Paths
	states []string // the states for each pattern, which are parsed when it matches
	macros map[string][]state
}

// New returns the attributes of a work tree, whose files are read when they are needed. fold is core.ignorecase.
func New(read Files, fold bool) *Tree { return &Tree{read: read, fold: fold} }

// Of returns the values of attributes of a file, whose path is relative to the top. The error is that of reading files,
// or why patterns cannot be matched.
func (t *Tree) Of(ctx context.Context, rel string, names ...string) (values []string, err error) {
	if err := t.enter(rel); err != nil {
		return nil, err
	}

	f := &attributeValues{values: map[string]string{}, macros: t.macros, names: names}
	for i := len(t.stack); i >= 0 && !f.done() && err == nil; i-- {
		from := t.own
		if i < len(t.stack) {
			from = t.stack[i]
		}

		below := strings.TrimPrefix(rel, from.folder)
		err = from.paths.Matching(ctx, &t.work, below, func(i int) bool {
			f.fill(statesOf(from.states[i]))
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

// maxBacktracking is how many steps git may take to match attribute patterns: about a second.
const maxBacktracking = 1 << 26

// ErrBacktracks is why git, which reads their attributes, must not compare files.
var ErrBacktracks = errors.New("git would try for too long to match the patterns of .gitattributes")

// ForGit adds a file, whose path is relative to the top, to those that git is to compare. It returns ErrBacktracks if
// git could not match the patterns with all of them in time, or an error of reading attributes files.
func (t *Tree) ForGit(rel string) error {
	if err := t.enter(rel); err != nil {
		return err
	}

	t.steps += t.own.paths.Backtracking(rel)
	for _, f := range t.stack {
		t.steps += f.paths.Backtracking(strings.TrimPrefix(rel, f.folder))
	}
	if t.steps > maxBacktracking {
		return ErrBacktracks
	}

	return nil
}

// enter reads the attributes files of the folders that a file lies in.
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

// open reads an attributes file, which may not exist.
func (t *Tree) open(name, folder string) *file {
	f := &file{folder: folder, paths: ignore.NewPaths(t.fold), macros: map[string][]state{}}
	text, ok, err := t.read(name)
	if err == nil && strings.Count(text, "\n") > maxLines {
		err = fmt.Errorf("more than %d lines", maxLines)
	}
	if err != nil && t.err == nil {
		t.err = fmt.Errorf("%s: %w", path.Base(name), err)
	}
	if err != nil || !ok {
		return f
	}

	for line := range strings.SplitSeq(strings.TrimPrefix(text, "\uFEFF"), "\n") {
		line, _, _ = strings.Cut(strings.TrimSuffix(line, "\r"), "\x00") // for git, a NUL ends the line
		pattern, macro, said := parse(line)
		switch {
		case macro != "" && folder == "":
			f.macros[macro] = statesOf(said)
		case macro == "" && pattern != "": // git matches it even without states
			f.paths.Add(pattern)
			f.states = append(f.states, said)
		}
	}

	return f
}

// attributeValues collects the values of a file's attributes: the first value found counts.
type attributeValues struct {
	values map[string]string
	macros map[string][]state
	names  []string // requested attributes
}

func (f *attributeValues) done() bool {
	for _, name := range f.names {
		if _, known := f.values[name]; !known {
			return false
		}
	}
	return true
}

// fill adds the states of a line, the last one first, and expands macros that are set.
func (f *attributeValues) fill(states []state) {
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
