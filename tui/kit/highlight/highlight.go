// Package highlight, which changes without notice, gives syntax colours for the lines on the screen, by chroma.
//
// chroma reads 0.6 to 2.5 MB/s, so lines are coloured as they are asked for: a [Highlighter] gives the lexer the file's
// beginning, which is all of most files, and takes tokens as far as the lines wanted. What is further on, or takes too
// long, is coloured as a lexer sees it that begins a little before: a guess. All of it is for a command's goroutine;
// nothing here may be called in Update or View except [New] and [Highlighter.Language].
//
// A file is input from anybody: lines are cut for the lexer, the time for each call is bounded, chroma's patterns have
// a time limit of their own, a lexer that panics or makes no progress is left alone. Such lines are plain.
package highlight

import (
	"context"
	"sync"
	"time"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"

	"eyeline/reader/source"
	"eyeline/themes"
)

const (
	// wholeLimit is the largest file, in bytes, that is coloured exactly up to its end; of a larger one as many bytes
	// as headLimit are. eagerLimit is the same for a lexer that takes a text apart at once, such as that of a template.
	wholeLimit = 1 << 20
	headLimit  = 256 << 10
	eagerLimit = 128 << 10
	// lookAhead is how many bytes after the last line wanted a lexer sees, for tokens that go on after it.
	lookAhead = 64 << 10
	// lookBack is how many bytes before a line a guess begins, and readOn how many after it are read for the next ones.
	lookBack = 16 << 10
	readOn   = 128 << 10
	// together is how many bytes apart two lines may begin to be coloured in one go.
	together = 32 << 10
	// maxGuessed bounds the lines whose guessed colours are kept.
	maxGuessed = 4096

	callBudget = 100 * time.Millisecond
)

// BeforeLexers is called once, before chroma's lexers are first used. A program that puts off their initialisation sets
// it before it calls anything here.
var BeforeLexers = func() {}

// registry is chroma's table of lexers.
var registry = sync.OnceValue(func() *chroma.LexerRegistry {
	BeforeLexers()
	return lexers.GlobalLexerRegistry
})

// Span is a run of one class inside a line. Start and End are half-open byte offsets from the line's first byte.
type Span struct {
	Start, End int
	Class      themes.SyntaxClass
}

// Highlighter colours one document. It is safe for use by several goroutines, one at a time inside.
type Highlighter struct {
	lexer  string // the name of chroma's; "" for plain text
	budget time.Duration
	turn   chan struct{} // has one token; the goroutine that has it may use what follows

	generation uint64
	size       int64
	head       *segment         // from the start of the file; nil until it is read
	near       *segment         // around the lines guessed last
	guessed    map[int64][]Span // by the offset of the line
}

// Result is the colours of some lines.
type Result struct {
	// Spans has the spans of each line asked for, in rising order and without overlap; nil where all is plain, or not
	// known. They are shared: read only.
	Spans [][]Span
	// More says that asking for the same lines again gives better spans.
	More bool
}

// New returns a highlighter for a document by its name (a path) and its first bytes, which tell a script's
// interpreter. It is cheap and never nil: no file is read and no lexer loaded.
func New(name string, head []byte) *Highlighter {
	return &Highlighter{lexer: detect(name, head), budget: callBudget, turn: make(chan struct{}, 1)}
}

// Language is the language's name for a person, "" for plain text, which has no colours and costs nothing.
func (h *Highlighter) Language() string { return titleOf(h.lexer) }

