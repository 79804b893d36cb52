package launch

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"eyeline/reader/check"
	"eyeline/reader/check/reviewforms"
	"eyeline/reader/lists"
	"eyeline/tui/launch/cmdkit"
)

// checkForm is a format of a report of findings, with all that differs between formats.
type checkForm struct {
	name  string
	write func(out io.Writer, found *check.Result, p Program) error
	// every: the format has all findings, since it is a baseline or has no way to say that some were left out.
	every bool
	// forReview: the format is for reviewers of a change, who are shown few findings.
	forReview bool
	// forPerson: the format is for a person who reads it at once: it has a head, and on a terminal a screen is shown
	// instead.
	forPerson bool
	// headAnywhere: the format has a head even outside of a repository, since it is read later and elsewhere.
	headAnywhere bool
}

// checkForms are the formats of a report, in the order in which they are listed. The first is the default.
var checkForms = []checkForm{
	{name: "table", write: writeTable, forPerson: true},
	{name: "json", write: plainly(check.WriteJSON), every: true},
	{name: "ndjson", write: plainly(reviewforms.WriteNDJSON), every: true},
	{name: "sarif", write: writeSARIF},
	{name: "github", write: plainly(reviewforms.WriteGitHub), forReview: true},
	{name: "gitlab", write: plainly(reviewforms.WriteGitLab), every: true},
	{name: "rdjson", write: plainly(reviewforms.WriteRDJSON), every: true},
	{name: "junit", write: plainly(reviewforms.WriteJUnit), every: true},
	{name: "markdown", write: plainly(check.WriteMarkdown), forReview: true},
	{name: "html", write: plainly(check.WriteHTML), headAnywhere: true},
}

// checkFormats are the names of the forms of a report.
func checkFormats() []string {
	return lists.Map(checkForms, func(f checkForm) string { return f.name })
}

// noForm is the error for an unknown name of a format.
func noForm(name string) error {
	see := cmdkit.SuggestNames(name, checkFormats())
	return fmt.Errorf("must be one of %s, not %q%s", strings.Join(checkFormats(), ", "), name, see)
}

// plainly adapts a writer that needs nothing but what was found.
func plainly(write func(io.Writer, *check.Result) error) func(io.Writer, *check.Result, Program) error {
	return func(out io.Writer, found *check.Result, _ Program) error { return write(out, found) }
}

func writeTable(out io.Writer, found *check.Result, _ Program) error {
	return check.WriteTable(out, found, cmdkit.Columns(out))
}

func writeSARIF(out io.Writer, found *check.Result, p Program) error {
	version := strings.TrimPrefix(p.version(), "eyeline ")
	return reviewforms.WriteSARIF(out, found, reviewforms.Producer{Version: version, Home: p.Home})
}

// form returns the format that was asked for; the zero value if no format has that name.
func (c *checkFlags) form() checkForm {
	i := slices.IndexFunc(checkForms, func(f checkForm) bool { return f.name == c.format })
	if i < 0 {
		return checkForm{}
	}
	return checkForms[i]
}
