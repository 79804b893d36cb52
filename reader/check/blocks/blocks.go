// Package blocks, which changes without notice, measures what reads of blocks by indentation give of the functions of a
// tree: each function is read by the tool itself with its anchor in the body, where a match of a search or the line of
// a failed test would put it.
//
// Functions of Go are found by the language's own parser, those of other languages by package outline, which is an
// estimate. The comment and the decorators above a function belong to it: a read without them is not whole.
package blocks

import (
	"cmp"
	"context"
	"errors"
	"io"
	"runtime"
	"slices"
	"sync"

	"eyeline/reader/check"
	"eyeline/reader/outline"
	"eyeline/reader/source"
	"eyeline/reader/tools"
)

// Set is a tool with options: how each function is read. Values are the arguments of a block without its anchor.
type Set struct {
	Name   string // in words, for a report
	Tool   *tools.Tool
	Values tools.Values
}

// Options say what is measured.
type Options struct {
	// Tree says which files are: Paths, All, Exclude, MaxBytes, Since, Staged and Progress count.
	Tree check.Options
	Sets []Set
}

// Read is what one set gives of a function.
type Read struct {
	// Lines are the first and the last line that are given, 0 where none is.
	Lines [2]int64 `json:"lines"`
	outline.Missing
	// Beyond is how many lines are given that are not of the function and what stands above it; Lost is how many of
	// these are not given.
	Beyond int64 `json:"beyond"`
	Lost   int64 `json:"missing"`
	// Bytes are what the model gets.
	Bytes int64 `json:"bytes"`
	// Refused is the tool's refusal in place of a content.
	Refused string `json:"refused,omitempty"`
}

// Function is a function, and what each set gives of it, in the order of Options.Sets.
type Function struct {
	Path string `json:"path"`
	Name string `json:"name"`
	// Lines are its own first line and its last.
	Lines [2]int64 `json:"lines"`
	// From is the first line of the comment and the decorators above it.
	From int64 `json:"from"`
	// Anchor is the line that it is read at: the line of code nearest to the middle of its body.
	Anchor   int64  `json:"anchor"`
	Language string `json:"language"`
	// Member: it stands in a class or the like.
	Member bool `json:"member"`
	// Exact: the language's own parser found it.
	Exact bool `json:"exact"`
	// Long: its signature has more than one line.
	Long  bool   `json:"long_signature"`
	Reads []Read `json:"reads"`

	file string
}

// File is the absolute path of the function's file.
func (f *Function) File() string { return f.file }

// Sums add up what a set gives of functions.
type Sums struct {
	Functions    int64 `json:"functions"`
	Whole        int64 `json:"whole"`
	WithoutAbove int64 `json:"without_decorator_or_comment"`
	WithoutHead  int64 `json:"without_head"`
	WithoutEnd   int64 `json:"without_end"`
	Beyond       int64 `json:"lines_beyond"`
	Bytes        int64 `json:"bytes"`
	Refused      int64 `json:"refused"`
}

func (s *Sums) add(r Read) {
	count := func(n *int64, is bool) {
		if is {
			*n++
		}
	}
	s.Functions++
	s.Beyond += r.Beyond
	s.Bytes += r.Bytes
	count(&s.Whole, r.Whole())
	count(&s.WithoutAbove, r.Above)
	count(&s.WithoutHead, r.Head)
	count(&s.WithoutEnd, r.End)
	count(&s.Refused, r.Refused != "")
}

// Group are functions of one kind: a language, members of classes or not, a signature of one line or of several.
type Group struct {
	Language string `json:"language"`
	Member   bool   `json:"member"`
	Long     bool   `json:"long_signature"`
	Exact    bool   `json:"exact"`
	Sets     []Sums `json:"sets"`
}

// Result is what was measured.
type Result struct {
	Sets []string // their names
	Sums []Sums   // of each set
	// Groups are in order: by language, those at the top of a file first, short signatures first.
	Groups []Group
	// Functions are those that come off worst, the worst first: at most maxFunctions.
	Functions []Function
	// More counts the others.
	More  int64
	Files int64
	// Short counts functions of one line, which have no body to put an anchor into: they are in no sum.
	Short       int64
	Skipped     []check.Skipped
	Interrupted bool
}