// Lines colours the lines that begin at starts: byte offsets of lines' first bytes, rising. They need not be
// neighbours. Only the first 2 KiB of a line have colours. It reads b itself, and takes 0.1 s or so (2 s
// where a lexer hardly gets on, once); a guess comes first where exact colours take longer, and Result.More says to
// ask again.
//
// A new generation or size drops what was known. The error is the context's or a read error.
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

	lexer, lazy := lexerOf(h.lexer)
	if lexer == nil {
		return res, nil // a test checks that every name has a lexer
	}

	h.renew(generation, b.Size())
	c := call{Highlighter: h, ctx: ctx, bytes: b, lexer: lexer, lazy: lazy}
	deadline := time.Now().Add(h.budget)
	for i, j := 0, 0; i < len(starts); i = j {
		if i > 0 && time.Now().After(deadline) {
			res.More = true
			break
		}

		for j++; j < len(starts) && starts[j]-starts[j-1] <= together; {
			j++
		}

		more, err := c.colour(starts[i:j], res.Spans[i:j])
		if err != nil {
			return res, err
		}

		res.More = res.More || more
	}

	return res, nil
}

// renew forgets what was kept of a file of another generation or size, and of guesses also where there are too many.
func (h *Highlighter) renew(generation uint64, size int64) {
	isSame := generation == h.generation && size == h.size
	if !isSame || len(h.guessed) > maxGuessed {
		h.guessed = map[int64][]Span{}
	}
	if isSame {
		return
	}

	h.generation = generation
	h.size = size
	h.head = nil
	h.near = nil
}

// lexerOf is chroma's lexer of a name, nil for none, and whether it takes a text apart as its tokens are asked for.
func lexerOf(name string) (l chroma.Lexer, lazy bool) {
	if name == "PHP" {
		name = "PHTML" // PHP in a page
	}
	l = registry().Get(name)
	_, lazy = l.(*chroma.RegexLexer)
	return l, lazy || name == "markdown"
}

// call is one call of Lines.
type call struct {
	*Highlighter
	ctx   context.Context
	bytes source.Bytes
	lexer chroma.Lexer
	lazy  bool
}

// colour colours lines that are near to each other, and says whether a further call will do better.
func (c *call) colour(starts []int64, spans [][]Span) (more bool, err error) {
	first := starts[0]
	last := starts[len(starts)-1]
	if c.head, err = c.headFor(first); err != nil {
		return false, err
	}

	if c.head != nil && c.head.indexOf(first) >= 0 {
		if err := c.head.advance(c.ctx, last, c.budget); err != nil {
			return false, err
		}
	}

	var missing []int
	for i, off := range starts {
		found, state := c.head.line(off)
		known := state == known
		if !known {
			more = more || state == coming
			found, known = c.guessed[off]
		}

		spans[i] = found
		if !known {
			missing = append(missing, i)
		}
	}

	if missing == nil {
		return more, nil
	}
	if c.near, err = c.nearFor(first, last); err != nil {
		return false, err
	}
	if err := c.near.advance(c.ctx, last, c.budget); err != nil {
		return false, err
	}

	for _, i := range missing {
		found, state := c.near.line(starts[i])
		spans[i] = found
		more = more || state == coming
		if state != coming {
			c.guessed[starts[i]] = found
		}
	}

	return more, nil
}

// headFor is the beginning of the file, where that may have the line at off.
func (c *call) headFor(off int64) (*segment, error) {
	ahead := wholeLimit + lookAhead
	limit := int64(wholeLimit)
	if !c.lazy {
		limit = eagerLimit
	}

	switch {
	case c.head != nil, c.size > limit && (!c.lazy || off > headLimit):
		return c.head, nil
	case c.size > limit:
		ahead = headLimit + lookAhead
	}

	return c.read(0, 0, ahead)
}

func (c *call) read(from, last int64, ahead int) (*segment, error) {
	text, err := readText(c.ctx, c.bytes, from, last, ahead)
	if err != nil {
		return nil, err
	}
	return &segment{text: text, lexer: c.lexer}, nil
}

// nearFor is a part of the file that has lines, and begins a little before them.
func (c *call) nearFor(first, last int64) (*segment, error) {
	if c.near.covers(first, last) {
		return c.near, nil
	}
	start, err := lineStartBefore(c.bytes, first, lookBack)
	if err != nil {
		return nil, err
	}
	return c.read(start, last, lookAhead+readOn)
}
