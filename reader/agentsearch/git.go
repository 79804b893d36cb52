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

// GitGrep selects the files of "git grep --untracked": tracked or not, those that no ignore file names, without nested
// repositories.
type GitGrep struct {
	// UserConfig: the user's git configuration counts.
	UserConfig bool
}

// gitSelector is a GitGrep in a searched folder.
type gitSelector struct {
	r    *run
	root *folder // top of the work tree; nil without one
	// exclude and user are the ignore files of least precedence, info/exclude first; nil if they do not exist.
	exclude, user         *ignore.Listed
	excludePath, userPath string
	// topExcluded is why the searched folder itself is ignored.
	topExcluded *Reason
	// fold: core.ignorecase is set.
	fold bool
}

func (l *gitSelector) list(text string) *ignore.Listed {
	if l.fold {
		return ignore.List(ignore.GitFold, text)
	}
	return ignore.List(ignore.Git, text)
}

func (g GitGrep) newSelector(r *run) selector {
	l := &gitSelector{r: r, root: r.top}
	for l.root != nil && !l.root.has(".git") {
		l.root = l.root.parent
	}

	if l.root == nil {
		return l
	}

	gitDir := gitFolder(r, l.root.abs)
	settings := g.settings(r, gitDir)
	l.fold = r.foldsCase(settings)
	l.excludePath = gitDir + "/info/exclude"
	if exists(l.excludePath) {
		l.exclude = r.readIgnoreFile(l.excludePath, l.list)
	}
	l.userPath = r.homeFile(settings...)
	if exists(l.userPath) {
		l.user = r.readIgnoreFile(l.userPath, l.list)
	}

	for f := r.top; f != l.root && l.topExcluded == nil; f = f.parent {
		l.topExcluded = l.ignored(&entry{parent: f.parent, name: path.Base(f.abs), isDir: true})
	}

	return l
}

// gitFolder returns the git directory that the linked work trees of a repository share. top is the top of the work
// tree.
func gitFolder(r *run, top string) string {
	dir := join(top, ".git")
	own, ok := strings.CutPrefix(r.firstLine(dir), "gitdir: ")
	if !ok {
		return dir
	}
	dir = own
	if !path.IsAbs(dir) {
		dir = path.Join(top, dir)
	}

	common := r.firstLine(dir + "/commondir")
	switch {
	case common == "":
		return dir
	case path.IsAbs(common):
		return common
	default:
		return path.Join(dir, common)
	}
}

// settings returns the paths of git's configuration files, in order of precedence.
func (g GitGrep) settings(r *run, gitDir string) []string {
	settings := []string{gitDir + "/config"}
	if g.UserConfig {
		settings = append(settings, r.env.HomeDir()+"/.gitconfig", r.env.ConfigDir()+"/git/config")
	}
	return settings
}

// ignoreCase matches the setting core.ignorecase.
var ignoreCase = lazy.Regexp(`(?im)^\s*ignorecase\s*(?:=\s*"?(\w*)"?)?\s*$`)

// foldsCase reports whether core.ignorecase is true in the first of the files that sets it.
func (r *run) foldsCase(settings []string) bool {
	for _, file := range settings {
		text, _ := ignore.ReadFile(r.ctx, r.env, file) // an unreadable file sets nothing
		if m := ignoreCase().FindAllStringSubmatch(text, -1); m != nil {
			last := m[len(m)-1]
			return slices.Contains([]string{"true", "yes", "on", "1"}, strings.ToLower(last[1])) ||
				!strings.Contains(last[0], "=")
		}
	}
	return false
}

// program is the listKey.by of this git.
func (l *gitSelector) program() uint8 {
	if l.fold {
		return byGitFold
	}
	return byGit
}

func (l *gitSelector) excludes(e *entry) *Reason {
	switch {
	case l.topExcluded != nil:
		return l.topExcluded
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

// ignored returns the rule by which an entry is ignored, nil if it is not.
func (l *gitSelector) ignored(e *entry) *Reason {
	for f := e.parent; f != nil; f = f.parent {
		if f.special[".gitignore"]&fs.ModeSymlink == 0 {
			list := f.list(l.r, ".gitignore", l.program(), l.list)
			if says, why := l.r.matchIn(f, ".gitignore", list, e); says != 0 {
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

	says, why := l.r.match(l.exclude, e, l.root.abs, l.excludePath)
	if says == 0 {
		_, why = l.r.match(l.user, e, l.root.abs, l.userPath)
	}

	return why
}

// attributesKey identifies the attributes of a work tree, as one kind of git grep reads them.
type attributesKey struct {
	root *folder
	grep GitGrep
}

// binaryByAttributes reports whether .gitattributes makes git treat a file as binary, or as text whatever it holds. The
// error says why that is not known.
func (r *run) binaryByAttributes(e *entry, by GitGrep) (binary, text bool, err error) {
	root := e.parent
	for root != nil && !root.has(".git") {
		root = root.parent
	}

	if root == nil {
		return false, false, nil
	}

	r.attributes.Lock()
	defer r.attributes.Unlock()
	tree := r.attributes.trees[attributesKey{root, by}]
	if tree == nil {
		fold := r.foldsCase(by.settings(r, gitFolder(r, root.abs)))
		tree = attributes.New(func(name string) (string, bool, error) {
			text, err := ignore.ReadFile(r.ctx, r.env, join(root.abs, name))
			return text, text != "", err
		}, fold)
		r.attributes.trees[attributesKey{root, by}] = tree
	}

	values, err := tree.Of(r.ctx, relTo(root.abs, e.abs()), "diff")
	return err == nil && values[0] == attributes.Unset, err == nil && values[0] == attributes.Set, err
}
