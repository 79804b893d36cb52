package tools

import (
	"context"
	"encoding/json"
	"io"

	"eyeline/reader/window"
)

// Error is a refusal of a tool: an ordinary result that the model sees. Error() is its exact text.
type Error struct {
	Text string
	// Own: the text is this program's, not the tool's: the request asks for what is not imitated (a shell command that
	// is no plain read) or not allowed (Env.Confine).
	Own bool
	// Estimated: Text states a number of tokens that is estimated here; the agent asks its service for it.
	Estimated bool
	// Aside is a sentence of this program about the refusal, for a person, as of a Result.
	Aside string

	changed bool
	reason  error
}

func (e *Error) Error() string { return e.Text }

// Unwrap returns the error of opening or reading the file, as package access or the system gave it; nil for a refusal
// that has no such error behind it.
func (e *Error) Unwrap() error { return e.reason }

// Because gives a refusal its reason, which Unwrap returns.
func (e *Error) Because(reason error) *Error {
	e.reason = reason
	return e
}

// Result is a read that succeeded. It is written once or more often; every Render gives the same bytes unless the
// file changed meanwhile, which is an error and never a mixture.
type Result struct {
	Tool   *Tool
	Window window.Window
	// FileBytes is the size of the file in bytes; 0 where no file is read.
	FileBytes int64
	// Metadata is what the tool returns beside its content, written as JSON; nil for most.
	Metadata any
	// Kind is "" for text. For an answer that is not text ("image", "document", "audio", "video") Instead says in one
	// sentence what the model gets, and the content may be empty.
	Kind, Instead string
	// Aside is a sentence of this program about the result, for a person: no model gets it. "" without one.
	Aside string
	// Others are other files of which the answer has lines, by their absolute paths.
	Others []string
	// Notes are messages of their own that the agent adds after the result.
	Notes []string
	// NextArgs are the arguments of the next call that an agent makes to read on; nil at the end, or where no call goes
	// on.
	NextArgs json.RawMessage
	// Silent: the answer ends before the file does, and nothing in it says so.
	Silent bool
	// Estimated: the content, or a note, states a number of tokens that is estimated here; the agent asks its service
	// for it.
	Estimated bool

	write func(ctx context.Context, w io.Writer) (Stats, error)
	close func() error
	file  *File
}

// File is the file that was read, which Close closes; nil where the result was made without one.
func (r *Result) File() *File { return r.file }

// Remark adds to what this program says of the result; text may be "".
func (r *Result) Remark(text string) {
	if r.Aside != "" && text != "" {
		r.Aside += "; "
	}
	r.Aside += text
}

// Render streams the content to w. Memory does not grow with the window.
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
	Lines int64 // lines of the file shown, whole or cut
	Cut   int64 // lines cut at the tool's length limit
	// CutBytes is how many bytes of the window are lost by cutting lines in it. The rest of a line in which the window
	// ends lies outside it and is not counted here.
	CutBytes int64
	Cuts     []Cut // the first MostCuts lines that were cut, in their order
	Replaced int64 // U+FFFD written, each for one or more bytes that cannot be decoded
	Altered  Altered
	// Runs says for each run of the window (Window.Spans) where the content shows it. It is empty when no run is shown.
	Runs        []Shown
	NoticeLines int64 // content lines after the last line shown (blank line and notice)
	// Parts are the lengths in bytes of the parts that the content is given in; nil: it is one, and no list.
	Parts        []int64
	FinalNewline bool // the content ends with '\n'
}

// LinesGiven is how many lines of the file an answer gives, as the file has them. A tool that counts an empty line
// after the last newline shows one more (Stats.Lines), which is no line of the file.
func LinesGiven(w window.Window, s Stats) int64 {
	if n := w.Lines(); n > 0 && len(w.Runs) < 2 {
		return n
	}
	return s.Lines
}

// MostCuts is how many cut lines Stats.Cuts names, so that memory does not grow with the file.
const MostCuts = 1000

// Cut is a line that was cut at the tool's length limit.
type Cut struct {
	// Line is the tool's number of the line, 1-based, also where the content does not show numbers.
	Line int64
	// Start and End are the half-open range of bytes of the file that is lost.
	Start, End int64
}

// Shown is where a content shows a run of lines.
type Shown struct {
	// Content is the 0-based number of the content line that shows the run's first line.
	Content int64
	// Lines is the number of lines shown, whole or cut, each on a content line of its own.
	Lines int64
	// Number is the tool's number of the first line, 0 where lines are not numbered; First says that it is the first
	// line of the answer, and Width is Line.Width.
	Number int64
	First  bool
	Width  int
	// Before is the number of bytes on its first content line that come before what the tool puts before a line's text.
	Before int
}

// Line describes the line on a content line to the tool's LineFormat; ok is false when none is shown there.
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
