// Package tools is the machine that coding agents' file-read tools are made of: what a tool is, how its arguments are
// read, how it decodes, splits, numbers and cuts lines, and how a window of a file becomes the bytes that a model
// receives. The tools themselves are in package agents; nothing here knows one of them by name.
package tools

import (
	"context"
	"encoding/json"
	"io"
	"slices"
	"strings"

	"eyeline/reader/window"
)

// Tool is one file-read tool, and all that the rest of the program knows of it: the viewer, emit, check and transcripts
// ask these fields and nothing else. Tools are data where they can be; a field that is nil has the meaning its comment
// gives. A Tool does not change after Register.
type Tool struct {
	// Name is the name used by emit --tool and in batch requests: "claude_code". An older version of an agent's tool
	// that answers differently is a Tool of its own, with the name NAME@VERSION.
	Name string
	// Title is one line for a person: what the tool is.
	Title string
	// Since says whose tool it is and how that was checked.
	Since Since
	// Recorded lists the names by which transcripts of the agent call the tool: "Read".
	Recorded []string
	// Schema is the JSON Schema (draft 2020-12) of the arguments.
	Schema func() json.RawMessage
	// Params lists the arguments in the schema's order, for flags and the options panel.
	Params []Param
	// Settings lists what the tool's host configures apart from the arguments, in Env.Settings by their flag.
	Settings []Param
	// Places says for each mode of the viewer that the tool has how a window is moved and resized. The first one is the
	// mode in which the tool opens. It may be empty: the tool then reads a file in one way only.
	Places []Place
	// Default makes the values of the call that a file opens with: the path and nothing else, where that is nil. A tool
	// whose first call differs from that says so here.
	Default Values
	// Paths says what paths the tool takes, and so how a file is named in its arguments.
	Paths Paths
	// Lines is the form of a line in the content; nil: lines are given as they are, without numbers.
	Lines *LineFormat
	// Caps are the limits of one answer. See Tool.Limits for their text.
	Caps Caps
	// Kinds says what is given for an empty file, a picture, a PDF and a binary.
	Kinds Kinds
	// Policy says what is taken for arguments besides what Schema describes.
	Policy Policy
	// Tokens says how the tokens of an answer are counted; nil: in the vocabulary of package tokens, which is then near.
	Tokens *TokenRule
	// Silence says whether an answer tells the model that more of the file follows.
	Silence Silence

	// Run is what Read does. It takes the tool's limits, its policy and its line format from env.Tool, so that it also serves a
	// copy of the tool that has others.
	Run func(ctx context.Context, env Env, args []byte) (*Result, error)
	// Parse is the inverse of what Read prints: which lines the content shows. nil: ParseLines over Lines, and where that
	// is nil too, nothing can be read back from the content. See Tool.ParseContent.
	Parse func(args json.RawMessage, content string) (Parsed, bool)
	// Words is the tool's text for the reason err why a file cannot be opened or read; file is the path as it was asked
	// for. It is never empty. The kinds of err are those of package access.
	Words func(env Env, file string, err error) string
	// Args and Values stand for BuildArgs and ValuesOf where the arguments are not made of Params one by one.
	Args   func(file string, values Values) json.RawMessage
	Values func(args json.RawMessage) (Values, bool)
}

// Read applies raw JSON arguments to a file. A refusal of the tool is an *Error; any other error is the program's own
// (cancelled). The caller closes the Result.
func (t *Tool) Read(ctx context.Context, env Env, args []byte) (*Result, error) {
	env.Tool = t
	r, err := t.Run(ctx, env, args)
	if r != nil {
		r.Tool = t
	}
	return r, err
}

// Silence is when a tool does not tell its model that more of the file follows an answer.
type Silence uint8

const (
	// AlwaysTells: it says so whenever more follows.
	AlwaysTells Silence = iota
	// SilentAsAsked: it does not say so where an answer ends at the line or the byte that the call asked for.
	SilentAsAsked
	// SilentAtLimit: nor where the answer ends at a limit of the tool's own, which the model may not know of.
	SilentAtLimit
)

// String says it in a few words; "" for AlwaysTells.
func (s Silence) String() string {
	return [...]string{"", "silent where asked to end", "silent at its own limit"}[s]
}

// Since says whose tool it is, of which version, and how the contract was found.
type Since struct {
	Agent   string // "Claude Code"
	Version string // "2.1.330", or a commit
	Date    string // when it was checked, as 2006-01-02
	How     Checked
}

