// Package highlight gives syntax colours for the lines on the screen, by chroma.
//
// chroma reads 0.6 to 2.5 MB/s, so windows are coloured, never files: a [Highlighter] goes on from checkpoints of the
// lexer's state that it left on its way, and reads what it needs itself. Where the way from the nearest checkpoint is
// too long it guesses the state by looking back a little, and says so. All of it is for a command's goroutine; nothing
// here may be called in Update or View except [New] and [Highlighter.Language].
//
// A file is input from anybody: lines are cut for the lexer, the time for each call is bounded, patterns have a time
// limit of their own, a lexer that panics or makes no progress is not asked again at that place. Such lines are plain.
package highlight

import (
	"context"
	"errors"
	"math"
	"slices"
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

	// readAhead is how many bytes more than that are read, so that the next calls need not read.
	readAhead = 32 << 10
	// textKept bounds the bytes of a text that is kept for them; its runes take four times as much.
	textKept = 512 << 10

	callBudget = 100 * time.Millisecond
	// steady is how many bytes a call is to get on; when it does not, the next has four times the time, and after
	// maxTries of them the lexer is left alone with what it could not do.
	steady   = 16 << 10
	maxTries = 3
)

// Highlighter colours one document. It is safe for use by several goroutines, one at a time inside.
type Highlighter struct {
	lexer  string // the name of chroma's; "" for plain text
	budget time.Duration
	turn   chan struct{} // has one token; the goroutine that has it may use what follows

	generation uint64
	size       int64
	sure       checkpoints // on the way from the start of the file
	rough      checkpoints // on the way from a guess
	lines      cache
	read       *text // what was read last, if it is small enough to be kept
	// barrier is the place of a checkpoint after which the lexer panics or hardly gets on, -1 for none; tries counts
	// the calls in which it hardly got on.
	barrier int64
	tries   int
}

// Result is the colours of some lines.
type Result struct {
	// Spans has the spans of each line asked for, in rising order and without overlap; nil where all is plain, or not
	// known. They are shared with a cache: read only.
	Spans [][]Span
	// approximate, which only tests look at, says that the lexer's state was guessed for some line, or that its spans
	// are not known.
	approximate bool
	// More says that asking for the same lines again gives better spans.
	More bool
}

// New returns a highlighter for a document by its name (a path) and its first bytes, which tell a script's
// interpreter. It is cheap and never nil: no file is read and no lexer loaded.
func New(name string, head []byte) *Highlighter {
	return &Highlighter{
		lexer:   detect(name, head),
		budget:  callBudget,
		turn:    make(chan struct{}, 1),
		barrier: -1,
	}
}

// Language is the language's name for a person, "" for plain text, which has no colours and costs nothing.
func (h *Highlighter) Language() string { return titleOf(h.lexer) }

// Lines colours the lines that begin at starts: byte offsets of lines' first bytes, rising. They need not be
// neighbours. Only the first 2 KiB of a line have colours. It reads b itself, and takes 0.1 s or so (2 s
// where a lexer hardly gets on, once); a guess comes first where exact colours take longer, and Result.More says to
// ask again.
//
// A new generation drops what was known. When b has grown, the last 64 KiB before the growth are looked at again. The
// error is the context's or a read error.
func (h *Highlighter) Lines(ctx context.Context, b source.Bytes, generation uint64, starts []int64) (Result, error) {
	res := Result{Spans: make([][]Span, len(starts))}
	if h.lexer == "" || len(starts) == 0 {
		return res, nil
	}
	select {
	case h.turn <- struct{}{}:
		defer func() { <-h.turn }()
	case <-ctx.Done():
		return res, ctx.Err()
	}
	e, err := engineFor(h.lexer)
	if err != nil {
		return res, nil // plain: chroma has no such lexer, or it does not compile; a test checks that there is none
	}
	h.renew(generation, b.Size())
	c := call{Highlighter: h, ctx: ctx, bytes: b, engine: e, deadline: time.Now().Add(h.budget), starts: starts}
	c.lines = make([]lineColours, len(starts))
	for i, off := range starts {
		c.lines[i] = h.lines.get(off)
	}
	res.More, err = c.colourAll()
	for i, l := range c.lines {
		res.Spans[i] = l.spans
		res.approximate = res.approximate || l.state != exact
	}
	return res, err
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
	h.sure, h.rough = h.sure.upTo(from), h.rough.upTo(from)
	h.lines.dropFrom(from - lineCap)
	h.generation, h.size, h.read = generation, size, nil
	h.barrier, h.tries = -1, 0
}

// checkpointFor is the checkpoint from which exact colours of the line at off can be had.
func (h *Highlighter) checkpointFor(e *engine, off int64) (checkpoint, bool) {
	if e.resumable == nil {
		return checkpoint{}, h.size <= wholeLimit && h.barrier < 0
	}
	c, ok := h.sure.last(off)
	if !ok {
		c = checkpoint{stack: e.start}
	}
	return c, off-c.lead <= chaseLimit && c.place() != h.barrier
}

