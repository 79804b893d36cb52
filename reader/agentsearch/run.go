package agentsearch

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"eyeline/reader/agentsearch/pattern"
	"eyeline/reader/git/attributes"
	"eyeline/reader/internal/ignore"
	"eyeline/reader/internal/lazy"
	"eyeline/reader/tools"
)

// Query is a pattern and how it is matched.
type Query = pattern.Query

// Request describes a search.
type Request struct {
	Env      tools.Env // its Root is the searched folder, "" the working directory
	Query    Query
	Profiles []*Profile
	// NoRg: ripgrep is not installed.
	NoRg bool
	// Ripgrep is the major version of the ripgrep on the PATH: 13 or 15; 0 is 13.
	Ripgrep int
	// Names: every file becomes a row, and none is read. Only [Answer.Searches] is then meaningful.
	Names bool
	// Count: count the searched files for methods with Counts.
	Count bool
	// Excerpts is the most matching lines of a file of which [Row.Excerpts] has a part.
	Excerpts int
	// Stop, once it is closed, ends the walk; what was found until then is judged. It may be nil.
	Stop <-chan struct{}
	// OnProgress, if not nil, is called from time to time with what has been found. Calls do not overlap, and the last
	// one returns before Search does.
	OnProgress func(*Result)
	// Looked, if not nil, counts the files that were searched.
	Looked *atomic.Int64
}

// Result is the outcome of a Search.
type Result struct {
	Dir    string
	Query  Query
	Rows   []*Row // sorted by path
	Agents []*Answer
	// Skipped are the paths that could not be read.
	Skipped []Skipped
	// Truncated: there were more matching lines than a search keeps.
	Truncated bool
	// Newest is the latest modification time, in seconds since 1970, of the files and folders that methods with Counts
	// search; 0 without such methods or without Request.Count.
	Newest int64
	// Interrupted: the walk was not finished.
	Interrupted bool
}

// Skipped is a path that could not be read, relative to the searched folder.
type Skipped struct{ Path, Why string }

// Answer is what one agent finds.
type Answer struct {
	Profile *Profile
	Method  *Method
	// Refused is why the whole call fails; "" if it does not.
	Refused string
	// Unknown is why the answer is not known; "" if it is.
	Unknown string
	// Perhaps is why the whole call may fail; "" if it cannot.
	Perhaps string
	// Notes are sentences about the fallbacks that were used.
	Notes []string
	// Matches is how many lines the answer can have, Files in how many files.
	Matches, Files int

	// failureText is the text of a call that fails; "" if it is not known.
	failureText string
	// rgError is an error of ripgrep that the agent passes over; "" for no error.
	rgError string
	run     *run
	method  int // index into run.methods
}

// run is the state of one search.
type run struct {
	ctx context.Context
	// walking is ctx, canceled also when the walk is to stop.
	walking context.Context
	env     tools.Env
	req     Request
	top     *folder

	methods []*Method
	// What belongs to each method, by its index in methods.
	selectorsOf   [][]int // indices into selectors
	matcherOf     []int   // index into matchers
	foldedOf      []int   // index of the matcher that ignores case; -1 if its pattern is too large
	patternErrors []error // nil if the pattern compiles

	selectors []selector
	matchers  []*pattern.Matcher
	rg        [rgRuleKinds]*rgRules

	attributes struct {
		sync.Mutex
		trees map[attributesKey]*attributes.Tree
	}

	// What the workers of the walk write: atomics, and the rest under mu.
	searched      []atomic.Int64 // files searched, by method, for those that have Counts
	newest        atomic.Int64
	longLines     atomic.Bool
	matchCount    atomic.Int64
	linkedEntries atomic.Int64
	mu            sync.Mutex
	rows          []*Row
	skipped       []Skipped
	unreadable    []*entry // those of skipped that are below the searched folder
}

