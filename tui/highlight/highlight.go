// Package highlight gives syntax colours for the lines on the screen, by chroma.
//
// chroma reads 0.6 to 2.5 MB/s, so windows are coloured, never files: a [Highlighter] goes on from checkpoints of the
// lexer's state that it left on its way, and reads what it needs itself. Where the way from the nearest checkpoint is
// too long it guesses the state by looking back a little, and says so. All of it is for a command's goroutine; nothing
// here may be called in Update or View except [New] and [Highlighter.Language].
//
// A file is input from anybody: lines are cut for the lexer, the time for each call is bounded, patterns have a time
// limit of their own, a lexer that panics or stands still is not asked again at that place. Such lines are plain.
package highlight

import (
	"context"
	"errors"
	"math"
	"time"

	"eyeline/reader/source"
)

const (
	// chaseLimit is how far in bytes behind a line a checkpoint may be, to go on from it up to the line.
	chaseLimit = 1 << 20
	// lookAhead is how many bytes after the last line wanted a lexer sees, for tokens that go on after it. A file of
	// up to chaseLimit bytes is seen to its end, so its colours are exactly those of the file tokenised as a whole.
	lookAhead = 64 << 10
	// lookBack is how many bytes before a line a guess begins.
	lookBack = 16 << 10
	// wholeLimit is the largest file, in bytes, that is tokenised from its start to its end for lexers that cannot
	// go on from a checkpoint.
	wholeLimit = 128 << 10
	// margin is how many bytes before the first line wanted are kept coloured too, for scrolling up.
	margin = 8 << 10
	// together is how many bytes apart two lines may begin to be coloured in one go.
	together = 32 << 10

	callBudget = 100 * time.Millisecond
	// maxTries is how often a place is tried again, each time with four times the budget.
	maxTries = 3
)

// Highlighter colours one document. It is safe for use by several goroutines, one at a time inside.
type Highlighter struct {
	language language
	budget   time.Duration
	turn     chan struct{} // holds one token; who has it may use what follows

	generation uint64
	size       int64
	exact      checkpoints // on the way from the start of the file
	rough      checkpoints // on the way from a guess
	lines      cache
	// barrier is the place of a checkpoint after which the lexer panics or stands still, -1 for none; stuck and tries
	// count how often it did not get on from a place.
	barrier, stuck int64
	tries          int
}

// Result is the colours of some lines.
type Result struct {
	// Spans has the spans of each line asked for, in rising order and without overlap; nil where all is plain, or not
	// known. They are shared with a cache: read only.
	Spans [][]Span
	// Approximate says that the lexer's state was guessed for some line, or that its spans are not known.
	Approximate bool
	// More says that asking for the same lines again gives better spans.
	More bool
}

// New returns a highlighter for a document by its name (a path) and its first bytes, which tell a script's
// interpreter. It is cheap and never nil: no file is read and no lexer loaded.
func New(name string, head []byte) *Highlighter {
	return &Highlighter{
		language: detect(name, head),
		budget:   callBudget,
		turn:     make(chan struct{}, 1),
		barrier:  -1,
		stuck:    -1,
	}
}

// Language is the language's name for a person, "" for plain text, which has no colours and costs nothing.
func (h *Highlighter) Language() string { return h.language.title }

// Lines colours the lines that begin at starts: byte offsets of lines' first bytes, rising. They need not be
// neighbours. Only the first 2 KiB of a line have colours. It reads b itself, and takes 0.1 s or so at most; a guess
// comes first where exact colours take longer, and Result.More says to ask again.
//
// A new generation drops what was known. When b has grown, the last 64 KiB before the growth are looked at anew. The
// error is the context's or a read error.
func (h *Highlighter) Lines(ctx context.Context, b source.Bytes, generation uint64, starts []int64) (Result, error) {
	res := Result{Spans: make([][]Span, len(starts))}
	if h.language.lexer == "" || len(starts) == 0 {
		return res, nil
	}
	select {
	case h.turn <- struct{}{}:
		defer func() { <-h.turn }()
	case <-ctx.Done():
		return res, ctx.Err()
	}
	e, err := engineFor(h.language.lexer)
	if err != nil {
		return res, nil // plain: chroma has no such lexer, or it does not compile; a test holds that none is so
	}
	h.renew(generation, b.Size())
	deadline := time.Now().Add(h.budget)
	for i := 0; i < len(starts); {
		if h.settled(e, starts[i]) {
			i++
			continue
		}
		if i > 0 && time.Now().After(deadline) {
			res.More = true
			break
		}
		j := i + 1
		for j < len(starts) && starts[j]-starts[j-1] <= together && !h.settled(e, starts[j]) {
			j++
		}
		more, err := h.colour(ctx, b, e, starts[i:j], deadline)
		if err != nil {
			return res, err
		}
		res.More = res.More || more
		i = j
	}
	for i, off := range starts {
		l, ok := h.lines.get(off)
		res.Spans[i] = l.spans
		res.Approximate = res.Approximate || !ok || !l.exact
	}
	return res, nil
}

