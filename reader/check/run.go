package check

import (
	"context"
	"fmt"
	"os"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"

	"eyeline/reader/access"
	"eyeline/reader/check/filetext"
	"eyeline/reader/check/givenpaths"
	"eyeline/reader/check/pathpattern"
	"eyeline/reader/check/plainread"
	"eyeline/reader/check/tokensample"
	"eyeline/reader/check/unsearchable"
	"eyeline/reader/contextfiles"
	"eyeline/reader/git/worktree"
	"eyeline/reader/internal/ignore"
	"eyeline/reader/lists"
	"eyeline/reader/tools"
	_ "eyeline/reader/tools/agents" // the tools that are checked
)

// Options say what is checked.
type Options struct {
	// Paths are files and directories; nil: the working directory. Of an empty list nothing is checked.
	Paths []string
	// Gone is asked of each of Paths that cannot be found, whether it is left out; nil: that is an error. A list may be
	// older than what has become of its files.
	Gone func(path string) bool
	// Tools are the tools that read; nil: those that most people use, and those that a file of the repository is for.
	// Where they are given, findings of instructions are those of their agents alone.
	Tools []*tools.Tool
	// Rules are the rules that are reported; nil: all.
	Rules []string
	// Listed are rules whose findings are all reported, also those that are facts about a tool.
	Listed []string
	// Exclude are paths to leave out.
	Exclude []pathpattern.Pattern
	// MinLost leaves out findings that lose fewer bytes, of those that lose any.
	MinLost int64
	// All takes hidden, ignored, generated, vendored and test files too, whatever git says. Without it they are left
	// out also where they are named in Paths, which may be a list of what commits changed.
	All bool
	// Since names a revision: only files that differ from it are checked.
	Since string
	// Worse reports only what is worse than in Since.
	Worse bool
	// Staged takes the files of git's index that differ from the last commit, as they are there; Since is "" then.
	Staged bool
	// MaxBytes is the size of the largest file that is read, in bytes; 0: any. A file may say any size without
	// having it.
	MaxBytes int64
	// Known is what was found before: only what is new, or has grown, is reported. nil: nothing.
	Known *Baseline
	// budgets are the limits of instructions that files are held to.
	budgets []contextfiles.Budget
	// unshared: each tool opens and reads the file by itself, for tests.
	unshared bool
	// Every keeps all findings, also where they take much memory.
	Every bool
	// Progress says how far the run is, while it goes on; may be nil.
	Progress *Progress
}

// Result is what a run found.
type Result struct {
	// Folder is the working folder, from which files are named, below the top of its git work tree; "" at the top and
	// outside of a work tree. Slash-separated.
	Folder string
	// Findings are in order: the gravest first, of these those that lose most.
	Findings []Finding
	// More is how many findings are not among them, since they are too many: none of these is graver.
	More int64
	// Facts are about tools, and no findings of files.
	Facts   []Fact
	Agents  []Agent
	Skipped []Skipped
	// Unread is how many files and folders the system did not let be read, or kept changing. Missed is how many could
	// not be checked for this or another reason that is not their kind. They are among Skipped.
	Unread, Missed int64
	Files          int64
	// Aside are how many of Files nobody would change for an agent, by why: they are in no sum, and have no findings
	// but of hidden characters and instructions.
	Aside map[string]int64
	// asideNames are the paths of these files, by why; nil where there are more than maxAsideNamed.
	asideNames map[string][]string
	// asked: the tools were named in Options.Tools.
	asked bool
	// Sent is, of each file with findings by its path, how many bytes of it are in the first read of each of Agents.
	Sent map[string]Sent
	// Worst are the files that lose most, with findings or without: at most ten, those first that lose more.
	Worst []LossyFile
	// NotWhole are the files that the first read of some tool does not give whole, with findings or without, in the
	// order in which they were checked. MoreNotWhole is how many more there are: they are too many to be kept.
	NotWhole     []LossyFile
	MoreNotWhole int64
	// Interrupted: the context ended before all files were checked.
	Interrupted bool
	// Head are the lines that a report for a person begins with.
	Head []string
}

// InSums is how many files are in the sums of each tool: those that are not put aside.
func (r *Result) InSums() int64 {
	n := r.Files
	for _, aside := range r.Aside {
		n -= aside
	}
	return n
}

// Sent is how much of a file first reads give, in bytes: of Size, by tool in the order of Result.Agents; -1 where that
// is not known.
type Sent struct {
	Size  int64
	Tools []int64
}

// maxSkipped bounds how many files that were not checked are named.
const maxSkipped = 100_000

