package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"eyeline/reader/access"
	"eyeline/reader/internal/lossy"
	"eyeline/reader/internal/runtime/charset"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/ospath"
	"eyeline/reader/source"
	"eyeline/reader/wait"
	"eyeline/reader/window"
)

// Refuse returns a refusal in the tool's words.
func Refuse(text string) *Error { return &Error{Text: validText(text)} }

// validText returns valid UTF-8, as models get it: a refusal may quote invalid arguments.
func validText(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	return string(lossy.Decode([]byte(text)))
}

// RefuseOwn returns a refusal in this program's words: see Error.Own.
func RefuseOwn(text string) *Error { return &Error{Text: text, Own: true} }

// refuseFor returns a refusal in this program's words, which wraps its reason.
func refuseFor(reason error) *Error { return &Error{Text: reason.Error(), Own: true, reason: reason} }

// withAside adds to err, if it is a refusal, a remark, and to one in the tool's words another. Each of them may be "".
func withAside(err error, remark, ofTheTool string) error {
	e, ok := errors.AsType[*Error](err)
	if ok && !e.Own && ofTheTool != "" {
		remark = strings.TrimPrefix(remark+"; "+ofTheTool, "; ")
	}
	if !ok || remark == "" {
		return err
	}

	said := *e
	said.Aside = remark
	return &said
}

// Changed reports whether err is a refusal because the file changed while it was read. The same call may succeed later.
func Changed(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.changed
}

// IsSpecial reports whether err is about a file that must not be read: a named pipe, socket or device.
func IsSpecial(err error) bool {
	var special *access.SpecialError
	return errors.As(err, &special)
}

