package transcript

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sort"
	"sync/atomic"

	"eyeline/reader/internal/skim"
	"eyeline/reader/source"
)

// ErrFormat says that a file is none of the formats that can be read.
var ErrFormat = errors.New("not a transcript of a known agent")

// badLinesKept is how many malformed lines are remembered by number; all are counted.
const badLinesKept = 1000

// Session is a recorded run: what is known of it as a whole, and its calls in order. It is not safe for concurrent use.
type Session struct {
	Header
	Agents      []Agent
	Compactions []Compaction
	// Unknown counts the records of types that the format does not know.
	Unknown int
	// Bad lists malformed lines, at most a thousand; BadCount counts them all. A last line that is not complete is
	// being written, and none of them.
	Bad      []BadLine
	BadCount int

	calls  list
	format *Format
	files  []*file
	ids    map[uint64]int    // the calls by identifier
	names  map[string]string // the tools' names, each kept once
}

// file is one file of a session while it is read.
type file struct {
	beside
	name string
	src  source.Source // nil for bytes given by the caller
	at   source.Snapshot
	text *skim.Source

	dec  decoder
	b    *builder
	off  int64 // of the first line that is not read yet
	line int64 // lines read
	open bool  // the last record had no line end yet
}

// Open reads the transcript at path with the files that belong to it. Nothing but regular files is opened. The caller
// closes the session.
func Open(ctx context.Context, path string) (*Session, error) {
	return OpenWatched(ctx, path, &Progress{})
}

// OpenWatched is Open that says how far it has come. It ends with ctx also within a value of any length.
func OpenWatched(ctx context.Context, path string, p *Progress) (*Session, error) {
	src, err := source.OpenFile(path)
	if err != nil {
		return nil, err
	}
	snap := src.Snapshot()
	p.size.Store(snap.Size)
	var opened atomic.Bool
	defer opened.Store(true)
	s, err := newSession(path, watched{sized{src, snap}.at(), p, ctx.Err, &opened}, snap.Size)
	if err != nil {
		return nil, errors.Join(err, src.Close())
	}
	s.files[0].src, s.files[0].at = src, snap
	s.addBeside()
	if err := cmp.Or(s.read(ctx), ctx.Err()); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	s.sort()
	return s, nil
}

// sized is a source at one snapshot.
type sized struct {
	source.Source
	snap source.Snapshot
}

// at reads the snapshot's bytes, and fails with source.ErrStale once they are gone where the source can tell.
func (s sized) at() io.ReaderAt {
	if f, ok := s.Source.(*source.File); ok {
		return f.At(s.snap)
	}
	return s.Source
}

// Decode reads a transcript from the first size bytes of r. The name stands for its path; no other file is opened.
func Decode(ctx context.Context, name string, r io.ReaderAt, size int64) (*Session, error) {
	s, err := newSession(name, r, size)
	if err != nil {
		return nil, err
	}
	if err := s.read(ctx); err != nil {
		return nil, err
	}
	s.sort()
	return s, nil
}

func newSession(path string, r io.ReaderAt, size int64) (*Session, error) {
	first := make([]byte, min(size, headSize))
	if n, err := r.ReadAt(first, 0); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	} else {
		first = first[:n]
	}
	format := Detect(first, path)
	if format == nil {
		return nil, ErrFormat
	}
	return sessionOf(format, path, r, size), nil
}

func sessionOf(format *Format, path string, r io.ReaderAt, size int64) *Session {
	s := &Session{
		Header: Header{Format: format.Name, Agent: format.Agent},
		format: format,
		ids:    map[uint64]int{},
		names:  map[string]string{},
	}
	s.add(path, beside{path: path, decode: format.decode}, skim.NewSource(r, size), -1)
	return s
}

