// Package coverage, which changes without notice, says which lines of a file a model was sent: a [Replay] takes the
// calls of a run in their order and keeps of every file what the model could hold of it; laid against the files as they
// are, that is the [Coverage].
//
// "Sent" means that a text was in a tool's result in the transcript, and nothing more: what was compacted or pruned
// later is not always recorded.
//
// The comments of the fields that are written as JSON become the rows of the JSON manual as they stand: phrases.
package coverage

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"eyeline/reader/lists"
	"eyeline/reader/tools"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/heldlines"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/runcost"
)

// Coverage is what was sent of all files.
type Coverage struct {
	Version      int       `json:"version"`          // of this form: 1
	Agent        string    `json:"agent"`            // its name for people
	AgentVersion string    `json:"agent_version"`    // as recorded
	ID           string    `json:"id"`               // of the session
	Dir          string    `json:"dir"`              // the working folder that was recorded
	Started      time.Time `json:"started,omitzero"` // of the first record; left out where none has a time
	Ended        time.Time `json:"ended,omitzero"`   // of the last record; likewise
	Calls        int       `json:"calls"`            // how many, of any tool
	Unknown      int       `json:"unknown_records"`  // how many are of a type that is not known
	BadLines     []int64   `json:"bad_lines"`        // lines of the transcript that are no records
	// lines of the transcript that are too long to be read whole: of a longer text than 32 MiB nothing is known
	LongLines []int64 `json:"long_lines,omitempty"`
	// the last record is not complete: it is being written, or its writer was stopped
	Unfinished  bool        `json:"unfinished,omitempty"`
	Compactions []time.Time `json:"compactions"` // when the agent shortened what it had sent
	// what the agent may have asked its model past what recorded its requests, in a sentence each
	Elsewhere    []string     `json:"elsewhere,omitempty"`
	Unread       []UnreadFile `json:"unread,omitempty"` // files that belong to the run and could not be opened
	Reads        int          `json:"reads"`            // answered reads, each of one file
	UnknownReads int          `json:"unknown_reads"`    // reads of which no line is known
	// unknown_reads whose text is not recorded; the others are not understood
	UnrecordedReads int `json:"unrecorded_reads,omitempty"`
	// what the requests tell that the agent wrote; only where they were read
	Wire *transcript.Wire `json:"wire,omitempty"`
	// of the requests that the transcript itself records; only where it does
	Requests *transcript.Requests `json:"requests,omitempty"`
	Files    []File               `json:"files"` // that its calls name
	// its searches, laid against the folder as it is; only where that was asked for
	Searches []Search `json:"searches,omitempty"`
	// the tokens of its results; only where that was asked for
	Cost     *runcost.Cost `json:"cost,omitempty"`
	NotKnown int64         `json:"not_known_lines"` // lines for which it is not known, of the files that are there
	Lines    int64         `json:"lines"`           // of the files that are there

	names map[string]int32 // the paths that the words of commands may name
	at    transcript.Workspace
	// partly: the record has only some of what was sent, see [transcript.IsPartly]
	partly bool

	// Lacks: some of the run's texts are not in the table, or the record has gaps, so a line that was not found may
	// have been sent.
	Lacks bool `json:"-"`
}

// sum adds up what is said of the files.
func (c *Coverage) sum() {
	for _, file := range c.Files {
		if file.Exists && !file.Outside {
			c.NotKnown += file.Unsure.Count()
			c.Lines += file.Lines
		}
		c.Reads += file.Reads
		c.UnknownReads += file.Unknown
		c.UnrecordedReads += file.Unrecorded
	}
}

// UnknownWords says in sentences of how many reads no line is known, and why; "" where each read is known.
func (c *Coverage) UnknownWords() string {
	var said []string
	reads := fmt.Sprintf("%s read", tools.Thousands(int64(c.Reads)))
	if c.Reads != 1 {
		reads += "s"
	}

	if n := c.UnrecordedReads; n > 0 {
		const words = "The record has no text of %d of %s: which lines they gave is not known."
		said = append(said, fmt.Sprintf(words, n, reads))
	}
	if n := c.UnknownReads - c.UnrecordedReads; n > 0 {
		const words = "%d of %s not understood: lines that they may have given are not known."
		said = append(said, fmt.Sprintf(words, n, reads))
	}
	return strings.Join(said, " ")
}

