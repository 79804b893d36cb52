package tools

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/kaptinlin/jsonrepair"

	"eyeline/reader/each"
	"eyeline/reader/ospath"
)

// Tool is one file-read tool, and all that the rest of the program knows of it: the viewer, emit, check and transcripts
// ask these fields and nothing else. Tools are data where they can be; a field that is nil has the meaning its comment
// gives. A Tool does not change after Register.
type Tool struct {
	// Name is the name used by emit --tool and in batch requests: "claude_code". Another version of an agent's tool
	// that answers differently is a Tool of its own, with the name NAME@VERSION.
	Name string
	// Title is one line for a person: what the tool is.
	Title string
	// Since says whose tool it is and how that was checked.
	Since Since
	// Recorded lists the names by which transcripts of the agent call the tool: "Read". What calls of these names do to
	// files is said in reader/transcript/record/kind.go.
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
	// Language is what the agent is written in, whose functions it takes paths by.
	Language ospath.Runtime
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
	// Beside are the names of files that change what the tool gives of others, in their folders or any above these.
	Beside []string
	// Masks: the tool gives something else for what may be a secret, in any text.
	Masks bool
	// Tokens says how the tokens of an answer are counted; nil: in the vocabulary of package tokens, which is then
	// near.
	Tokens *TokenRule
	// Silence says whether an answer tells the model that more of the file follows.
	Silence Silence

	// Repairs reports whether the agent has arguments that are not JSON mended by jsonrepair, which a port does here,
	// not always as the original; nil: it never has.
	Repairs func(args []byte) bool
	// Guesses says that the agent guesses the character set of a file that is not UTF-8. A file for which File.Guess
	// has no guess is read as UTF-8.
	Guesses bool

	// Brings returns what a read of the file at an absolute path adds to its answer, or after it: the files of
	// instructions on the way to the file. A nil Brings adds nothing.
	Brings func(ctx context.Context, env Env, file string) []Brought

	// Run implements Read. It takes the tool's limits, its policy and its line format from env.Tool, so that it also
	// serves a copy of the tool with other limits.
	Run func(ctx context.Context, env Env, args []byte) (*Result, error)
	// Parse is the inverse of what Read prints: which lines the content shows. nil: ParseLines over Lines, and where
	// that is nil too, nothing can be read back from the content. See Tool.ParseContent.
	Parse func(args json.RawMessage, content string) (Parsed, bool)
	// Words returns the tool's text for an error of opening or reading a file, which is never empty. file is the path
	// as it was asked for; err is one of the errors that package access documents, or the system's.
	Words func(env Env, file string, err error) string
	// Args and Values replace BuildArgs and ValuesOf where the arguments are not made of Params one by one.
	Args   func(file string, values Values) json.RawMessage
	Values func(args json.RawMessage) (Values, bool)
	// File replaces FileOf where no argument is the file alone.
	File func(args json.RawMessage) (file string, ok bool)
}

// Read applies raw JSON arguments to a file. A refusal of the tool is an *Error; any other error is the program's own
// (cancelled). The caller closes the Result.
func (t *Tool) Read(ctx context.Context, env Env, args []byte) (*Result, error) {
	env.sent = args
	remark := ""
	const most = 4096 // bytes: mending takes longer by the square of them
	if t.Repairs != nil && len(args) <= most && !json.Valid(args) && t.Repairs(args) {
		text, err := jsonrepair.Repair(string(args))
		if err == nil && json.Valid([]byte(text)) {
			args = []byte(text)
			remark = "the arguments are not JSON: what " + t.Since.Agent + " makes of them is a guess, " + text
		}
	}

	env.Tool = t
	env.args = args
	if err := env.foreignFault(); err != nil {
		return nil, err
	}

	env, known := env.asked()
	r, err := t.Run(ctx, env, args)
	err = known(err)

	if r != nil {
		r.Tool = t
		r.Remark(remark)
		r.Remark(env.notOnWindows())
		r.bring(ctx, env)
	}

	return r, withAside(err, remark)
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
	Date    string // when the newest version was checked, as 2006-01-02
	Held    string // the newest version that was run since and answers so: "2.1.332"; "" for none
	How     Checked
	Use     use
	// Marks are the names of files and folders at the top of a repository by which it says that the agent works there.
	Marks []string
}

// use says whether people run an agent with the tool now; "" when many do.
type use string

const (
	// Current: most do who run agents, so that a repository is checked for the tool unless others are asked for.
	Current use = "current"
	Rare    use = "rare"  // few do, or a contract has no agent of its own
	Ended   use = "ended" // the agent has dropped it; Version says when
)

// Newest is the newest version that is known to answer so.
func (s Since) Newest() string { return cmp.Or(s.Held, s.Version) }

// ShortVersion is the newest version as lists and titles show it: of a commit the first eight digits.
func (s Since) ShortVersion() string { return short(s.Newest()) }

// Versions are the versions that are known to answer so, from the oldest to the newest: "2.1.330 to 2.1.332".
func (s Since) Versions() string {
	if s.Held == "" {
		return short(s.Version)
	}
	return short(s.Version) + " to " + short(s.Held)
}

// short is a version without the later digits of a commit.
func short(version string) string {
	if len(version) == 40 && strings.Trim(version, "0123456789abcdef") == "" {
		return version[:8]
	}
	return version
}

// AgentAndVersion names the agent whose tool it is, and its version; "" for nil and for a tool of a contract alone. Of
// one that the agent has dropped it says when.
func (t *Tool) AgentAndVersion() string {
	if t == nil || t.Since.Use != Ended && t.Since.How == ByContract {
		return ""
	}
	return t.Since.Agent + " " + t.Since.ShortVersion()
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

// RunWith is the Run of a tool that parses its arguments, or refuses them, and then makes the read.
func RunWith[A any](
	parse func(env Env, args []byte) (A, error), run func(context.Context, Env, A) (*Result, error),
) func(context.Context, Env, []byte) (*Result, error) {
	return func(ctx context.Context, env Env, args []byte) (*Result, error) {
		a, err := parse(env, args)
		if err != nil {
			return nil, err
		}
		return run(ctx, env, a)
	}
}

// Modes lists the viewer modes that the tool has, in the order of Places.
func (t *Tool) Modes() []Mode {
	return each.Of(t.Places, func(p Place) Mode { return p.Mode })
}

// Place returns how windows are moved in a mode; ok is false when the tool does not have that mode.
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

// Variant is a copy of a tool with what change changes: another version of it, a fork, another form of the same.
func Variant(of *Tool, change func(t *Tool)) *Tool {
	t := *of
	change(&t)
	return &t
}

// TokenRule is how the tokens of a tool's answers are counted where the vocabulary of package tokens is not what its
// agent, or the agent's model, goes by.
type TokenRule struct {
	// Name is the agent's own estimate in words, by which it measures its answers: "bytes / 4". Count makes that
	// estimate of a content by its size in bytes. Either both are set or neither is.
	Name  string
	Count func(bytes int64) int64

	// Model is the family of models whose vocabulary is not public. Their number lies about between Low and High times
	// that of the vocabulary of package tokens, which is what Source, the address of a document, says of it.
	Model     string
	Low, High float64
	Source    string
}
