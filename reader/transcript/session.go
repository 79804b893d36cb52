package transcript

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"eyeline/reader/decode"
	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/source"
	"eyeline/reader/transcript/bodies"
	"eyeline/reader/transcript/formats"
	"eyeline/reader/transcript/markdown"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/stores"
)

// ErrFormat says that a file has no format that can be read.
var ErrFormat = errors.New("not a transcript of a known agent")

// Session is a recorded run that is open. It is not safe for concurrent use.
type Session struct {
	*record.Run
	*record.Texts
	Wire *Wire // nil as long as no requests were read, see ReadWire
	// Requested says of the requests in the transcript itself what is known, see ReadRequests.
	Requested Requests

	format *formats.Format
	index  *record.Index
	files  []*file
	unread map[string]UnopenedFile // by the path
	stored bool                    // in a database
	part   bool                    // records were left out while it was read
	shells *shells
	ended  map[string]bool // what HasAll said of files

	readers []*requestReader // of requests, one for each file
}

// Open reads the transcript at path with the files that belong to it. Nothing but regular files is opened. The caller
// closes the session.
func Open(ctx context.Context, path string) (*Session, error) {
	return OpenWatched(ctx, path, &Progress{})
}

// OpenWatched is Open that says how far it has come. It ends with ctx also within a value of any length.
func OpenWatched(ctx context.Context, path string, p *Progress) (*Session, error) {
	src, stored, err := openUnpacked(ctx, path, mostUnpacked)
	if err != nil {
		return nil, err
	}

	snap := src.Snapshot()
	p.size.Store(snap.Size)
	var opened atomic.Bool
	defer opened.Store(true)
	s, err := newSession(path, progressReader{source.Fixed(src, snap), p, ctx.Err, &opened}, snap.Size)
	if err != nil {
		return nil, errors.Join(err, src.Close())
	}

	s.files[0].src = src
	s.files[0].at = snap
	s.stored = stored
	s.addBeside(ctx)
	if err := cmp.Or(s.readAll(ctx), ctx.Err()); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if file, session := stores.Split(path); stored && session == "" {
		s.files[0].name = filepath.Join(file, s.ID)
	}

	return s, nil
}

// mostUnpacked bounds what a packed transcript may unpack to, in bytes. Tests shorten it.
var mostUnpacked int64 = 4 << 30

// openUnpacked opens a file; one that is packed is unpacked into a temporary one, and so is a session of a store or
// of a folder with a file for each event, up to most bytes. It is an error that there are more than mostUnpacked.
func openUnpacked(ctx context.Context, path string, most int64) (_ source.Source, stored bool, _ error) {
	if files := eventFiles(path); len(files) > 0 {
		events, err := spoolUpTo(ctx, path, listOf(files), most)
		return events, false, err
	}

	if files := storedMessages(path); len(files) > 0 {
		messages, err := spoolUpTo(ctx, path, exportOf(path, files), most)
		return messages, false, err
	}

	if len(bodies.Saved(path)) > 0 {
		return spooled(spoolUpTo(ctx, path, savedRequests(ctx, path), most))
	}

	file, session := stores.Split(path)
	src, err := source.OpenFile(file)
	if err != nil {
		return nil, false, err
	}

	first := make([]byte, formats.HeadSize)
	n, _ := src.ReadAt(first, 0)
	timed, stop := context.WithTimeout(ctx, stores.Patience)
	defer stop()
	var in io.ReadCloser
	stored = strings.HasPrefix(string(first), stores.Magic)
	if stored {
		in, err = stores.Ask(timed, file, session)
	} else if file != path {
		_ = src.Close()
		src, err = source.OpenFile(path) // the system says what is wrong with a path below a file
		return src, false, err
	} else if convert := markdown.Converter(first[:n], path); convert != nil {
		in = recordsOf(convert, path, io.NewSectionReader(src, 0, src.Snapshot().Size))
	} else if c := decode.PackedBy(first[:n]); c != decode.None {
		if areRequests(decode.Head(src, src.Snapshot().Size, formats.HeadSize), decode.TrimPacked(path)) {
			in = savedRequests(ctx, path)
			defer src.Close()
			return spooled(spoolUpTo(ctx, path, in, most))
		}
		in = decode.Unpack(io.NewSectionReader(src, 0, src.Snapshot().Size), c)
	} else if areRequests(first[:n], path) {
		in = savedRequests(ctx, path)
	} else {
		return src, false, nil
	}

	defer src.Close()
	if err != nil {
		return nil, false, err
	}

	unpacked, err := spoolUpTo(ctx, path, in, most)
	if err == nil && stored && unpacked.Snapshot().Size == 0 {
		err = errors.Join(errors.New(strings.TrimSpace("the database has no session "+session)), unpacked.Close())
	}

	return unpacked, stored, err
}

