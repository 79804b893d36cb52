package agentsearch

import (
	"strings"

	"eyeline/reader/internal/ignore"
)

// Ripgrep is which files ripgrep looks at.
type Ripgrep struct {
	// Own: it is a ripgrep 15 that the agent brings along, not the one on the PATH.
	Own    bool
	Hidden bool
	// Globs are those of negative --glob options, without their "!".
	Globs []string
	// Files are those of --ignore-file options, in the folder that is searched.
	Files []string
	// Absolute: the folder is given by its absolute path.
	Absolute bool
}

// ruling is what ignore files say of an entry.
type ruling struct {
	known bool
	says  int8 // 0, 1: ignored, 2: taken back
	why   *Reason
}

// rgRules are the ignore files that a version of ripgrep goes by.
type rgRules struct {
	version int // 0: ripgrep 13, 1: 15
	kind    int // the index among the rules of a run
	home    *ignore.Listed
	homeAt  string
	homeOf  string // the folder that the patterns of home are for
}

// How many kinds of rules there are: of ripgrep 13 and 15, and of 13 with an absolute path.
const rgRuleKinds = 3

// isTop reports whether a folder is the top of a repository: ripgrep 15 knows those of Jujutsu, too.
func (g *rgRules) isTop(f *folder) bool { return f.has(".git") || g.version == 1 && f.has(".jj") }

// inRepository reports whether a folder, or one above it, is such a top.
func (g *rgRules) inRepository(f *folder) bool { return f.inGit || g.version == 1 && f.inJujutsu }

func (g *rgRules) parse(text string) *ignore.Listed {
	if g.version == 1 {
		return ignore.List(ignore.Ripgrep15, text)
	}
	return ignore.List(ignore.Ripgrep, text)
}

// exclude is the file of a repository that is not committed.
const exclude = ".git/info/exclude"

// rgKinds are the kinds of ignore files, those first that win.
var rgKinds = []struct {
	name string
	git  bool
}{{".rgignore", false}, {".ignore", false}, {".gitignore", true}, {exclude, true}}

// of is what the ignore files say of an entry.
func (g *rgRules) of(r *run, e *entry) *ruling {
	ruled := &e.rg[g.kind]
	if !ruled.known {
		ruled.known = true
		ruled.says, ruled.why = g.rule(r, e)
	}
	return ruled
}

func (g *rgRules) rule(r *run, e *entry) (says int8, why *Reason) {
	inRepository := g.inRepository(e.in)
	for _, kind := range rgKinds {
		if kind.git && !inRepository {
			continue
		}

		for f := e.in; f != nil; f = f.up {
			if says, why := r.saidIn(f, kind.name, g.list(r, f, kind.name), e); says != 0 {
				return says, why
			}
			if kind.git && g.isTop(f) {
				break
			}
		}
	}

	if !inRepository {
		return 0, nil
	}

	return r.said(g.home, e, g.homeOf, g.homeAt)
}

// list are the patterns of an ignore file of a folder.
func (g *rgRules) list(r *run, f *folder, name string) *ignore.Listed {
	if name != exclude {
		return f.list(r, name, uint8(g.version), g.parse)
	}
	if !f.has(".git") {
		return nil
	}

	f.mu.Lock()
	defer f.mu.Unlock()
	key := listKey{name, uint8(g.version)}
	if l, known := f.files[key]; known {
		return l
	}

	var l *ignore.Listed
	if file := r.excludeFile(f.abs, r.top.abs); file != "" {
		l = r.readIgnoreFile(file, g.parse)
	}
	if f.files == nil {
		f.files = map[listKey]*ignore.Listed{}
	}

	f.files[key] = l
	return l
}

// saidIn is what the list of a name in a folder says of an entry. Of a list that is not there no path is made: in
// folders that are nested deep the paths of all above are long.
func (r *run) saidIn(f *folder, name string, l *ignore.Listed, e *entry) (says int8, why *Reason) {
	if l == nil {
		return 0, nil
	}
	return r.said(l, e, f.abs, join(f.abs, name))
}

