package tools

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"eyeline/reader/access"
	"eyeline/reader/internal/lossy"
	"eyeline/reader/ospath"
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
