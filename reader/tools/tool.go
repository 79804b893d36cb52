package tools

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/kaptinlin/jsonrepair"

	"eyeline/reader/lists"
	"eyeline/reader/ospath"
)

// Tool is a file-read tool, and all that the rest of the program knows about it. Tools are data where possible; the
// meaning of a nil field is in its comment. A Tool does not change after Register.
type Tool struct {
	// Name is the name in emit --tool and batch requests: "claude_code". Another version that answers differently is a
	// Tool of its own, named NAME@VERSION.
	Name string
	// Title describes the tool for the user in one line.
	Title string
	// Origin says whose tool it is and how that was verified.
	Origin Origin
	// Recorded are the names of the tool in the agent's transcripts: "Read". reader/transcript/record/kind.go says what
	// calls of these names do to files.
	Recorded []string
	// Schema is the JSON Schema (draft 2020-12) of the arguments.
	Schema func() json.RawMessage
	// Params are the arguments in the schema's order, for flags and the options panel.
	Params []Param
	// Settings are what the tool's host configures apart from the arguments: Env.Settings by flag.
	Settings []Param
	// Windows says for each viewer mode of the tool how a window is moved and resized. The tool opens in the first one.
	// If it is empty, the tool reads a file in one way only.
	Windows []WindowParams
	// Language is the runtime of the agent, whose path functions the tool uses.
	Language ospath.Runtime
	// Paths says which paths the tool accepts, and so how its arguments name a file.
	Paths Paths
	// Lines is the format of a line in the content; nil if lines are unchanged and without numbers.
	Lines *LineFormat
	// Caps are the limits of an answer, which Tool.Limits describes.
	Caps Caps
	// Kinds says what is returned for an empty file, a picture, a PDF and a binary.
	Kinds Kinds
	// Policy says which arguments are accepted beyond Schema.
	Policy Policy
	// Beside are names of files that, in the folder of a file or any parent, change what the tool returns of it.
	Beside []string
	// Masks: the tool masks what may be a secret, in any text.
	Masks bool
	// Tokens says how the tokens of an answer are counted; nil for the vocabulary of package tokens, which is an
	// approximation.
	Tokens *TokenRule
	// Silence says when an answer does not tell the model that more of the file follows.
	Silence Silence

	// Repairs, if not nil, reports whether the agent repairs arguments that are not JSON by jsonrepair. A port of that
	// does so here, not always as the original.
	Repairs func(args []byte) bool
	// Guesses: the agent guesses the character set of a file that is not UTF-8. If File.Guess has no guess, the file is
	// read as UTF-8.
	Guesses bool

	// AddedTexts, if not nil, returns what a read of the file at an absolute path adds: files of instructions that
	// apply to it.
	AddedTexts func(ctx context.Context, env Env, file string) []AddedText

	// Run implements Read. It takes limits, policy and line format from env.Tool, so that it also serves a copy of the
	// tool with other limits.
	Run func(ctx context.Context, env Env, args []byte) (*Result, error)
	// Parse is the inverse of Read: it returns which lines a content shows; nil for ParseLines with Lines. If that is
	// nil, too, nothing can be parsed. See Tool.ParseContent.
	Parse func(args json.RawMessage, content string) (Parsed, bool)
	// Words returns the tool's text, never "", for an error of opening or reading a file. file is the path as
	// requested; err is an error that package access documents, or the system's.
	Words func(env Env, file string, err error) string
	// Args and Values replace BuildArgs and ValuesOf if the arguments do not correspond to Params.
	Args   func(file string, values Values) json.RawMessage
	Values func(args json.RawMessage) (Values, bool)
	// File replaces FileOf if no argument is the file alone.
	File func(args json.RawMessage) (file string, ok bool)
}

