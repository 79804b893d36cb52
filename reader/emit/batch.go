package emit

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"eyeline/reader/tools"
)

// maxLine is the length of the longest request, in bytes without its newline.
const maxLine = 64 << 20

// Batch reads one request a line from in and writes one answer a line to out, in order, each flushed before the next
// request is read. Every line gets an answer, even a blank one: for a line that is not a request, names an unknown tool
// or is longer than 64 MiB "success" is false, and the batch continues. The last line may lack its newline. All reads
// are confined to the directory that the root is at first. The error is nil after the last line; otherwise it is in's,
// out's, that of the root, or ctx's.
func Batch(ctx context.Context, in io.Reader, out io.Writer, env tools.Env) error {
	env, release, err := env.Hold()
	if err != nil {
		return err
	}

	defer release()
	lines := bufio.NewReaderSize(in, 64<<10)
	w := bufio.NewWriterSize(out, 64<<10)
	var line []byte
	var a answerer
	for {
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
			err = writeFailure(w, Request{}, fmt.Sprintf("bad request: the line is longer than %d bytes", maxLine))
		} else {
			err = a.answerLine(ctx, w, env, line)
		}

		if err != nil {
			return err
		}
		if err := w.Flush(); err != nil {
			return err
		}
		if cap(line) > 1<<20 {
			line = nil // releases the memory of a long request
		}
	}
}

// answerLine parses a line of a batch and writes its answer.
func (a *answerer) answerLine(ctx context.Context, w io.Writer, env tools.Env, line []byte) error {
	if of, err := parseContext(line); err != nil {
		return writeFailure(w, Request{ID: of.id}, err.Error())
	} else if of != nil {
		return of.answer(ctx, w, env)
	}

	req, err := ParseRequest(line)
	if err != nil {
		return writeFailure(w, req, err.Error())
	}
	if req.Session != "" {
		env.Session = a.sessions.get(req.Session)
	}

	a.detailed = req.Details
	_, err = a.answerOne(ctx, w, env, req)
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
