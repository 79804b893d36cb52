package reader

import (
	"context"
	"time"

	"eyeline/reader/lists"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/record"
)

// Edit is a change of a file that an agent recorded, with what the model had been sent of it when it was made. Of the
// lines that it replaced (LinesThen, in the numbers of the file before it, 1-based and inclusive) each is in one of
// SentThen, BlindThen and UnknownThen; BlindCount counts those that had not been sent, and Reason says why.
type Edit struct {
	// Path is below the working folder of the run, else absolute.
	Path string
	// Call is the number of the call that made it, Time when that was, and Tool its name as recorded.
	Call int
	Time time.Time
	Tool string

	Failed  bool // nothing was changed
	Pending bool // there is no result: whether anything was changed is not recorded
	Whole   bool // all of the file was written
	Deleted bool // the file was

	// Lines are the lines that the change made and that are still there, in the file as it is.
	Lines record.Ranges
	// Blind are the lines of Lines that were written over lines, or between lines, that had not been sent as they were.
	Blind record.Ranges
	// LinesThen are the lines that it replaced or, where it only put lines in, those that it put them after.
	LinesThen record.Ranges
	// SentThen are those that the model had been sent, or had written, as they were then; BlindThen those that had not
	// been sent to it; UnknownThen those for which this is not known.
	SentThen, BlindThen, UnknownThen record.Ranges
	// OtherThen are those of BlindThen that had another text when they were sent; PartThen those that were sent in
	// part.
	OtherThen, PartThen record.Ranges
	// DroppedThen are those of SentThen that the request which led to the change did not have any more.
	DroppedThen record.Ranges
	// FoundIn are the calls in whose texts lines of SentThen were found that no read gave.
	FoundIn []int32
	// RequestProven says that the request which led to the change is proven by its digest.
	RequestProven bool

	// UnplacedBlind: it replaced lines that had not been sent, and the record does not say which.
	UnplacedBlind bool
	// UnplacedUnknown: it replaced lines, the record does not say which, and it is not known whether they had been
	// sent.
	UnplacedUnknown bool

	// Why says in words how it came that lines had not been sent; "" where all had.
	Why string
	// WhyCall is the call that this is about, 0 for none.
	WhyCall int
	// ChangedOutside is the call after which a line that it replaced was changed outside of the run, by hand or by
	// another program, where that is certain; 0 else.
	ChangedOutside int
	// Unanswered is the last call before it that may have given the agent lines of the file and whose result is not
	// recorded; 0 for none, and where it is known of all lines whether they had been sent.
	Unanswered int

	change coverage.Change
}

// editOf is a change as the library has it, which stays when the packages below change.
func editOf(e coverage.Edit) Edit {
	c := e.Change
	return Edit{
		Path: e.File.Path, Call: c.Call, Time: c.Time, Tool: c.Tool,
		Failed: c.Failed, Pending: c.Pending, Whole: c.Whole, Deleted: c.Deleted,
		Lines: c.Lines, Blind: c.Blind, LinesThen: c.LinesThen,
		SentThen: c.SentThen, BlindThen: c.BlindThen, UnknownThen: c.UnknownThen,
		OtherThen: c.OtherThen, PartThen: c.PartThen, DroppedThen: c.DroppedThen,
		FoundIn: c.FoundIn, RequestProven: c.RequestProven,
		UnplacedBlind: c.UnplacedBlind, UnplacedUnknown: c.UnplacedUnknown,
		Why: c.Why, WhyCall: c.WhyCall, ChangedOutside: c.ChangedOutside, Unanswered: c.Unanswered,
		change: *c,
	}
}

// IsBlind reports whether it replaced lines, or put lines after lines, that had not been sent as they were then.
func (e Edit) IsBlind() bool { return e.change.IsBlind() }

// IsKnown reports whether it is known of all lines that it replaced whether they had been sent.
func (e Edit) IsKnown() bool { return e.change.IsKnown() }

// WentWrong reports whether it was refused or blind.
func (e Edit) WentWrong() bool { return e.change.WentWrong() }

// BlindCount is how many lines it replaced, or put lines after, that had not been sent as they were then; at least 1
// where it is blind.
func (e Edit) BlindCount() int64 { return e.change.BlindCount() }

// Reason says in words how it came that lines had not been sent. Where none is known not to have been, it says by which
// calls that is known, for which lines it is not known, and which had been dropped from the context since.
func (e Edit) Reason() string { return e.change.Reason() }

// Edits gives the changes of files in a transcript, in the order of their calls. The files are looked for where the run
// had them, and where one is gone its present lines are those that were sent. The error is one of ctx or of reading, or
// says that the file is no transcript of a known agent.
func Edits(ctx context.Context, path string) ([]Edit, error) {
	s, err := transcript.Open(ctx, path)
	if err != nil {
		return nil, err
	}

	defer func() { _ = s.Close() }()
	c, err := coverage.Of(ctx, s, "")
	if err != nil {
		return nil, err
	}

	return lists.Map(c.Edits(false), editOf), nil
}