// maxFunctions is how many functions a result keeps.
const maxFunctions = 50_000

// roomSize is how large a file may be that is held in memory while it is read, in bytes.
const roomSize = 8 << 20

// Run reads the functions. The errors are those of check.OpenTree and of listing; a refusal of a tool is a result, and
// a file that cannot be read is left out. When the context ends, Run returns no error but sets Result.Interrupted.
func Run(ctx context.Context, o Options) (*Result, error) {
	c := &collector{options: o, progress: o.Tree.Progress, groups: map[kind]*Group{}}
	for _, s := range o.Sets {
		c.result.Sets = append(c.result.Sets, s.Name)
	}

	c.result.Sums = make([]Sums, len(o.Sets))
	tree, err := check.OpenTree(ctx, o.Tree)
	if err != nil {
		return nil, err
	}

	files := make(chan check.TreeFile)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			room := tools.NewRoom(roomSize, roomSize)
			for f := range files {
				c.measure(ctx, f, room)
			}
		})
	}

	counting, counted := context.WithCancel(ctx)
	var counter sync.WaitGroup
	counter.Go(func() { tree.Count(counting) })
	err = tree.Each(ctx, func(f check.TreeFile) error {
		files <- f
		return ctx.Err()
	}, c.skip)
	close(files)
	workers.Wait()
	counted() // of what is done nobody asks for the total
	counter.Wait()
	if ctx.Err() != nil {
		c.result.Interrupted = true
		err = nil
	}

	return c.end(), err
}

// collector gathers what workers find.
type collector struct {
	options  Options
	progress *check.Progress

	lock   sync.Mutex
	result Result
	groups map[kind]*Group
}

// kind is what the functions of a Group have in common.
type kind struct {
	language            string
	member, long, exact bool
}

// groupOf returns the group that a function belongs to, and creates it for the first one.
func (c *collector) groupOf(f Function) *Group {
	k := kind{f.Language, f.Member, f.Long, f.Exact}
	if c.groups[k] == nil {
		c.groups[k] = &Group{f.Language, f.Member, f.Long, f.Exact, make([]Sums, len(c.options.Sets))}
	}
	return c.groups[k]
}

func (c *collector) skip(s check.Skipped) {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.result.Skipped = append(c.result.Skipped, s)
}

// measure finds the functions of a file and adds what the sets give of them. A file that cannot be read is noted with
// the reason.
func (c *collector) measure(ctx context.Context, f check.TreeFile, room *tools.Room) {
	found, short, why, err := c.functions(ctx, f, room)
	if ctx.Err() != nil {
		return
	}

	c.progress.Add()
	if err != nil {
		why = source.WithoutPath(err).Error()
	}
	if why != "" {
		c.skip(check.Skipped{Path: f.Shown, Why: why})
		return
	}

	c.addAll(found, short)
}

// functions reads the functions of a file, none where it is in no language that has them.
func (c *collector) functions(
	ctx context.Context, f check.TreeFile, room *tools.Room,
) (found []Function, short int64, why string, err error) {
	opened, why, err := f.Open(ctx)
	if opened == nil || err != nil {
		return nil, 0, why, err
	}

	shared, err := tools.Share(f.Path, opened, room)
	if err != nil {
		return nil, 0, "", err
	}

	defer shared.Close()
	all, short, language, err := outline.Functions(ctx, f.Path, shared.Bytes())
	if err != nil || len(all)+int(short) == 0 {
		return nil, 0, "", err
	}

	env := tools.Env{Root: f.Root, Shared: shared, Bare: true}
	for _, fn := range all {
		one := Function{
			Path: f.Shown, Name: fn.Path, Lines: [2]int64{fn.Begins, fn.Last}, From: fn.First, Language: language,
			Anchor: fn.Middle, Member: fn.Member, Exact: fn.Exact, Long: fn.Body > fn.Begins+1,
			file: f.Path,
		}
		for _, s := range c.options.Sets {
			r, err := s.read(ctx, env, f.Path, one.Anchor)
			if err != nil {
				return nil, 0, "", err
			}
			one.Reads = append(one.Reads, r.of(&fn.Declaration))
		}

		found = append(found, one)
	}

	return found, short, "", shared.Unchanged()
}