// renew forgets what a new generation or growth made untrue.
func (h *Highlighter) renew(generation uint64, size int64) {
	if generation == h.generation && size == h.size {
		return
	}
	from := int64(0)
	if generation == h.generation && size > h.size {
		from = max(h.size-lookAhead, 0)
	}
	h.exact, h.rough = h.exact.upTo(from), h.rough.upTo(from)
	if from == 0 {
		h.lines = cache{}
	} else {
		h.lines.dropFrom(from - lineCap)
	}
	h.generation, h.size = generation, size
	h.barrier, h.stuck, h.tries = -1, -1, 0
}

// settled says that the line's colours are as good as they will be.
func (h *Highlighter) settled(e *engine, off int64) bool {
	l, ok := h.lines.get(off)
	if !ok || l.exact {
		return ok
	}
	_, better := h.checkpointFor(e, off)
	return !better
}

// checkpointFor is the checkpoint from which exact colours of the line at off can be had.
func (h *Highlighter) checkpointFor(e *engine, off int64) (checkpoint, bool) {
	if e.resumable == nil {
		return checkpoint{}, h.size <= wholeLimit && h.barrier < 0
	}
	c, ok := h.exact.last(off)
	if !ok {
		c = checkpoint{stack: e.start}
	}
	return c, off-c.lead <= chaseLimit && c.place() != h.barrier
}

// colour colours neighbouring lines, and says whether a further call will do better.
func (h *Highlighter) colour(ctx context.Context, b source.Bytes, e *engine, starts []int64, deadline time.Time) (more bool, err error) {
	first, last := starts[0], starts[len(starts)-1]
	if c, ok := h.checkpointFor(e, first); ok {
		done, err := h.follow(ctx, b, e, c, first, last, deadline)
		if done || err != nil {
			return false, err
		}
		_, more = h.checkpointFor(e, first)
	}
	unknown := false
	for _, off := range starts {
		if _, ok := h.lines.get(off); !ok {
			unknown = true
		}
	}
	if !unknown {
		return more, nil
	}
	if err := h.guess(ctx, b, e, first, last); err != nil {
		return false, err
	}
	for _, off := range starts { // plain where the guess did not reach
		if _, ok := h.lines.get(off); !ok {
			h.lines.put(off, lineColours{})
		}
	}
	return more, nil
}

// follow goes on from c to the line at last. It returns false when that takes more time.
func (h *Highlighter) follow(ctx context.Context, b source.Bytes, e *engine, c checkpoint, first, last int64, deadline time.Time) (bool, error) {
	ahead := lookAhead
	if h.size <= chaseLimit {
		ahead = math.MaxInt
	}
	t, err := readText(ctx, b, c.lead, last, ahead)
	if err != nil {
		return false, err
	}
	place, got := c.place(), false
	if h.stuck == place {
		deadline = deadline.Add(h.budget*(1<<(2*h.tries)) - h.budget)
	}
	r := run{
		engine: e, text: t, at: c, first: first - margin, last: last, deadline: deadline,
		line:  func(off int64, spans []Span) { h.lines.put(off, lineColours{spans, true}) },
		found: func(c checkpoint) { h.exact, got = h.exact.add(c), true },
	}
	if e.resumable == nil {
		r.first, r.last = 0, math.MaxInt64
	}
	done, err := r.do(ctx)
	switch {
	case errors.Is(err, errPanic):
		h.barrier = place
		return false, nil
	case done || err != nil:
		return done, err
	case got:
		h.stuck, h.tries = -1, 0
	case h.stuck != place:
		h.stuck, h.tries = place, 1
	default:
		h.tries++
	}
	if h.tries >= maxTries {
		h.barrier = place
	}
	return false, nil
}

// guess colours lines from a state that was right a little before them, or may have been.
func (h *Highlighter) guess(ctx context.Context, b source.Bytes, e *engine, first, last int64) error {
	c, ok := h.rough.last(first)
	if !ok || first-c.lead > 2*lookBack {
		from, err := lineStartBefore(b, first, lookBack)
		if err != nil {
			return err
		}
		c = checkpoint{line: from, lead: from, stack: e.guess}
		if from == 0 {
			c.stack = e.start
		}
	}
	t, err := readText(ctx, b, c.lead, last, lookAhead)
	if err != nil {
		return err
	}
	r := run{
		engine: e, text: t, at: c, first: first, last: last, deadline: time.Now().Add(h.budget),
		line:  func(off int64, spans []Span) { h.lines.put(off, lineColours{spans, false}) },
		found: func(c checkpoint) { h.rough = h.rough.add(c) },
	}
	if _, err := r.do(ctx); err != nil && !errors.Is(err, errPanic) {
		return err
	}
	return nil
}
