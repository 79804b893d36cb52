package agentsearch

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"eyeline/reader/git/attributes"
	"eyeline/reader/internal/ignore"
	"eyeline/reader/internal/lazy"
)

// GitGrep is which files "git grep --untracked" looks at: those that its ignore files do not name, tracked or not, and
// nothing of repositories that lie in this one.
type GitGrep struct {
	// UserConfig: the settings of git in the home count.
	UserConfig bool
}

// gitLooker is a GitGrep in a folder.
type gitLooker struct {
	r    *run
	root *folder // of the work tree
	// exclude and user are the ignore files that come after those of folders; nil where they are missing.
	exclude, user     *ignore.Listed
	excludeAt, userAt string
	// out is why nothing of the folder that is searched is looked at.
	out *Reason
	// fold: core.ignorecase is set.
	fold bool
}

func (l *gitLooker) list(text string) *ignore.Listed {
	if l.fold {
		return ignore.List(ignore.GitFold, text)
	}
	return ignore.List(ignore.Git, text)
}

func (g GitGrep) open(r *run) looker {
	l := &gitLooker{r: r, root: r.top}
	for l.root != nil && !l.root.has(".git") {
		l.root = l.root.up
	}

	if l.root == nil {
		return l
	}

	gitDir := gitFolder(r, l.root.abs)
	settings := g.settings(r, gitDir)
	l.fold = r.foldsCase(settings)
	l.excludeAt = gitDir + "/info/exclude"
	if exists(l.excludeAt) {
		l.exclude = r.readIgnoreFile(l.excludeAt, l.list)
	}
	l.userAt = r.homeFile(settings...)
	if exists(l.userAt) {
		l.user = r.readIgnoreFile(l.userAt, l.list)
	}

	for f := r.top; f != l.root && l.out == nil; f = f.up {
		l.out = l.ignored(&entry{in: f.up, name: path.Base(f.abs), isDir: true})
	}

	return l
}

// gitFolder is the folder in which a work tree's repository has what its work trees share.
func gitFolder(r *run, top string) string {
	dir := join(top, ".git")
	own, is := strings.CutPrefix(r.firstLine(dir), "gitdir: ")
	if !is {
		return dir
	}
	dir = own
	if !path.IsAbs(dir) {
		dir = path.Join(top, dir)
	}

	switch common := r.firstLine(dir + "/commondir"); {
	case common == "":
		return dir
	case path.IsAbs(common):
		return common
	default:
		return path.Join(dir, common)
	}
}

// settings are the files of git's settings, the first of which wins.
func (g GitGrep) settings(r *run, gitDir string) []string {
	settings := []string{gitDir + "/config"}
	if g.UserConfig {
		settings = append(settings, r.env.HomeDir()+"/.gitconfig", r.env.ConfigDir()+"/git/config")
	}
	return settings
}

// ignoreCase matches the setting core.ignorecase.
var ignoreCase = lazy.Regexp(`(?im)^\s*ignorecase\s*(?:=\s*"?(\w*)"?)?\s*$`)

// foldsCase reports whether the first of some settings that says so has upper and lower case the same.
func (r *run) foldsCase(settings []string) bool {
	for _, file := range settings {
		text, _ := ignore.ReadFile(r.ctx, r.env, file) // one that cannot be read says nothing
		if m := ignoreCase().FindAllStringSubmatch(text, -1); m != nil {
			last := m[len(m)-1]
			return slices.Contains([]string{"true", "yes", "on", "1"}, strings.ToLower(last[1])) ||
				!strings.Contains(last[0], "=")
		}
	}
	return false
}

// reads is the program that reads ignore files as this one.
func (l *gitLooker) reads() uint8 {
	if l.fold {
		return byGitFold
	}
	return byGit
}

func (l *gitLooker) why(e *entry) *Reason {
	switch {
	case l.out != nil:
		return l.out
	case e.name == ".git":
		return &Reason{Cause: Nested, Text: "git grep does not look into .git"}
	}
	if why := l.ignored(e); why != nil || !e.isDir {
		return why
	}
	if l.r.isRepository(e.abs()) {
		return &Reason{Cause: Nested, Text: "the folder " + e.name + " is a repository of its own, or a submodule"}
	}
	return nil
}

// ignored says by which ignore file an entry is ignored.
func (l *gitLooker) ignored(e *entry) *Reason {
	for f := e.in; f != nil; f = f.up {
		if f.special[".gitignore"]&fs.ModeSymlink == 0 {
			list := f.list(l.r, ".gitignore", l.reads(), l.list)
			if says, why := l.r.saidIn(f, ".gitignore", list, e); says != 0 {
				return why
			}
		}

		if f == l.root {
			break
		}
	}

	if l.root == nil {
		return nil
	}

	says, why := l.r.said(l.exclude, e, l.root.abs, l.excludeAt)
	if says == 0 {
		_, why = l.r.said(l.user, e, l.root.abs, l.userAt)
	}

	return why
}

// attributesOf is whose attributes those of a tree are: of a work tree, as a search of git reads them.
type attributesOf struct {
	root *folder
	by   GitGrep
}

// binaryByAttributes reports whether .gitattributes makes git take a file for binary, or for text whatever it is. The
// error says why that is not known.
func (r *run) binaryByAttributes(e *entry, by GitGrep) (binary, text bool, err error) {
	root := e.in
	for root != nil && !root.has(".git") {
		root = root.up
	}

	if root == nil {
		return false, false, nil
	}

	r.attributes.Lock()
	defer r.attributes.Unlock()
	tree := r.attributes.of[attributesOf{root, by}]
	if tree == nil {
		fold := r.foldsCase(by.settings(r, gitFolder(r, root.abs)))
		tree = attributes.New(func(name string) (string, bool, error) {
			text, err := ignore.ReadFile(r.ctx, r.env, join(root.abs, name))
			return text, text != "", err
		}, fold)
		r.attributes.of[attributesOf{root, by}] = tree
	}

	values, err := tree.Of(r.ctx, relTo(root.abs, e.abs()), "diff")
	return err == nil && values[0] == attributes.Unset, err == nil && values[0] == attributes.Set, err
}