// Workspace is where the run's files lie now, and where they lay.
func (c *Coverage) Workspace() transcript.Workspace { return c.at }

// Names reports whether a call names a file, by the path that a File has: also a command with its name among its words.
func (c *Coverage) Names(path string) bool {
	_, isWord := c.names[record.ResolvePath(c.at.Recorded, path)]
	return isWord || c.File(path) != nil
}

// File is what was sent of one file. The lines of its sets are those of the file as it is now. For a file that is gone,
// or lies outside of the folder that may be read, they are the lines as they were sent.
type File struct {
	Path   string `json:"path"`   // below the working folder, else absolute
	Exists bool   `json:"exists"` // there is such a file now
	Lines  int64  `json:"lines"`  // of the file as it is now
	Reads  int    `json:"reads"`  // calls that read it
	heldlines.Sets
	Gone    int `json:"gone"`    // lines that were sent or written, and are not there
	Refused int `json:"refused"` // reads that failed
	Unknown int `json:"unknown"` // reads of which the lines are not known
	// those of unknown of which the record has no text; the others are not understood
	Unrecorded int      `json:"unrecorded,omitempty"`
	Named      int      `json:"named"`         // calls of programs that are not understood, and name it
	Media      int      `json:"media"`         // reads that gave a picture or the like
	Changes    []Change `json:"changes"`       // what the model changed in it
	Now        *Reruns  `json:"now,omitempty"` // what its reads give now; only where that was asked for
	// searches whose pattern the file matches, and whose answers did not name it
	Unfound int `json:"unfound,omitempty"`
	// why, in words, a file that exists was not looked at; its ranges are of the lines as they were sent
	NotRead string `json:"not_read,omitempty"`

	// Calls are the numbers of the calls that read or changed the file, in order.
	Calls []int32 `json:"-"`
	// CutIn are the reads that gave a part only of some lines, in order.
	CutIn []CutRead `json:"-"`

	Again    int  `json:"-"` // reads that gave nothing but lines that had been sent before, and are the same
	Disagree int  `json:"-"` // reads of which two ways of knowing the lines do not agree
	Outside  bool `json:"-"` // it lies outside of the folder that may be read, and was not looked at
}

// CutRead is a read with lines that were cut.
type CutRead struct {
	Call  int32 // its number
	Lines int32 // how many of them
}

// Change is one change of a file.
type Change struct {
	Call   int           `json:"call"`          // its number
	Time   time.Time     `json:"time,omitzero"` // left out where it is not recorded
	Tool   string        `json:"tool"`          // as recorded
	Failed bool          `json:"failed"`        // nothing was changed
	Whole  bool          `json:"whole"`         // all of the file was written
	Lines  record.Ranges `json:"lines"`         // that the change made and that are still there, in the file as it is
	// lines of Lines that were written over lines, or between lines, that had not been sent as they were
	Blind record.Ranges `json:"blind"`

	// What is said of its time does not change with what comes later.

	// the lines that it replaced or, where it only put lines in, those that it put them after, in the numbers of the
	// file before it; each is in one of the three that follow
	LinesThen record.Ranges `json:"lines_then"`
	SentThen  record.Ranges `json:"sent_then"`  // those that the model had been sent, or had written, as they were then
	BlindThen record.Ranges `json:"blind_then"` // those that had not been sent to it
	// those for which this is not known: their text may stand in a result that is not understood
	UnknownThen record.Ranges `json:"not_known_then"`
	// the calls in whose texts lines of sent_then were found that no read gave
	FoundIn []int32 `json:"found_in"`
	// those of sent_then that the request which led to the change did not have any more, as far as that is recorded
	DroppedThen record.Ranges `json:"dropped_then"`
	// the request that led to the change is proven by its digest, so that what it had is a fact
	RequestProven bool `json:"request_proven"`
	// it replaced lines that had not been sent, and the record does not say which
	UnplacedBlind bool `json:"unplaced_blind"`
	// it replaced lines, the record does not say which, and it is not known whether they had been sent
	UnplacedUnknown bool `json:"unplaced_not_known"`
	// in words, how it came that lines had not been sent; "" where all had
	Why     string `json:"why_blind"`
	WhyCall int    `json:"why_call"` // the call that this is about, 0 for none
	// the call after which a line that it replaced was changed outside of the run, by hand or by another program; only
	// where that is certain
	ChangedOutside int `json:"changed_outside_after,omitempty"`
	// the last call before it that may have given the agent lines of the file and whose result is not recorded, 0 for
	// none, and where it is known of all lines whether they had been sent
	Unanswered int `json:"unanswered_call"`

	OtherThen record.Ranges `json:"-"` // those of BlindThen that were other lines when they were sent
	PartThen  record.Ranges `json:"-"` // those of BlindThen of which a part was sent

	Deleted bool `json:"-"` // the file was
	Pending bool `json:"-"` // there is no result: whether anything was changed is not recorded

	put  []record.Hunk // what it put in where that is not recorded
	lost bool          // a command made it, and which lines is not known
}

