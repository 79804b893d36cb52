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

// sinkSize is the size of a Sink's buffer in bytes.
const sinkSize = 64 << 10

// Sink buffers a content that is being written. Before it writes bytes out, it checks that the file is unchanged, so
// that nothing is sent from a file known to have changed. The first error stays.
type Sink struct {
	ctx   context.Context
	w     io.Writer
	guard func() error
	buf   *[sinkSize]byte
	n     int
	err   error
	last  byte  // last byte written out
	lines int64 // newlines written out
	part  int64 // offset at which the current part began
	// column is how many bytes have been written out after the last newline.
	column int
	// scratch is a buffer for the prefix of a line.
	scratch []byte
	// spans are the runs of the window, in order.
	spans []window.Run

	// Stats counts what is written; a tool adds its own alterations.
	Stats Stats
}

func newSink(ctx context.Context, w io.Writer, guard func() error, spans []window.Run) *Sink {
	return &Sink{ctx: ctx, w: w, guard: guard, spans: spans, buf: sinkBuffers.Get().(*[sinkSize]byte)}
}

var sinkBuffers = sync.Pool{New: func() any { return new([sinkSize]byte) }}

// finish flushes the Sink and returns the counts. The Sink must not be used afterwards.
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

// Context returns the context of the rendering.
func (s *Sink) Context() context.Context { return s.ctx }

// Fail stops the rendering with an error, unless it has failed before.
func (s *Sink) Fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

// Failed reports whether the rendering has stopped.
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

// Write implements io.Writer for content; it never returns an error, see Failed.
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

// AppendNumber appends v, right-aligned to width with spaces.
func AppendNumber(dst []byte, v int64, width int) []byte {
	for range width - Digits(v) {
		dst = append(dst, ' ')
	}
	return strconv.AppendInt(dst, v, 10)
}

// Digits returns the number of digits of n, which must not be negative.
func Digits(n int64) int { return len(strconv.AppendInt(make([]byte, 0, 20), n, 10)) }

// Notice writes a text after the last shown line that shows nothing of the file, and counts its lines.
func (s *Sink) Notice(text string) {
	s.Str(text)
	s.Stats.NoticeLines += int64(strings.Count(text, "\n"))
}

// Part ends a part of the content.
func (s *Sink) Part() {
	written := s.Stats.Bytes + int64(s.n)
	s.Stats.Parts = append(s.Stats.Parts, written-s.part)
	s.part = written
}

// ListOfOne marks the content as a list, even if it has only one part.
func (s *Sink) ListOfOne() {
	if s.Stats.Parts == nil {
		s.Stats.Parts = []int64{}
	}
}

// BeginRun records that the first line of the window's next run is written next: number is the tool's number, 0 if
// lines are not numbered; first reports whether it is the first line of the answer; width is Line.Width.
func (s *Sink) BeginRun(number int64, first bool, width int) {
	written := s.buf[:s.n]
	s.Stats.Runs = append(s.Stats.Runs, ShownRun{
		Content: s.lines + int64(bytes.Count(written, newline)), Number: number, First: first, Width: width,
		Before: s.columnAfter(written),
	})
}

// columnAfter returns column for the time after p is written out.
func (s *Sink) columnAfter(p []byte) int {
	if i := bytes.LastIndexByte(p, '\n'); i >= 0 {
		return len(p) - i - 1
	}
	return s.column + len(p)
}

// CutLine records a cut line: its number by the tool, and the half-open range of lost bytes of the file.
func (s *Sink) CutLine(number, start, end int64) {
	end = max(start, end)
	s.Stats.Cut++
	s.Stats.CutBytes += bytesInside(s.spans, start, end)
	if len(s.Stats.Cuts) < MaxCuts {
		s.Stats.Cuts = append(s.Stats.Cuts, Cut{number, start, end})
	}
}

// Spans returns the runs of the window, in order.
func (s *Sink) Spans() []window.Run { return s.spans }

// bytesInside returns how many bytes of a half-open range lie in runs, which are sorted.
func bytesInside(spans []window.Run, start, end int64) (n int64) {
	from := sort.Search(len(spans), func(i int) bool { return spans[i].End > start })
	for _, s := range spans[from:] {
		if s.Start >= end {
			break
		}
		n += min(s.End, end) - max(s.Start, start)
	}
	return n
}

// AddLines counts written lines of the current run.
func (s *Sink) AddLines(n int64) {
	s.Stats.Lines += n
	if i := len(s.Stats.Runs) - 1; i >= 0 {
		s.Stats.Runs[i].Lines += n
	}
}

// Prefix writes the prefix of a line.
func (s *Sink) Prefix(f *LineFormat, l Line) {
	s.scratch = f.Prefix(s.scratch[:0], l)
	s.Bytes(s.scratch)
}

// NoteForm counts the alterations of decoding: a dropped byte order mark, another encoding.
func (s *Sink) NoteForm(form textfile.LineCoding) {
	if form.Skip > 0 {
		s.Stats.Altered[DroppedBOM]++
	}
	if form.Coding != textfile.UTF8 {
		s.Stats.Altered[Transcoded]++
	}
}
