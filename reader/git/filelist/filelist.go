// Package filelist, which changes without notice, lists the files of a git work tree: git lists the tracked ones,
// without matching any pattern; a walk finds the others that are not ignored.
package filelist

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"eyeline/reader/access"
	"eyeline/reader/git"
	"eyeline/reader/internal/ignore"
	"eyeline/reader/program"
	"eyeline/reader/source"
	"eyeline/reader/tools"
)

// WorkTree is a work tree and the part of it to list.
type WorkTree struct {
	Top    string         // absolute path without symbolic links
	Folder *access.Folder // of Top
	Under  string         // slash-separated, relative to Top; "." for all of it
	// Wants reports whether a path, slash-separated and relative to Top, or anything below it, is to be listed.
	Wants func(rel string) bool
}

// listing merges the walk with git's index, whose order has a slash after folders' names.
type listing struct {
	WorkTree
	ctx   context.Context
	index *index
	tree  *ignore.Tree
	// modules are the submodules that have been listed.
	modules map[string]struct{}
	take    func(rel string, tracked bool) error
	skip    func(rel string, why error)
	// blind: what is ignored is not known, so only tracked files are listed.
	blind bool
}

// Each passes the files of a work tree to take, with paths relative to its top: the tracked ones, and others that are
// not ignored; a nested repository has a final slash. Memory does not grow with their number. What cannot be read goes
// to skip. The error is take's, git's or ctx's.
func Each(
	ctx context.Context, of WorkTree, take func(rel string, tracked bool) error, skip func(rel string, why error),
) error {
	exclude, home, err := ignoreFiles(ctx, of.Top)
	if err != nil {
		return err
	}

	l := &listing{WorkTree: of, ctx: ctx, modules: map[string]struct{}{}, take: take, skip: skip}
	dialect := ignore.Git
	if git.FoldsCase(ctx, of.Top) {
		dialect = ignore.GitFold
	}

	l.tree = ignore.NewGit(ctx, tools.Env{Root: of.Top}, dialect, of.Top, exclude, home)
	if l.index, err = openIndex(ctx, of.Top, of.Under); err != nil {
		return err
	}

	defer l.index.git.Close()
	if err := l.walk(); err != nil {
		return err
	}
	if err := l.upTo(""); err != nil {
		return err
	}

	return cmp.Or(ctx.Err(), l.index.end())
}

// ignoreFiles returns the ignore files of a work tree other than those of its folders: the uncommitted one, and the
// user's, "" if there is no such file.
func ignoreFiles(ctx context.Context, top string) (exclude, user string, err error) {
	exclude, err = git.Output(ctx, top, "rev-parse", "--git-path", "info/exclude")
	if err != nil {
		return "", "", err
	}
	exclude = strings.TrimSuffix(exclude, "\n")
	if !filepath.IsAbs(exclude) {
		exclude = filepath.Join(top, exclude)
	}

	user, err = git.Output(ctx, top, "config", "-z", "--type=path", "--get", "core.excludesFile")
	user = strings.TrimSuffix(user, "\x00")
	if failed, ok := errors.AsType[*exec.ExitError](err); ok && failed.ExitCode() == 1 {
		return exclude, tools.Env{}.ConfigDir() + "/git/ignore", nil
	}
	if user != "" && !filepath.IsAbs(user) {
		user = filepath.Join(top, user)
	}

	return exclude, user, err
}

// walk walks the path to list.
func (l *listing) walk() error {
	under := l.Under
	fi, err := l.Folder.Lstat(under)
	if err != nil {
		return nil // tracked files that do not exist
	}
	if under == "." {
		return l.folder(".")
	}

	for n, c := range under {
		if c != '/' {
			continue
		}

		dir := under[:n]
		l.enter(path.Dir(dir))
		if l.ignored(dir, true) {
			return nil
		}
	}

	l.enter(path.Dir(under))
	return l.entry(under, fi.Mode())
}

// folder lists a folder. One that cannot be read is skipped.
func (l *listing) folder(dir string) error {
	entries, err := l.Folder.ReadDir(dir)
	if l.ctx.Err() != nil {
		return l.ctx.Err()
	}

	if err != nil {
		l.skip(dir, source.WithoutPath(err))
		return nil
	}

	abs := l.enter(dir)
	defer l.tree.Leave(abs)
	slices.SortFunc(entries, byIndex)

	for _, e := range entries {
		rel := path.Join(dir, e.Name())
		if e.Name() == ".git" || !l.Wants(rel) {
			continue
		}
		if err := l.entry(rel, e.Type()); err != nil || l.ctx.Err() != nil {
			return cmp.Or(err, l.ctx.Err())
		}
	}

	return nil
}

