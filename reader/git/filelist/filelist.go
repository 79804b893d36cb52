// Package filelist lists the files of a git work tree: git says which it tracks, without matching any pattern, and the
// others that it does not ignore are found by a walk. The package changes without notice.
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

// WorkTree is a work tree, and what of it is listed.
type WorkTree struct {
	Top    string         // absolute, without links
	Folder *access.Folder // of Top
	Under  string         // slash-separated, relative to Top; "." for all of it
	// Wants reports whether a path, slash-separated and relative to Top, or something below it is listed.
	Wants func(rel string) bool
}

// listing lists files in the order of git's index, in which a folder's name ends with a slash.
type listing struct {
	WorkTree
	ctx   context.Context
	index *index
	tree  *ignore.Tree
	// modules are the submodules that were listed.
	modules map[string]struct{}
	take    func(rel string, tracked bool) error
	skip    func(rel string, why error)
	// blind: what is ignored is not known, so only what git tracks is listed.
	blind bool
}

// Each hands the files of a work tree to take, their paths relative to its top: those that git tracks, and those that
// it does not ignore; a repository of its own ends with a slash. Memory does not grow with their number. What cannot
// be looked into goes to skip. The error is take's, git's or ctx's.
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

// ignoreFiles are the files of a work tree at top that name what is ignored, besides those of its folders: that which
// is not committed, and that of the user, "" without one.
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
	if failed, is := errors.AsType[*exec.ExitError](err); is && failed.ExitCode() == 1 {
		return exclude, tools.Env{}.ConfigDir() + "/git/ignore", nil
	}
	if user != "" && !filepath.IsAbs(user) {
		user = filepath.Join(top, user)
	}

	return exclude, user, err
}

// walk looks through the path that is listed.
func (l *listing) walk() error {
	under := l.Under
	fi, err := l.Folder.Lstat(under)
	if err != nil {
		return nil // what git tracks of it is not there
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

// folder lists what is wanted below a folder. One that cannot be read is skipped.
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

// enter tells the ignore files of a folder, and is its absolute path.
func (l *listing) enter(dir string) (abs string) {
	abs = path.Join(filepath.ToSlash(l.Top), dir)
	fi, err := l.Folder.Lstat(path.Join(dir, ".gitignore"))
	l.tree.Enter(abs, err == nil && fi.Mode().IsRegular())
	return abs
}

// byIndex compares entries of a folder as git orders them in its index.
func byIndex(a, b fs.DirEntry) int { return strings.Compare(inIndex(a), inIndex(b)) }

func inIndex(e fs.DirEntry) string {
	if e.IsDir() {
		return e.Name() + "/"
	}
	return e.Name()
}

// entry lists a file or a folder at rel, after the tracked names that sort before it.
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

// entryFolder lists a folder, unless it is ignored or a repository of its own.
func (l *listing) entryFolder(rel string) error {
	if err := l.upTo(rel + "/"); err != nil {
		return err
	}
	if _, is := l.modules[rel]; is || l.ignored(rel, true) {
		return nil
	}
	if !strings.HasPrefix(l.index.name, rel+"/") && l.isRepository(rel) {
		return l.take(rel+"/", false)
	}
	return l.folder(rel)
}

// upTo hands on what git tracks before a name; "": all that is left.
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

// ignored reports whether git ignores an entry of a folder that it does not ignore.
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

// isRepository reports whether a folder is the top of a repository of its own.
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

// index are the files that git tracks, one after the other, by their bytes.
type index struct {
	git    *program.Process
	in     *bufio.Reader
	name   string // of the one at hand; "": there are no more
	module bool   // it is a submodule
	err    error
}

// openIndex lists the files of the index of a work tree below a path.
func openIndex(ctx context.Context, top, under string) (*index, error) {
	p, err := git.Start(ctx, top, nil, "ls-files", "--stage", "-z", "--", under)
	if err != nil {
		return nil, err
	}
	x := &index{git: p, in: bufio.NewReaderSize(p, 64<<10)}
	x.next()
	return x, nil
}

// next goes on to the next file. One in conflict is listed once.
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
