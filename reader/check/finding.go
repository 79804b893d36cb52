// Package check, which changes without notice, reads a tree of files with the default read of every tool, and says
// where an agent gets less than, or something other than, what is in a file. What it says comes from the tools' own
// results: no limit of a tool is written down here.
package check

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"eyeline/reader/git/worktree"
	"eyeline/reader/lists"
)

// The rules.
const (
	Partial      = "partial"
	Refused      = "refused"
	NotText      = "not-text"
	CutLine      = "cut-line"
	Replaced     = "replaced"
	Altered      = "altered"
	Numbers      = "numbers"
	Hidden       = "hidden"
	Instructions = "instructions"
	Outline      = "outline"
	Unsearchable = "unsearchable"
)

// Levels of findings, the gravest first.
const (
	LevelError   = "error"   // the model gets what nobody sees, or does not get its instructions
	LevelWarning = "warning" // nothing tells the model of the loss, or no known call of the tool gives what is lost
	LevelNote    = "note"
)

// rule is something that a finding can say, with an example: a file that has such a finding, its name and its
// content.
type rule struct {
	name, text string
	file       string
	content    func() string
}

// rules lists all rules in the order in which they are explained.
var rules = []rule{
	{
		Partial, "the first read gives only a part of the file: split it, or say in AGENTS.md which part matters",
		"long.txt", func() string { return strings.Repeat("a line of a long file\n", 6000) },
	},
	{
		Refused, "the tool refuses the file",
		"data.csv", func() string { return strings.Repeat("1,2,3,4,5,6,7,8,9,10\n", 20_000) },
	},
	{
		NotText, "the file is text, and the model gets something else: a picture, a note that it is binary",
		"notes.pdf", func() string { return "no PDF, for all its name\n" },
	},
	{
		Outline, "the model gets an outline of the file in place of its text",
		"long.go", func() string { return "package long\n\n" + strings.Repeat("func f() { println(1) }\n", 4000) },
	},
	{
		CutLine, "a line is cut at the tool's limit: break it",
		"data.json", func() string { return "{\"rows\": [" + strings.Repeat("[1, 2, 3], ", 3000) + "[4]]}\n" },
	},
	{
		Replaced, "bytes that are not UTF-8 are replaced by U+FFFD",
		"latin1.txt", func() string { return "caf\xe9 and th\xe9\n" },
	},
	{
		Altered, "what is shown is not what is in the file, so an edit that must match it exactly can fail",
		"windows.txt", func() string { return "\ufefffirst\r\n\tsecond  \r\n" },
	},
	{
		Numbers, "the tool's line numbers differ from an editor's",
		"page.c", func() string { return "int a;\n\f\nint b;\rint c;\nint d;\n" },
	},
	{
		Hidden, "characters that a person does not see reach the model",
		"trojan.go", func() string {
			return "if level != \"user\u202e \u2066// Check if admin\u2069 \u2066\" {\n}\n"
		},
	},
	{
		Instructions, "a file of instructions is longer than what an agent takes of it",
		"AGENTS.md", func() string { return strings.Repeat("- Always run the tests before you commit.\n", 1000) },
	},
	{
		Unsearchable, "no search of the agent finds anything in the file",
		"wide.txt", func() string { return strings.Repeat("n\x00o\x00 \x00B\x00O\x00M\x00\n\x00", 8) },
	},
}

// Rule is what a report says of a rule.
type Rule struct {
	// Name is the name that findings have.
	Name string
	// Text says in one line what they say.
	Text string
	// Gravest is the highest level that a finding of the rule can have.
	Gravest string
}

// Rules lists the rules in the order in which they are explained.
func Rules() []Rule {
	return lists.Map(rules, func(r rule) Rule {
		gravest := LevelWarning
		if isError(r.name) {
			gravest = LevelError
		}
		return Rule{r.name, r.text, gravest}
	})
}

// RuleNames lists the names of the rules.
func RuleNames() []string {
	return lists.Map(rules, func(r rule) string { return r.name })
}