// enter adds a folder to the ignore tree, and returns its absolute path.
func (l *listing) enter(dir string) (abs string) {
	abs = path.Join(filepath.ToSlash(l.Top), dir)
	fi, err := l.Folder.Lstat(path.Join(dir, ".gitignore"))
	l.tree.Enter(abs, err == nil && fi.Mode().IsRegular())
	return abs
}

// byIndex compares entries of a folder in the order of git's index.
func byIndex(a, b fs.DirEntry) int { return strings.Compare(inIndex(a), inIndex(b)) }

func inIndex(e fs.DirEntry) string {
	if e.IsDir() {
		return e.Name() + "/"
	}
	return e.Name()
}

// entry lists a file or folder at rel, after the tracked names that sort before it.
func (l *listing) entry(rel string, kind fs.FileMode) error {
	if kind.IsDir() {
		return l.entryFolder(rel)
	}
	if err := l.upTo(rel); err != nil {
		return err
	}

	if l.index.name == rel {
		err := l.take(rel, true)
		l.index.next()
		return err
	}

	if !kind.IsRegular() && kind.Type() != fs.ModeSymlink || l.ignored(rel, false) {
		return nil
	}

	return l.take(rel, false)
}

// entryFolder lists a folder unless it is ignored or a nested repository.
func (l *listing) entryFolder(rel string) error {
	if err := l.upTo(rel + "/"); err != nil {
		return err
	}
	if _, ok := l.modules[rel]; ok || l.ignored(rel, true) {
		return nil
	}
	if !strings.HasPrefix(l.index.name, rel+"/") && l.isRepository(rel) {
		return l.take(rel+"/", false)
	}

	return l.folder(rel)
}

// upTo passes on tracked files that sort before a name; "" for all that are left.
func (l *listing) upTo(name string) error {
	for l.index.name != "" && (name == "" || l.index.name < name) {
		if l.index.module {
			l.modules[l.index.name] = struct{}{}
		}

		if l.Wants(l.index.name) {
			if err := l.take(l.index.name, true); err != nil {
				return err
			}
		}

		l.index.next()
		if l.ctx.Err() != nil {
			return l.ctx.Err()
		}
	}

	return nil
}

// ignored reports whether an entry of a folder that is not ignored is.
func (l *listing) ignored(rel string, isDir bool) bool {
	if l.blind {
		return true
	}
	verdict, err := l.tree.Last(path.Join(filepath.ToSlash(l.Top), rel), isDir)
	if err != nil && l.ctx.Err() == nil {
		l.blind = true
		l.skip(path.Dir(rel), fmt.Errorf("%v; what git tracks is checked", err))
	}
	return l.blind || verdict == ignore.Ignored
}

// isRepository reports whether a folder is the top of a nested repository.
func (l *listing) isRepository(dir string) bool {
	own := path.Join(dir, ".git")
	fi, err := l.Folder.Lstat(own)
	if err != nil || !fi.IsDir() {
		return err == nil && fi.Mode().IsRegular()
	}
	for _, part := range []string{"HEAD", "objects", "refs"} {
		if _, err := l.Folder.Lstat(path.Join(own, part)); err != nil {
			return false
		}
	}

	return true
}

// index iterates over the tracked files, in order of bytes.
type index struct {
	git    *program.Process
	in     *bufio.Reader
	name   string // current file; "" at the end
	module bool   // the current file is a submodule
	err    error
}

// openIndex lists the index of a work tree below a path.
func openIndex(ctx context.Context, top, under string) (*index, error) {
	p, err := git.Start(ctx, top, nil, "ls-files", "--stage", "-z", "--", under)
	if err != nil {
		return nil, err
	}
	x := &index{git: p, in: bufio.NewReaderSize(p, 64<<10)}
	x.next()
	return x, nil
}

// next advances to the next file. One with conflicts is listed once.
func (x *index) next() {
	last := x.name
	for x.name == last && x.err == nil {
		var line string
		line, x.err = x.in.ReadString(0)
		facts, name, _ := strings.Cut(strings.TrimSuffix(line, "\x00"), "\t") // MODE ID STAGE
		x.name = name
		x.module = strings.HasPrefix(facts, "160000")
	}

	if x.err != nil {
		x.name = ""
	}
}

// end waits for git. The error is why it has not listed all files.
func (x *index) end() error {
	if x.err != io.EOF {
		return x.err
	}
	return x.git.Wait()
}
