package agentsearch

import (
	"slices"
	"strings"

	"eyeline/reader/internal/ignore"
)

// Filter takes files out of an engine's answer.
type Filter interface {
	// Opened gets ready for a search.
	opened(r *run) looker
}

// NPMGit is a filter by npm's "ignore" with .git, info/exclude and the .gitignore files of a git repository from the
// folder that is searched down, and then a file of the agent's own, which alone counts without git.
type NPMGit struct{ Own string }

// NPMFiles is a filter by npm's "ignore" with files of the agent's own, each for itself.
type NPMFiles []string

// Secrets is a filter of names.
type Secrets struct {
	// Is reports whether a file of a path is left out.
	Is func(rel string) bool
}

type npmGitLooker struct {
	r     *run
	inGit bool
	first *ignore.Listed // .git and info/exclude
	at    string
	own   *ignore.Listed
	ownAt string
}

func (n NPMGit) opened(r *run) looker {
	l := &npmGitLooker{r: r, inGit: r.top.inGit, ownAt: join(r.top.abs, n.Own), at: join(r.top.abs, exclude)}
	if exists(l.ownAt) {
		l.own = r.readIgnoreFile(l.ownAt, listNPM(""))
	}
	if exists(l.at) {
		l.first = r.readIgnoreFile(l.at, listNPM(""))
	}
	return l
}

// listNPM reads an ignore file of a folder, "" for the top.
func listNPM(dir string) func(text string) *ignore.Listed {
	if dir == "" {
		dir = "."
	}
	return func(text string) *ignore.Listed { return ignore.ListNPM(text, dir) }
}

func (l *npmGitLooker) why(e *entry) *Reason {
	if l.inGit && e.name == ".git" {
		return &Reason{Cause: ByName, Text: "its search leaves out .git", Pattern: ".git"}
	}

	rel := relTo(l.r.top.abs, e.abs())
	if says, why := l.says(l.own, rel, e, l.ownAt); says != 0 {
		return why
	}
	if !l.inGit {
		return nil
	}

	for f := e.in; ; f = f.up {
		read := listNPM(strings.TrimPrefix(relTo(l.r.top.abs, f.abs), "."))
		if f != l.r.top {
			read = listNPM(relTo(l.r.top.abs, f.abs))
		}

		list := f.list(l.r, ".gitignore", byFilter, read)
		if list != nil {
			if says, why := l.says(list, rel, e, join(f.abs, ".gitignore")); says != 0 {
				return why
			}
		}

		if f == l.r.top {
			break
		}
	}

	_, why := l.says(l.first, rel, e, l.at)
	return why
}

func (l *npmGitLooker) says(list *ignore.Listed, rel string, e *entry, file string) (int8, *Reason) {
	if list == nil {
		return 0, nil
	}
	says, why := l.r.saidOf(list, rel, e.isDir, file)
	if why != nil && why.Cause == Ignored {
		why.Text += ", by the npm package ignore, which reads it otherwise than git"
	}
	return says, why
}

type npmFilesLooker struct {
	r     *run
	files []listedFile
}

func (n NPMFiles) opened(r *run) looker {
	l := &npmFilesLooker{r: r}
	for _, name := range n {
		if file := join(r.top.abs, name); exists(file) {
			l.files = append(l.files, listedFile{r.readIgnoreFile(file, listNPM("")), file})
		}
	}
	return l
}

func (l *npmFilesLooker) why(e *entry) *Reason {
	rel := relTo(l.r.top.abs, e.abs())
	for _, f := range l.files {
		if says, why := l.r.saidOf(f.list, rel, e.isDir, f.file); says == 1 {
			return why
		}
	}
	return nil
}

type secretsLooker struct {
	Secrets
	r *run
}

func (s Secrets) opened(r *run) looker { return &secretsLooker{s, r} }

func (l *secretsLooker) why(e *entry) *Reason {
	if !e.isDir && l.Is(relTo(l.r.top.abs, e.abs())) {
		return &Reason{Cause: ByName, Text: "its search leaves out names of secrets", Pattern: e.name}
	}
	return nil
}

// openAll opens filters.
func openAll(r *run, filters []Filter) (opened []looker) {
	for _, f := range filters {
		opened = append(opened, f.opened(r))
	}
	return slices.Clip(opened)
}
