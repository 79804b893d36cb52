package agents

import (
	"bytes"
	"context"
	"errors"

	"eyeline/reader/lineindex"
	"eyeline/reader/source"
	"eyeline/reader/tools"
)

// execPiece is a run of bytes that a program writes: the bytes [start, end) of a file, or, where text is not nil, that text,
// which is written in place of those bytes where file is not nil.
type execPiece struct {
	file       *tools.File
	start, end int64
	text       []byte
	line       int64 // number of the file's line that the piece begins with, 0 when it is not known
}

func execLiteral(text string) execPiece { return execPiece{text: []byte(text)} }

// size is the length of what is written.
func (p execPiece) size() int64 {
	if p.text != nil {
		return int64(len(p.text))
	}
	return p.end - p.start
}

// from and upTo are the piece from offset n on, and its first n bytes.
func (p execPiece) from(n int64) execPiece {
	if n == 0 {
		return p
	}
	p.line = 0
	if p.text != nil {
		p.text = p.text[n:]
		return p
	}
	p.start += n
	return p
}

func (p execPiece) upTo(n int64) execPiece {
	if p.text != nil {
		p.text = p.text[:n]
		return p
	}
	p.end = p.start + n
	return p
}

// bytes reads at most n bytes from offset off on.
func (p execPiece) bytes(off, n int64) ([]byte, error) {
	n = min(n, p.size()-off)
	if p.text != nil {
		return p.text[off : off+n], nil
	}
	return readUpTo(p.file, p.start+off, int(n))
}

// last is the last byte of a piece that is not empty.
func (p execPiece) last() (byte, error) {
	b, err := p.bytes(p.size()-1, 1)
	if err != nil {
		return 0, err
	}
	return b[0], nil
}

// afterLines is the offset after the piece's first n line ends; found is how many there are, at most n.
func (p execPiece) afterLines(ctx context.Context, n int64) (off, found int64, err error) {
	if n <= 0 {
		return 0, 0, nil
	}
	if p.text != nil {
		for found < n {
			i := bytes.IndexByte(p.text[off:], '\n')
			if i < 0 {
				return int64(len(p.text)), found, nil
			}
			off += int64(i) + 1
			found++
		}
		return off, found, nil
	}
	if m := source.MemoryOf(p.file); m != nil {
		before, all := m.Ends(p.start), m.Ends(p.end)
		if n > int64(all-before) {
			return p.size(), int64(all - before), nil
		}
		return m.End(before+int(n)) - p.start, n, nil
	}
	view := source.View(execTail{p.file, p.start}, p.end-p.start)
	var index lineindex.LineSeeker
	if p.start == 0 && p.file.Index != nil {
		index = p.file.Index
	}
	after := n + 1
	if after < n {
		after = n
	}
	off, lines, ok, err := lineindex.FindLine(ctx, view, index, after)
	if err != nil || ok {
		return off, n, err
	}
	// The piece ends before line n+1 begins; the last line may have no end.
	found = lines
	if p.size() > 0 {
		last, err := p.last()
		if err != nil {
			return 0, 0, err
		}
		if last != '\n' {
			found--
		}
	}
	return p.size(), min(found, n), nil
}

// execTail is the bytes of a file from an offset on.
type execTail struct {
	source.Bytes
	off int64
}

func (t execTail) ReadAt(p []byte, off int64) (int, error) { return t.Bytes.ReadAt(p, t.off+off) }

// beforeLines is the offset where the last n line ends' worth of the piece begins: right after the (n+1)th line end from
// the back. more is how many line ends were missing; off is then 0.
func (p execPiece) beforeLines(ctx context.Context, n int64) (off, more int64, err error) {
	const step = 64 << 10
	for end := p.size(); end > 0; {
		if err := ctx.Err(); err != nil {
			return 0, 0, err
		}
		begin := max(end-step, 0)
		b, err := p.bytes(begin, end-begin)
		if err != nil {
			return 0, 0, err
		}
		if ends := int64(bytes.Count(b, []byte("\n"))); ends <= n {
			n -= ends
			end = begin
			continue
		}
		for ; ; n-- {
			i := bytes.LastIndexByte(b, '\n')
			if n == 0 {
				return begin + int64(i) + 1, 0, nil
			}
			b = b[:i]
		}
	}
	return 0, n + 1, nil
}

// execStream writes pieces to emit until that returns false. It may be run more than once.
type execStream func(emit func(execPiece) bool)

// run is an evaluation of a command under way. The first error ends it.
type execRun struct {
	ctx    context.Context
	env    tools.Env
	dir    string // the working directory
	shell  string
	files  []*tools.File
	opened map[string]*tools.File
	stderr func(text string)
	// quiet: nothing goes to stderr, because a stream is run once more.
	quiet  bool
	status int // exit status of the current program
	// input is the file that "<" feeds to the current program, inputError why it cannot be read.
	input      *tools.File
	inputError error
	err        error
}

func (r *execRun) close() {
	for _, f := range r.files {
		_ = f.Close() // read only: nothing is lost
	}
}

// fail notes an error of this program; it returns false.
func (r *execRun) fail(err error) bool {
	if r.err == nil {
		r.err = err
	}
	return false
}

// errExecTooMuch: the evaluation would hold too much in memory.
var errExecTooMuch = errors.New("too many lines to hold")

// complain writes an error message of a program.
func (r *execRun) complain(text string) {
	if !r.quiet {
		r.stderr(text + "\n")
	}
}

// execPieces is how many pieces are kept in memory at most.
const execPieces = 1 << 20

// gather keeps what a stream writes. keep is how many of its last lines are wanted, below 0 for all.
func (r *execRun) gather(in execStream, keep int64) []execPiece {
	var held []execPiece
	limit := 1 << 12
	in(func(p execPiece) bool {
		if p.size() == 0 {
			return true
		}
		if held = append(held, p); len(held) < limit {
			return r.err == nil
		}
		if keep >= 0 {
			held = r.lastLines(held, keep)
		}
		if limit = 2 * len(held); len(held) > execPieces {
			return r.fail(errExecTooMuch)
		}
		limit = max(limit, 1<<12)
		return r.err == nil
	})
	return held
}

// lastLines is the last n lines of what is kept.
func (r *execRun) lastLines(held []execPiece, n int64) []execPiece {
	if len(held) == 0 {
		return held
	}
	last, err := held[len(held)-1].last()
	if err != nil {
		r.fail(err)
		return nil
	}
	ends := n
	if last != '\n' {
		ends--
	}
	if n <= 0 {
		return nil
	}
	for i := len(held) - 1; i >= 0; i-- {
		off, more, err := held[i].beforeLines(r.ctx, ends)
		switch {
		case err != nil:
			r.fail(err)
			return nil
		case more == 0:
			rest := append([]execPiece{held[i].from(off)}, held[i+1:]...)
			return rest
		}
		ends = more - 1
	}
	return held
}

// skipBytes is a stream without its first n bytes, and takeBytes with no more than those; both as functions of emit.
func skipBytes(n int64, emit func(execPiece) bool) func(execPiece) bool {
	return func(p execPiece) bool {
		if n >= p.size() {
			n -= p.size()
			return true
		}
		p = p.from(n)
		n = 0
		return emit(p)
	}
}

func takeBytes(n int64, emit func(execPiece) bool) func(execPiece) bool {
	return func(p execPiece) bool {
		if n <= 0 {
			return false
		}
		p = p.upTo(min(n, p.size()))
		n -= p.size()
		return emit(p) && n > 0
	}
}
