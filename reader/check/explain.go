package check

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// examples are files that have findings of a rule: their names and their content.
var examples = map[string]struct {
	name    string
	content func() string
}{
	Partial: {"long.txt", func() string { return strings.Repeat("a line of a long file\n", 6000) }},
	Refused: {"program", func() string { return strings.Repeat("\x7fELF\x00\x01\x02\x03", 200) }},
	NotText: {"picture.png", func() string {
		return "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00"
	}},
	CutLine:  {"data.json", func() string { return "{\"rows\": [" + strings.Repeat("[1, 2, 3], ", 3000) + "[4]]}\n" }},
	Replaced: {"latin1.txt", func() string { return "caf\xe9 and th\xe9\n" }},
	Altered:  {"windows.txt", func() string { return "\ufefffirst\r\n\tsecond  \r\n" }},
	Numbers:  {"page.c", func() string { return "int a;\n\f\nint b;\rint c;\nint d;\n" }},
	Hidden: {"trojan.go", func() string {
		return "if level != \"user\u202e \u2066// Check if admin\u2069 \u2066\" {\n}\n"
	}},
	Instructions: {"AGENTS.md", func() string {
		return strings.Repeat("- Always run the tests before you commit.\n", 1000)
	}},
}

// Explain says what a rule means, with an example that is checked on the spot: a file is made in an empty directory,
// and the tools read it. The error is one of writing, or of the file.
func Explain(ctx context.Context, w io.Writer, rule string, o Options) (err error) {
	dir, err := os.MkdirTemp("", "eyeline-explain-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return err
	}
	example := examples[rule]
	content := example.content()
	name := filepath.Join(dir, example.name)
	if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
		return err
	}
	o.Paths, o.Rules, o.All = []string{name}, []string{rule}, true
	o.Known, o.Since, o.Exclude, o.MinLost = nil, "", nil, 0
	found := &findingList{}
	if err := Run(ctx, o, found); err != nil {
		return err
	}
	text := &strings.Builder{}
	const shown = 120
	head := clean(content[:min(len(content), shown)])
	if len(content) > shown {
		head += " …"
	}
	fmt.Fprintf(text, "%s: %s.\n\nFor example a file %s of %s bytes:\n\n    %s\n\n",
		rule, ruleText(rule), example.name, number(int64(len(content))), head)
	if rule == Instructions {
		fmt.Fprintf(text, "What is known of the agents' limits, each with its source and the day it was looked at:\n\n%s\n",
			limitsInWords())
	}
	if len(found.findings) == 0 {
		fmt.Fprintln(text, "None of the tools asked has a finding of this rule for it.")
	}
	for _, f := range found.findings {
		f.Path = example.name
		message := strings.ReplaceAll(clean(f.Message), dir+string(filepath.Separator), "")
		fmt.Fprintf(text, "%s: %s\n    %s\n", where(f), message, strings.Join(f.Agents, ", "))
	}
	_, err = io.WriteString(w, text.String())
	return err
}

// findingList keeps the findings of a few files.
type findingList struct {
	withoutFiles
	findings []Finding
	summary  Summary
}

// Finding implements Report.
func (g *findingList) Finding(f Finding) error {
	g.findings = append(g.findings, f)
	return nil
}

// End implements Report.
func (g *findingList) End(s Summary) error {
	g.summary = s
	return nil
}

// IsRule reports whether there is a rule of a name.
func IsRule(name string) bool { return slices.Contains(RuleNames(), name) }