// Search walks the folder and judges what it finds for each profile. The error is ctx's, or that of opening the folder.
func Search(ctx context.Context, req Request) (*Result, error) {
	r, err := newRun(ctx, req)
	if err != nil {
		return nil, err
	}

	stopReports := r.reportProgress()
	whole, err := r.walk()
	stopReports()

	if err != nil {
		return nil, err
	}

	return r.result(!whole)
}

// newRun resolves the folder and compiles the pattern for each method; it does not walk.
func newRun(ctx context.Context, req Request) (*run, error) {
	dir, err := filepath.Abs(cmp.Or(req.Env.Root, "."))
	if err != nil {
		return nil, err
	}

	req.Env.Root = dir
	ctx = ignore.WithWork(ctx) // one limit of work for all files and agents
	r := &run{ctx: ctx, env: req.Env, req: req, top: folderAbove(filepath.ToSlash(dir))}
	r.attributes.trees = map[attributesKey]*attributes.Tree{}

	for _, p := range req.Profiles {
		for _, m := range r.methodsOf(p) {
			r.addMethod(m)
		}
	}

	r.addMatchers()
	r.searched = make([]atomic.Int64, len(r.methods))
	return r, nil
}

// methodsOf returns the methods that an agent may use, its fallbacks included.
func (r *run) methodsOf(p *Profile) []*Method {
	first := r.firstMethod(p)
	if first == nil {
		return nil
	}

	methods := []*Method{first}
	if first.IfNone != nil {
		methods = append(methods, first.IfNone)
	}
	if first.OnTrouble == WithoutRg {
		methods = append(methods, r.withoutRg(p))
	}

	return methods
}

// firstMethod returns the method that an agent tries first; nil if it has none.
func (r *run) firstMethod(p *Profile) *Method {
	if r.req.NoRg {
		return r.withoutRg(p)
	}
	return p.Rg
}

func (r *run) withoutRg(p *Profile) *Method {
	for _, m := range p.NoRg {
		if m.When == Always || r.top.inGit {
			return m
		}
	}
	return nil
}

func (r *run) addMethod(m *Method) {
	if m == nil || slices.Contains(r.methods, m) {
		return
	}

	r.methods = append(r.methods, m)
	var numbers []int
	if m.Fails == "" {
		numbers = append(numbers, len(r.selectors))
		r.selectors = append(r.selectors, m.Selector.newSelector(r))
		for _, l := range newSelectors(r, m.Filters) {
			numbers = append(numbers, len(r.selectors))
			r.selectors = append(r.selectors, l)
		}
	}

	r.selectorsOf = append(r.selectorsOf, numbers)
}

// addMatchers compiles the pattern for each method, and once more ignoring case, to see what is lost because case
// counts.
func (r *run) addMatchers() {
	add := func(s pattern.Syntax, fold bool) (int, error) {
		m, err := r.req.Query.Compile(s, fold)
		if err != nil {
			return 0, err
		}
		if i := slices.IndexFunc(r.matchers, m.Same); i >= 0 {
			return i, nil
		}

		r.matchers = append(r.matchers, m)
		return len(r.matchers) - 1, nil
	}

	for _, m := range r.methods {
		language := r.language(m)
		i, err := add(language, m.Fold)
		folded := -1 // too large a pattern: lines lost by case are not found
		r.patternErrors = append(r.patternErrors, err)

		if err == nil && !m.Fold {
			if f, err := add(language, true); err == nil {
				folded = f
			}
		}

		r.matcherOf = append(r.matcherOf, i)
		r.foldedOf = append(r.foldedOf, folded)
	}
}

// language returns the syntax of a method's patterns, which depends on the version of ripgrep.
func (r *run) language(m *Method) pattern.Syntax {
	look, ok := m.Selector.(Ripgrep)
	if ok && m.Syntax == pattern.Rust && (look.Own || r.req.Ripgrep >= 15) {
		return pattern.NewRust
	}
	return m.Syntax
}

