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

// Tree is what the ignore files of folders, and of those above them, say of what lies in them, to git or to ripgrep. Of
// each kind of file the nearest to a path that says something of it decides, and of the kinds the first that does.
type Tree struct {
	ctx     context.Context
	env     tools.Env
	dialect dialect
	kinds   []treeKind
	folders map[string]*treeFolder
	// last are the patterns that come after those of the folders, for paths from cwd.
	last []*Rules
	cwd  string
	// read is why it is not known what a file says.
	read error
	work Work
}

// treeKind is a kind of ignore file.
type treeKind struct {
	name string // below the folder
	git  bool   // it counts in a git repository only, and not above its top
}

// exclude is the kind of the file of a repository that is not committed.
const exclude = "info/exclude"

// treeFolder is a folder with the patterns of its ignore files, by kind.
type treeFolder struct {
	path  string
	above *treeFolder
	rules []*Rules
	// top: it has .git; inGit: it, or one above.
	top, inGit bool
}

// NewRipgrep is what ripgrep 13 goes by that is started in the folder cwd: .rgignore, .ignore, .gitignore,
// .git/info/exclude and git's file of the home, in this order.
func NewRipgrep(ctx context.Context, env tools.Env, cwd string) *Tree {
	t := &Tree{ctx: ctx, env: env, dialect: Ripgrep, folders: map[string]*treeFolder{}, cwd: cwd, kinds: []treeKind{
		{".rgignore", false}, {".ignore", false}, {".gitignore", true}, {exclude, true},
	}}
	t.last = []*Rules{t.rules(t.homeFile())}
	return t
}

// NewGit is what git 2.39 goes by in the work tree with the top folder top: its .gitignore files, which are read when
// Enter says that they are there, and then others, the first of which comes first: absolute paths, or "".
// d is Git or GitFold.
func NewGit(ctx context.Context, env tools.Env, d dialect, top string, others ...string) *Tree {
	t := &Tree{ctx: ctx, env: env, dialect: d, folders: map[string]*treeFolder{}, cwd: top}
	t.kinds = []treeKind{{".gitignore", true}}
	for _, file := range others {
		t.last = append(t.last, t.rules(file))
	}
	return t
}

// Enter tells a tree of git that a folder below the top, or the top, is walked through, and whether it has a
// .gitignore. The folder above was entered, unless it is the top.
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

// Leave forgets a folder that was entered.
func (t *Tree) Leave(dir string) { delete(t.folders, dir) }

// Last is what the ignore files say of an entry of a folder, whatever they say of the folder itself. abs is its path,
// absolute and clean. The errors are those of [Rules.Last], and why it is not known what an ignore file says.
func (t *Tree) Last(abs string, isDir bool) (verdict, error) {
	folder := t.folder(path.Dir(abs))
	if t.read != nil {
		return Silent, t.read
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

// says is what the patterns of a file say, which may be nil.
func (t *Tree) says(rules *Rules, rel string, isDir bool) (verdict, error) {
	if rules == nil || len(rules.patterns) == 0 {
		return Silent, nil
	}
	m := newMeter(t.ctx, &t.work)
	defer m.end()
	return lastOf(m, rel, isDir, rules)
}

// relativeTo is a path below a folder, relative to it; another one as it is.
func relativeTo(folder, abs string) string {
	rel, _ := strings.CutPrefix(abs, strings.TrimSuffix(folder, "/")+"/")
	return rel
}

// folder reads the ignore files of a folder and of those above it, once.
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

// rules are the patterns of a file; nil where it has none.
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
	if t.read == nil {
		t.read = err
	}
}

// excludesFile matches the setting of git's own ignore file, as ripgrep looks for it.
var excludesFile = lazy.Regexp(`(?im)^\s*excludesfile\s*=\s*"?\s*(\S+?)\s*"?\s*$`)

// homeFile is git's own ignore file of the home: the one that its settings there name, or the one that stands in for
// it.
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

// excludeFile is the file info/exclude of the repository whose top a folder is; "" for other folders. Of a linked work
// tree, whose .git is a file, it is that of the repository it was made of. A submodule's .git leads to a folder without
// commondir, of which ripgrep reads nothing.
func (t *Tree) excludeFile(f *treeFolder) string {
	if !f.top {
		return ""
	}

	git := path.Join(f.path, ".git")
	if fi, err := t.env.Files().Stat(git); err != nil || fi.IsDir() {
		return path.Join(git, exclude)
	}

	own, is := strings.CutPrefix(t.firstLine(git), "gitdir: ")
	if !is {
		return ""
	}
	if !path.IsAbs(own) {
		own = path.Join(t.cwd, own) // as ripgrep takes it
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

// firstLine is the first line of a file; "" without a file.
func (t *Tree) firstLine(file string) string {
	text, err := ReadFile(t.ctx, t.env, file)
	if err != nil {
		t.fail(err)
	}
	line, _, _ := strings.Cut(text, "\n")
	return strings.TrimSuffix(line, "\r")
}
