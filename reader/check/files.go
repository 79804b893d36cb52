package check

import (
	"cmp"
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
	"eyeline/reader/check/givenpaths"
	"eyeline/reader/check/pathpattern"
	"eyeline/reader/git"
	"eyeline/reader/git/worktree"
	"eyeline/reader/source"
)

// place is a root, which stands for the agents' working directory. No folder of it stays open: as many places as names
// may be given.
type place struct {
	root    string // absolute, without links
	prefix  string // what comes before names relative to root when they are shown; "" for nothing
	here    string // where the working directory is below root, whose names are shown from there; "" for none
	git     bool
	commit  string  // of Options.Since
	problem error   // why git could not be asked although there is a work tree
	staged  *staged // what is checked of the index; nil: the files on the disk are checked
}

// target is a path that is checked, in its place.
type target struct {
	place *place
	path  string // absolute, without links
	under string // slash-separated, relative to the root; "." for all of it
}

// locator finds out what paths name, and asks git once about what many of them lie in.
type locator struct {
	options Options
	places  map[placeKey]*place
	trees   worktree.Finder
}

// placeKey tells places apart: names are shown otherwise where a path was given that leads upward.
type placeKey struct {
	root   string
	upward bool
}

// follow returns a path with symbolic links resolved, and its folder: itself if it is one. The errors are the system's.
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

// locate finds out what a path of the command line names, and follow where it is. The errors are follow's, git's and
// the system's.
func (l *locator) locate(
	ctx context.Context, given string, follow func(given string) (real, dir string, err error),
) (target, error) {
	real, dir, err := follow(given)
	if err != nil {
		return target{}, err
	}

	tree := l.trees.Of(ctx, dir)
	if ctx.Err() != nil {
		return target{}, ctx.Err()
	}

	root := dir
	if tree.Top != "" {
		root = tree.Top
	}

	key := placeKey{root, strings.HasPrefix(given, "..")}
	p := l.places[key]
	if p == nil {
		p = &place{root: root, git: tree.Top != "", problem: tree.Problem}
		// Names are shown relative to the working directory where the root is in it or above it, else as the path was
		// given.
		p.prefix, p.here = givenpaths.NamesFrom(p.root, given)
		if p.git && l.options.Since != "" {
			if p.commit, err = git.Resolve(ctx, p.root, l.options.Since, "commit"); err != nil {
				return target{}, err
			}
		}

		l.places[key] = p
	}

	rel, err := filepath.Rel(p.root, real)
	return target{p, real, filepath.ToSlash(rel)}, err
}

// withFolder opens the root and calls do with it. The errors are the system's and do's.
func (p *place) withFolder(do func(*access.Folder) error) error {
	folder, err := access.OpenFolder(p.root)
	if err != nil {
		return err
	}
	defer folder.Close()
	return do(folder)
}

// abs is the absolute path of a file of the place.
func (p *place) abs(rel string) string { return filepath.Join(p.root, filepath.FromSlash(rel)) }

// show is a file's name in a finding.
func (p *place) show(rel string) string {
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

// each hands the files of targets of a place to take: all of those of a work tree, or else those of one. wanted reports
// whether a name is that of a target, or lies below or above one.
func (p *place) each(
	ctx context.Context, o Options, under string, wanted func(rel string) bool,
	take func(candidate) error, skip func(rel string, why error),
) error {
	switch {
	case p.staged != nil:
		return p.stagedFiles(ctx, o.All, take, skip)
	case o.listsByGit(p):
		return p.gitFiles(ctx, under, wanted, take, skip)
	case o.Since != "":
		return cmp.Or[error](p.problem, &git.RevisionError{Name: o.Since, Kind: "commit"})
	}

	return p.withFolder(func(folder *access.Folder) error { return walk(ctx, o, folder, under, take, skip) })
}

// listsByGit reports whether git says which files of a place there are.
func (o Options) listsByGit(p *place) bool { return p.staged != nil || p.git && !o.All }

// walk hands the files of a folder below a path to take.
func walk(
	ctx context.Context, o Options, folder *access.Folder, under string,
	take func(candidate) error, skip func(rel string, why error),
) error {
	if fi, err := folder.Lstat(under); err == nil && !fi.IsDir() {
		return take(candidate{rel: under})
	}

	return fs.WalkDir(listed{folder}, under, func(rel string, d fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			skip(rel, source.WithoutPath(err))
			if d != nil && d.IsDir() {
				return fs.SkipDir
			}
		case rel != under && o.passes(rel, d):
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

// errChanging is why a file is not checked that is not the same when it is read again.
var errChanging = errors.New("it kept changing while it was read")

func (o Options) excluded(rel string) bool {
	for ; rel != "." && rel != "/"; rel = path.Dir(rel) {
		if slices.ContainsFunc(o.Exclude, func(p pathpattern.Pattern) bool { return p.Matches(rel) }) {
			return true
		}
	}
	return false
}