// call is one call of Lines.
type call struct {
	*Highlighter
	ctx      context.Context
	bytes    source.Bytes
	engine   *engine
	deadline time.Time
	starts   []int64
	lines    []lineColours // the answer, one for each start
}

// colourAll finds what is not known of the lines asked for, and says whether a further call will do better.
func (c *call) colourAll() (more bool, err error) {
	for i, j := 0, 0; i < len(c.starts); i = j {
		if j = i + 1; c.settled(i) {
			continue
		}
		if i > 0 && time.Now().After(c.deadline) {
			return true, nil
		}
		for j < len(c.starts) && c.starts[j]-c.starts[j-1] <= together && !c.settled(j) {
			j++
		}
		again, err := c.colour(i, j)
		if err != nil {
			return false, err
		}
		more = more || again
	}
	return more, nil
}

// settled says that the colours of line i are as good as they will be.
func (c *call) settled(i int) bool {
	if c.lines[i].state != guessed {
		return c.lines[i].state == exact
	}
	_, better := c.checkpointFor(c.engine, c.starts[i])
	return !better
}

// keep takes the colours of a line, for the answer when it was asked for, and for later.
func (c *call) keep(off int64, l lineColours) {
	if i, ok := slices.BinarySearch(c.starts, off); ok && l.state > c.lines[i].state {
		c.lines[i] = l
	}
	c.Highlighter.lines.put(off, l)
}

// colour colours lines i to j, exclusive, which are near to each other, and says whether a further call will do
// better.
func (c *call) colour(i, j int) (more bool, err error) {
	first, last := c.starts[i], c.starts[j-1]
	state := guessed
	if from, ok := c.checkpointFor(c.engine, first); ok {
		done, err := c.follow(from, first, last)
		if err != nil {
			return false, err
		}
		if done {
			state = exact
		} else {
			_, more = c.checkpointFor(c.engine, first)
		}
	}
	if state == guessed && slices.ContainsFunc(c.lines[i:j], func(l lineColours) bool { return l.state == unknown }) {
		if err := c.guess(first, last); err != nil {
			return false, err
		}
	}
	for k := i; k < j; k++ { // where a guess did not reach, and what is not the start of a line, is plain
		c.keep(c.starts[k], lineColours{state: max(state, c.lines[k].state), spans: c.lines[k].spans})
	}
	return more, nil
}

// run makes a run in a text that has ahead bytes after its last line: the one read last, or one that serves the next
// calls too. A screen that is scrolled by a line wants a few lines more each time, and what is after them all of it.
// The colours are kept as known so well, and the checkpoints on the way added to a list.
func (c *call) run(r run, ahead int, state knowledge, list *checkpoints) (done bool, err error) {
	if !c.read.covers(r.at.lead, r.last, ahead) {
		if c.read, err = readText(c.ctx, c.bytes, r.at.lead, r.last, ahead+readAhead); err != nil {
			return false, err
		}
	}
	r.engine, r.text = c.engine, c.read
	r.line = func(off int64, spans []Span) { c.keep(off, lineColours{spans, state}) }
	r.found = func(p checkpoint) { *list = list.add(p) }
	if len(c.read.body) > textKept {
		c.read = nil
	}
	return r.do(c.ctx)
}

// follow goes on from a checkpoint to the line at last. It returns false when that takes more time.
func (c *call) follow(from checkpoint, first, last int64) (bool, error) {
	ahead := lookAhead
	if c.size <= chaseLimit {
		ahead = textCap
	}
	deadline := c.deadline
	if c.tries > 0 {
		deadline = deadline.Add(c.budget<<(2*c.tries) - c.budget)
	}
	r := run{at: from, first: first - margin, last: last, deadline: deadline}
	if c.engine.resumable == nil {
		r.first, r.last = 0, math.MaxInt64
	}
	done, err := c.run(r, ahead, exact, &c.sure)
	if (err != nil && !errors.Is(err, errPanic)) || (done && c.tries == 0) {
		return done, err
	}
	// When the time is up, the next call goes on from where this one got to, but not without end.
	reached, _ := c.checkpointFor(c.engine, first)
	switch {
	case reached.place()-from.place() >= steady:
		c.tries = 0
	case !done:
		c.tries++
	}
	if err != nil || c.tries >= maxTries || (done && c.tries > 0) {
		c.barrier = reached.place()
	}
	return done, nil
}

// guess colours lines from a state that was right a little before them, or may have been.
func (c *call) guess(first, last int64) error {
	from, ok := c.rough.last(first)
	if !ok || first-from.lead > 2*lookBack {
		start, err := lineStartBefore(c.bytes, first, lookBack)
		if err != nil {
			return err
		}
		from = checkpoint{line: start, lead: start, stack: c.engine.guess}
		if start == 0 {
			from.stack = c.engine.start
		}
	}
	r := run{at: from, first: first, last: last, deadline: time.Now().Add(c.budget)}
	if _, err := c.run(r, lookAhead, guessed, &c.rough); err != nil && !errors.Is(err, errPanic) {
		return err
	}
	return nil
}