// spoolUpTo copies what is unpacked or answered to a temporary file.
func spoolUpTo(ctx context.Context, path string, in io.ReadCloser, most int64) (source.Source, error) {
	spool, err := source.Spool(path, in, source.SpoolOptions{Limit: most})
	if err != nil {
		return nil, errors.Join(err, in.Close())
	}

	err = cmp.Or(spool.Wait(ctx), spool.Snapshot().Err)
	if errors.Is(err, source.ErrSpoolLimit) {
		if most < mostUnpacked {
			return spool, nil
		}
		err = fmt.Errorf("it has more than %d MiB unpacked, which is more than is read", most>>20)
	}

	p, ok := in.(interface{ Wait() error })
	if ok && err == nil && p.Wait() != nil {
		err = fmt.Errorf("sqlite3: %w", p.Wait())
	}
	if err != nil {
		return nil, errors.Join(err, spool.Close())
	}

	return spool, nil
}

// Decode reads a transcript from the first size bytes of r. The name stands for its path; no other file is opened.
func Decode(ctx context.Context, name string, r io.ReaderAt, size int64) (*Session, error) {
	s, err := newSession(name, r, size)
	if err != nil {
		return nil, err
	}
	return s, s.readAll(ctx)
}

// newSession is a session of which nothing is read yet.
func newSession(path string, r io.ReaderAt, size int64) (*Session, error) {
	first := make([]byte, min(size, formats.HeadSize))
	n, err := r.ReadAt(first, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	format := formats.Detect(first[:n], decode.TrimPacked(path))
	if format == nil {
		return nil, fmt.Errorf("%w: it looks like %s", ErrFormat, looksLike(first[:n]))
	}
	return sessionOf(format, path, r, size), nil
}

func sessionOf(format *formats.Format, path string, r io.ReaderAt, size int64) *Session {
	run := &record.Run{Header: record.Header{Format: format.Name, Agent: format.Agent}}
	s := &Session{
		Run: run, Texts: record.NewTexts(format.Write),
		format: format, index: record.NewIndex(run, path, format.SameID), shells: &shells{},
		unread: map[string]UnopenedFile{},
	}
	b := s.index.Builder(0)
	text := jsonskim.NewSource(r, size)
	s.add(&file{name: path, agent: b.Agent(), text: text, builder: b, decoder: format.Decoder(b)})
	return s
}

func (s *Session) add(f *file) {
	s.files = append(s.files, f)
	s.Texts.Add(f.text)
}

// addBeside opens the session's other files, unpacked where they are packed. One that cannot be opened is left out, see
// [Session.Unread].
func (s *Session) addBeside(ctx context.Context) {
	if s.format.Beside == nil {
		return
	}

	for _, other := range s.format.Beside(s.files[0].name) {
		if slices.ContainsFunc(s.files, func(f *file) bool { return f.name == other.Path }) {
			continue
		}

		src, err := s.openBeside(ctx, other.Path)
		if err != nil {
			continue
		}

		b := s.index.Builder(len(s.files))
		if !other.Extra {
			b = b.Sub(other.Agent)
		}

		decoder := s.format.Decoder
		if other.Decoder != nil {
			decoder = other.Decoder
		}

		at := src.Snapshot()
		text := jsonskim.NewSource(source.Fixed(src, at), at.Size)
		s.add(&file{name: other.Path, agent: b.Agent(), src: src, at: at, text: text, builder: b, decoder: decoder(b)})
	}
}

// readAll reads all files and puts their calls in order.
func (s *Session) readAll(ctx context.Context) error {
	err := s.read(ctx)
	if len(s.files) > 1 {
		s.Sort()
	}
	return err
}

// read reads what is not read yet of every file.
func (s *Session) read(ctx context.Context) error {
	for _, f := range s.files {
		read := f.readWhole
		if s.format.Lines {
			read = f.readLines
		}
		if err := read(ctx, s.Run); errors.Is(err, record.ErrTooLarge) {
			return err // who opened it says which
		} else if err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
	}
	s.Unfinished = slices.ContainsFunc(s.files, func(f *file) bool { return f.isUnfinished })
	return nil
}

// MayHaveChanged reports at little cost whether a file of the session may have changed since it was looked at last. It
// does not look at the file of a sub-agent that has come since: Update finds that.
func (s *Session) MayHaveChanged() bool {
	return slices.ContainsFunc(s.files, func(f *file) bool {
		src, is := f.src.(*source.File)
		return is && src.MayHaveChanged()
	})
}

// Update reads what was added since. It reports whether there was anything. A file that was truncated or replaced is
// source.ErrStale: open it again.
func (s *Session) Update(ctx context.Context) (bool, error) {
	known := len(s.files)
	if s.stored {
		return false, fmt.Errorf("%s: a database is not followed: it is read once", s.Path())
	}
	if s.files[0].src != nil {
		s.addBeside(ctx) // a sub-agent may have begun
	}

	clear(s.ended)
	grown := len(s.files) > known
	for _, f := range s.files[:known] {
		more, err := f.refresh(ctx)
		if err != nil {
			return false, err
		}
		grown = grown || more
	}

	if !grown {
		return false, s.Run.LimitError() // each time, since nothing is read on
	}
	if !s.format.Lines { // the value is another one now
		return false, fmt.Errorf("%s: %w", s.files[0].name, source.ErrStale)
	}

	return true, s.read(ctx)
}

// IsWhole reports whether the session has all that its agents were sent, as far as that is recorded: none of its
// records was left out, it does not go on from another one, its form keeps what people said, and it is not partly
// there.
func IsWhole(s *Session) bool {
	return !s.part && s.Parent == "" && s.format.Says && !IsPartly(s)
}

// IsPartly reports whether the record has only some of what its agents were sent: by its form or what it says of
// itself, since one of its files could not be opened, or since they may have asked their model past what recorded it.
func IsPartly(s *Session) bool {
	isHeadless := s.Headless && !s.part // of some records nothing is known
	return s.format.Partly || s.Lacking || isHeadless || len(s.unread) > 0 || len(s.Bypasses()) > 0
}

// HasOnlyRequests reports whether the run is known by the recorded requests to its model alone.
func HasOnlyRequests(s *Session) bool { return s.format.Itself }

// CallOf is the call of an identity, as its agent recorded it; nil without one.
func CallOf(s *Session, id string) *record.Call { return s.index.Lookup(id) }

// Path is the path of the main file.
func (s *Session) Path() string { return s.files[0].name }

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

// Args is the arguments of the tool that made a call as a JSON object, also where they are recorded as a text; missing
// where it has no arguments.
func (s *Session) Args(c *record.Call) (jsonskim.Value, error) {
	_, args := c.Made()
	if s.format.Arguments == nil || args.As != record.AsText {
		return s.Value(args)
	}
	text, _, err := s.Text(args, record.TextLimit)
	return jsonskim.Parse(s.format.Arguments(c.Tool, string(text))), err
}

// NotAllRecorded ends the note of a run of whose requests some may not be recorded; [record.Run.Bypasses] says which.
const NotAllRecorded = "Not all of them may be recorded."

// Note says what the format has other than what the model was sent, or what the requests tell; "" when nothing is
// known.
func (s *Session) Note() string {
	switch {
	case s.Wire != nil:
		return s.Wire.words() + s.orderWords()
	case s.format.Requests:
		return s.format.Note + " " + s.Requested.words() + s.orderWords()
	case s.format.Itself && len(s.Bypasses()) > 0:
		return s.format.Note + s.orderWords() + " " + NotAllRecorded
	}
	return s.format.Note + s.orderWords()
}

// orderWords say, behind a blank, of how many requests the place among the others is not known; "" for none.
func (s *Session) orderWords() string {
	if s.Unclear == 0 {
		return ""
	}
	const form = " Neither the times of their files nor what is in them tells when %d of the requests were made: the " +
		"order of these may be another."
	return fmt.Sprintf(form, s.Unclear)
}

// TrimsLines reports whether the agent cuts white space off the ends of lines.
func (s *Session) TrimsLines() bool { return s.format.Trims }

// SaysFailed reports whether a result's text says that what was asked for failed.
func (s *Session) SaysFailed(text string) bool { return s.format.Fails != nil && s.format.Fails(text) }

// Output is the text of a shell's result from where the output of its command begins.
func (s *Session) Output(text string) string {
	o := s.format.OutputIn(text)
	if out, whole := o.Whole(); whole || len(o.Pieces) == 0 {
		return out
	}
	return text[max(strings.Index(text, o.Pieces[0]), 0):]
}
