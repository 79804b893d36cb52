package agentsearch

import (
	"strings"

	"eyeline/reader/internal/ignore"
)

// Ripgrep selects the files that ripgrep searches.
type Ripgrep struct {
	// Own: the agent brings its own ripgrep 15; it does not use that of the PATH.
	Own    bool
	Hidden bool
	// Globs are the negative --glob options, without their "!".
	Globs []string
	// Files are the --ignore-file options, relative to the searched folder.
	Files []string
	// Absolute: the folder is passed by its absolute path.
	Absolute bool
}

// ruling is the cached decision of the ignore files on an entry.
type ruling struct {
	known bool
	says  int8 // 0: no rule matches, 1: ignored, 2: re-included by a "!" pattern
	why   *Reason
}

// rgRules are the ignore files of one version of ripgrep.
type rgRules struct {
	version  int // 0: ripgrep 13, 1: 15
	kind     int // index into run.rg and entry.rg
	home     *ignore.Listed
	homePath string
	homeBase string // the folder that the patterns of home are relative to
}

// rgRuleKinds counts the kinds of rgRules: ripgrep 13, ripgrep 15, and 13 with an absolute path.
const rgRuleKinds = 3

// isTop reports whether the folder is the top of a repository; to ripgrep 15, also of Jujutsu.
func (g *rgRules) isTop(f *folder) bool { return f.has(".git") || g.version == 1 && f.has(".jj") }

// inRepository reports whether the folder lies in a repository, as isTop has it.
func (g *rgRules) inRepository(f *folder) bool { return f.inGit || g.version == 1 && f.inJujutsu }

func (g *rgRules) parse(text string) *ignore.Listed {
	if g.version == 1 {
		return ignore.List(ignore.Ripgrep15, text)
	}
	return ignore.List(ignore.Ripgrep, text)
}

// exclude is the path of a repository's ignore file that is not committed.
const exclude = ".git/info/exclude"

// rgKinds are the ignore files of a folder, in order of precedence, and whether they count in repositories alone.
var rgKinds = []struct {
	name string
	git  bool
}{{".rgignore", false}, {".ignore", false}, {".gitignore", true}, {exclude, true}}

// rulingOn returns what the ignore files say of an entry, which caches it.
func (g *rgRules) rulingOn(r *run, e *entry) *ruling {
	ruled := &e.rg[g.kind]
	if !ruled.known {
		ruled.known = true
		ruled.says, ruled.why = g.decide(r, e)
	}
	return ruled
}

