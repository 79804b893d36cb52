package tools

import (
	"context"
	"errors"
	"io"
)

// refuse makes a refusal of the tool.
func refuse(text string) *Error { return &Error{Text: text} }

// Changed says whether err is a refusal that came from a file that changed while it was read. The same call made
// anew may succeed.
func Changed(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.changed
}

// passes says whether err goes to the caller as it is: it is a refusal already, or the caller has cancelled.
func passes(err error) bool {
	var e *Error
	return err == nil || errors.As(err, &e) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// wording turns the reason why a file cannot be opened or read into the tool's text for it.
type wording func(err error) string

// of turns err into a refusal, unless it passes.
func (words wording) of(err error) error {
	switch {
	case passes(err):
		return err
	case isChanged(err):
		return &Error{Text: words(errChanged), changed: true}
	}
	return refuse(words(err))
}

// writeError marks an error of the writer that a content goes to, which is none of the tool's.
type writeError struct{ err error }

func (e *writeError) Error() string { return e.err.Error() }
func (e *writeError) Unwrap() error { return e.err }

// content makes a Result's write: body renders into a sink, and errors of the file become refusals in words.
func content(o *opened, words wording, body func(s *sink)) func(context.Context, io.Writer) (Stats, error) {
	return func(ctx context.Context, w io.Writer) (Stats, error) {
		s := newSink(ctx, w, o.unchanged)
		body(s)
		stats, err := s.finish()
		var we *writeError
		if errors.As(err, &we) {
			return stats, we.err
		}
		return stats, words.of(err)
	}
}

// text makes a Result's write of a text about the file, of lines lines.
func text(o *opened, words wording, body string, lines int64) func(context.Context, io.Writer) (Stats, error) {
	return content(o, words, func(s *sink) {
		s.str(body)
		s.stats.NoticeLines = lines
	})
}