// ShortVersion is Version as lists and titles show it: of a commit the first eight digits.
func (s Since) ShortVersion() string {
	if len(s.Version) == 40 && strings.Trim(s.Version, "0123456789abcdef") == "" {
		return s.Version[:8]
	}
	return s.Version
}

// Checked is how a tool's contract was found.
type Checked string

const (
	Ran        Checked = "ran"         // the agent was run against a scripted model
	FromSource Checked = "source"      // the tool's own code was run, or read where it could not be
	Modelled   Checked = "modelled"    // written down from the source without running it
	ByContract Checked = "by contract" // a published contract with cases
)

// Paths is how a tool takes the file that it reads.
type Paths uint8

const (
	// PathAny: absolute paths anywhere, and paths relative to the root.
	PathAny Paths = iota
	// PathAbsolute: absolute paths only, anywhere.
	PathAbsolute
	// PathConfined: paths relative to the root, or absolute inside it.
	PathConfined
)

// Modes lists the viewer modes that the tool has, in the order of Places.
func (t *Tool) Modes() []Mode {
	modes := make([]Mode, 0, len(t.Places))
	for _, p := range t.Places {
		modes = append(modes, p.Mode)
	}
	return modes
}

// Place returns how windows are moved in a mode; ok is false when the tool does not have it.
func (t *Tool) Place(mode Mode) (p Place, ok bool) {
	i := slices.IndexFunc(t.Places, func(p Place) bool { return p.Mode == mode })
	if i < 0 {
		return Place{Mode: mode}, false
	}
	return t.Places[i], true
}

// Param returns the argument with a flag.
func (t *Tool) Param(flag string) (Param, bool) {
	for _, p := range t.Params {
		if p.Flag == flag && flag != "" {
			return p, true
		}
	}
	return Param{}, false
}

// Mode is a way of choosing a window.
type Mode uint8

const (
	ModeSlice Mode = iota // a run of lines
	ModeBlock             // an indentation block around an anchor line
	ModeBytes             // a window by byte offset
)

// ParamType is the JSON type of an argument.
type ParamType uint8

const (
	TypeString ParamType = iota
	TypeInteger
	TypeBoolean
	TypeChoice
)

// Param describes one argument of a tool.
type Param struct {
	// Path is where the argument is found in the arguments object: ["indentation", "max_levels"]. A name in brackets is
	// an element of an array, 0-based: ["view_range", "[1]"]. It is nil for what only Tool.Args knows how to write.
	Path []string
	// Flag is its command-line flag without dashes, such as "max-levels".
	Flag string
	Type ParamType
	// Choices are the values of a TypeChoice.
	Choices []string
	// Default is the value as JSON when the argument is absent; nil when it depends (anchor_line, end_line).
	Default any
	Help    string
	// Modes are the viewer modes in which the argument means something; nil: all.
	Modes    []Mode
	Required bool
	// IsFile marks the argument that names the file.
	IsFile bool
	// Fill is what goes into an array's element when only a later one is given.
	Fill any
}

// Error is a refusal of a tool: an ordinary result that the model sees. Error() is its exact text.
type Error struct {
	Text string
	// Own: the text is this program's, not the tool's: the request asks for what is not imitated (a shell command that
	// is no plain read) or not allowed (Env.Confine).
	Own bool
	// Estimated: Text states a number of tokens that is estimated here; the agent asks its service for it.
	Estimated bool

	changed bool
}

func (e *Error) Error() string { return e.Text }

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
	// Notes are messages of their own that the agent adds after the result.
	Notes []string
	// NextArgs are the arguments of the next call that an agent makes to read on; nil at the end, or where no call goes on.
	NextArgs json.RawMessage
	// Silent: the answer ends before the file does, and nothing in it says so.
	Silent bool
	// Estimated: the content, or a note, states a number of tokens that is estimated here; the agent asks its service for it.
	Estimated bool

	write func(ctx context.Context, w io.Writer) (Stats, error)
	close func() error
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
	Bytes    int64 // bytes of content written
	Lines    int64 // lines of the file shown, whole or cut
	Cut      int64 // lines cut at the tool's length limit
	CutBytes int64 // bytes of the file lost by cutting lines
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

// LinesGiven is how many lines of the file an answer gives, as the file has them. A tool that counts an empty line after the last
// newline shows one more (Stats.Lines), which is no line of the file.
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
	// Number is the tool's number of the first line, 0 where lines are not numbered; First says that it is the first line
	// of the answer, and Width is Line.Width.
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
