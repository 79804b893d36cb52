// Package record, which changes without notice, has what the formats of transcripts have in common: a run, its calls,
// and the places of their texts.
package record

import (
	"cmp"
	"time"
)

// Kind says what a call does to files.
type Kind uint8

const (
	Other      Kind = iota
	ReadFile        // gives lines of a file
	Shell           // runs a command, which may print lines of files
	Search          // prints lines of files that match
	Attachment      // lines of a file that the agent added by itself or at a person's request
	Change          // edits, writes or patches files
)

func (k Kind) String() string {
	return [...]string{"other", "read", "shell", "search", "attachment", "change"}[k]
}

// Fidelity says how the recorded result relates to what the model was sent.
type Fidelity uint8

const (
	// Sent: byte for byte what the model was sent, as runs against a recording model showed.
	Sent Fidelity = iota
	// Rebuilt: the record has the parts of what was sent, and they were put together by the agent's known rules.
	Rebuilt
	// Recorded: the record has another text than was sent, or nothing is known of it.
	Recorded
)

func (f Fidelity) String() string { return [...]string{"sent", "rebuilt", "recorded"}[f] }

// Call is one tool call with its result. A long run has 100,000: what the calls beside it have as well is kept once,
// and what few calls have apart.
type Call struct {
	Number int       // 1-based, in the order of the calls
	Time   time.Time // when it was made; zero when that is not recorded
	Tool   string    // the tool's name as recorded
	Agent  int       // index into Run.Agents of the sub-agent that made it, -1 for the main agent
	// Order is the 1-based place of the call among those of the run as they were recorded. It never changes, while
	// Number follows the times of several files.
	Order  int32
	Branch int32 // 0 for the first branch of its agent's conversation, else 1 + the index into Run.Branches

	// Args is the JSON object of the arguments; for tools that take a text, that text.
	Args Place
	// Result is what came back. It is missing while the tool runs, or when the run ended before.
	Result Place
	// Side is what the format records beside the result for programs (start line, patch); missing when there is
	// nothing.
	Side Place

	setting *setting // nil where neither is recorded
	rare    *rare    // nil for nothing

	continues *Call // whose command went on running; nil for none

	Kind     Kind
	Fidelity Fidelity
	Failed   bool // the tool refused or failed, as far as the record says so
	Media    bool // the result has parts that are not text, such as pictures
	CutEnd   bool // the record says that the text ends within a line
	Pruned   bool // the agent recorded that it dropped the result from the context later
}

// setting is where calls are made. It is never changed.
type setting struct {
	dir   string // "" where the record names none
	model string // "" where the record names none
}

// rare is what few calls have.
type rare struct {
	starts string // the identity of the sub-agent that the call started; "" where the record names none
	by     string // the tool that Tool had make the read; "" where Tool made it itself
	byArgs Place  // the arguments of by
	// before reads the copy that the agent made of the file which the call changes; nil where it made none.
	before func() string
	isPart bool // see Call.IsPart
}

// Dir is the folder that the call was made in, as the agent's system spells it; "" where the record names none for it.
func (c *Call) Dir() string {
	if c.setting == nil {
		return ""
	}
	return c.setting.dir
}

// Model is the name of the model that made the call, as recorded; "" where the record names none for it.
func (c *Call) Model() string {
	if c.setting == nil {
		return ""
	}
	return c.setting.model
}

// Starts is the identity of the sub-agent that the call started; "" where the record names none.
func (c *Call) Starts() string {
	if c.rare == nil {
		return ""
	}
	return c.rare.starts
}

// Before is what the file that the call changes was before, where the agent made a copy of it; "" if that cannot be
// read any more. copied reports whether it made one, which proves that the file was there.
func (c *Call) Before() (text string, copied bool) {
	if c.rare == nil || c.rare.before == nil {
		return "", false
	}
	return c.rare.before(), true
}

// Continues is the call whose command went on running: this one gave more of its output. It is nil otherwise.
func (c *Call) Continues() *Call { return c.continues }

// Answered reports whether the call has a result.
func (c *Call) Answered() bool { return c.Result.As != Nothing }

// IsUnrecorded reports whether the call is over, and its result is not recorded.
func (c *Call) IsUnrecorded() bool { return c.Answered() && c.Result.Len == 0 }

// Made are the tool that made the call in the end, and the place of its arguments.
func (c *Call) Made() (tool string, args Place) {
	if c.rare != nil && c.rare.by != "" {
		return c.rare.by, c.rare.byArgs
	}
	return c.Tool, c.Args
}

// IsPart reports whether the call gave a part of a file that may begin and end within a line, and has no number: which
// lines it gave something of is known only where that is said otherwise.
func (c *Call) IsPart() bool { return c.rare != nil && c.rare.isPart }

// Compaction is a moment at which an agent replaced the conversation by a summary.
type Compaction struct {
	Time   time.Time
	After  int   // the number of the last call before it, 0 when there was none
	Agent  int   // as in Call
	Branch int32 // as in Call
	Made   int32 // the order of the last call before it
	// Drops is the order of the last call that it dropped: those after it were kept, as a tail. It is Made where the
	// record says nothing of a tail.
	Drops int32
}

// Agent is a sub-agent.
type Agent struct {
	ID   string
	Type string // what kind of agent it is, "" when not recorded
	File string // the name of its own file, "" when it is recorded in the main file
}

// Name is what kind of agent it is or, where that is not recorded, its identity.
func (a Agent) Name() string { return cmp.Or(a.Type, a.ID) }

// BadLine is a line that is no JSON, or no object.
type BadLine struct {
	File  string
	Line  int64 // 1-based
	After int32 // the order of the last call that was made before it, 0 for none
}