func (g *rgRules) decide(r *run, e *entry) (says int8, why *Reason) {
	inRepository := g.inRepository(e.parent)
	for _, kind := range rgKinds {
		if kind.git && !inRepository {
			continue
		}

		for f := e.parent; f != nil; f = f.parent {
			if says, why := r.matchIn(f, kind.name, g.list(r, f, kind.name), e); says != 0 {
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

	return r.match(g.home, e, g.homeBase, g.homePath)
}

// list returns the parsed ignore file of a folder; nil if it does not exist.
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

// matchIn is match for the list of the file name in folder f. It makes no path for a nil list: deep folders have long
// paths.
func (r *run) matchIn(f *folder, name string, l *ignore.Listed, e *entry) (says int8, why *Reason) {
	if l == nil {
		return 0, nil
	}
	return r.match(l, e, f.abs, join(f.abs, name))
}

// match returns what an ignore file says of an entry, as in ruling. base is the folder that its patterns are relative
// to. l may be nil.
func (r *run) match(l *ignore.Listed, e *entry, base, file string) (says int8, why *Reason) {
	if l == nil || l.Len() == 0 && l.Err == nil {
		return 0, nil
	}
	abs := e.abs()
	rel := strings.TrimPrefix(abs, "/")
	if base == "/" || strings.HasPrefix(abs, base+"/") {
		rel = relTo(base, abs)
	}
	return r.matchPath(l, rel, e.isDir, file)
}

// matchPath is match for a path relative to the folder of the patterns.
func (r *run) matchPath(l *ignore.Listed, rel string, isDir bool, file string) (says int8, why *Reason) {
	verdict, at, err := l.Last(r.ctx, rel, isDir)
	switch {
	case err != nil && file == "":
		return 1, &Reason{Cause: Unknown, Text: "it is not known what its search leaves out: " + err.Error()}
	case err != nil:
		return 1, &Reason{Cause: Unknown, Text: "it is not known what " + r.displayPath(file) + " says: " + err.Error()}
	case verdict == ignore.Silent:
		return 0, nil
	case verdict == ignore.Kept:
		return 2, nil
	case at.Number == 0:
		return 1, &Reason{Cause: ByName, Text: "it searches no " + at.Text, Pattern: at.Text}
	}

	why = &Reason{Cause: Ignored, File: r.displayPath(file), Line: at.Number, Pattern: at.Text}
	why.Text = "ignored by " + why.rule()
	return 1, why
}

func (g Ripgrep) newSelector(r *run) selector {
	l := &rgSelector{Ripgrep: g, r: r, rules: r.newRgRules(g.Own, g.Absolute)}
	l.globs = ignore.Patterns(ignore.Ripgrep, g.Globs...)
	for _, name := range g.Files {
		if exists(join(r.top.abs, name)) {
			l.existing = append(l.existing, name)
		}
	}
	return l
}

// rgSelector is a Ripgrep in a searched folder.
type rgSelector struct {
	Ripgrep
	r        *run
	rules    *rgRules
	globs    *ignore.Listed
	existing []string // those of Files that exist
}

func (l *rgSelector) excludes(e *entry) *Reason {
	rel := relTo(l.r.top.abs, e.abs())
	if l.globs.Len() > 0 {
		if says, why := l.r.matchPath(l.globs, rel, e.isDir, ""); says == 1 {
			return why
		}
	}

	ruled := l.rules.rulingOn(l.r, e)
	if ruled.says == 1 {
		return ruled.why
	}

	kept := ruled.says == 2
	if !kept {
		says, why := l.matchFiles(rel, e)
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

// matchFiles returns what the --ignore-file files say of an entry, as in ruling. Ripgrep 13 matches their patterns with
// an absolute path, which patterns with a slash never match.
func (l *rgSelector) matchFiles(rel string, e *entry) (says int8, why *Reason) {
	if l.Absolute && l.rules.version == 0 {
		rel = strings.TrimPrefix(e.abs(), "/")
	}
	for i := len(l.existing) - 1; i >= 0; i-- {
		list := l.r.top.list(l.r, l.existing[i], uint8(l.rules.version), l.rules.parse)
		if list == nil {
			continue
		}
		says, why = l.r.matchPath(list, rel, e.isDir, join(l.r.top.abs, l.existing[i]))
		if says != 0 {
			return says, why
		}
	}

	return 0, nil
}

// hidden returns the reason for an entry whose name begins with a dot.
func hidden(e *entry) *Reason {
	if e.isDir {
		return &Reason{Cause: Hidden, Text: "the folder " + e.name + " is hidden"}
	}
	return &Reason{Cause: Hidden, Text: "it is hidden: its name begins with a dot"}
}

// trouble returns why ripgrep exits with status 2: an ignore file above the searched folder has a malformed pattern. It
// is "" if there is no such file.
func (g *rgRules) trouble(r *run) string {
	for f := r.top.parent; f != nil; f = f.parent {
		for _, kind := range rgKinds[:3] {
			l := g.list(r, f, kind.name)
			if l != nil && l.Malformed.Number > 0 {
				file := r.displayPath(join(f.abs, kind.name))
				bad := Reason{File: file, Line: l.Malformed.Number, Pattern: l.Malformed.Text}
				return "ripgrep cannot read the pattern of " + bad.rule()
			}
		}
	}

	return ""
}