func (s *Session) add(name string, what beside, text *skim.Source, agent int) *file {
	f := &file{beside: what, name: name, text: text}
	f.b = &builder{s: s, file: len(s.files), agent: agent}
	f.dec = what.decode(f.b)
	s.files = append(s.files, f)
	return f
}

// addBeside opens the session's other files. One that cannot be opened is as if it were not there.
func (s *Session) addBeside() {
	if s.format.beside == nil {
		return
	}
	for _, what := range s.format.beside(s.files[0].name) {
		if slices.ContainsFunc(s.files, func(f *file) bool { return f.name == what.path }) {
			continue
		}
		src, err := source.OpenFile(what.path)
		if err != nil {
			continue
		}
		if what.decode == nil {
			what.decode = s.format.decode
		}
		agent := -1
		if !what.extra {
			agent = len(s.Agents)
			s.Agents = append(s.Agents, what.agent)
		}
		snap := src.Snapshot()
		f := s.add(what.path, what, skim.NewSource(sized{src, snap}.at(), snap.Size), agent)
		f.src, f.at = src, snap
	}
}

// read reads what is not read yet of every file.
func (s *Session) read(ctx context.Context) error {
	for _, f := range s.files {
		var err error
		if s.format.lines {
			err = s.readLines(ctx, f)
		} else {
			err = s.readWhole(f)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
	}
	return nil
}

func (s *Session) readLines(ctx context.Context, f *file) error {
	if f.off == 0 && hasBOM(f.text) {
		f.off = 3
	}
	for n := 0; f.off < f.text.Size(); n++ {
		if n%64 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		end, terminated := f.text.Line(f.off)
		next := end
		if terminated {
			next++
		}
		if f.open { // the rest of a line whose record was complete before its end
			f.open = !terminated
			f.off = next
			continue
		}
		v, err := f.text.Value(f.off, end)
		switch {
		case f.text.Err() != nil:
			return f.text.Err()
		case err == nil && (terminated || v.Kind == skim.Object):
			if !f.dec.record(v) {
				s.Unknown++
			}
			if f.text.Err() != nil {
				return f.text.Err()
			}
		case !terminated && (err == nil || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF)):
			return nil // it is being written
		case errors.Is(err, io.EOF): // an empty line
		default:
			s.bad(f.name, f.line+1)
		}
		f.line++
		f.open = !terminated
		f.off = next
	}
	return nil
}

func (s *Session) bad(name string, line int64) {
	s.BadCount++
	if len(s.Bad) < badLinesKept {
		s.Bad = append(s.Bad, BadLine{name, line})
	}
}

// readWhole reads a file that is one value. Of one that ends too early or is broken, what comes before is kept.
func (s *Session) readWhole(f *file) error {
	off := int64(0)
	if hasBOM(f.text) {
		off = 3
	}
	v, err := f.text.Value(off, f.text.Size())
	if f.text.Err() != nil {
		return f.text.Err()
	}
	if err != nil {
		v = f.text.First(off, f.text.Size())
	}
	if !f.dec.record(v) {
		s.Unknown++
	}
	var syntax *skim.SyntaxError
	if errors.As(err, &syntax) {
		s.bad(f.name, f.lineOf(syntax.Off))
	}
	return f.text.Err()
}

// lineOf is the number of the line of an offset.
func (f *file) lineOf(off int64) int64 {
	line := int64(1)
	for at := int64(0); ; line++ {
		end, terminated := f.text.Line(at)
		if !terminated || end >= off {
			return line
		}
		at = end + 1
	}
}

func hasBOM(text *skim.Source) bool {
	return text.Size() >= 3 && string(text.Bytes(0, 3)) == "\ufeff"
}

