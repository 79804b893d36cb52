package check

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// githubReport writes workflow commands, which GitHub shows beside the lines.
type githubReport struct {
	w *bufio.Writer
}

// NewGitHub writes a report as workflow commands of GitHub Actions.
func NewGitHub(w io.Writer) Report { return &githubReport{w: bufio.NewWriterSize(w, 64<<10)} }

var (
	githubData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// Finding implements Report.
func (r *githubReport) Finding(f Finding) error {
	_, err := fmt.Fprintf(r.w, "::warning file=%s", clean(githubProperty.Replace(f.Path)))
	if f.Line > 0 {
		_, err = fmt.Fprintf(r.w, ",line=%d", f.Line)
	}
	if f.Column > 0 {
		_, err = fmt.Fprintf(r.w, ",col=%d", f.Column)
	}
	if err == nil {
		text := githubData.Replace(clean(strings.Join(f.Agents, ", ") + ": " + f.Message))
		_, err = fmt.Fprintf(r.w, ",title=eyeline %s::%s\n", f.Rule, text)
	}
	return err
}

// End implements Report.
func (r *githubReport) End(s Summary) error {
	if s.Interrupted {
		_, _ = r.w.WriteString("::warning title=eyeline::the check was interrupted\n") // Flush says it
	}
	return r.w.Flush()
}
