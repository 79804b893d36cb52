// Package check reads a tree of files with the default read of every tool, and says where an agent gets less than, or
// something other than, what is in a file. What it says comes from the tools' own results: no limit of a tool is
// written down here.
package check

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
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
)

// rule is something that a finding can say, with an example: a file that has such a finding, its name and its content.
type rule struct {
	name, text string
	file       string
	content    func() string
}

// rules lists all rules in the order in which they are explained.
var rules = []rule{
	{
		Partial, "the first read gives only a part of the file",
		"long.txt", func() string { return strings.Repeat("a line of a long file\n", 6000) },
	},
	{
		Refused, "the tool refuses the file",
		"program", func() string { return strings.Repeat("\x7fELF\x00\x01\x02\x03", 200) },
	},
	{
		NotText, "the model gets something else than the text of the file: a picture, a PDF, a note that it is binary",
		"picture.png", func() string {
			return "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00"
		},
	},
	{
		CutLine, "a line is cut at the tool's limit",
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
}

// RuleNames lists the names of the rules.
func RuleNames() []string {
	names := make([]string, len(rules))
	for i, r := range rules {
		names[i] = r.name
	}
	return names
}

// Finding is a place where agents get less than the file, or something else. Fields that do not apply are 0 or empty.
type Finding struct {
	Rule   string `json:"rule"`             // its name
	Path   string `json:"path"`             // of the file
	Line   int64  `json:"line,omitempty"`   // 1-based
	Column int64  `json:"column,omitempty"` // 1-based, in code points
	// the tools, or the agents of an instructions finding, for which all the other fields are the same
	Agents    []string `json:"agents"`
	Message   string   `json:"message"`              // in words
	LostBytes int64    `json:"lost_bytes,omitempty"` // bytes of the file that the first read does not give
	Calls     int64    `json:"calls,omitempty"`      // what it takes to read the whole file
	Tokens    int64    `json:"tokens,omitempty"`     // the same in tokens, estimated from samples
	// what each tool loses, where they differ
	Shares []Share `json:"shares,omitempty"`
	// its name, made of the rule, the path, the agents and the text of the line
	Fingerprint string `json:"fingerprint"`
	// the text of the line for a baseline, which knows partial, cut-line and instructions by what they lose instead
	TextHash string `json:"text_hash,omitempty"`

	text []byte // of the line, for the fingerprint
}

// Share is what one of the tools of a finding loses.
type Share struct {
	Tool string `json:"tool"`       // its name
	Lost int64  `json:"lost_bytes"` // bytes of the file that its first read does not give
}

// fingerprint makes a finding's name.
func fingerprint(f Finding) string {
	h := sha256.New()
	for _, part := range []string{f.Rule, f.Path, strings.Join(f.Agents, ","), string(f.text)} {
		_, _ = h.Write([]byte(part)) // a hash never fails
		_, _ = h.Write([]byte{0})
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// same reports whether two findings differ in their agents only.
func same(a, b Finding) bool {
	return a.Rule == b.Rule && a.Path == b.Path && a.Line == b.Line && a.Column == b.Column && a.Message == b.Message &&
		a.LostBytes == b.LostBytes && a.Calls == b.Calls && a.Tokens == b.Tokens
}

// together makes one finding of those that differ in their agents only, and sorts them by place.
func together(found []Finding) []Finding {
	var out []Finding
	for _, f := range found {
		if i := slices.IndexFunc(out, func(o Finding) bool { return same(o, f) }); i >= 0 {
			out[i].Agents = append(out[i].Agents, f.Agents...)
			continue
		}
		f.Agents = slices.Clone(f.Agents)
		out = append(out, f)
	}
	names := RuleNames()
	slices.SortStableFunc(out, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), slices.Index(names, a.Rule)-slices.Index(names, b.Rule))
	})
	for i := range out {
		out[i].Fingerprint, out[i].TextHash = fingerprint(out[i]), textHash(out[i])
	}
	return out
}

// Skipped is a file that was not checked.
type Skipped struct {
	Path string `json:"path"` // of the file
	Why  string `json:"why"`  // in words
}

// Files counts files by what the first read gives of them. Each file is counted once, for the worst of it.
type Files struct {
	Whole   int64 `json:"whole"`    // all of it, as it is
	Partial int64 `json:"partial"`  // lines are missing
	Cut     int64 `json:"cut"`      // lines are cut
	Refused int64 `json:"refused"`  // an error in its place
	NotText int64 `json:"not_text"` // a picture, a note or an outline in its place
}

// Agent sums up what a tool gives of all files. Tokens are estimated from samples, calls too where a file takes many.
type Agent struct {
	Name        string `json:"name"`         // of the tool
	Agent       string `json:"agent"`        // whose it is
	Since       string `json:"since"`        // the agent's version
	Files       Files  `json:"files"`        // how many, by what the first reads give
	Lines       int64  `json:"lines"`        // of the files
	LinesSent   int64  `json:"lines_sent"`   // that the first reads give
	Bytes       int64  `json:"bytes"`        // of the files
	BytesSent   int64  `json:"bytes_sent"`   // that the first reads give
	TokensFirst int64  `json:"tokens_first"` // of all first reads, estimated from samples
	TokensAll   int64  `json:"tokens_all"`   // to read as much of everything as the tool gives, estimated
	CallsAll    int64  `json:"calls_all"`    // for that; estimated where a file takes many
}