// sort puts the calls of several files in the order of their times. A call without a time stays behind the one before it.
func (s *Session) sort() {
	if len(s.files) < 2 {
		return
	}
	order := make([]int, s.Len())
	var before *Call
	for i := range order {
		order[i] = i
		c := s.calls.at(i)
		if before != nil && c.Time.IsZero() && c.Agent == before.Agent {
			c.Time = before.Time
		}
		before = c
	}
	slices.SortStableFunc(order, func(a, b int) int { return s.calls.at(a).Time.Compare(s.calls.at(b).Time) })
	if slices.IsSorted(order) {
		return
	}
	var sorted list
	moved := make([]int, len(order))
	for to, from := range order {
		sorted.add(*s.calls.at(from)).Number = to + 1
		moved[from] = to
	}
	s.calls = sorted
	for key, from := range s.ids {
		s.ids[key] = moved[from]
	}
	for i := range s.Compactions {
		c := &s.Compactions[i]
		c.After = sort.Search(s.Len(), func(i int) bool { return s.calls.at(i).Time.After(c.Time) })
	}
}

// Update reads what was added since. It reports whether there was anything. A file that was truncated or replaced is
// source.ErrStale: open it again.
func (s *Session) Update(ctx context.Context) (bool, error) {
	known := len(s.files)
	if s.files[0].src != nil {
		s.addBeside() // a sub-agent may have begun
	}
	grown := len(s.files) > known
	for _, f := range s.files[:known] {
		if f.src == nil {
			continue
		}
		snap, err := f.src.Refresh(ctx)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return false, err
		}
		if snap.Generation != f.at.Generation {
			return false, fmt.Errorf("%s: %w", f.name, source.ErrStale)
		}
		if snap.Size > f.at.Size {
			f.at = snap
			f.text.Grow(snap.Size)
			grown = true
		}
	}
	if !grown {
		return false, nil
	}
	if !s.format.lines { // the value is another one now
		return false, fmt.Errorf("%s: %w", s.files[0].name, source.ErrStale)
	}
	return true, s.read(ctx)
}

// Close closes the session's files. Texts cannot be read afterwards.
func (s *Session) Close() error {
	var errs []error
	for _, f := range s.files {
		if f.src != nil {
			errs = append(errs, f.src.Close())
		}
	}
	return errors.Join(errs...)
}

// Files lists the names of the files that the session was read from, the main one first.
func (s *Session) Files() []string {
	names := make([]string, len(s.files))
	for i, f := range s.files {
		names[i] = f.name
	}
	return names
}

// Note says what the format has other than what the model was sent; "" when nothing is known.
func (s *Session) Note() string { return s.format.Note }

// WriteText writes the text of a place to w, in pieces.
func (s *Session) WriteText(w io.Writer, p Place) error {
	if p.As == Nothing || int(p.File) >= len(s.files) {
		return nil
	}
	text := s.files[p.File].text
	if err := p.As.write(text.At(p.Off, p.Off+p.Len), w); err != nil {
		return err
	}
	return text.Err()
}

// Text returns the text of a place, at most limit bytes of it; cut says that there is more.
func (s *Session) Text(p Place, limit int) (text []byte, cut bool, err error) {
	if p.As == AsText || p.As == AsBlocks {
		if text, ok, err := s.plainText(p, limit); ok || err != nil {
			return text, false, err
		}
	}
	l := limited{limit: limit}
	l.Grow(int(min(p.Len, int64(limit))))
	err = s.WriteText(&l, p)
	if errors.Is(err, skim.ErrStop) {
		err = nil
	}
	return l.Bytes(), l.cut, err
}

// plainText is the text of a place that is one string no longer than limit; ok is false for others.
func (s *Session) plainText(p Place, limit int) (text []byte, ok bool, err error) {
	if int(p.File) >= len(s.files) || p.Len > int64(limit) {
		return nil, false, nil
	}
	source := s.files[p.File].text
	v := source.At(p.Off, p.Off+p.Len)
	if v.Kind != skim.String {
		return nil, false, source.Err()
	}
	text, err = v.AppendText(make([]byte, 0, p.Len))
	if err == nil {
		err = source.Err()
	}
	return text, true, err
}