// Reason says in words how it came that lines had not been sent. Where none is known not to have been, it says by which
// calls that is known of lines that no read gave, and for which it is not known, and which lines had been dropped from
// the context since.
func (c *Change) Reason() string {
	if c.Why != "" {
		return c.Why
	}

	var parts []string
	if len(c.FoundIn) > 0 {
		calls := lists.Map(c.FoundIn, func(n int32) string { return fmt.Sprint(n) })
		parts = append(parts, "found in call "+strings.Join(calls, ", "))
	}

	if c.Unanswered > 0 {
		parts = append(parts, fmt.Sprintf("the result of call %d is not recorded", c.Unanswered))
	}

	if n := c.DroppedThen.Count(); n > 0 {
		text := fmt.Sprintf("%d of them were no longer in the context", n)
		if c.RequestProven {
			text += ", proven by the request's digest"
		}
		parts = append(parts, text)
	}

	return strings.Join(parts, "; ")
}

// IsBlind reports whether the change replaced what the model had not been sent as it was, or put lines there.
func (c *Change) IsBlind() bool { return len(c.BlindThen) > 0 || c.UnplacedBlind }

// IsKnown reports whether it is known of each line that was replaced whether it had been sent.
func (c *Change) IsKnown() bool { return len(c.UnknownThen) == 0 && !c.UnplacedUnknown }

// BlindCount is how many lines the change replaced, or put lines after, that had not been sent as they were then; at
// least 1 where it is blind.
func (c *Change) BlindCount() int64 {
	n := c.BlindThen.Count()
	if c.UnplacedBlind {
		n++
	}
	return n
}

// Edit is a change of one of the files.
type Edit struct {
	File *File
	*Change
}

// Edits are all changes: in the order of their calls or, with worstFirst, in that of [CompareWorst] before it.
func (c *Coverage) Edits(worstFirst bool) (all []Edit) {
	for i := range c.Files {
		for k := range c.Files[i].Changes {
			all = append(all, Edit{&c.Files[i], &c.Files[i].Changes[k]})
		}
	}

	slices.SortStableFunc(all, func(a, b Edit) int {
		worst := 0
		if worstFirst {
			worst = CompareWorst(a.Change, b.Change)
		}
		return cmp.Or(worst, cmp.Compare(a.Call, b.Call))
	})
	return all
}

// Reruns counts what the calls that read a file give when they are made again.
type Reruns struct {
	Same        int      `json:"same"`
	Differs     int      `json:"differs"`      // the tool gives another text, or no longer refuses
	Refused     int      `json:"refused"`      // the tool refuses now, and did not then, or in other words
	NotCompared int      `json:"not_compared"` // there is no tool that imitates the call, or no text to compare with
	By          []string `json:"by"`           // the tools and their versions, each once
}

