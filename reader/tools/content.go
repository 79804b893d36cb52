package tools

import (
	"context"
	"errors"
	"io"

	"eyeline/reader/window"
)

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