// Read runs the tool with raw JSON arguments. A refusal of the tool is an *Error; any other error is the program's,
// such as context.Canceled. The caller must close the Result.
func (t *Tool) Read(ctx context.Context, env Env, args []byte) (*Result, error) {
	env.sent = args
	remark := ""
	const most = 4096 // bytes: repairing takes quadratic time
	if t.Repairs != nil && len(args) <= most && !json.Valid(args) && t.Repairs(args) {
		text, err := jsonrepair.Repair(string(args))
		if err == nil && json.Valid([]byte(text)) {
			args = []byte(text)
			remark = "the arguments are not JSON: what " + t.Origin.Agent + " makes of them is a guess, " + text
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

	return r, withAside(err, remark, env.notOnWindows())
}

// Silence says when a tool does not tell the model that more of the file follows an answer.
type Silence uint8

const (
	// AlwaysTells: it always tells.
	AlwaysTells Silence = iota
	// SilentAsAsked: it does not tell if an answer ends at the line or byte that the call requested.
	SilentAsAsked
	// SilentAtLimit: nor if the answer ends at the tool's own limit, which the model may not know.
	SilentAtLimit
)

// String describes it in a few words; "" for AlwaysTells.
func (s Silence) String() string {
	return [...]string{"", "silent where asked to end", "silent at its own limit"}[s]
}

// Origin says whose tool it is, of which version, and how the contract was found.
type Origin struct {
	Agent   string // "Claude Code"
	Version string // "2.1.330", or a commit
	Date    string // when the newest version was verified, as 2006-01-02
	// newest version that was run since and answers the same: "2.1.332"; "" if no newer one was
	Held string
	How  Checked
	Use  use
	// Marks are names of files and folders at the top of a repository that show that the agent is used there.
	Marks []string
}

// use says how much an agent with the tool is used now; "" for by many.
type use string

const (
	// Current: by most people who run agents, so that check includes the tool by default.
	Current use = "current"
	Rare    use = "rare"  // by few, or it is a contract without an agent
	Ended   use = "ended" // the agent has removed it; Version says when
)

// Newest returns the newest version that is known to answer the same.
func (s Origin) Newest() string { return cmp.Or(s.Held, s.Version) }

// ShortVersion returns the newest version for lists and titles; a commit is shortened to eight digits.
func (s Origin) ShortVersion() string { return short(s.Newest()) }

// Versions returns the versions that are known to answer the same: "2.1.330 to 2.1.332".
func (s Origin) Versions() string {
	if s.Held == "" {
		return short(s.Version)
	}
	return short(s.Version) + " to " + short(s.Held)
}

// short shortens a version that is a commit to eight digits.
func short(version string) string {
	if len(version) == 40 && strings.Trim(version, "0123456789abcdef") == "" {
		return version[:8]
	}
	return version
}

// AgentAndVersion returns the agent and its version; for a removed tool, the version that removed it. It is "" for nil
// and for a contract without an agent.
func (t *Tool) AgentAndVersion() string {
	if t == nil || t.Origin.Use != Ended && t.Origin.How == ByContract {
		return ""
	}
	return t.Origin.Agent + " " + t.Origin.ShortVersion()
}

// Checked is how a tool's contract was found.
type Checked string

const (
	Ran        Checked = "ran"         // the agent was run against a scripted model
	FromSource Checked = "source"      // the tool's code was run, or read if it could not be
	Modelled   Checked = "modelled"    // derived from the source without running it
	ByContract Checked = "by contract" // a published contract with cases
)

// Paths says which paths a tool accepts.
type Paths uint8

const (
	// PathAny: absolute paths anywhere, and paths relative to the root.
	PathAny Paths = iota
	// PathAbsolute: absolute paths only, anywhere.
	PathAbsolute
	// PathConfined: paths relative to the root, or absolute inside it.
	PathConfined
)

// RunWith returns a Run that first parses the arguments, or refuses them, and then reads.
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

// Modes returns the viewer modes of the tool, in the order of Windows.
func (t *Tool) Modes() []Mode {
	return lists.Map(t.Windows, func(p WindowParams) Mode { return p.Mode })
}

// WindowParams returns how windows are moved in a mode; ok is false if the tool does not have the mode.
func (t *Tool) WindowParams(mode Mode) (p WindowParams, ok bool) {
	i := slices.IndexFunc(t.Windows, func(p WindowParams) bool { return p.Mode == mode })
	if i < 0 {
		return WindowParams{Mode: mode}, false
	}
	return t.Windows[i], true
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

// Variant returns a copy of a tool, changed by change: another version of it, a fork, or another form.
func Variant(of *Tool, change func(t *Tool)) *Tool {
	t := *of
	change(&t)
	return &t
}

// TokenRule is how the tokens of a tool's answers are counted, if not by the vocabulary of package tokens.
type TokenRule struct {
	// Name describes the agent's own estimate: "bytes / 4". Count computes it from the size of a content in bytes.
	// Either both are set or neither is.
	Name  string
	Count func(bytes int64) int64

	// Model is a family of models whose vocabulary is not public. Their number of tokens is between about Low and High
	// times that of package tokens, according to the document at the URL Source.
	Model     string
	Low, High float64
	Source    string
}

// ClaudeTokens is what is known of the tokens of Claude's models. Their vocabulary is not public: only Anthropic's
// service counts in it. Anthropic says that OpenAI's vocabularies count about 15 to 20 % too few for typical text, and
// far fewer than that for code (https://github.com/anthropics/skills, skills/claude-api/shared/token-counting.md, of
// 2026-06-07), and that models since Claude Opus 4.7 make about 30 % more tokens of the same text than those before
// (https://platform.claude.com/docs/en/build-with-claude/token-counting). So the range is from 1.15 times, for older
// models, to 1.3 / 0.8 = 1.625 times.
var ClaudeTokens = &TokenRule{
	Model: "Claude", Low: 1.15, High: 1.625,
	Source: "https://platform.claude.com/docs/en/build-with-claude/token-counting",
}
