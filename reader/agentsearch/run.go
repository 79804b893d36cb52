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

// Query is what is searched for.
type Query = pattern.Query

// Request is a search.
type Request struct {
	Env      tools.Env // whose Root is the folder that is searched
	Query    Query
	Profiles []*Profile
	// NoRg: there is no ripgrep.
	NoRg bool
	// Ripgrep is the version of the ripgrep on the PATH: 13, which 0 is, too, or 15.
	Ripgrep int
	// Names: each file is a row, whatever it holds; none is read. Then [Answer.Looks] says what there is to know.
	Names bool
	// Count: the files that are searched are counted for the methods that have Counts.
	Count bool
	// Stop ends the walk early once it is closed: what was found until then is judged. nil: nothing ends it.
	Stop <-chan struct{}
	// SoFar gets what has been found now and then while the folder is looked through, in one goroutine at a time; nil
	// for nothing. Search returns after its last call.
	SoFar func(*Result)
	// Looked counts the files that were looked at; nil for nothing.
	Looked *atomic.Int64
}

// Result is what a search found.
type Result struct {
	Dir    string
	Query  Query
	Rows   []*Row // in the order of their paths
	Agents []*Answer
	// Skipped are what could not be looked at, and why.
	Skipped []Skipped
	// Truncated: more lines match than are kept.
	Truncated bool
	// Newest is the second of the last change of what a method that has Counts looks at, its folders too; 0 where none
	// does, or it was not asked for by Count.
	Newest int64
	// Interrupted: not all of the folder has been looked through.
	Interrupted bool
}

// Skipped is what could not be looked at.
type Skipped struct{ Path, Why string }

// Answer is what one agent finds.
type Answer struct {
	Profile *Profile
	Method  *Method
	// Refused is why the whole call fails; "": it does not.
	Refused string
	// Unknown is why it is not known what comes; "": it is.
	Unknown string
	// Perhaps is why the whole call may fail.
	Perhaps string
	// Notes are sentences about which search was run.
	Notes []string
	// Matches is how many lines can come, Files in how many files.
	Matches, Files int

	// failing is the text of the answer of a call that fails; "": it is not known.
	failing string
	// trouble is what ripgrep complains of where the agent takes what it gives nevertheless.
	trouble string
	run     *run
	number  int // of the method
}

// run is a search at work.
type run struct {
	ctx context.Context
	// walking is ctx until the walk is to stop.
	walking context.Context
	env     tools.Env
	req     Request
	top     *folder

	methods   []*Method
	byMethod  [][]int // the lookers of each, by their number
	matcherOf []int   // the matcher of each
	foldedOf  []int   // the matcher of each with both cases of letters alike; -1 where the pattern is too large
	errors    []error // of each method's pattern
	lookers   []looker
	matchers  []*pattern.Matcher
	rg        [rgRuleKinds]*rgRules
	searched  []atomic.Int64 // by each method that has Counts, the files
	newest    atomic.Int64

	attributes struct {
		sync.Mutex
		of map[attributesOf]*attributes.Tree
	}
	long    atomic.Bool
	kept    atomic.Int64
	linked  atomic.Int64
	mu      sync.Mutex
	rows    []*Row
	skipped []Skipped
	blocked []*entry // what could not be read
}

// Search searches. The error is the context's, or that of the folder.
func Search(ctx context.Context, req Request) (*Result, error) {
	r, err := newRun(ctx, req)
	if err != nil {
		return nil, err
	}
	lastTold := r.tellSoFar()
	whole, err := r.walk()
	lastTold()
	if err != nil {
		return nil, err
	}
	return r.result(!whole)
}

// newRun gets ready.
func newRun(ctx context.Context, req Request) (*run, error) {
	dir, err := filepath.Abs(cmp.Or(req.Env.Root, "."))
	if err != nil {
		return nil, err
	}

	req.Env.Root = dir
	ctx = ignore.WithWork(ctx) // which is one for all files and agents
	r := &run{ctx: ctx, env: req.Env, req: req, top: folderAbove(filepath.ToSlash(dir))}
	r.attributes.of = map[attributesOf]*attributes.Tree{}

	for _, p := range req.Profiles {
		for _, m := range r.methodsOf(p) {
			r.addMethod(m)
		}
	}

	r.addMatchers()
	r.searched = make([]atomic.Int64, len(r.methods))
	return r, nil
}

