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
	// home are the patterns of git's own file of the home, for paths from cwd.
	home *Rules
	cwd  string
	// read is why it is not known what a file says.
	read error
}

// treeKind is a kind of ignore file.
type treeKind struct {
	name string // below the folder
	git  bool   // it counts in a git repository only, and not above its top
}

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
		{".rgignore", false}, {".ignore", false}, {".gitignore", true}, {".git/info/exclude", true},
	}}
	t.home = t.rules(t.homeFile())
	return t
}

// newGit is what git 2.39 goes by: .gitignore, .git/info/exclude and its file of the home.
func newGit(ctx context.Context, env tools.Env, cwd string) *Tree {
	t := &Tree{ctx: ctx, env: env, dialect: gitOwn, folders: map[string]*treeFolder{}, cwd: cwd, kinds: []treeKind{
		{".gitignore", true}, {".git/info/exclude", true},
	}}
	t.home = t.rules(t.homeFile())
	return t
}

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
			if v, err := f.last(t.ctx, i, abs, isDir); v != Silent || err != nil {
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
	return t.home.Last(t.ctx, relativeTo(t.cwd, abs), isDir)
}

func (f *treeFolder) last(ctx context.Context, kind int, abs string, isDir bool) (verdict, error) {
	if f.rules[kind] == nil {
		return Silent, nil
	}
	return f.rules[kind].Last(ctx, relativeTo(f.path, abs), isDir)
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
		f.rules = append(f.rules, t.rules(path.Join(dir, kind.name)))
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
	if t.dialect == gitOwn {
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

// homeFile is git's own ignore file of the home: the one that its settings there name, or the one that stands in for it.
func (t *Tree) homeFile() string {
	home := t.env.HomeDir()
	for _, config := range []string{home + "/.gitconfig", home + "/.config/git/config"} {
		text, err := ReadFile(t.ctx, t.env, config)
		if err != nil {
			t.fail(err)
		}
		if m := excludesFile().FindStringSubmatch(text); m != nil {
			return strings.ReplaceAll(m[1], "~", home)
		}
	}
	return home + "/.config/git/ignore"
}
