package ignore

import (
	"context"
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/tools"
)

// Tree combines the ignore files of folders like git or ripgrep: of each kind of file, the nearest to a path that has a
// matching pattern decides, and of the kinds the first that does.
type Tree struct {
	ctx     context.Context
	env     tools.Env
	dialect dialect
	kinds   []treeKind
	folders map[string]*treeFolder
	// last are the patterns of least precedence, for paths relative to cwd.
	last []*Rules
	cwd  string
	// readErr is why it is not known what a file says.
	readErr error
	work    Work
}

// treeKind is a kind of ignore file.
type treeKind struct {
	name string // path relative to the folder
	git  bool   // it only counts in a git repository, and not above its top
}

// exclude is the treeKind.name of a repository's uncommitted ignore file.
const exclude = "info/exclude"

// treeFolder is a folder with the patterns of its ignore files, by kind.
type treeFolder struct {
	path  string
	above *treeFolder
	rules []*Rules
	// top: the folder has .git.
	top bool
	// inGit: the folder or a parent has .git.
	inGit bool
}

// NewRipgrep returns the ignore files of ripgrep 13 started in the folder cwd: .rgignore, .ignore, .gitignore,
// .git/info/exclude and the user's git ignore file, in order of precedence.
func NewRipgrep(ctx context.Context, env tools.Env, cwd string) *Tree {
	t := &Tree{ctx: ctx, env: env, dialect: Ripgrep, folders: map[string]*treeFolder{}, cwd: cwd, kinds: []treeKind{
		{".rgignore", false}, {".ignore", false}, {".gitignore", true}, {exclude, true},
	}}
	t.last = []*Rules{t.rules(t.homeFile())}
	return t
}

// NewGit returns the ignore files of git 2.39 in a work tree: the .gitignore files that Enter reports, and then others,
// in order of precedence: absolute paths, or "". d is Git or GitFold.
func NewGit(ctx context.Context, env tools.Env, d dialect, top string, others ...string) *Tree {
	t := &Tree{ctx: ctx, env: env, dialect: d, folders: map[string]*treeFolder{}, cwd: top}
	t.kinds = []treeKind{{".gitignore", true}}
	for _, file := range others {
		t.last = append(t.last, t.rules(file))
	}
	return t
}

// Enter adds a folder of git's tree, and whether it has a .gitignore. Its parent must have been entered, unless it is
// the top.
func (t *Tree) Enter(dir string, has bool) {
	f := &treeFolder{path: dir, above: t.folders[path.Dir(dir)], rules: []*Rules{nil}, inGit: true, top: dir == t.cwd}
	if f.top {
		f.above = nil
	}
	if has {
		f.rules[0] = t.rules(path.Join(dir, t.kinds[0].name))
	}
	t.folders[dir] = f
}

// Leave removes a folder that was entered.
func (t *Tree) Leave(dir string) { delete(t.folders, dir) }

// Last returns the verdict on an entry, regardless of its folder. abs is its absolute, clean path. The errors are those
// of [Rules.Last], and why it is not known what an ignore file says.
func (t *Tree) Last(abs string, isDir bool) (verdict, error) {
	folder := t.folder(path.Dir(abs))
	if t.readErr != nil {
		return Silent, t.readErr
	}

	for i, kind := range t.kinds {
		if kind.git && !folder.inGit {
			continue
		}

		for f := folder; f != nil; f = f.above {
			if v, err := t.says(f.rules[i], relativeTo(f.path, abs), isDir); v != Silent || err != nil {
				return v, err
			}
			if kind.git && f.top {
				break
			}
		}
	}

	if !folder.inGit {
		return Silent, nil
	}

	for _, rules := range t.last {
		if v, err := t.says(rules, relativeTo(t.cwd, abs), isDir); v != Silent || err != nil {
			return v, err
		}
	}

	return Silent, nil
}

// says returns the verdict of rules, which may be nil.
func (t *Tree) says(rules *Rules, rel string, isDir bool) (verdict, error) {
	if rules == nil || len(rules.patterns) == 0 {
		return Silent, nil
	}
	m := newMeter(t.ctx, &t.work)
	defer m.end()
	return lastOf(m, rel, isDir, rules)
}