// Finding is what one rule finds in one file. Fields that do not apply are 0 or empty.
type Finding struct {
	Rule   string `json:"rule"`             // its name
	Level  string `json:"level"`            // error, warning or note
	Kind   string `json:"kind,omitempty"`   // of what it finds: a file has one finding of each kind
	Path   string `json:"path"`             // of the file
	Line   int64  `json:"line,omitempty"`   // 1-based, of the first place; of partial, where the best tool ends
	Column int64  `json:"column,omitempty"` // 1-based, in code points
	// the tools that it is about, or the agents of an instructions finding
	Agents  []string `json:"agents"`
	Message string   `json:"message"` // in words
	// bytes that a first read does not give: the most of a tool; 0 of a rule that is not about what is lost
	LostBytes int64   `json:"lost_bytes"`
	Shares    []Share `json:"shares,omitempty"` // what each of the tools loses, where one does
	Times     int64   `json:"times,omitempty"`  // how often, where that is counted
	// its name, made of the rule, the kind and the path from the top of the work tree
	Fingerprint string `json:"fingerprint"`

	parts []part
	named bool // Message names all of Agents
}

// Share is what the first read of a tool loses of a file.
type Share struct {
	Tool   string `json:"tool"`             // its name
	Lost   int64  `json:"lost_bytes"`       // bytes of the file
	Line   int64  `json:"line,omitempty"`   // 1-based, of the first of them
	Calls  int64  `json:"calls,omitempty"`  // that read on to the end; 0 where none does, or more than are counted
	Tokens int64  `json:"tokens,omitempty"` // of these calls; counted as tokens_first of an agent
}

// fingerprint makes the name of a finding of a run in a folder of a work tree: from each folder it is the same.
func fingerprint(f Finding, folder string) string {
	h := sha256.New()
	for _, part := range []string{f.Rule, f.Kind, worktree.RelativeToTop(folder, f.Path)} {
		_, _ = h.Write([]byte(part)) // a hash never fails
		_, _ = h.Write([]byte{0})
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// Fact is what is so of a tool and many files: it is said once, and no finding of each file.
type Fact struct {
	Rule    string `json:"rule"`    // of the findings that it stands for
	Tool    string `json:"tool"`    // its name
	Message string `json:"message"` // what the tool does, in words
	Files   int64  `json:"files"`   // of how many files it is so
}

// Skipped is a file that was not checked.
type Skipped struct {
	Path string `json:"path"` // of the file
	Why  string `json:"why"`  // in words
	// IsUnread: it is left out because it could not be read, so that a check does not pass.
	IsUnread bool `json:"-"`
}

// Files counts files by what the first read gives of them. Each file is counted once, for the worst of it.
type Files struct {
	Whole   int64 `json:"whole"`    // all of it, as it is
	Partial int64 `json:"partial"`  // lines are missing
	Cut     int64 `json:"cut"`      // lines are cut
	Refused int64 `json:"refused"`  // an error in its place
	NotText int64 `json:"not_text"` // a picture, a note or an outline in its place
	// the call is not imitated: these are in no other number of the tool
	NotKnown int64 `json:"not_known,omitempty"`
}

// Agent sums up what a tool gives of all files. Tokens are estimated from samples of up to four files of each
// extension, the first that are checked: the number of a file depends on which others are checked with it.
type Agent struct {
	Name        string `json:"name"`         // of the tool
	Agent       string `json:"agent"`        // whose it is
	Since       string `json:"version"`      // the agent's version
	Files       Files  `json:"files"`        // how many, by what the first reads give
	Lines       int64  `json:"lines"`        // of the files
	LinesSent   int64  `json:"lines_sent"`   // that the first reads give
	Bytes       int64  `json:"bytes"`        // of the files
	BytesSent   int64  `json:"bytes_sent"`   // that the first reads give
	TokensFirst int64  `json:"tokens_first"` // of all first reads
	TokensAll   int64  `json:"tokens_all"`   // to read as much of everything as the tool gives, estimated
	CallsAll    int64  `json:"calls_all"`    // for that
	// not all were made: the number is an estimate
	CallsGuessed bool `json:"calls_all_estimated,omitempty"`
}
