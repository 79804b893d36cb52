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

// ErrFormat says that a file has no known format.
var ErrFormat = errors.New("not a transcript of a known agent")

// Session is a recorded run that is open. It is not safe for concurrent use.
type Session struct {
	*record.Run
	*record.Texts
	Wire *Wire // nil until requests were read, see ReadWire
	// Requested says what is known of the requests in the transcript itself, see ReadRequests.
	Requested Requests

	format *formats.Format
	index  *record.Index
	files  []*file
	unread map[string]UnopenedFile // by path
	stored bool                    // it comes from a database
	part   bool                    // records were left out while it was read
	shells *shells
	ended  map[string]bool // the answers of HasAll, by file

	readers []*requestReader // one for each file
}

// Open reads the transcript at path, with the files that belong to it. It only opens regular files. The caller closes
// the session.
func Open(ctx context.Context, path string) (*Session, error) {
	return OpenWatched(ctx, path, &Progress{})
}

// OpenWatched is Open with a Progress. Cancelling ctx ends it even within a very long value.
func OpenWatched(ctx context.Context, path string, p *Progress) (*Session, error) {
	src, stored, err := openUnpacked(ctx, path, maxUnpacked)
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

// maxUnpacked is how many bytes a packed transcript may have when unpacked. Tests lower it.
var maxUnpacked int64 = 4 << 30

// openUnpacked opens a file. A packed file is unpacked into a temporary one, up to most bytes; so is a session of a
// store, or of a folder with one file for each event. More than maxUnpacked bytes are an error.
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
		src, err = source.OpenFile(path) // for the system's error about a path below a file
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

// spoolUpTo copies what a reader gives to a temporary file, up to most bytes.
func spoolUpTo(ctx context.Context, path string, in io.ReadCloser, most int64) (source.Source, error) {
	spool, err := source.Spool(path, in, source.SpoolOptions{Limit: most})
	if err != nil {
		return nil, errors.Join(err, in.Close())
	}

	err = cmp.Or(spool.Wait(ctx), spool.Snapshot().Err)
	if errors.Is(err, source.ErrSpoolLimit) {
		if most < maxUnpacked {
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

// Decode reads a transcript from the first size bytes of r. The name serves as its path; no other file is opened.
func Decode(ctx context.Context, name string, r io.ReaderAt, size int64) (*Session, error) {
	s, err := newSession(name, r, size)
	if err != nil {
		return nil, err
	}
	return s, s.readAll(ctx)
}

// newSession returns a session of which nothing has been read yet.
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

// addBeside opens the other files of the session, and unpacks those that are packed. A file that cannot be opened is
// left out, see [Session.Unread].
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

// readAll reads all files, and then sorts their calls.
func (s *Session) readAll(ctx context.Context) error {
	err := s.read(ctx)
	if len(s.files) > 1 {
		s.Sort()
	}
	return err
}

// read reads what has not been read of every file.
func (s *Session) read(ctx context.Context) error {
	for _, f := range s.files {
		read := f.readWhole
		if s.format.Lines {
			read = f.readLines
		}
		if err := read(ctx, s.Run); errors.Is(err, record.ErrTooLarge) {
			return err // whoever opened it says which file it is
		} else if err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
	}

	s.index.DropRepeated(s.SameRecorded)
	s.Damage.Unfinished = slices.ContainsFunc(s.files, func(f *file) bool { return f.isUnfinished })
	return nil
}

// MayHaveChanged reports whether a file of the session may have changed since it was last read, at little cost. It does
// not notice the file of a new sub-agent; Update does.
func (s *Session) MayHaveChanged() bool {
	return slices.ContainsFunc(s.files, func(f *file) bool {
		src, ok := f.src.(*source.File)
		return ok && src.MayHaveChanged()
	})
}

// Update reads what has been added, and reports whether there was anything. If a file was truncated or replaced, the
// error is source.ErrStale: open the session again.
func (s *Session) Update(ctx context.Context) (bool, error) {
	known := len(s.files)
	if s.stored {
		return false, fmt.Errorf("%s: a database is not followed: it is read once", s.Path())
	}
	if s.files[0].src != nil {
		s.addBeside(ctx) // a sub-agent may have started
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
		return false, s.Run.LimitError() // every time, since nothing more is read
	}
	if !s.format.Lines { // the whole file is one value, which has changed
		return false, fmt.Errorf("%s: %w", s.files[0].name, source.ErrStale)
	}

	return true, s.read(ctx)
}

// IsWhole reports whether the session has all that its agents were sent, as far as that is recorded: none of its
// records was left out, it does not continue another session, its format keeps what people said, and no part of it is
// missing.
func IsWhole(s *Session) bool {
	return !s.part && s.Parent == "" && s.format.Says && !IsPartly(s)
}

// IsPartly reports whether the record has only a part of what its agents were sent: because of its format or what it
// says of itself, because one of its files could not be opened, or because the agents may have called their model in a
// way that was not recorded.
func IsPartly(s *Session) bool {
	isHeadless := s.Headless && !s.part // of partial records this is not known
	return s.format.Partly || s.Lacking || isHeadless || len(s.unread) > 0 || len(s.Bypasses()) > 0
}

// HasOnlyRequests reports whether all that is known of the run are the recorded requests to its model.
func HasOnlyRequests(s *Session) bool { return s.format.Itself }

// CallOf returns the call with an ID, as its agent recorded it; nil without one.
func CallOf(s *Session, id string) *record.Call { return s.index.Lookup(id) }

// Path returns the path of the main file.
func (s *Session) Path() string { return s.files[0].name }

// Close closes the files of the session. Texts cannot be read afterwards.
func (s *Session) Close() error {
	var errs []error
	for _, f := range s.files {
		if f.src != nil {
			errs = append(errs, f.src.Close())
		}
	}
	return errors.Join(errs...)
}

// Args returns the arguments of a call as a JSON object, even if they are recorded as a text; a missing value if the
// call has no arguments.
func (s *Session) Args(c *record.Call) (jsonskim.Value, error) {
	_, args := c.Made()
	if s.format.Arguments == nil || args.As != record.AsText {
		return s.Value(args)
	}
	text, _, err := s.Text(args, record.TextLimit)
	return jsonskim.Parse(s.format.Arguments(c.Tool, string(text))), err
}

// NotAllRecorded ends the note about a run some of whose requests may not be recorded; [record.Run.Bypasses] says
// which.
const NotAllRecorded = "Not all of them may be recorded."

// Note returns how the format differs from what the model was sent, or what the requests tell; "" if nothing is known.
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

// orderWords returns a sentence, after a blank, with the number of requests whose order is not known; "" for 0.
func (s *Session) orderWords() string {
	if s.Gaps.Unclear == 0 {
		return ""
	}
	const form = " Neither the times of their files nor what is in them tells when %d of the requests were made: the " +
		"order of these may be another."
	return fmt.Sprintf(form, s.Gaps.Unclear)
}

// TrimsLines reports whether the agent removes white space at the ends of lines.
func (s *Session) TrimsLines() bool { return s.format.Trims }

// SaysFailed reports whether the text of a result says that the call failed.
func (s *Session) SaysFailed(text string) bool { return s.format.Fails != nil && s.format.Fails(text) }

// Output returns the text of a shell's result from the start of the command's output.
func (s *Session) Output(text string) string {
	o := s.format.OutputIn(text)
	if out, whole := o.Whole(); whole || len(o.Pieces) == 0 {
		return out
	}
	return text[max(strings.Index(text, o.Pieces[0]), 0):]
}
