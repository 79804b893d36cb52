package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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

// Refuse makes a refusal of the tool.
func Refuse(text string) *Error { return &Error{Text: validText(text)} }

// validText is text as a model gets it: arguments that are repeated in it may not be UTF-8.
func validText(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	return string(lossy.Decode([]byte(text)))
}

// RefuseOwn makes a refusal in this program's own words: see Error.Own.
func RefuseOwn(text string) *Error { return &Error{Text: text, Own: true} }

// refuseFor makes a refusal in this program's own words of the reason for it.
func refuseFor(reason error) *Error { return &Error{Text: reason.Error(), Own: true, reason: reason} }

// withAside is err with a remark beside it, where it is a refusal and there is one.
func withAside(err error, remark string) error {
	e, ok := errors.AsType[*Error](err)
	if !ok || remark == "" {
		return err
	}
	said := *e
	said.Aside = remark
	return &said
}

// Changed reports whether err is a refusal that came from a file that changed while it was read. The same call made
// again may succeed.
func Changed(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.changed
}

// IsSpecial reports whether err is that a path names a file that is not to be read: a named pipe, a socket, a device.
func IsSpecial(err error) bool {
	var special *access.SpecialError
	return errors.As(err, &special)
}

// passes reports whether err goes to the caller as it is: it is a refusal already, or the caller has cancelled.
func passes(err error) bool {
	if err == nil {
		return true
	}
	var e *Error
	return errors.As(err, &e) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// Wording turns the reason why a file cannot be opened or read into the tool's text for it. The reasons are those of
// package access, ErrConfined, and the system's.
type Wording func(err error) string

// Of turns err into a refusal, unless it is one already or the context's.
func (words Wording) Of(err error) error {
	switch {
	case passes(err):
		return err
	case errors.Is(err, ErrConfined):
		return refuseFor(err)
	case ospath.IsNotKnown(err):
		return RefuseOwn("eyeline: " + err.Error())
	case access.IsChanged(err):
		return &Error{Text: words(access.ErrChanged), changed: true, reason: err}
	}

	if errors.Is(err, access.ErrOutside) { // of a tool that is confined by itself
		return Refuse(words(err)).Because(fmt.Errorf("%w: %w", ErrConfined, err))
	}

	return Refuse(words(err)).Because(err)
}

// ErrConfined is the reason why a path outside the root is refused when Env.Confine is set.
var ErrConfined = errors.New("eyeline: the path leads out of the root, and no other is allowed")

// errOnly is the reason why a file is refused that is not Env.Only.
var errOnly error = onlyError{}

// onlyError is a kind of ErrConfined with words of its own.
type onlyError struct{}

func (onlyError) Error() string {
	return "eyeline: no other file than the open one is read: the viewer runs with --secure"
}
func (onlyError) Is(target error) bool { return target == ErrConfined }

// writeError marks an error of the writer that a content goes to, so that it is not taken for the tool's own.
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
	// Index finds lines without reading from the start; nil without one.
	Index window.Index

	system ospath.System
	words  Wording // of the reasons why it cannot be read on
	guess  string  // the character set that it is taken for, where it is not UTF-8
	ctx    context.Context
	failed error // the first error of reading
}

// Caps are the limits of the tool that reads it.
func (o *File) Caps() *Caps { return &o.Tool.Caps }

// System is the system whose paths the agent has.
func (o *File) System() ospath.System { return o.system }

// Open opens a file for a tool of the kind paths (PathAbsolute and PathAny: any file of the system, PathConfined:
// inside the root); a relative path resolves against the root. Errors are those of package access, ErrConfined, or a
// refusal of a file of more than Env.MaxBytes.
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

// openOnly opens the one file that may be opened. What is opened is compared once more: the path may lead elsewhere by
// now.
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

// readTries is how often a read is begun while its file keeps changing.
const readTries = 4

// retryPause gives whoever rewrites the file time to finish; it doubles with each try.
const retryPause = time.Millisecond

// ReadFile opens a file and makes a result of it. When the file changes meanwhile it begins again from the opening, at
// most readTries times. Reasons why the file cannot be opened or read become refusals in words.
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

// ReadPath is ReadFile of what Open opens.
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

	// A refusal, too, must not come from a mixture of two files.
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
		r.Aside = "the file is not UTF-8: " + o.Tool.Since.Agent + " guesses its character set, " + o.guess + " here"
	case o.Tool != nil && o.Tool.Guesses && r.Window.Kind != window.Notice && o.isLegacy():
		r.Aside = "the file is not UTF-8: " + o.Tool.Since.Agent + " guesses its character set and may give other " +
			"characters than these"
	}

	return r, nil
}

// Guess says how the file is decoded where its first bytes, as many as first says, are not UTF-8: in the character set
// that chardet takes all of it for, and still as UTF-8 where iconv-lite does not know that set, or it is ASCII and
// that does not count. A very large file is UTF-8, too.
func (o *File) Guess(form textfile.Form, first int64, ascii bool) textfile.Form {
	const most = 10 << 20 // Qwen Code guesses for no larger one
	if o.Size() > most {
		return form
	}

	fault, found, err := textfile.FirstFault(o.ctx, source.View(o, first), 0)
	o.Fail(err)
	if !found || fault.Cut && first < o.Size() {
		return form
	}

	if m := source.MemoryOf(o); m != nil { // it is of use to the next tool also where this one gives up
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

// Guessed says what character set the tool takes the file for, or what it reads of it.
func (o *File) Guessed(name string) { o.guess = name }

// isLegacy reports whether the front of the file is in none of the coded forms of Unicode.
func (o *File) isLegacy() bool {
	const looked = 64 << 10
	head := o.Head(looked)
	if o.Size() > looked {
		head = head[:len(head)-lossy.PartialTail(head)]
	}
	_, mark := textfile.BOM(head, true)
	return mark == 0 && !utf8.Valid(head)
}

// Content sets how the result is written: body renders into a Sink. Errors of o, the file that ReadFile opened, become
// refusals in its words; o is nil where no file is read.
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

// Convert sets a content that is made of the file, but for holes, which are half-open ranges of its bytes in their
// order.
func (r *Result) Convert(o *File, body string, holes [][2]int64) *Result {
	body = validText(body)
	r.Window = window.OfConverted(o.Size(), holes)
	return r.Content(o, func(s *Sink) {
		s.Stats.Altered[Converted]++
		s.Str(body)
	})
}

// Text sets a content that shows nothing of the file: a text about it.
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