// read makes a call of a set.
func (s Set) read(ctx context.Context, env tools.Env, path string, anchor int64) (Read, error) {
	place, _ := s.Tool.WindowParams(tools.ModeBlock)
	values := tools.Values{}
	for flag, v := range s.Values {
		values[flag] = v
	}

	place.SetStart(values, anchor)
	r, err := s.Tool.Read(ctx, env, s.Tool.Call(place, s.Tool.Named(env.Root, path), values))
	if refusal, ok := errors.AsType[*tools.Error](err); ok {
		return Read{Refused: refusal.Text}, nil
	}
	if err != nil {
		return Read{}, err
	}

	defer r.Close()
	stats, err := r.Render(ctx, io.Discard)
	return Read{Lines: [2]int64{r.Window.First, r.Window.Last}, Bytes: stats.Bytes}, err
}

// of completes a read with what it gives of a function.
func (r Read) of(d *outline.Declaration) Read {
	all := d.Last - d.First + 1
	r.Missing = d.Without(r.Lines[0], r.Lines[1])
	if r.Lines[0] == 0 {
		r.Lost = all
		return r
	}

	common := max(min(r.Lines[1], d.Last)-max(r.Lines[0], d.First)+1, 0)
	r.Lost = all - common
	r.Beyond = r.Lines[1] - r.Lines[0] + 1 - common
	return r
}

// addAll adds the functions of a file to the result, and short to the number of one-line functions; see Result.Short.
func (c *collector) addAll(found []Function, short int64) {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.result.Short += short
	if len(found) > 0 {
		c.result.Files++
	}

	for _, f := range found {
		g := c.groupOf(f)
		for i, r := range f.Reads {
			c.result.Sums[i].add(r)
			g.Sets[i].add(r)
		}
	}

	c.result.Functions = append(c.result.Functions, found...)
	if len(c.result.Functions) > 2*maxFunctions {
		c.keepWorst()
	}
}

// keepWorst sorts the functions, and drops those that are too many.
func (c *collector) keepWorst() {
	all := c.result.Functions
	slices.SortFunc(all, worse)
	if n := len(all) - maxFunctions; n > 0 {
		c.result.More += int64(n)
		c.result.Functions = slices.Clip(all[:maxFunctions])
	}
}

// worse orders functions: first what is refused, then those that lack most lines, then those that bring most lines of
// others, by the set that is worst for each.
func worse(a, b Function) int {
	most := func(f *Function, of func(Read) int64) (n int64) {
		for _, r := range f.Reads {
			n = max(n, of(r))
		}
		return n
	}

	refused := func(r Read) int64 { return int64(min(len(r.Refused), 1)) }
	missing := func(r Read) int64 { return r.Lost }
	beyond := func(r Read) int64 { return r.Beyond }
	return cmp.Or(
		cmp.Compare(most(&b, refused), most(&a, refused)), cmp.Compare(most(&b, missing), most(&a, missing)),
		cmp.Compare(most(&b, beyond), most(&a, beyond)),
		cmp.Compare(a.Path, b.Path), cmp.Compare(a.Lines[0], b.Lines[0]),
	)
}

// end is the result in its order.
func (c *collector) end() *Result {
	c.keepWorst()
	for _, g := range c.groups {
		c.result.Groups = append(c.result.Groups, *g)
	}

	slices.SortFunc(c.result.Groups, func(a, b Group) int {
		return cmp.Or(
			cmp.Compare(a.Language, b.Language), compareBools(a.Exact, b.Exact), compareBools(a.Member, b.Member),
			compareBools(a.Long, b.Long),
		)
	})
	slices.SortFunc(c.result.Skipped, func(a, b check.Skipped) int { return cmp.Compare(a.Path, b.Path) })
	return &c.result
}

func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
