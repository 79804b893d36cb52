package check

import (
	"context"

	"eyeline/reader/access"
	"eyeline/reader/internal/maintained"
	"eyeline/reader/wait"
)

// TreeFile is a file of a Tree.
type TreeFile struct {
	Path  string // absolute
	Shown string // as a report names it
	Root  string // the folder that stands for the agents' working directory, as an absolute path

	target target
	rel    string
	most   int64
}

// Tree is the files that Run would check, for those who look for something else in them.
type Tree struct {
	options Options
	all     targets
}

// OpenTree finds out where the files of Options are. The errors are those of Run.
func OpenTree(ctx context.Context, o Options) (*Tree, error) {
	if o.Paths == nil {
		o.Paths = []string{"."}
	}
	o.Rules = []string{Partial} // nothing else is looked for while the files are listed
	all, err := locateAll(ctx, o)
	if err != nil {
		return nil, err
	}
	return &Tree{options: o, all: all}, nil
}

// Each hands the files to take, in the order of Run, without those that nobody keeps by hand by their names; what is
// left out goes to skip. The errors are those of listing, take's, and ctx's.
func (t *Tree) Each(ctx context.Context, take func(TreeFile) error, skip func(Skipped)) error {
	o := t.options
	err := list(ctx, o, t.all, func(j *job) error {
		why := maintained.WhyNot(j.below(), nil, nil, nil)
		switch {
		case j.omitted.why != "":
			skip(Skipped{j.shown, j.omitted.why, j.omitted.unread})
		case !o.All && j.marked != "":
			skip(Skipped{Path: j.shown, Why: j.marked})
		case !o.All && why != "":
			skip(Skipped{Path: j.shown, Why: why})
		default:
			return take(TreeFile{j.name(), j.shown, j.place.root, j.target, j.rel, o.MaxBytes})
		}

		return nil
	})
	if err == nil {
		err = ctx.Err()
	}

	return err
}

// Count finds out how many files Each hands on, for the Progress of the Options, by listing them once more. A short run
// ends before that: it begins with a pause. It stops with the context.
func (t *Tree) Count(ctx context.Context) {
	p := t.options.Progress
	if p == nil || wait.For(ctx, countDelay) != nil {
		return
	}

	var files int64
	count := func(TreeFile) error {
		files++
		return ctx.Err()
	}
	if t.Each(ctx, count, func(Skipped) {}) == nil {
		p.total.Store(files)
	}
}

// Open opens the file. Where why is not "", it is not read, and f is nil.
func (t TreeFile) Open(ctx context.Context) (f *access.File, why string, err error) {
	j := &job{request: request{target: t.target, rel: t.rel, shown: t.Shown}}
	w := &worker{options: Options{MaxBytes: t.most}}
	f, err = w.open(ctx, j)
	return f, j.omitted.why, err
}