// Run checks files. Memory does not grow with the number of the files or their sizes. The error is one of the paths,
// or a *git.RevisionError. When the context ends, Run returns no error but sets Result.Interrupted.
func Run(ctx context.Context, o Options) (*Result, error) {
	if o.Paths == nil {
		o.Paths = []string{"."}
	}

	ctx = ignore.WithWork(ctx) // which is one for all files and tools
	targets, err := locateAll(ctx, o)
	if err != nil {
		return nil, err
	}

	asked := o.Tools != nil
	o.budgets = budgetsOf(o.Tools)
	if !asked {
		o.Tools = tools.UsualTools(func(mark string) bool {
			return targets.have(path.Clean(mark))
		})
	}

	plain := plainread.Of(ctx, o.Tools)
	c := newCollector(o, plain)
	c.result.Folder = worktree.Folder()
	c.result.asked = asked
	inner, cancel := context.WithCancel(ctx)
	var background sync.WaitGroup
	defer background.Wait()
	defer cancel()
	q := newQueue(inner, o, plain)
	go q.fill(targets)
	if o.Progress != nil {
		background.Go(func() { o.Progress.count(inner, o, targets) })
	}

	var failed error
	for j := range q.order {
		<-j.done
		switch {
		case failed != nil || ctx.Err() != nil: // only the jobs are waited for
		case j.failed != nil:
			failed = j.failed
			cancel()
		default:
			c.add(j)
		}
	}

	q.end()
	if failed != nil {
		return nil, failed
	}
	if q.err != nil && ctx.Err() == nil {
		return nil, q.err
	}

	return c.end(ctx.Err() != nil), nil
}

func (o Options) reports(rule string) bool { return o.Rules == nil || slices.Contains(o.Rules, rule) }

// targets are the paths that are checked.
type targets []target

// locateAll finds out what the paths name, up to the end of the context.
func locateAll(ctx context.Context, o Options) (all targets, err error) {
	l := &locator{options: o, places: map[placeKey]*place{}}
	for _, given := range o.Paths {
		var one target
		if o.Staged {
			one, err = l.locateStaged(ctx, given)
		} else {
			one, err = l.locate(ctx, given, follow)
		}

		switch {
		case err == nil:
			all = append(all, one)
		case ctx.Err() != nil || o.Gone != nil && o.Gone(given): // left out
		default:
			return nil, err
		}
	}

	return all, nil
}

// places are those of the targets, each once, in their order.
func (all targets) places() (found []*place) {
	known := map[*place]struct{}{}
	for _, one := range all {
		if _, ok := known[one.place]; !ok {
			known[one.place] = struct{}{}
			found = append(found, one.place)
		}
	}
	return found
}

// have reports whether a place has a file of a name.
func (all targets) have(name string) bool {
	return slices.ContainsFunc(all.places(), func(p *place) bool {
		err := p.withFolder(func(folder *access.Folder) error {
			_, err := folder.Lstat(name)
			return err
		})
		return err == nil
	})
}

// queue has jobs done by as many workers as there are processors, and keeps their order for the report.
type queue struct {
	ctx     context.Context
	options Options
	order   chan *job
	free    chan *worker
	err     error // of listing the files; to be read after order is closed
}

func newQueue(ctx context.Context, o Options, plain []plainread.Read) *queue {
	n := runtime.GOMAXPROCS(0)
	q := &queue{ctx: ctx, options: o, order: make(chan *job, 64*n), free: make(chan *worker, n)}
	for range n {
		q.free <- &worker{o, tools.NewRoom(filetext.MaxSize, sharedSize), objects{}, plain, folderSizes{}}
	}
	return q
}

// fill lists the files, and has each checked.
func (q *queue) fill(all targets) {
	defer close(q.order)
	q.err = list(q.ctx, q.options, all, q.add)
}

func (q *queue) add(j *job) error {
	select {
	case q.order <- j:
	case <-q.ctx.Done():
		return q.ctx.Err()
	}

	if j.omitted.why != "" {
		close(j.done)
		return nil
	}

	w := <-q.free
	go func() {
		w.do(q.ctx, j)
		close(j.done)
		q.free <- w
	}()
	return nil
}

// end waits for the workers, and ends what they use.
func (q *queue) end() {
	for range cap(q.free) {
		for _, objects := range (<-q.free).index {
			_ = objects.Close() // nothing is asked any more
		}
	}
}

