// Package fleet, which changes without notice, tells of many runs at once, as flat rows for a database: one for each
// read, change and search of a file.
//
// The comments of the fields that are written as JSON become the rows of the JSON manual as they stand: phrases.
package fleet

import (
	"strings"
	"time"

	"eyeline/reader/tokens"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/runcost"
)

// Row is what one call did with one file, by what was known when it was made.
type Row struct {
	Run     string     `json:"run"`       // the transcript, as eyeline transcript takes it
	ID      string     `json:"id"`        // of the session, as recorded
	Agent   string     `json:"agent"`     // its name for people
	Version string     `json:"version"`   // of the agent, as recorded
	Model   string     `json:"model"`     // that made the call, as recorded; "" where no record names it
	Started *time.Time `json:"started"`   // when the run began; null where that is not recorded
	Dir     string     `json:"dir"`       // the working folder that was recorded
	Sub     string     `json:"sub_agent"` // that made the call; "" for the main one
	Call    int        `json:"call"`      // its number, from 1
	Time    *time.Time `json:"time"`      // of the call; null where that is not recorded
	Tool    string     `json:"tool"`      // as recorded
	Kind    string     `json:"kind"`      // "read", "change" or "search"
	// of the file, below the working folder, else absolute; "" for a search that gave no line of a file
	Path string `json:"path"`
	// the first line that was given or replaced, 1-based, in the file's own numbers then; null where none is known
	First *int64 `json:"first"`
	Last  *int64 `json:"last"`  // the last one, inclusive; null likewise
	Lines int64  `json:"lines"` // how many of those between them were given or replaced
	// of the result's text: of one that concerns several files those of the lines of each
	Bytes  int64 `json:"bytes"`
	Tokens int64 `json:"tokens"` // of the same text, as Eyeline counts them
	// the vocabulary that they were counted in; with "~" before it where they were estimated
	Vocabulary string `json:"vocabulary"`
	Refused    bool   `json:"refused"` // the result is an error
	Cut        int64  `json:"cut"`     // lines of which the result has a part only
	Again      bool   `json:"again"`   // the read gave nothing but lines that had been sent before, and are the same
	// lines that the change replaced and the model had not been sent as they were then
	Blind int64 `json:"blind"`
	// the lines, and of a change whether they had been sent, are known; else first, last, lines and blind may be less
	// than what was
	Sure bool `json:"sure"`
	// what the model counted of the whole run, the same in each of its rows; null where that is not recorded
	Usage *runcost.ModelCost `json:"usage"`
}

// rowsOf makes rows of what a call did.
type rowsOf struct {
	s    *transcript.Session
	step coverage.Step
	base Row // what all rows of the call have
	memo *tokens.Memo
	rows []Row
}

// newBase is what all rows of a run have.
func newBase(path string, s *transcript.Session) Row {
	return Row{
		Run: path, ID: s.ID, Agent: s.Agent, Version: s.Version, Dir: s.Dir, Started: timeOf(s.Started),
		Usage: runcost.ModelCostOf(s),
	}
}

// timeOf is a time that may not be known.
func timeOf(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// make makes the rows of what a call did; there is no row of a call that is no read, change or search.
func (b *rowsOf) make() ([]Row, error) {
	c := b.step.Call
	b.base.Call = c.Number
	b.base.Time = timeOf(c.Time)
	b.base.Tool = c.Tool
	b.base.Model = c.Model()
	b.base.Sub = b.s.SubAgent(c).Name()
	b.base.Refused = c.Failed
	text, err := b.text()
	if err != nil {
		return nil, err
	}

	alone := len(b.step.Reads)+len(b.step.Changes) <= 1
	for _, r := range b.step.Reads {
		if !r.Named { // it need not have been read
			b.read(r, text, alone)
		}
	}

	for _, change := range b.step.Changes {
		b.change(change)
	}

	if len(b.rows) == 0 && c.Kind == record.Search {
		row := b.base
		row.Kind = "search"
		row.Sure = true
		b.rows = append(b.rows, row)
	}

	if len(b.rows) == 1 {
		b.rows[0].measure(b.memo, text)
	}

	return b.rows, nil
}

// text is that of the result, where a row concerns it.
func (b *rowsOf) text() (string, error) {
	c := b.step.Call
	if len(b.step.Reads)+len(b.step.Changes) == 0 && c.Kind != record.Search {
		return "", nil
	}
	text, _, err := b.s.Text(c.Result, record.TextLimit)
	return string(text), err
}

// read adds the row of a read; alone: the whole result is of it.
func (b *rowsOf) read(r coverage.StepRead, result string, alone bool) {
	row := b.base
	row.Path = r.Path
	row.Again = r.Again
	row.Sure = r.Sure
	row.Kind = "read"
	if b.step.Call.Kind == record.Search || r.Via == record.InSearch {
		row.Kind = "search"
	}

	var lines strings.Builder
	var given record.Ranges
	for _, l := range r.Lines {
		if l.Cut {
			row.Cut++
		}

		given = append(given, record.Range{l.Number, l.Number})
		if !alone {
			lines.WriteString(r.Text[l.Start:l.End])
			lines.WriteByte('\n')
		}
	}

	given.Sort()
	row.span(given)
	if !alone {
		row.measure(b.memo, lines.String())
	}

	b.rows = append(b.rows, row)
}

// change adds the row of a change.
func (b *rowsOf) change(c coverage.StepChange) {
	row := b.base
	row.Kind = "change"
	row.Path = c.Path
	row.Blind = c.BlindCount()
	row.Sure = c.Failed || c.IsKnown()
	row.span(c.LinesThen)
	row.Vocabulary = tokens.Vocabulary
	b.rows = append(b.rows, row)
}

// span sets the first and the last line of a row.
func (r *Row) span(lines record.Ranges) {
	if n := len(lines); n > 0 {
		first := lines[0][0]
		last := lines[n-1][1]
		r.First = &first
		r.Last = &last
		r.Lines = lines.Count()
	}
}

// measure says how long the text of a row is.
func (r *Row) measure(memo *tokens.Memo, text string) {
	exact := false
	r.Bytes = int64(len(text))
	r.Vocabulary = tokens.Vocabulary
	r.Tokens, exact = memo.About(text)
	if !exact {
		r.Vocabulary = "~" + tokens.Vocabulary
	}
}