// Calls is how many calls were looked at.
func (r *Reruns) Calls() int { return r.Same + r.Differs + r.Refused + r.NotCompared }

// BlindLines is how many lines the changes of the file replaced, or put lines after, that had not been sent as they
// were then.
func (f *File) BlindLines() (n int64) {
	for i := range f.Changes {
		n += f.Changes[i].BlindThen.Count()
	}
	return n
}

// RefusedEdits is how many changes of the file were refused.
func (f *File) RefusedEdits() (n int64) {
	for i := range f.Changes {
		if f.Changes[i].Failed {
			n++
		}
	}
	return n
}

// Partly says how the file was read where it was not read to its end; "" where it was, or where nothing is known.
func (f *File) Partly() string {
	never := len(f.Never)
	switch {
	case f.Refused > 0 && len(f.Sent)+len(f.Cut) == 0:
		return "refused, and never read"
	case len(f.Cut) > 0:
		return "lines were cut: " + f.Cut.Words()
	case f.Exists && len(f.Sent) > 0 && never > 0 && f.Never[never-1][1] == f.Lines && f.Sent[0][0] == 1:
		last := tools.Thousands(f.Never[never-1][0] - 1)
		return fmt.Sprintf("read to L%s of %s, not on", last, tools.Thousands(f.Lines))
	}

	return ""
}

// Share is how much of the file was sent, in hundredths rounded down; -1 where that cannot be said: there is no such
// file, it has no lines, or it was not looked at.
func (f *File) Share() int64 {
	if !f.Exists || f.Outside || f.NotRead != "" || f.Lines == 0 {
		return -1
	}
	return f.Sent.Count() * 100 / f.Lines
}

// File is a file by its path; nil when no call names it.
func (c *Coverage) File(path string) *File {
	byPath := func(f File, path string) int { return cmp.Compare(f.Path, path) }
	i, found := slices.BinarySearchFunc(c.Files, path, byPath)
	if !found {
		return nil
	}
	return &c.Files[i]
}

// newCoverage is what is known of a run without a look at its files.
func newCoverage(s *transcript.Session) *Coverage {
	c := &Coverage{
		Version: 1, Agent: s.Agent, AgentVersion: s.Version, ID: s.ID, Dir: s.Dir, Started: s.Started, Ended: s.Ended,
		Calls: s.Len(), Unknown: s.Unknown, BadLines: []int64{}, Compactions: []time.Time{}, Files: []File{},
		Elsewhere: s.Bypasses(), Unfinished: s.Damage.Unfinished, Unread: UnreadOf(s), Wire: s.Wire,
		Requests: requested(s),
	}
	for _, b := range s.Damage.Bad {
		c.BadLines = append(c.BadLines, b.Line)
	}
	for _, one := range s.Damage.Long {
		c.LongLines = append(c.LongLines, one.Line)
	}
	for _, one := range s.Compactions {
		c.Compactions = append(c.Compactions, one.Time)
	}

	return c
}

// UnreadFile is a file that belongs to a run and could not be opened, as of a sub-agent: what stands in it is not
// known.
type UnreadFile struct {
	Path string `json:"path"` // of the file
	Why  string `json:"why"`  // in words
}

// UnreadOf are the files of a run that could not be opened.
func UnreadOf(s *transcript.Session) (all []UnreadFile) {
	for _, one := range s.Unread() {
		all = append(all, UnreadFile{one.Path, one.Err.Error()})
	}
	return all
}

// Words say which file it is, and why it was not read.
func (u UnreadFile) Words() string { return u.Path + " belongs to the run and was not read: " + u.Why }

// hasher is how lines of the session's agent are compared.
func hasher(s *transcript.Session) heldlines.Hasher { return heldlines.Hasher{Trim: s.TrimsLines()} }

// requested says of the requests that the transcript itself records what is known; nil where it records none.
func requested(s *transcript.Session) *transcript.Requests {
	if s.Requested.Recorded == 0 {
		return nil
	}
	told := s.Requested
	return &told
}
