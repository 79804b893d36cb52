package agentsearch

import (
	"bufio"
	"cmp"
	"io"

	"eyeline/reader/tools"
)

// Report is a result as JSON.
type Report struct {
	Head
	Agents []AgentReport `json:"agents"`
}

// Head is what a report begins with.
type Head struct {
	Version   int          `json:"version"`
	Dir       string       `json:"dir"`
	Pattern   string       `json:"pattern"`
	Fixed     bool         `json:"fixed,omitempty"`
	Skipped   []SkipReport `json:"skipped,omitempty"`
	Truncated bool         `json:"truncated,omitempty"`
}

// AgentReport is what one agent finds.
type AgentReport struct {
	AgentHead
	Files []FileReport  `json:"files"`
	Never []NeverReport `json:"never"`
}

// AgentHead is what the report of an agent begins with.
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

// CapReport is how much an answer holds.
type CapReport struct {
	Most  int    `json:"most"`
	Unit  string `json:"unit"`
	Order string `json:"order"`
	Width string `json:"line_cut,omitempty"`
	// Cut: more matches can come than an answer holds.
	Cut bool `json:"cut"`
}

// FileReport is a file of which lines can come.
type FileReport struct {
	Path string `json:"path"`
	// Of is the file's path where the answer names it otherwise.
	Of      string       `json:"of,omitempty"`
	Lines   []int64      `json:"lines"`
	Lost    []LostReport `json:"lost,omitempty"`
	Perhaps string       `json:"perhaps,omitempty"`
}

// LostReport is a line that can never come.
type LostReport struct {
	Line  int64  `json:"line"`
	Cause Cause  `json:"cause"`
	Why   string `json:"why"`
}

// NeverReport is a file of which no line can come.
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

// SkipReport is what could not be looked at.
type SkipReport struct {
	Path string `json:"path"`
	Why  string `json:"why"`
}

// WriteJSON writes the result as JSON, a [Report], file by file: memory does not grow with it.
func (r *Result) WriteJSON(to io.Writer) error {
	w := &jsonWriter{to: bufio.NewWriter(to)}
	first := Head{Version: 1, Dir: r.Dir, Pattern: r.Query.Pattern, Fixed: r.Query.Fixed, Truncated: r.Truncated}
	for _, s := range r.Skipped {
		first.Skipped = append(first.Skipped, SkipReport(s))
	}

	w.open(first)
	w.text(`,"agents":[`)
	for i, a := range r.Agents {
		if i > 0 {
			w.text(",")
		}
		w.agent(r, a)
	}

	w.text("]}\n")
	if w.err != nil {
		return w.err
	}

	return w.to.Flush()
}

// jsonWriter writes JSON piece by piece. err is the first error.
type jsonWriter struct {
	to  *bufio.Writer
	err error
}

func (w *jsonWriter) text(s string) {
	if w.err == nil {
		_, w.err = w.to.WriteString(s)
	}
}

func (w *jsonWriter) value(v any) {
	w.text(string(tools.JSON(v)))
}

// open writes an object without its closing brace.
func (w *jsonWriter) open(v any) {
	text := tools.JSON(v)
	w.text(string(text[:len(text)-1]))
}

// agent writes one agent's answer, with the files that it finds.
func (w *jsonWriter) agent(r *Result, a *Answer) {
	w.open(a.report())
	w.text(`,"files":[`)

	w.rows(r, a, func(row *Row, v *Verdict) any {
		if !v.comes() {
			return nil
		}
		return fileReport(row, v)
	})

	w.text(`],"never":[`)

	w.rows(r, a, func(row *Row, v *Verdict) any {
		if why := v.never(row); why != nil {
			return neverReport(row, why)
		}
		return nil
	})

	w.text("]}")
}

// comes reports whether lines of the file can come.
func (v *Verdict) comes() bool { return len(v.Lines) > 0 }

// never says why no line of a file comes under its own name; nil where some can.
func (v *Verdict) never(row *Row) *Reason {
	switch {
	case !v.comes():
		return v.Why
	case v.Named != row.Rel:
		return &Reason{Cause: Encoding, Text: "the answer names it " + v.Named}
	}
	return nil
}

// Report is what one agent finds.
func (r *Result) Report(a *Answer) AgentReport {
	report := AgentReport{AgentHead: a.report()}
	for _, row := range r.Rows {
		v := a.Verdict(row)
		if v.comes() {
			report.Files = append(report.Files, fileReport(row, v))
		}
		if why := v.never(row); why != nil {
			report.Never = append(report.Never, neverReport(row, why))
		}
	}
	return report
}

// rows writes what is made of each row, nil: nothing.
func (w *jsonWriter) rows(r *Result, a *Answer, of func(*Row, *Verdict) any) {
	separator := ""
	for _, row := range r.Rows {
		if value := of(row, a.Verdict(row)); value != nil {
			w.text(separator)
			w.value(value)
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
		report.Cap = &CapReport{c.Most, c.Unit, cmp.Or(c.Order, "any"), c.Width, a.Cut()}
	}
	return report
}

func fileReport(row *Row, v *Verdict) FileReport {
	file := FileReport{Path: v.Named, Lines: numbers(v.Lines), Perhaps: v.Perhaps}
	for _, lost := range v.Lost {
		file.Lost = append(file.Lost, LostReport{lost.Number, lost.Why.Cause, lost.Why.Text})
	}
	if v.Named != row.Rel {
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

// Cut reports whether more can come than an answer holds, as far as that is counted in matches or files.
func (a *Answer) Cut() bool {
	switch c := a.Method.Cap; c.Unit {
	case "matches":
		return a.Matches > c.Most
	case "files":
		return a.Files > c.Most
	}
	return false
}
