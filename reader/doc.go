// Package reader says what a coding agent's file-read tool would give its model, exactly, and what recorded runs gave.
//
// Other programs need this package: [Read] and [Walk] make reads, [Tool] says what a tool takes and gives, [Search]
// what the searches of agents find, [Transcripts], [Calls], [Edits], [Requests] and [Cost] what runs recorded.
// [Lines] and [Block] choose windows of any bytes, [Find] gives matches. All of it may be used by several
// goroutines at the same time; a sequence, a [tools.Session] apart, serves the goroutine that goes through it.
// Options that are left zero ask for nothing. Before version 1 it may change with a line in CHANGELOG.md; what a
// tool gives changes with the agent that it imitates, and then the older version stays as NAME@VERSION.
//
// # Fields and methods
//
// What the types that are handed over here have; "go doc eyeline/reader/window Window" says what each of them means.
// These are as they are in this version: those of other packages may change with the next one. Ranges of lines are
// 1-based and inclusive; runs of bytes count from 0 and end before End.
//
//	record.Ranges: Add(int64); Between(int64, int64) int64; Count() int64; From(int64) int; Has(int64) bool;
//	    List() record.Ranges; Sort(); Without(record.Ranges) record.Ranges; Words() string
//	BlockOptions: Anchor int64; Limit int64; MaxLines int64; MaxLevels int64; SameLevel bool;
//	    IncludeSiblings bool; IncludeHeader bool; Explain bool
//	FindOptions: Case search.Case; Literal bool; Styled bool; Invert bool
//	search.Match: Start int64; End int64; LineStart int64
//	window.Window: Kind window.Kind; Start int64; End int64; Runs []window.Run; Renumbered int64; First int64;
//	    Last int64; Partial bool; LineStart int64; LineEnd int64; TotalLines int64; Anchor int64; Floor int64;
//	    Cap int64; Indent int64; Top window.Stop; Bottom window.Stop; TrimmedTop int64; TrimmedBottom int64;
//	    Reasons []window.Reason; Covers(int64) bool; From(window.Stop) window.Window; Lines() int64;
//	    Spans() []window.Run; Until(window.Stop) window.Window
//	window.Run: Start int64; End int64; First int64; Last int64
//	tools.Stats: Bytes int64; Lines int64; Cut int64; CutBytes int64; Cuts []tools.Cut; Replaced int64;
//	    Altered tools.Altered; Runs []tools.ShownRun; NoticeLines int64; Parts []int64; FinalNewline bool;
//	    Line(int64) (tools.Line, bool)
//	tokens.Estimate: Count int64; Vocabulary string; Estimated bool; Model string; Low int64; High int64;
//	    Source string; Add(tokens.Estimate) tokens.Estimate; Number() string; String() string;
//	    Times(float64) tokens.Estimate
//	Searched: Name string; Agent string; AgentVersion string; Tool string; By string; Refused string;
//	    Unknown string; Perhaps string; Notes []string; Matches int; Cap *agentsearch.CapReport;
//	    Files []agentsearch.FileReport; Never []agentsearch.NeverReport
//	agentsearch.FileReport: Path string; Of string; Lines []int64; Lost []agentsearch.LostReport;
//	    Perhaps string
//	RunCost: Vocabulary string; Results int64; Again int64; Model *runcost.ModelCost; Calls []runcost.CallCost;
//	    Files []runcost.FileCost; Of(string) runcost.FileCost; Words() string
//	Request: Time time.Time; Agent int; After int32; Calls record.Ranges; Proven bool; Exact bool;
//	    Made record.Ranges; Said record.Ranges; Aside bool; Rewound bool; Body *record.Body;
//	    Had(reader.Call) (bool, bool)
//	Call: Number int; Time time.Time; Tool string; Agent int; Order int32; Branch int32; Args record.Place;
//	    Result record.Place; Side record.Place; Kind record.Kind; Fidelity record.Fidelity; Failed bool;
//	    Media bool; CutEnd bool; Pruned bool; Reads []record.Read; Answered() bool;
//	    Arguments() (json.RawMessage, error); Before() (string, bool); Continues() *record.Call; Dir() string;
//	    IsPart() bool; IsUnrecorded() bool; Made() (string, record.Place); Model() string; Starts() string;
//	    Text() (string, error)
//	record.Read: Path string; Rev string; Text string; Lines []tools.ParsedLine; Via record.Channel;
//	    Media bool; Named bool; Unrecorded bool; Recoded bool; Trimmed bool; Parts bool; Total int64;
//	    How record.Evidence; Disagreement string
//
// # Packages below
//
// The packages below are the viewer's. They can be used by themselves, for texts larger than memory, and change
// without notice; those below internal are nobody else's. One read goes through these:
//
//	tools       the arguments' JSON is checked as the tool checks it, and the file opened as the tool may open it
//	source      the file's bytes by offset: a regular file by pread, a stream spooled while it arrives
//	lineindex   lines to byte offsets, for files of any size, counted in the background
//	window      which lines or bytes the read returns: a slice, an indentation block, a byte window
//	outline     the symbols of a file too large to return whole
//	tools       the window written as the tool writes it, as a stream
//	contextfiles what an agent gets of files before it reads any: instructions, mentions, what a read brings
//	emit        the same for requests: one, or a batch, answered as content or as JSON
//
// The tools are in tools/agents, a folder for each agent. What the languages and libraries do that agents are written
// in is below internal/runtime: js (values and texts of JavaScript), node (paths and errors of Node.js), python,
// isbinary.
//
// Package transcript reads what agents record of their runs: the calls of their tools, and what went back to the model.
//
// Package search finds and counts matches and filters lines, at the speed of memory; package lists has what the
// standard library lacks for lists. Nothing here imports the screen.
//
// Line numbers are 1-based, byte offsets 0-based, both int64. A line ends at '\n' and at nothing else. Memory does not
// grow with the file, with a line, or with what a read returns.
package reader