// list makes the jobs.
func list(ctx context.Context, o Options, all targets, give func(*job) error) error {
	given := givenpaths.Of(lists.Map(all, func(t target) string { return t.path }))
	below := map[*place][]string{} // what is checked, relative to the root
	for i, one := range all {
		if given.Number(one.path) == i { // the first of those that are alike
			below[one.place] = append(below[one.place], one.under)
		}
	}

	l := lister{o, all, given, make([]bool, len(all)), map[string]int{}, give, nil}
	for _, p := range all.places() {
		under := below[p]
		if o.listsByGit(p) { // in one go: git is slow to start
			under = []string{givenpaths.Common(under)}
		}
		if err := l.prepare(ctx, p); err != nil {
			return err
		}

		for _, one := range under {
			if err := l.listPlace(ctx, p, one); err != nil {
				return err
			}
		}

		if err := l.reportNotListed(p); err != nil {
			return err
		}
	}

	return nil
}

// lister makes the jobs of all targets.
type lister struct {
	options Options
	all     targets
	given   *givenpaths.Set // the paths of all
	listed  []bool          // by target: a file of it was found
	sampled map[string]int  // by extension, how many files are sampled
	give    func(*job) error
	// searches are those of the place at hand; nil: what they find is not looked for.
	searches *unsearchable.Tree
}

// jobFor returns the job of the file at rel in p, or nil where no target has the file or another place does.
func (l *lister) jobFor(p *place, rel string) *job {
	if i := l.given.Number(p.abs(rel)); i >= 0 && l.all[i].place == p {
		l.listed[i] = true
		return l.all[i].newJob(rel)
	}
	return nil
}

// prepare finds out what is asked about each file of a place.
func (l *lister) prepare(ctx context.Context, p *place) (err error) {
	if p.problem != nil && !l.options.All {
		if j := l.jobFor(p, ".git"); j != nil {
			j.omitted = omissionFor(fmt.Errorf("%v; all files are checked instead", p.problem))
			if err = l.give(j); err != nil {
				return err
			}
		}
	}

	l.searches = nil
	if l.options.reports(Unsearchable) && !l.options.Staged {
		l.searches, err = unsearchable.Of(ctx, p.root, l.options.Tools)
	}

	return err
}

// listPlace makes the jobs of a place below a path, relative to its root: each file is that of the nearest target above
// it, and is left out where that is not listed here.
func (l *lister) listPlace(ctx context.Context, p *place, under string) error {
	jobOf := func(rel string) *job {
		j := l.jobFor(p, rel)
		if l.options.excluded(rel) || j != nil && j.under != under && !l.options.listsByGit(p) {
			return nil
		}
		return j
	}

	last := ""
	return p.each(ctx, l.options, under, func(rel string) bool { return l.given.Reaches(p.abs(rel)) },
		func(c candidate) error {
			j := jobOf(c.rel)
			switch {
			case j == nil || c.rel == last: // a file in conflict is listed more than once
				return nil
			case c.attribute != "":
				j.marked = c.attribute + " in .gitattributes"
				return l.give(j)
			}

			last = c.rel
			j.searches = l.searches
			j.tracked = c.tracked || !p.git
			j.sample = l.samples(extension(c.rel))
			return l.give(j)
		}, func(rel string, why error) {
			if j := jobOf(rel); j != nil {
				j.omitted = omissionFor(why)
				_ = l.give(j) // an error comes again with the next file
			}
		})
}

// reportNotListed skips each target of a place of which git has listed no file, with the reason.
func (l *lister) reportNotListed(p *place) error {
	if !l.options.listsByGit(p) || p.staged != nil || p.commit != "" {
		return nil
	}

	for i, one := range l.all {
		if one.place != p || l.listed[i] || l.given.Number(one.path) != i || l.options.excluded(one.under) {
			continue
		}

		if fi, err := os.Lstat(one.path); err == nil {
			j := one.newJob(one.under)
			j.omitted.why = notListed
			if fi.IsDir() {
				j.omitted.why = noneListed
			}
			if err := l.give(j); err != nil {
				return err
			}
		}
	}

	return nil
}

// notListed is why a named file is not checked that git neither tracks nor lists as untracked; noneListed is likewise
// of a folder.
const (
	notListed  = "git does not list it: what git ignores is checked with --all"
	noneListed = "git lists no file of it: what git ignores is checked with --all"
)

// samples reports whether the tokens of one more file with an extension are sampled.
func (l *lister) samples(ext string) bool {
	if l.sampled[ext] >= tokensample.Each || len(l.sampled) > tokensample.MaxExtensions {
		return false
	}
	l.sampled[ext]++
	return true
}

// extension is the part of a name by which tokens are estimated.
func extension(rel string) string { return strings.ToLower(path.Ext(rel)) }
