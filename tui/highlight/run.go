package highlight

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/alecthomas/chroma/v2"

	"eyeline/themes"
)

// errPanic is a lexer that panicked.
var errPanic = errors.New("lexer failed")

// run is one tokenisation of a text, from a checkpoint (or the start of the text) to a line.
type run struct {
	engine *engine
	text   *text
	// at is where to begin, first the line from which on colours are kept, last the last one wanted.
	at          checkpoint
	first, last int64
	deadline    time.Time
	// line receives the spans of each line from first to last, found a checkpoint.
	line  func(off int64, spans []Span)
	found func(checkpoint)

	// set for the engine
	options *chroma.TokeniseOptions
	state   *chroma.LexerState
	from    int // in runes
	stack   []string

	// the match that tokens are being taken of
	place          cursor
	start, end     int // in bytes of the body
	fresh          bool
	lastCheckpoint int // in the body
	// clock is the time of the last token.
	clock time.Time
}

// stalled says that a pattern may have been stopped by its time limit since the last token. chroma takes that for no
// match, so neither the next token nor the state after it can be relied on.
func (r *run) stalled(now time.Time) bool { return now.Sub(r.clock) >= stallTime }

// cursor is a place in the body, counted in bytes and in runes.
type cursor struct{ bytes, runes int }

// to moves forwards to a rune.
func (c *cursor) to(body string, runes int) {
	for c.runes < runes && c.bytes < len(body) {
		_, n := utf8.DecodeRuneInString(body[c.bytes:])
		c.bytes += n
		c.runes++
	}
}

// matched is called for each match of the outermost lexer, of size bytes and just before state.Pos.
func (r *run) matched(size int, state *chroma.LexerState) {
	r.place.to(r.text.body, state.Pos)
	r.end = r.place.bytes
	r.start = max(r.end-size, 0)
	r.fresh = true
	if r.end-r.lastCheckpoint < checkpointEvery || len(state.Stack) > maxStack || len(state.MutatorContext) > 0 {
		return
	}
	if !r.text.toEnd && r.end+lookAhead > len(r.text.body) || r.end == len(r.text.body) {
		return // what comes after the text might have changed the state
	}
	if r.stalled(time.Now()) {
		return
	}
	i := r.text.lineAt(r.end)
	r.lastCheckpoint = r.end
	r.found(checkpoint{
		line:  r.text.lines[i].off,
		skip:  r.end - r.text.lines[i].at,
		lead:  r.text.lines[max(i-1, 0)].off,
		stack: slices.Clone(state.Stack),
	})
}

// do runs. It returns whether all lines up to last were coloured: false when the time was up, a
// pattern took too long, or the text is too short.
// The error is the context's, or errPanic.
func (r *run) do(ctx context.Context) (done bool, err error) {
	r.engine.mu.Lock()
	defer r.engine.mu.Unlock()
	defer func() {
		r.engine.run = nil
		if p := recover(); p != nil {
			done, err = false, fmt.Errorf("%w: %v", errPanic, p)
		}
	}()
	begin := r.text.indexOf(r.at.line)
	if begin < 0 { // the file has become shorter
		return r.text.toEnd, nil
	}
	at := r.moveTo(begin)
	next, err := r.engine.tokenise(r)
	if err != nil {
		return false, err
	}

	out := painter{text: r.text, line: begin, emit: r.emit}
	if r.at.skip > 0 {
		r.first = max(r.first, r.at.line+1) // that line is not whole
	}
	r.clock = time.Now()
	for n := 1; ; n++ {
		if n%64 == 0 && ctx.Err() != nil {
			return false, ctx.Err()
		}
		tok := next()
		now := time.Now()
		if now.After(r.deadline) || r.stalled(now) {
			return false, nil
		}
		r.clock = now
		if tok == chroma.EOF {
			out.flushTo(len(r.text.body))
			return r.reached(len(r.text.lines)), nil
		}
		start, ok := r.find(tok.Value, at)
		at = start
		if !ok {
			continue
		}
		at += len(tok.Value)
		out.paint(start, at, themes.ClassOf(tok.Type))
		if r.reached(out.line) {
			return true, nil
		}
	}
}

// moveTo goes to the checkpoint, which is in a line, and returns its place in the body.
func (r *run) moveTo(line int) int {
	at := r.text.lines[line].at + r.at.skip
	r.place = cursor{at, utf8.RuneCountInString(r.text.body[:at])}
	r.from, r.stack, r.lastCheckpoint = r.place.runes, r.at.stack, at
	return at
}

// find returns the place in the body of a token that is expected at a place, or where the next is expected if it is not
// found. A rule may leave out a part of its match: its tokens are looked for inside the match.
func (r *run) find(token string, at int) (int, bool) {
	if r.fresh {
		r.fresh = false
		at = r.start
	}
	body := r.text.body
	if strings.HasPrefix(body[at:], token) {
		return at, true
	}
	limit := r.end
	if r.state == nil {
		limit = min(at+lineCap, len(body))
	}
	if at < limit {
		if skip := strings.Index(body[at:limit], token); skip >= 0 {
			return at + skip, true
		}
	}
	return at, false
}

// reached says that everything up to last is before line i of the text.
func (r *run) reached(i int) bool {
	if i < len(r.text.lines) {
		return r.text.lines[i].off > r.last
	}
	return r.text.toEnd || (i > 0 && r.text.lines[i-1].off >= r.last)
}

func (r *run) emit(i int, spans []Span) {
	if off := r.text.lines[i].off; off >= r.first && off <= r.last {
		r.line(off, spans)
	}
}

// painter divides classes of a body among its lines.
type painter struct {
	text  *text
	line  int // the line being painted
	spans []Span
	emit  func(line int, spans []Span)
}

// paint gives the half-open places start to end of the body a class. Places never go back.
func (p *painter) paint(start, end int, class themes.SyntaxClass) {
	for {
		p.flushTo(start)
		if start >= end || p.line >= len(p.text.lines) {
			return
		}
		from, to := p.text.lines[p.line].at, p.text.end(p.line)
		s, e := max(start-from, 0), min(end, to)-from
		if class != themes.ClassPlain && s < e {
			p.add(Span{s, e, class})
		}
		start = to + 1
		if start > end {
			return
		}
	}
}

// add appends a span to the line, merged with the last one where they are the same.
func (p *painter) add(s Span) {
	if n := len(p.spans); n > 0 {
		last := &p.spans[n-1]
		if s.Start = max(s.Start, last.End); s.Start >= s.End {
			return
		}
		if last.End == s.Start && last.Class == s.Class {
			last.End = s.End
			return
		}
	}
	p.spans = append(p.spans, s)
}

// flushTo emits the lines that end before a place of the body.
func (p *painter) flushTo(at int) {
	for p.line < len(p.text.lines) {
		if at <= p.text.end(p.line) {
			return
		}
		p.emit(p.line, slices.Clip(p.spans))
		p.spans = nil
		p.line++
	}
}