// isFinal reports whether err is returned unchanged: it is nil, a refusal, or the caller has canceled.
func isFinal(err error) bool {
	if err == nil {
		return true
	}
	var e *Error
	return errors.As(err, &e) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// Wording returns a tool's text for an error of opening or reading a file. The error is one of package access,
// ErrConfined, or the system's.
type Wording func(err error) string

// Of converts err to a refusal, unless it is nil, a refusal, or the context's.
func (words Wording) Of(err error) error {
	switch {
	case isFinal(err):
		return err
	case errors.Is(err, ErrConfined):
		return refuseFor(err)
	case ospath.IsNotKnown(err):
		return RefuseOwn("eyeline: " + err.Error())
	case access.IsChanged(err):
		return &Error{Text: words(access.ErrChanged), changed: true, reason: err}
	}

	if errors.Is(err, access.ErrOutside) { // the tool itself is confined
		return Refuse(words(err)).Because(fmt.Errorf("%w: %w", ErrConfined, err))
	}

	return Refuse(words(err)).Because(err)
}

// ErrConfined is why Env.Confine refuses a path outside the root.
var ErrConfined = errors.New("eyeline: the path leads out of the root, and no other is allowed")

// errOnly is why Env.Only refuses other files.
var errOnly error = onlyError{}

// onlyError is an ErrConfined with its own text.
type onlyError struct{}

func (onlyError) Error() string {
	return "eyeline: no other file than the open one is read: the viewer runs with --secure"
}
func (onlyError) Is(target error) bool { return target == ErrConfined }

// writeError marks an error of the writer that content goes to, which is not the tool's.
type writeError struct{ err error }

func (e *writeError) Error() string { return e.err.Error() }
func (e *writeError) Unwrap() error { return e.err }

// File is a file opened for one read.
type File struct {
	*access.File
	// Tool is the tool that reads it.
	Tool *Tool
	// Args are the arguments of the call as they came.
	Args json.RawMessage
	// Index finds lines without reading from the start; it may be nil.
	Index window.Index

	system ospath.System
	words  Wording // for errors of reading
	guess  string  // the guessed character set if it is not UTF-8
	ctx    context.Context
	failed error // the first error of reading
}

// Caps returns the limits of the tool.
func (o *File) Caps() *Caps { return &o.Tool.Caps }

// System returns the system of the agent's paths.
func (o *File) System() ospath.System { return o.system }

// Open opens a file for a tool. PathConfined restricts it to the root; other kinds may open any file. A relative path
// resolves against the root. The error is one of package access, ErrConfined, or a refusal of a file of more than
// Env.MaxBytes.
func Open(ctx context.Context, env Env, paths Paths, path string) (*File, error) {
	f, err := open(ctx, env, paths, path)
	if err != nil {
		return nil, err
	}
	if env.MaxBytes > 0 && f.Size() > env.MaxBytes {
		_ = f.Close() // read only: nothing is lost
		return nil, RefuseOwn(fmt.Sprintf("%s bytes, more than %s", Thousands(f.Size()), Thousands(env.MaxBytes)))
	}

	o := &File{File: f, Tool: env.Tool, Args: env.args, system: env.System, ctx: ctx}
	fi := f.Info()
	if env.Index != nil && (env.Stream != nil || fi != nil) {
		o.Index = env.Index(fi)
	}
	return o, nil
}

func open(ctx context.Context, env Env, paths Paths, path string) (*access.File, error) {
	switch {
	case env.Stream != nil:
		return access.Stream(env.Stream), nil
	case env.translates():
		return openTranslated(ctx, env, paths, path)
	}
	return openFile(ctx, env, paths, path)
}

// openFile opens a file by a path of this machine.
func openFile(ctx context.Context, env Env, paths Paths, path string) (*access.File, error) {
	env.System = ospath.Native
	switch {
	case env.Only != nil:
		return openOnly(ctx, env, paths, path)
	case env.Shared != nil && env.Abs(path) == env.Shared.path:
		return env.Shared.file.Borrow(env.Shared.memory), nil
	case paths == PathConfined:
		return env.held.OpenIn(ctx, env.Root, path)
	case env.Confine:
		f, err := env.held.OpenIn(ctx, env.Root, path)
		if errors.Is(err, access.ErrOutside) {
			return nil, ErrConfined
		}
		return f, access.System(err)
	}

	return access.Open(ctx, env.Abs(path))
}

// openOnly opens Env.Only if the path names it. It compares the opened file again, because the path may lead elsewhere
// by then.
func openOnly(ctx context.Context, env Env, paths Paths, path string) (*access.File, error) {
	only := env.Only
	if !only.Names(env.Abs(path)) {
		return nil, errOnly
	}

	env.Only = nil
	f, err := openFile(ctx, env, paths, path)
	if err == nil && !only.Is(f.Info()) {
		_ = f.Close() // read only: nothing is lost
		return nil, errOnly
	}

	return f, err
}

// readTries is how often a read is tried while its file keeps changing.
const readTries = 4

// retryPause is the pause before the second try, in which a writer may finish; it doubles with each try.
const retryPause = time.Millisecond

// ReadFile opens a file and makes a result of it. If the file changes meanwhile it starts again with opening, up to
// readTries times. Errors of opening or reading become refusals in words.
func ReadFile(
	ctx context.Context, words Wording, open func() (*File, error), read func(*File) (*Result, error),
) (*Result, error) {
	for try := 1; ; try++ {
		r, err := readOnce(words, open, read)
		switch {
		case err == nil || !access.IsChanged(err):
			return r, words.Of(err)
		case try == readTries:
			return nil, words.Of(access.ErrChanged)
		}

		if err := wait.For(ctx, retryPause<<(try-1)); err != nil {
			return nil, err
		}
	}
}

// ReadPath is ReadFile for a path that Open opens.
func ReadPath(
	ctx context.Context, env Env, paths Paths, path string, words Wording, read func(*File) (*Result, error),
) (*Result, error) {
	return ReadFile(ctx, words, func() (*File, error) { return Open(ctx, env, paths, path) }, read)
}

func readOnce(words Wording, open func() (*File, error), read func(*File) (*Result, error)) (*Result, error) {
	o, err := open()
	if err != nil {
		return nil, err
	}

	o.words = words
	r, err := read(o)
	if o.failed != nil {
		err = o.failed
	}

	// The file must not have changed even for a refusal.
	if changed := o.Unchanged(); changed != nil {
		err = changed
	}

	if err != nil {
		_ = o.Close() // read only: nothing is lost
		return nil, err
	}

	r.file = o
	r.close = o.Close
	if r.FileBytes == 0 {
		r.FileBytes = o.Size()
	}

	switch {
	case o.guess != "":
		r.Aside = "the file is not UTF-8: " + o.Tool.Origin.Agent + " guesses its character set, " + o.guess + " here"
	case o.Tool != nil && o.Tool.Guesses && r.Window.Kind != window.Notice && o.isLegacy():
		r.Aside = "the file is not UTF-8: " + o.Tool.Origin.Agent + " guesses its character set and may give other " +
			"characters than these"
	}

	return r, nil
}

// Guess returns the form with the character set that chardet detects in the whole file, if its first bytes, as many as
// first, are not UTF-8. It stays UTF-8 if iconv-lite does not know the set, if it is ASCII and ascii is false, or if
// the file is very large.
func (o *File) Guess(form textfile.LineCoding, first int64, ascii bool) textfile.LineCoding {
	const most = 10 << 20 // the limit of Qwen Code
	if o.Size() > most {
		return form
	}

	fault, found, err := textfile.FirstFault(o.ctx, source.View(o, first), 0)
	o.Fail(err)
	if !found || fault.Cut && first < o.Size() {
		return form
	}

	if m := source.MemoryOf(o); m != nil { // computed without the read's context, since the next tool reuses it
		whole := context.WithoutCancel(o.ctx)
		o.guess = m.Once("character set", func() any { return charset.Guess(whole, m.Data()) }).(string)
	} else {
		o.guess = charset.Guess(o.ctx, o.Head(most))
	}

	form.Coding = map[string]textfile.Coding{"UTF-32BE": textfile.UTF32BE, "UTF-32LE": textfile.UTF32LE}[o.guess]
	set := charset.Of(o.guess)
	if set != nil && (ascii || o.guess != "ASCII") {
		form.Coding = textfile.Legacy
		form.Set = set
		form.Skip = 0
	}

	return form
}

// Guessed records the character set that the tool takes the file for, or what it reads of it.
func (o *File) Guessed(name string) { o.guess = name }

// isLegacy reports whether the beginning of the file is in no encoding of Unicode.
func (o *File) isLegacy() bool {
	const looked = 64 << 10
	head := o.Head(looked)
	if o.Size() > looked {
		head = head[:len(head)-lossy.PartialTail(head)]
	}
	_, mark := textfile.BOM(head, true)
	return mark == 0 && !utf8.Valid(head)
}

// Content sets the function that writes the result. Errors of reading o, the file of ReadFile, become refusals in its
// words; o is nil if no file is read.
func (r *Result) Content(o *File, body func(s *Sink)) *Result {
	guard := func() error { return nil }
	words := Wording(error.Error)
	if o != nil {
		guard = o.Unchanged
		if o.words != nil {
			words = o.words
		}
	}

	r.write = func(ctx context.Context, w io.Writer) (Stats, error) {
		s := newSink(ctx, w, guard, r.Window.Spans())
		body(s)
		stats, err := s.finish()
		if err == nil {
			return stats, nil
		}
		if we, ok := errors.AsType[*writeError](err); ok {
			return stats, we.err
		}

		return stats, words.Of(err)
	}

	return r
}

// Convert sets a content made from the file without holes, which are ascending half-open ranges of its bytes.
func (r *Result) Convert(o *File, body string, holes [][2]int64) *Result {
	body = validText(body)
	r.Window = window.OfConverted(o.Size(), holes)
	return r.Content(o, func(s *Sink) {
		s.Stats.Altered[Converted]++
		s.Str(body)
	})
}

// Notice returns an answer that is a text about a file, and shows nothing of it; o is nil if no file is read.
func Notice(o *File, body string) *Result { return (&Result{}).Text(o, body) }

// InPlaceOfText returns an answer that the model gets as something else than text, as a picture: what is a Result.Kind,
// and words are its Instead.
func InPlaceOfText(o *File, what, words, body string) *Result {
	return (&Result{Kind: what, Instead: words}).Text(o, body)
}

// Text sets a content that is a text about the file and shows nothing of it.
func (r *Result) Text(o *File, body string) *Result {
	body = validText(body)
	r.Window.Kind = window.Notice
	r.Window.TotalLines = -1
	return r.Content(o, func(s *Sink) {
		s.Notice(body)
		if body != "" && body[len(body)-1] != '\n' {
			s.Stats.NoticeLines++
		}
	})
}