// relativeTo returns the path relative to a folder that it is below; any other path unchanged.
func relativeTo(folder, abs string) string {
	rel, _ := strings.CutPrefix(abs, strings.TrimSuffix(folder, "/")+"/")
	return rel
}

// folder returns a folder with its ignore files and parents, which it caches.
func (t *Tree) folder(dir string) *treeFolder {
	if f := t.folders[dir]; f != nil {
		return f
	}

	f := &treeFolder{path: dir}
	if up := path.Dir(dir); up != dir {
		f.above = t.folder(up)
	}

	_, err := t.env.Files().Stat(path.Join(dir, ".git"))
	f.top = err == nil
	f.inGit = f.top || f.above != nil && f.above.inGit

	for _, kind := range t.kinds {
		file := path.Join(dir, kind.name)
		if kind.name == exclude {
			file = t.excludeFile(f)
		}
		f.rules = append(f.rules, t.rules(file))
	}

	t.folders[dir] = f
	return f
}

// rules returns the patterns of a file; nil if it has no patterns.
func (t *Tree) rules(file string) *Rules {
	if file == "" {
		return New(t.dialect)
	}

	text, err := ReadFile(t.ctx, t.env, file)
	if err == nil && !utf8.ValidString(text) && t.dialect == Ripgrep {
		err = fmt.Errorf("%s is not UTF-8", path.Base(file))
	}

	if err != nil {
		t.fail(err)
		return New(t.dialect)
	}

	r := New(t.dialect)
	if t.dialect != Ripgrep {
		text = strings.TrimPrefix(text, "\uFEFF")
	}

	for line := range strings.SplitSeq(text, "\n") {
		if err := r.Add(strings.TrimSuffix(line, "\r")); err != nil {
			t.fail(fmt.Errorf("%s: %w", path.Base(file), err))
		}
	}

	return r
}

func (t *Tree) fail(err error) {
	if t.readErr == nil {
		t.readErr = err
	}
}

// excludesFile matches core.excludesFile as ripgrep looks for it.
var excludesFile = lazy.Regexp(`(?im)^\s*excludesfile\s*=\s*"?\s*(\S+?)\s*"?\s*$`)

// homeFile returns the path of the user's git ignore file: core.excludesFile of the user's configuration, or git's
// default.
func (t *Tree) homeFile() string {
	home := t.env.HomeDir()
	settings := t.env.ConfigDir()
	for _, config := range []string{home + "/.gitconfig", settings + "/git/config"} {
		text, err := ReadFile(t.ctx, t.env, config)
		if err != nil {
			t.fail(err)
		}
		if m := excludesFile().FindStringSubmatch(text); m != nil {
			return strings.ReplaceAll(m[1], "~", home)
		}
	}

	return settings + "/git/ignore"
}

// excludeFile returns the path of info/exclude if the folder is the top of a repository; else "". A linked work tree,
// whose .git is a file, uses that of its main repository. A submodule's git directory has no commondir, and ripgrep
// reads nothing of it.
func (t *Tree) excludeFile(f *treeFolder) string {
	if !f.top {
		return ""
	}

	git := path.Join(f.path, ".git")
	if fi, err := t.env.Files().Stat(git); err != nil || fi.IsDir() {
		return path.Join(git, exclude)
	}

	own, ok := strings.CutPrefix(t.firstLine(git), "gitdir: ")
	if !ok {
		return ""
	}
	if !path.IsAbs(own) {
		own = path.Join(t.cwd, own) // ripgrep resolves it so
	}

	common := t.firstLine(path.Join(own, "commondir"))
	switch {
	case common == "":
		return ""
	case !path.IsAbs(common):
		common = path.Join(own, common)
	}

	return path.Join(common, exclude)
}

// firstLine returns the first line of a file; "" if it cannot be read.
func (t *Tree) firstLine(file string) string {
	text, err := ReadFile(t.ctx, t.env, file)
	if err != nil {
		t.fail(err)
	}
	line, _, _ := strings.Cut(text, "\n")
	return strings.TrimSuffix(line, "\r")
}