// methodsOf are the methods that an agent may come to use.
func (r *run) methodsOf(p *Profile) []*Method {
	first := r.first(p)
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

// first is the method that an agent begins with.
func (r *run) first(p *Profile) *Method {
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
		numbers = append(numbers, len(r.lookers))
		r.lookers = append(r.lookers, m.Look.open(r))
		for _, l := range openAll(r, m.Then) {
			numbers = append(numbers, len(r.lookers))
			r.lookers = append(r.lookers, l)
		}
	}

	r.byMethod = append(r.byMethod, numbers)
}

// addMatchers compiles the pattern for each method, and with the other case of letters, to tell what is lost by it.
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
		folded := -1 // where it is too large, what is lost by case is not told
		r.errors = append(r.errors, err)

		if err == nil && !m.Fold {
			if f, err := add(language, true); err == nil {
				folded = f
			}
		}

		r.matcherOf = append(r.matcherOf, i)
		r.foldedOf = append(r.foldedOf, folded)
	}
}

// language is that of a method's patterns.
func (r *run) language(m *Method) pattern.Syntax {
	look, is := m.Look.(Ripgrep)
	if is && m.Syntax == pattern.Rust && (look.Own || r.req.Ripgrep >= 15) {
		return pattern.NewRust
	}
	return m.Syntax
}

// newRgRules are the ignore files of the ripgrep that an agent runs: its own, or the one on the PATH. absolute: it gets
// the folder by its absolute path, with which version 13 matches the patterns of git's file of the home.
func (r *run) newRgRules(own, absolute bool) *rgRules {
	g := &rgRules{homeOf: r.top.abs}
	switch {
	case own || r.req.Ripgrep >= 15:
		g.version = 1
		g.kind = 1
	case absolute:
		g.kind = 2
		g.homeOf = "/"
	}

	if r.rg[g.kind] != nil {
		return r.rg[g.kind]
	}

	g.homeAt = r.homeFile(r.env.HomeDir()+"/.gitconfig", r.env.ConfigDir()+"/git/config")
	if exists(g.homeAt) {
		g.home = r.readIgnoreFile(g.homeAt, g.parse)
	}

	r.rg[g.kind] = g
	return g
}

// excludesFile matches the setting of git's own ignore file, as ripgrep looks for it.
var excludesFile = lazy.Regexp(`(?im)^\s*excludesfile\s*=\s*"?\s*(\S+?)\s*"?\s*$`)

// homeFile is git's own ignore file of the home: the one that the first of some settings names, or the one that stands
// in for it.
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

// firstLine is the first line of a file; "" without a file.
func (r *run) firstLine(file string) string {
	text, err := ignore.ReadFile(r.ctx, r.env, file)
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(text, "\n")
	return strings.TrimSuffix(line, "\r")
}

// excludeFile is the file info/exclude of the repository whose top a folder is, as ripgrep finds it: of a linked work
// tree that of the repository it was made of. A submodule's .git leads to a folder without commondir, of which it
// reads nothing.
func (r *run) excludeFile(dir, cwd string) string {
	git := join(dir, ".git")
	line := r.firstLine(git)
	own, is := strings.CutPrefix(line, "gitdir: ")
	if line == "" {
		return join(dir, exclude)
	}
	if !is {
		return ""
	}
	if !path.IsAbs(own) {
		own = path.Join(cwd, own) // as ripgrep takes it
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

// isRepository reports whether a folder is the top of a repository of its own, as git sees it.
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

// short is the path of an ignore file, from the folder that is searched, or from the home.
func (r *run) short(file string) string {
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

// where is the rule of a Reason.
func (w *Reason) where() string {
	return fmt.Sprintf("%s:%d: %s", w.File, w.Line, w.Pattern)
}

// anyLong reports whether a file that was looked at has a line of 64 KiB or more.
func (r *run) anyLong() bool { return r.long.Load() }

// mostKept is how many lines that match are kept.
const mostKept = 500_000

func (r *run) keeps() bool { return r.kept.Add(1) <= mostKept }
