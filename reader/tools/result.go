package tools

import (
	"context"
	"encoding/json"
	"errors"
	"io"

	"eyeline/reader/window"
)

// Error is a refusal of a tool, which is an ordinary result for the model. Error() is its exact text.
type Error struct {
	Text string
	// Own: the text is this program's, not the tool's: the request needs something that is not imitated, such as a
	// shell command that does more than read, or not allowed (Env.Confine).
	Own bool
	// NamesEstimate: Text contains an estimated number of tokens, for which the agent asks its service.
	NamesEstimate bool
	// Aside is a remark of this program for the user, as in Result.
	Aside string

	changed bool
	reason  error
}

func (e *Error) Error() string { return e.Text }

// Unwrap returns the error of opening or reading the file that the refusal is for; nil if there was no such error.
func (e *Error) Unwrap() error { return e.reason }

// Because sets the error that Unwrap returns.
func (e *Error) Because(reason error) *Error {
	e.reason = reason
	return e
}

// Result is a successful read. Every Render writes the same bytes, or returns an error if the file has changed.
type Result struct {
	Tool   *Tool
	Window window.Window
	// FileBytes is the size of the file in bytes; 0 if no file is read.
	FileBytes int64
	// Metadata is what the tool returns besides its content, encoded as JSON; usually nil.
	Metadata any
	// Kind is "" for text. For other answers ("image", "document", "audio", "video") Instead describes in a sentence
	// what the model gets, and the content may be empty.
	Kind, Instead string
	// Aside is a remark of this program for the user, which no model gets; may be "".
	Aside string
	// Others are the absolute paths of other files of which the answer has lines.
	Others []string
	// Notes are separate messages that the agent adds after the result.
	Notes []string
	// NextArgs are the arguments of the call with which an agent reads on; nil at the end, or if no call can.
	NextArgs json.RawMessage
	// CallsLeft is how many calls read the file on to its end, NextArgs the first of them; 0 if the tool does not know
	// that without making them.
	CallsLeft int64
	// Silent: the answer ends before the file does, without saying so.
	Silent bool
	// NamesEstimate: the content or a note has an estimated number of tokens, for which the agent asks its service.
	NamesEstimate bool

	write func(ctx context.Context, w io.Writer) (Stats, error)
	close func() error
	file  *File
}

// CallsFor returns how many calls it takes to move on by n lines, where each moves on by step lines at most.
func CallsFor(n, step int64) int64 { return (n + step - 1) / step }

// File returns the file that was read, which Close closes; nil if there was no file.
func (r *Result) File() *File { return r.file }

// Remark adds to Aside; text may be "".
func (r *Result) Remark(text string) {
	if r.Aside != "" && text != "" {
		r.Aside += "; "
	}
	r.Aside += text
}

// Render writes the content to w. Its memory does not grow with the window.
func (r *Result) Render(ctx context.Context, w io.Writer) (Stats, error) { return r.write(ctx, w) }

// Close releases the file.
func (r *Result) Close() error {
	if r == nil || r.close == nil {
		return nil
	}
	return r.close()
}

// Stats counts what was written and what the tool altered on the way.
type Stats struct {
	Bytes int64 // bytes of content written
	Lines int64 // shown lines of the file, complete or cut
	Cut   int64 // lines cut at the tool's length limit
	// CutBytes is how many bytes of the window are lost by cutting lines. It does not count the rest, outside of the
	// window, of a line in which the window ends.
	CutBytes int64
	Cuts     []Cut // the first MaxCuts cut lines, in order
	Replaced int64 // how many U+FFFD replace bytes that cannot be decoded
	Altered  Altered
	// Runs says for each run of the window (Window.Spans) where the content shows it; empty if no run is shown.
	Runs        []ShownRun
	NoticeLines int64 // lines of the content after the last shown line
	// Parts are the lengths in bytes of the content's parts, if it is sent as a list; else nil.
	Parts        []int64
	FinalNewline bool // the content ends with '\n'
}

// LinesGiven returns how many lines of the file an answer shows. Stats.Lines may be one more, if a tool counts an empty
// line after the final newline.
func LinesGiven(w window.Window, s Stats) int64 {
	if n := w.Lines(); n > 0 && len(w.Runs) < 2 {
		return n
	}
	return s.Lines
}

// MaxCuts is the length limit of Stats.Cuts, so that memory does not grow with the file.
const MaxCuts = 1000

// Cut is a line that was cut at the tool's length limit.
type Cut struct {
	// Line is the tool's number of the line, 1-based, even if the content does not show numbers.
	Line int64
	// Start and End are the half-open range of bytes of the file that is lost.
	Start, End int64
}

// ShownRun is where a content shows a run of lines.
type ShownRun struct {
	// Content is the 0-based index of the content line that shows the run's first line.
	Content int64
	// Lines is the number of shown lines, complete or cut, each on its own content line.
	Lines int64
	// Number is the tool's number of the first line, 0 if lines are not numbered. First: it is the first line of the
	// answer. Width is Line.Width.
	Number int64
	First  bool
	Width  int
	// Before is how many bytes precede the line's prefix on its first content line.
	Before int
}

// Line returns the file's line on a content line, for the tool's LineFormat; ok is false if there is no such line.
func (s Stats) Line(content int64) (l Line, ok bool) {
	for _, run := range s.Runs {
		if n := content - run.Content; n >= 0 && n < run.Lines {
			l = Line{Number: run.Number + n, First: run.First && n == 0, Width: run.Width}
			if n == 0 {
				l.Before = run.Before
			}

			return l, true
		}
	}

	return Line{}, false
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
