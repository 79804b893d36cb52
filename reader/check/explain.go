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

	"eyeline/reader/internal/textfile"
	"eyeline/reader/tools"
)

// Explain says what a rule means, with an example that is checked on the spot: a file is made in an empty directory,
// and the tools read it. The error is one of writing, or of the file.
func Explain(ctx context.Context, w io.Writer, name string, o Options) (err error) {
	rule := rules[slices.Index(RuleNames(), name)]
	dir, err := os.MkdirTemp("", "eyeline-explain-")
	if err != nil {
		return err
	}

	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return err
	}

	content := rule.content()
	file := filepath.Join(dir, rule.file)
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		return err
	}

	o.Paths = []string{file}
	o.Rules = []string{name}
	o.All = true
	o.Known = nil
	o.Since = ""
	o.Exclude = nil
	o.MinLost = 0
	if o.Tools == nil {
		o.Tools = tools.All()
	}

	found, err := Run(ctx, o)
	if err != nil {
		return err
	}

	text := &strings.Builder{}
	fmt.Fprintf(text, "%s: %s.\n\nFor example a file %s of %s bytes:\n\n    %s\n\n",
		name, rule.text, rule.file, tools.Thousands(int64(len(content))), Clean(textfile.Shortened(content)))
	if name == Instructions {
		fmt.Fprintf(text, "The agents that have a limit (eyeline context shows what each sends):\n\n%s\n",
			limitsInWords())
	}
	if len(found.Findings) == 0 {
		fmt.Fprintln(text, "None of the tools asked has a finding of this rule for it.")
	}

	for _, f := range found.Findings {
		f.Path = rule.file
		message := strings.ReplaceAll(Clean(f.Message), dir+string(filepath.Separator), "")
		fmt.Fprintf(text, "%s: %s\n    %s\n", where(f), message, strings.Join(f.Agents, ", "))
	}

	_, err = io.WriteString(w, text.String())
	return err
}
