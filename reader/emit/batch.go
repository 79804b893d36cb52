package emit

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"

	"eyeline/reader/decode"
	"eyeline/reader/tools"
)

// maxLine is the length of the longest request, in bytes without its newline.
const maxLine = 64 << 20

// Batch reads one request a line from in and writes one answer a line to out, in order, each as soon as it is made and
// those before it are written. All requests that have arrived are answered before it waits for more. Every line gets an
// answer, even a blank one: for a line that is not a request, names an unknown tool or is longer than 64 MiB, "success"
// is false, and the batch continues. The last line may lack its newline, and before the first one may stand a byte
// order mark, which says the encoding. All reads are confined to the directory that the root is at first. The error is
// nil after the last line; otherwise it is in's, out's, that of the root, or ctx's.
func Batch(ctx context.Context, in io.Reader, out io.Writer, env tools.Env) error {
	env, release, err := env.Hold()
	if err != nil {
		return err
	}

	defer release()
	b := newBatch(env, out)
	defer close(b.taken)
	failed := b.answerAll(ctx, bufio.NewReaderSize(decode.Marked(in), 64<<10))
	failed = cmp.Or(failed, b.turns.wait())
	if p, ok := errors.AsType[*panicked](failed); ok {
		panic(p.value)
	}
	return failed
}

// batch answers requests one after the other, and those with details side by side: what their answers say of a read
// takes longer than the read.
type batch struct {
	env      tools.Env
	out      *bufio.Writer // when all turns are over
	one      answerer
	sessions sessions
	turns    *turns     // of the answers that are made side by side
	taken    chan taken // their requests
	beside   int        // how many goroutines answer them
}

// taken is a request that is answered beside others.
type taken struct {
	ctx  context.Context
	req  Request
	turn *turn
}

// maxConcurrent is how many requests are worked on side by side at most: each may hold its content.
const maxConcurrent = 8

// maxQueued is the length in bytes of the longest request that waits until one of those that answer takes it.
const maxQueued = 1 << 20

func newBatch(env tools.Env, out io.Writer) *batch {
	to := bufio.NewWriterSize(out, 64<<10)
	return &batch{env: env, out: to, turns: newTurns(to), taken: make(chan taken, maxAhead)}
}

// answerAll answers each line.
func (b *batch) answerAll(ctx context.Context, lines *bufio.Reader) error {
	var line []byte
	for {
		if !hasLine(lines) {
			if err := b.turns.wait(); err != nil {
				return err
			}
		}

		var size int
		var err error
		line, size, err = ReadLine(lines, line, maxLine)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}

		if size > maxLine {
			text := fmt.Sprintf("bad request: the line is longer than %d bytes", maxLine)
			err = b.alone(func() error { return writeFailure(b.out, Request{}, text) })
		} else {
			err = b.answerLine(ctx, line)
		}

		if err != nil {
			return err
		}
		if cap(line) > maxQueued {
			line = nil // releases the memory of a long request
		}
	}
}

// hasLine reports whether a line can be read without waiting for it.
func hasLine(lines *bufio.Reader) bool {
	there, err := lines.Peek(lines.Buffered())
	return err == nil && bytes.IndexByte(there, '\n') >= 0
}

// alone writes an answer when those before it are written.
func (b *batch) alone(write func() error) error {
	if err := b.turns.wait(); err != nil {
		return err
	}
	if err := write(); err != nil {
		return err
	}
	return b.out.Flush()
}

// answerLine parses one line of a batch and writes its answer as one line, or has it written.
func (b *batch) answerLine(ctx context.Context, line []byte) error {
	if of, err := parseContext(line); err != nil {
		return b.alone(func() error { return writeFailure(b.out, Request{ID: of.id}, err.Error()) })
	} else if of != nil {
		return b.alone(func() error { return of.answer(ctx, b.out, b.env) })
	}

	req, err := ParseRequest(line)
	switch {
	case err != nil:
		return b.alone(func() error { return writeFailure(b.out, req, err.Error()) })
	case req.Details && req.Session == "" && len(line) <= maxQueued:
		return b.answerBeside(ctx, req)
	}

	return b.alone(func() error {
		env := b.env
		if req.Session != "" {
			env.Session = b.sessions.get(req.Session)
		}
		b.one.detailed = req.Details
		return b.one.answerRequest(ctx, b.out, env, req)
	})
}

// answerBeside has a request answered while the next ones are read. The error is that of an answer before it.
func (b *batch) answerBeside(ctx context.Context, req Request) error {
	if err := b.turns.failed(); err != nil {
		return err
	}
	if b.beside < min(2*runtime.GOMAXPROCS(0), maxConcurrent) {
		b.beside++
		go b.answerTaken()
	}

	b.taken <- taken{ctx, req, b.turns.add()}
	return nil
}

// answerTaken answers one request after the other that is taken beside others. One goroutine for many of them grows its
// stack but once.
func (b *batch) answerTaken() {
	a := &answerer{detailed: true}
	out := bufio.NewWriterSize(nil, 16<<10)
	for t := range b.taken {
		out.Reset(&turnWriter{b.turns, t.turn})
		b.turns.end(t.turn, caught(func() error {
			if err := a.answerRequest(t.ctx, out, b.env, t.req); err != nil {
				return err
			}

			return out.Flush()
		}))
	}
}

// panicked is a panic of an answer beside others. Batch panics with its value again, in the goroutine of its caller,
// who may recover: in another goroutine it would end the process.
type panicked struct{ value any }

func (p *panicked) Error() string { return fmt.Sprint(p.value) }

// caught calls a function. A panic of it is its error.
func caught(call func() error) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = &panicked{value}
		}
	}()
	return call()
}

// answerRequest writes the answer to a request as one line.
func (a *answerer) answerRequest(ctx context.Context, w io.Writer, env tools.Env, req Request) error {
	_, err := a.answerOne(ctx, w, env, req)
	if usage, ok := errors.AsType[*UsageError](err); ok {
		return writeFailure(w, req, usage.Text)
	}
	return err
}

// ReadLine reads the next line into buf, without its newline. size is its length in bytes; if that exceeds most, line
// is incomplete. At the end the error is io.EOF.
func ReadLine(r *bufio.Reader, buf []byte, most int) (line []byte, size int, err error) {
	line = buf[:0]
	for {
		part, err := r.ReadSlice('\n')
		ended := err == nil
		part = bytes.TrimSuffix(part, []byte("\n"))
		size += len(part)
		if size <= most {
			line = append(line, part...)
		}

		switch {
		case ended || err == io.EOF && size > 0:
			return line, size, nil
		case err != bufio.ErrBufferFull:
			return line, size, err
		}
	}
}