// newRgRules returns the ignore files of the ripgrep that an agent runs: its own, or the one on the PATH. absolute: it
// gets the folder as an absolute path, to which version 13 matches the user's git ignore file.
func (r *run) newRgRules(own, absolute bool) *rgRules {
	g := &rgRules{homeBase: r.top.abs}
	switch {
	case own || r.req.Ripgrep >= 15:
		g.version = 1
		g.kind = 1
	case absolute:
		g.kind = 2
		g.homeBase = "/"
	}

	if r.rg[g.kind] != nil {
		return r.rg[g.kind]
	}

	g.homePath = r.homeFile(r.env.HomeDir()+"/.gitconfig", r.env.ConfigDir()+"/git/config")
	if exists(g.homePath) {
		g.home = r.readIgnoreFile(g.homePath, g.parse)
	}

	r.rg[g.kind] = g
	return g
}

// excludesFile matches git's setting core.excludesFile as ripgrep looks for it.
var excludesFile = lazy.Regexp(`(?im)^\s*excludesfile\s*=\s*"?\s*(\S+?)\s*"?\s*$`)

// homeFile returns the path of the user's git ignore file: core.excludesFile of the first settings file that has it, or
// git's default.
func (r *run) homeFile(settings ...string) string {
	for _, file := range settings {
		text, err := ignore.ReadFile(r.ctx, r.env, file)
		if err != nil {
			continue
		}

		if m := excludesFile().FindStringSubmatch(text); m != nil {
			file := strings.ReplaceAll(m[1], "~", r.env.HomeDir())
			if !path.IsAbs(file) {
				file = join(r.top.abs, file)
			}
			return file
		}
	}

	return r.env.ConfigDir() + "/git/ignore"
}

// firstLine returns the first line of a file; "" if it cannot be read.
func (r *run) firstLine(file string) string {
	text, err := ignore.ReadFile(r.ctx, r.env, file)
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(text, "\n")
	return strings.TrimSuffix(line, "\r")
}

// excludeFile returns the path of info/exclude for a repository whose top is dir, as ripgrep finds it; "" for none. A
// linked work tree uses that of its main repository. A submodule's git directory has no commondir, and ripgrep reads
// nothing of it.
func (r *run) excludeFile(dir, cwd string) string {
	git := join(dir, ".git")
	line := r.firstLine(git)
	own, ok := strings.CutPrefix(line, "gitdir: ")
	if line == "" {
		return join(dir, exclude)
	}
	if !ok {
		return ""
	}
	if !path.IsAbs(own) {
		own = path.Join(cwd, own) // ripgrep resolves it so
	}

	common := r.firstLine(path.Join(own, "commondir"))
	switch {
	case common == "":
		return ""
	case !path.IsAbs(common):
		common = path.Join(own, common)
	}

	return path.Join(common, "info/exclude")
}

// isRepository reports whether dir is the top of a repository, as git sees it.
func (r *run) isRepository(dir string) bool {
	own := join(dir, ".git")
	if !exists(own) {
		return false
	}
	if strings.HasPrefix(r.firstLine(own), "gitdir: ") {
		return true
	}
	return exists(own+"/HEAD") && exists(own+"/objects") && exists(own+"/refs")
}

// displayPath shortens the path of an ignore file: relative to the searched folder, or with "~" for the home folder.
func (r *run) displayPath(file string) string {
	top := r.top.abs
	home := r.env.HomeDir()
	switch {
	case strings.HasPrefix(file, top+"/"):
		return relTo(top, file)
	case home != "" && strings.HasPrefix(file, home+"/"):
		return "~/" + relTo(home, file)
	}
	return file
}

// rule returns the rule of a Reason as "FILE:LINE: PATTERN".
func (w *Reason) rule() string {
	return fmt.Sprintf("%s:%d: %s", w.File, w.Line, w.Pattern)
}

// anyLong reports whether a searched file has a line of 64 KiB or more.
func (r *run) anyLong() bool { return r.longLines.Load() }

// maxMatches is how many matching lines a search keeps.
const maxMatches = 500_000

func (r *run) reserveMatch() bool { return r.matchCount.Add(1) <= maxMatches }