// said is what an ignore file, nil: none, says of an entry; base is the folder that its patterns are for.
func (r *run) said(l *ignore.Listed, e *entry, base, file string) (says int8, why *Reason) {
	if l == nil || l.Len() == 0 && l.Err == nil {
		return 0, nil
	}
	abs := e.abs()
	rel := strings.TrimPrefix(abs, "/")
	if base == "/" || strings.HasPrefix(abs, base+"/") {
		rel = relTo(base, abs)
	}
	return r.saidOf(l, rel, e.isDir, file)
}

// saidOf is what an ignore file says of a path.
func (r *run) saidOf(l *ignore.Listed, rel string, isDir bool, file string) (says int8, why *Reason) {
	verdict, at, err := l.Last(r.ctx, rel, isDir)
	switch {
	case err != nil && file == "":
		return 1, &Reason{Cause: Unknown, Text: "it is not known what its search leaves out: " + err.Error()}
	case err != nil:
		return 1, &Reason{Cause: Unknown, Text: "it is not known what " + r.short(file) + " says: " + err.Error()}
	case verdict == ignore.Silent:
		return 0, nil
	case verdict == ignore.Kept:
		return 2, nil
	case at.Number == 0:
		return 1, &Reason{Cause: ByName, Text: "its search leaves out " + at.Text, Pattern: at.Text}
	}

	why = &Reason{Cause: Ignored, File: r.short(file), Line: at.Number, Pattern: at.Text}
	why.Text = "ignored by " + why.where()
	return 1, why
}

// open gets ready.
func (g Ripgrep) open(r *run) looker {
	l := &rgLooker{Ripgrep: g, r: r, rules: r.newRgRules(g.Own, g.Absolute)}
	l.globs = ignore.Patterns(ignore.Ripgrep, g.Globs...)
	for _, name := range g.Files {
		if exists(join(r.top.abs, name)) {
			l.extra = append(l.extra, name)
		}
	}
	return l
}

// rgLooker is a Ripgrep in a folder.
type rgLooker struct {
	Ripgrep
	r     *run
	rules *rgRules
	globs *ignore.Listed
	extra []string // of Files, those that are there
}

func (l *rgLooker) why(e *entry) *Reason {
	rel := relTo(l.r.top.abs, e.abs())
	if l.globs.Len() > 0 {
		if says, why := l.r.saidOf(l.globs, rel, e.isDir, ""); says == 1 {
			return why
		}
	}

	ruled := l.rules.of(l.r, e)
	if ruled.says == 1 {
		return ruled.why
	}

	kept := ruled.says == 2
	if !kept {
		says, why := l.ofFiles(rel, e)
		if says == 1 {
			return why
		}
		kept = says == 2
	}

	if !l.Hidden && !kept && e.name[0] == '.' {
		return hidden(e)
	}

	return nil
}

// ofFiles is what the files of --ignore-file options say. Ripgrep 13 matches an absolute path with their patterns, of
// which those with a slash never fit it.
func (l *rgLooker) ofFiles(rel string, e *entry) (says int8, why *Reason) {
	if l.Absolute && l.rules.version == 0 {
		rel = strings.TrimPrefix(e.abs(), "/")
	}
	for i := len(l.extra) - 1; i >= 0; i-- {
		list := l.r.top.list(l.r, l.extra[i], uint8(l.rules.version), l.rules.parse)
		if list == nil {
			continue
		}
		says, why = l.r.saidOf(list, rel, e.isDir, join(l.r.top.abs, l.extra[i]))
		if says != 0 {
			return says, why
		}
	}

	return 0, nil
}

// hidden is why a name that begins with a dot is left out.
func hidden(e *entry) *Reason {
	if e.isDir {
		return &Reason{Cause: Hidden, Text: "the folder " + e.name + " is hidden"}
	}
	return &Reason{Cause: Hidden, Text: "it is hidden: its name begins with a dot"}
}

// trouble is why ripgrep ends with status 2; "": it does not. A malformed pattern in an ignore file of a folder above
// is one reason.
func (g *rgRules) trouble(r *run) string {
	for f := r.top.up; f != nil; f = f.up {
		for _, kind := range rgKinds[:3] {
			l := g.list(r, f, kind.name)
			if l != nil && l.Malformed.Number > 0 {
				file := r.short(join(f.abs, kind.name))
				bad := Reason{File: file, Line: l.Malformed.Number, Pattern: l.Malformed.Text}
				return "ripgrep cannot read the pattern of " + bad.where()
			}
		}
	}
	return ""
}
