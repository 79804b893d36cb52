package agentsearch

import (
	"bufio"
	"cmp"
	"io"

	"eyeline/reader/tools"
)

// Report is the form of a result as JSON.
type Report struct {
	Head
	Agents []AgentReport `json:"agents"`
}

// Head has the fields of a report before its agents.
type Head struct {
	Version   int          `json:"version"`
	Dir       string       `json:"dir"`
	Pattern   string       `json:"pattern"`
	Fixed     bool         `json:"fixed,omitempty"`
	Skipped   []SkipReport `json:"skipped,omitempty"`
	Truncated bool         `json:"truncated,omitempty"`
}

// AgentReport is the form of one agent's answer.
type AgentReport struct {
	AgentHead
	Files []FileReport  `json:"files"`
	Never []NeverReport `json:"never"`
}

// AgentHead has the fields of an agent's report before its files.
type AgentHead struct {
	Name         string     `json:"name"`
	Agent        string     `json:"agent"`
	AgentVersion string     `json:"agent_version"`
	Tool         string     `json:"tool"`
	By           string     `json:"by"`
	Refused      string     `json:"refused,omitempty"`
	Unknown      string     `json:"unknown,omitempty"`
	Perhaps      string     `json:"perhaps,omitempty"`
	Notes        []string   `json:"notes,omitempty"`
	Matches      int        `json:"matches"`
	Cap          *CapReport `json:"cap,omitempty"`
}

// CapReport is the limit of an answer.
type CapReport struct {
	Most  int    `json:"most"`
	Unit  string `json:"unit"`
	Order string `json:"order"`
	Width string `json:"line_cut,omitempty"`
	// Cut: more matches can come than an answer holds.
	Cut bool `json:"cut"`
}

// FileReport is a file that the answer can have lines of.
type FileReport struct {
	Path string `json:"path"`
	// Of is the file's path if the answer writes it in another way.
	Of      string       `json:"of,omitempty"`
	Lines   []int64      `json:"lines"`
	Lost    []LostReport `json:"lost,omitempty"`
	Perhaps string       `json:"perhaps,omitempty"`
}

// LostReport is a matching line that the answer never has.
type LostReport struct {
	Line  int64  `json:"line"`
	Cause Cause  `json:"cause"`
	Why   string `json:"why"`
}

// NeverReport is a matching file that the answer has no line of.
type NeverReport struct {
	Path  string      `json:"path"`
	Cause Cause       `json:"cause"`
	Why   string      `json:"why"`
	Rule  *RuleReport `json:"rule,omitempty"`
	Lines []int64     `json:"lines"`
}

// RuleReport is a rule of an ignore file.
type RuleReport struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Pattern string `json:"pattern"`
}

// SkipReport is a path that could not be searched.
type SkipReport struct {
	Path string `json:"path"`
	Why  string `json:"why"`
}

// WriteJSON writes the result as a [Report]. It encodes file by file, so that memory does not grow with the result.
func (r *Result) WriteJSON(to io.Writer) error {
	w := &jsonWriter{out: bufio.NewWriter(to)}
	first := Head{Version: 1, Dir: r.Dir, Pattern: r.Query.Pattern, Fixed: r.Query.Fixed, Truncated: r.Truncated}
	for _, s := range r.Skipped {
		first.Skipped = append(first.Skipped, SkipReport(s))
	}

	w.openObject(first)
	w.writeText(`,"agents":[`)
	for i, a := range r.Agents {
		if i > 0 {
			w.writeText(",")
		}
		w.writeAgent(r, a)
	}

	w.writeText("]}\n")
	if w.err != nil {
		return w.err
	}

	return w.out.Flush()
}

// jsonWriter writes JSON piece by piece. After the first error, err, it writes nothing.
type jsonWriter struct {
	out *bufio.Writer
	err error
}

func (w *jsonWriter) writeText(s string) {
	if w.err == nil {
		_, w.err = w.out.WriteString(s)
	}
}

