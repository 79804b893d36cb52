package launch

import (
	"io"
	"slices"
	"strings"

	"eyeline/reader/check"
	"eyeline/reader/check/reviewforms"
	"eyeline/reader/each"
	"eyeline/tui/launch/cmdkit"
)

// checkForm is a form that a report of findings is written in: all that differs between the forms.
type checkForm struct {
	name  string
	write func(out io.Writer, found *check.Result, p Program) error
	// every: the form has all findings, since it is a baseline or says nothing of what is left out.
	every bool
	// forReview: the form is for those who look at a change, whom few findings are shown.
	forReview bool
	// forPerson: the form is read by a person, on the spot: it has a head, and a terminal shows a screen in its place.
	forPerson bool
	// headAnywhere: the form has a head outside of a repository, too: it is read later, and elsewhere.
	headAnywhere bool
}

// checkForms are the forms of a report, in the order in which they are listed; the first is the usual one.
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
func checkFormats() []string { return each.Of(checkForms, func(f checkForm) string { return f.name }) }

// noForm refuses a name that no form of a report has.
func noForm(name string) error {
	see := cmdkit.Near(name, checkFormats())
	return cmdkit.Usage("--format is one of %s, not %q%s", strings.Join(checkFormats(), ", "), name, see)
}

// plainly is for a form that depends on nothing but what was found.
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

// form is the form of the report that is asked for; the zero value where no form has that name.
func (c *checkFlags) form() checkForm {
	i := slices.IndexFunc(checkForms, func(f checkForm) bool { return f.name == c.format })
	if i < 0 {
		return checkForm{}
	}
	return checkForms[i]
}
