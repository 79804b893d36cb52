package tools

import (
	"bytes"
	"context"
	"io"
	"sort"
	"strconv"
	"strings"
	"sync"

	"eyeline/reader/internal/textfile"
	"eyeline/reader/window"
)

// sinkSize is the size of the buffer through which a content is written, in bytes.
const sinkSize = 64 << 10

// Sink gathers a content in a buffer of fixed size. Before any byte leaves it, the file is looked at again, so nothing
// goes out that was read from a file that is known to have changed. The first error sticks.
type Sink struct {
	ctx   context.Context
	w     io.Writer
	guard func() error
	buf   *[sinkSize]byte
	n     int
	err   error
	last  byte  // the last byte written out
	lines int64 // newlines written out
	part  int64 // where the current part began, in bytes
	// column is how many of the bytes written out follow the last newline.
	column int
	// scratch is for what precedes a line.
	scratch []byte
	// spans are the runs of the window, in order.
	spans []window.Run

	// Stats counts what is written; a tool adds what it alters by itself.
	Stats Stats
}

func newSink(ctx context.Context, w io.Writer, guard func() error, spans []window.Run) *Sink {
	return &Sink{ctx: ctx, w: w, guard: guard, spans: spans, buf: sinkBuffers.Get().(*[sinkSize]byte)}
}

var sinkBuffers = sync.Pool{New: func() any { return new([sinkSize]byte) }}

// finish writes out what is left and returns the counts. The Sink is no longer used then.
func (s *Sink) finish() (Stats, error) {
	s.flush()
	sinkBuffers.Put(s.buf)
	s.buf = nil
	s.Stats.FinalNewline = s.Stats.Bytes > 0 && s.last == '\n'
	if s.Stats.Parts != nil {
		s.Stats.Parts = append(s.Stats.Parts, s.Stats.Bytes-s.part)
	}
	return s.Stats, s.err
}

// Context is the context of the rendering.
func (s *Sink) Context() context.Context { return s.ctx }

// Fail stops the rendering with an error, unless it has failed already.
func (s *Sink) Fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

// Failed reports whether nothing more is written.
func (s *Sink) Failed() bool { return s.err != nil }

func (s *Sink) flush() {
	if s.err == nil {
		s.err = s.ctx.Err()
	}
	if s.err == nil {
		s.err = s.guard()
	}

	if s.err != nil || s.n == 0 {
		s.n = 0
		return
	}

	n, err := s.w.Write(s.buf[:s.n])
	if n < s.n && err == nil {
		err = io.ErrShortWrite
	}
	if err != nil {
		s.err = &writeError{err}
	}

	s.Stats.Bytes += int64(n)
	s.lines += int64(bytes.Count(s.buf[:n], newline))
	s.column = s.columnAfter(s.buf[:n])
	s.last = s.buf[s.n-1]
	s.n = 0
}

var newline = []byte{'\n'}

// Write writes content; it never returns an error (Fail keeps it), so that a Sink serves as an io.Writer.
func (s *Sink) Write(p []byte) (int, error) {
	s.Bytes(p)
	return len(p), nil
}

// Bytes writes content.
func (s *Sink) Bytes(p []byte) {
	for len(p) > 0 && s.err == nil {
		if s.n == sinkSize {
			s.flush()
		}
		n := copy(s.buf[s.n:], p)
		s.n += n
		p = p[n:]
	}
}

// Str writes content.
func (s *Sink) Str(p string) { s.Bytes([]byte(p)) }

// AppendNumber appends v right-aligned to width with blanks.
func AppendNumber(dst []byte, v int64, width int) []byte {
	for range width - Digits(v) {
		dst = append(dst, ' ')
	}
	return strconv.AppendInt(dst, v, 10)
}

// Digits is how many digits a number has that is not below 0.
func Digits(n int64) int { return len(strconv.AppendInt(make([]byte, 0, 20), n, 10)) }

// Notice writes text that shows nothing of the file after the last line shown, and counts its lines.
func (s *Sink) Notice(text string) {
	s.Str(text)
	s.Stats.NoticeLines += int64(strings.Count(text, "\n"))
}

// Part ends a part of the content; what follows is another one.
func (s *Sink) Part() {
	written := s.Stats.Bytes + int64(s.n)
	s.Stats.Parts = append(s.Stats.Parts, written-s.part)
	s.part = written
}

// ListOfOne says that the content is given as a list of parts, though it is only one.
func (s *Sink) ListOfOne() {
	if s.Stats.Parts == nil {
		s.Stats.Parts = []int64{}
	}
}

// BeginRun notes that what is written next shows the first line of the window's next run: the tool's number of it (0:
// lines are not numbered), whether it is the first line of the answer, and Line.Width.
func (s *Sink) BeginRun(number int64, first bool, width int) {
	written := s.buf[:s.n]
	s.Stats.Runs = append(s.Stats.Runs, Shown{
		Content: s.lines + int64(bytes.Count(written, newline)), Number: number, First: first, Width: width,
		Before: s.columnAfter(written),
	})
}

// columnAfter is column once p is written out, too.
func (s *Sink) columnAfter(p []byte) int {
	if i := bytes.LastIndexByte(p, '\n'); i >= 0 {
		return len(p) - i - 1
	}
	return s.column + len(p)
}

// CutLine notes that a line was cut: the tool's number of it, and the half-open range of bytes of the file that is
// lost.
func (s *Sink) CutLine(number, start, end int64) {
	end = max(start, end)
	s.Stats.Cut++
	s.Stats.CutBytes += insideOf(s.spans, start, end)
	if len(s.Stats.Cuts) < MostCuts {
		s.Stats.Cuts = append(s.Stats.Cuts, Cut{number, start, end})
	}
}

// Spans are the runs of the window whose content is written, in order.
func (s *Sink) Spans() []window.Run { return s.spans }

// insideOf is how many of the bytes of the half-open range from start to end lie in runs that are in order.
func insideOf(spans []window.Run, start, end int64) (n int64) {
	from := sort.Search(len(spans), func(i int) bool { return spans[i].End > start })
	for _, s := range spans[from:] {
		if s.Start >= end {
			break
		}
		n += min(s.End, end) - max(s.Start, start)
	}
	return n
}

// AddLines counts lines of the current run that were written.
func (s *Sink) AddLines(n int64) {
	s.Stats.Lines += n
	if i := len(s.Stats.Runs) - 1; i >= 0 {
		s.Stats.Runs[i].Lines += n
	}
}

// Prefix writes what precedes a line.
func (s *Sink) Prefix(f *LineFormat, l Line) {
	s.scratch = f.Prefix(s.scratch[:0], l)
	s.Bytes(s.scratch)
}

// NoteForm counts what the decoding of a file takes away: a byte-order mark, another coding.
func (s *Sink) NoteForm(form textfile.Form) {
	if form.Skip > 0 {
		s.Stats.Altered[DroppedBOM]++
	}
	if form.Coding != textfile.UTF8 {
		s.Stats.Altered[Transcoded]++
	}
}
