package check

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"eyeline/reader/access"
	"eyeline/reader/check/pathpattern"
	"eyeline/reader/check/unsearchable"
	"eyeline/reader/git"
	"eyeline/reader/source"
)

// place is a path that is checked: a root, which stands for the agents' working directory, and what is checked in it.
type place struct {
	root     string         // absolute, without links
	under    string         // slash-separated, relative to root; "." for all of it
	folder   *access.Folder // root
	prefix   string         // what comes before names relative to root when they are shown; "" for nothing
	here     string         // where the working directory is below root, whose names are shown from there; "" for none
	git      bool
	commit   string             // of Options.Since
	searches *unsearchable.Tree // nil: what they find is not looked for
	problem  error              // why git could not be asked although there is a work tree
	// staged are the files to check of the index, by their names; nil: those on the disk are checked.
	staged map[string]blob
}

// follow is where a path leads, without links, and the folder that it is or lies in. The errors are the system's.
func follow(given string) (real, dir string, err error) {
	if real, err = filepath.EvalSymlinks(given); err == nil {
		real, err = filepath.Abs(real)
	}
	if err != nil {
		return "", "", err
	}
	fi, err := os.Stat(real)
	if err == nil && fi.IsDir() {
		return real, real, nil
	}
	return real, filepath.Dir(real), err
}

// locate finds out what a path of the command line names, and follow where it is. The errors are follow's and the
// system's.
func locate(ctx context.Context, given string, follow func(given string) (real, dir string, err error)) (place, error) {
	real, dir, err := follow(given)
	if err != nil {
		return place{}, err
	}
	p := place{root: dir}
	top, ok, err := workTree(ctx, dir)
	if ctx.Err() != nil {
		return place{}, ctx.Err()
	}
	p.problem = err
	if ok {
		p.root, p.git = top, true
	}
	rel, err := filepath.Rel(p.root, real)
	if err != nil {
		return place{}, err
	}
	p.under = filepath.ToSlash(rel)
	if p.folder, err = access.OpenFolder(p.root); err != nil {
		return place{}, err
	}
	// Names are shown relative to the working directory where the root is in it or above it, else as the path was
	// given.
	p.prefix, p.here = namesFrom(p.root, given)
	return p, nil
}

// namesFrom says what comes before names relative to a root, and where the working directory is below the root: ""
// where it is not below it.
func namesFrom(root, given string) (prefix, here string) {
	dir, err := os.Getwd()
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err != nil {
		return "", ""
	}
	if below, err := filepath.Rel(root, dir); err == nil && filepath.IsLocal(below) && below != "." {
		here = filepath.ToSlash(below)
	}
	up, err := filepath.Rel(dir, root)
	otherDrive := err != nil
	if otherDrive || here == "" && strings.HasPrefix(up, "..") && !strings.HasPrefix(given, "..") {
		up = root
	}
	return filepath.ToSlash(up), here
}

// abs is the absolute path of a file of the place.
func (p place) abs(rel string) string { return filepath.Join(p.root, filepath.FromSlash(rel)) }

// ownerOf says which of some places a file is taken from, so that it is counted once however many of them have it.
type ownerOf map[string]int

// owners finds for each path that is checked the first place that names it.
func owners(places []place) ownerOf {
	first := ownerOf{}
	for i, p := range places {
		if name := p.abs(p.under); !first.has(name) {
			first[name] = i
		}
	}
	return first
}

func (o ownerOf) has(name string) bool {
	_, ok := o[name]
	return ok
}

// of is the index of the place that a file is taken from: the one that names it, or else the nearest folder above it;
// -1 for none.
func (o ownerOf) of(name string) int {
	for {
		if i, ok := o[name]; ok {
			return i
		}
		up := filepath.Dir(name)
		if up == name {
			return -1
		}
		name = up
	}
}

// show is a file's name in a finding.
func (p place) show(rel string) string {
	if p.here != "" {
		if from, err := filepath.Rel(filepath.FromSlash(p.here), filepath.FromSlash(rel)); err == nil {
			return filepath.ToSlash(from)
		}
	}
	return path.Join(p.prefix, rel)
}

// candidate is a file that may be checked.
type candidate struct {
	rel       string // slash-separated, relative to the root
	attribute string // the one of marked that it has
	tracked   bool   // by git
}

// each hands the files to take.
func (p place) each(
	ctx context.Context, o Options, take func(candidate) error, skip func(rel string, why error),
) error {
	if p.staged != nil {
		return p.stagedFiles(ctx, o.All, take, skip)
	}
	if p.git && !o.All {
		return p.gitFiles(ctx, take, skip)
	}
	if o.Since != "" {
		if p.problem != nil {
			return p.problem
		}
		return &git.RevisionError{Name: o.Since, Kind: "commit"}
	}
	if fi, err := p.folder.Lstat(p.under); err == nil && !fi.IsDir() {
		return take(candidate{rel: p.under})
	}
	return fs.WalkDir(listed{p.folder}, p.under, func(rel string, d fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			skip(rel, source.WithoutPath(err))
			if d != nil && d.IsDir() {
				return fs.SkipDir
			}
		case rel != p.under && o.passes(rel, d):
			if d.IsDir() {
				return fs.SkipDir
			}
		case !d.IsDir():
			return take(candidate{rel: rel})
		case !utf8.ValidString(rel):
			skip(rel, errNoTool)
			return fs.SkipDir
		}
		return nil
	})
}

// listed is a folder as a walk wants it.
type listed struct{ *access.Folder }

// Open implements [fs.FS].
func (listed) Open(string) (fs.File, error) { return nil, fs.ErrInvalid }

// Stat implements [fs.StatFS].
func (l listed) Stat(name string) (fs.FileInfo, error) { return l.Lstat(name) }

// passes reports whether a walk passes by a folder, or the file .git that a work tree and a submodule have instead of
// it.
func (o Options) passes(rel string, d fs.DirEntry) bool {
	hidden := strings.HasPrefix(d.Name(), ".") && !o.All
	return d.Name() == ".git" || d.IsDir() && (hidden || o.excluded(rel))
}

// errNoTool is why a file is not checked whose name cannot be in JSON.
var errNoTool = errors.New("its name is not valid UTF-8, so no tool can be asked for it")

func (o Options) excluded(rel string) bool {
	for ; rel != "." && rel != "/"; rel = path.Dir(rel) {
		if slices.ContainsFunc(o.Exclude, func(p pathpattern.Pattern) bool { return p.Matches(rel) }) {
			return true
		}
	}
	return false
}