func (w *jsonWriter) writeValue(v any) {
	w.writeText(string(tools.JSON(v)))
}

// openObject writes an object without its closing brace.
func (w *jsonWriter) openObject(v any) {
	text := tools.JSON(v)
	w.writeText(string(text[:len(text)-1]))
}

// writeAgent writes an agent's report.
func (w *jsonWriter) writeAgent(r *Result, a *Answer) {
	w.openObject(a.report())
	w.writeText(`,"files":[`)

	w.writeRows(r, a, func(row *Row, v *Verdict) any {
		if !v.hasLines() {
			return nil
		}
		return fileReport(row, v)
	})

	w.writeText(`],"never":[`)

	w.writeRows(r, a, func(row *Row, v *Verdict) any {
		if why := v.neverReason(row); why != nil {
			return neverReport(row, why)
		}
		return nil
	})

	w.writeText("]}")
}

// hasLines reports whether the answer can have lines of the file.
func (v *Verdict) hasLines() bool { return len(v.Lines) > 0 }

// neverReason returns why the answer has no line under the file's own path; nil if it can.
func (v *Verdict) neverReason(row *Row) *Reason {
	switch {
	case !v.hasLines():
		return v.Why
	case v.WrittenPath != row.Rel:
		return &Reason{Cause: Encoding, Text: "the answer names it " + v.WrittenPath}
	}
	return nil
}

// Report returns an agent's report.
func (r *Result) Report(a *Answer) AgentReport {
	report := AgentReport{AgentHead: a.report()}
	for _, row := range r.Rows {
		v := a.Verdict(row)
		if v.hasLines() {
			report.Files = append(report.Files, fileReport(row, v))
		}
		if why := v.neverReason(row); why != nil {
			report.Never = append(report.Never, neverReport(row, why))
		}
	}

	return report
}

// writeRows writes the values that of returns for each row, separated by commas. A nil value is left out.
func (w *jsonWriter) writeRows(r *Result, a *Answer, of func(*Row, *Verdict) any) {
	separator := ""
	for _, row := range r.Rows {
		if value := of(row, a.Verdict(row)); value != nil {
			w.writeText(separator)
			w.writeValue(value)
			separator = ","
		}
	}
}

func (a *Answer) report() AgentHead {
	p := a.Profile
	report := AgentHead{
		Name: p.Name, Agent: p.Agent, AgentVersion: p.Version, Tool: p.Tool, By: a.Method.By,
		Refused: a.Refused, Unknown: a.Unknown, Perhaps: a.Perhaps, Notes: a.Notes, Matches: a.Matches,
	}
	if c := a.Method.Cap; c.Most > 0 {
		report.Cap = &CapReport{c.Most, c.Unit, cmp.Or(c.Order, "any"), c.Width, a.ExceedsLimit()}
	}
	return report
}

func fileReport(row *Row, v *Verdict) FileReport {
	file := FileReport{Path: v.WrittenPath, Lines: numbers(v.Lines), Perhaps: v.Perhaps}
	for _, lost := range v.Lost {
		file.Lost = append(file.Lost, LostReport{lost.Number, lost.Why.Cause, lost.Why.Text})
	}
	if v.WrittenPath != row.Rel {
		file.Of = row.Rel
	}
	return file
}

func neverReport(row *Row, why *Reason) NeverReport {
	never := NeverReport{Path: row.Rel, Cause: why.Cause, Why: why.Text, Lines: numbers(row.Matches())}
	if why.File != "" {
		never.Rule = &RuleReport{why.File, why.Line, why.Pattern}
	}
	return never
}

func numbers(lines []Match) []int64 {
	all := make([]int64, len(lines))
	for i, line := range lines {
		all[i] = line.Number
	}
	return all
}

// ExceedsLimit reports whether matches exceed the limit. It is false for a limit in units other than matches and files.
func (a *Answer) ExceedsLimit() bool {
	switch c := a.Method.Cap; c.Unit {
	case "matches":
		return a.Matches > c.Most
	case "files":
		return a.Files > c.Most
	}
	return false
}
