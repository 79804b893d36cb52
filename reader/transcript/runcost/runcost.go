// Package runcost, which changes without notice, counts what the results of a run come to in tokens.
//
// The comments of the fields that are written as JSON become the rows of the JSON manual as they stand: phrases.
package runcost

import (
	"fmt"
	"hash/maphash"

	"eyeline/reader/tokens"
	"eyeline/reader/tools"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/record"
)

// Cost is what the results of a run come to in tokens, as Eyeline counts them. What a model counted itself is in
// record.Usage.
type Cost struct {
	Vocabulary string `json:"vocabulary"` // that they were counted in
	Results    int64  `json:"results"`    // of the results of all calls
	// of lines that were in the context of the same agent already, at the same number and with the same text
	Again int64 `json:"again"`
	// what the model itself counted; only where that is recorded
	Model *ModelCost `json:"model,omitempty"`
	Calls []CallCost `json:"calls"` // those with a result, in their order
	Files []FileCost `json:"files"` // that lines of were given, in the order of their first reads

	byPath map[string]int // indices into Files
}

// ModelCost are the tokens of all requests and answers as the model counted them: a request has all that went before it
// once more.
type ModelCost struct {
	By      string `json:"by"`      // who says so: "record", of the agent, or "requests"
	Answers int    `json:"answers"` // that have a count
	Input   int64  `json:"input"`   // that were sent, with those that were cached
	Cached  int64  `json:"cached"`  // of them, read from a cache
	Stored  int64  `json:"stored"`  // of them, written to a cache
	Output  int64  `json:"output"`  // that the model wrote
}

// ModelCostOf is what the model counted; nil where nothing of that is recorded. The requests themselves come first.
func ModelCostOf(s *transcript.Session) *ModelCost {
	m := ModelCost{By: "requests"}
	for _, one := range s.Run.Requests {
		if one.Body == nil || one.Body.Usage == (record.Usage{}) {
			continue
		}
		m.add(one.Body.Usage)
	}

	if m.Answers > 0 {
		return &m
	}

	m.By = "record"
	m.add(s.Run.Counted.Usage)
	m.Answers = s.Run.Counted.Answers
	if m.Answers == 0 {
		return nil
	}

	return &m
}

func (m *ModelCost) add(u record.Usage) {
	m.Answers++
	m.Input += u.Input
	m.Cached += u.Cached
	m.Stored += u.Stored
	m.Output += u.Output
}

// Words says what the model counted, and by whom that is known.
func (m *ModelCost) Words() string {
	by := "by the agent's own record"
	if m.By == "requests" {
		by = "by the requests themselves"
	}
	return fmt.Sprintf("The model counted, %s, %s tokens sent in %s (%s of them from a cache) and %s answered.", by,
		tools.Thousands(m.Input), tools.Thousands(int64(m.Answers))+" request"+tools.Plural(int64(m.Answers)),
		tools.Thousands(m.Cached), tools.Thousands(m.Output))
}

// Words says what the results come to.
func (c *Cost) Words() string {
	const form = "Results: %s token%s as Eyeline counts them (%s), %s of them of lines that were in the context " +
		"already."
	again := tools.Thousands(c.Again)
	return fmt.Sprintf(form, tools.Thousands(c.Results), tools.Plural(c.Results), c.Vocabulary, again)
}

// CallCost is what the result of one call comes to.
type CallCost struct {
	Call   int   `json:"call"`   // its number
	Tokens int64 `json:"tokens"` // of its result
	Again  int64 `json:"again"`  // tokens that were sent again
}

// FileCost is what the lines of one file come to that calls gave.
type FileCost struct {
	Path       string `json:"path"`        // below the working folder, else absolute
	Reads      int    `json:"reads"`       // reads that gave lines of it
	Tokens     int64  `json:"tokens"`      // of those lines
	Again      int64  `json:"again"`       // tokens that were sent again
	LinesAgain int64  `json:"lines_again"` // number of lines that were sent again
}

// Of is what a file comes to; zero where no line of it was given.
func (c *Cost) Of(path string) FileCost {
	if i, ok := c.byPath[path]; ok {
		return c.Files[i]
	}
	return FileCost{Path: path}
}

// Counter counts the tokens of a run, whose calls it is given in their order.
type Counter struct {
	cost  Cost
	s     *transcript.Session
	memo  tokens.Memo
	seed  maphash.Seed
	given map[agentFile]map[int64]givenLine
}

// agentFile is a file as one agent knows it.
type agentFile struct {
	agent int
	path  string
}

// givenLine is a line as it was given last.
type givenLine struct {
	sum  uint64
	call int32
}

// NewCounter counts the tokens of a session; no call of it has been counted yet.
func NewCounter(s *transcript.Session) *Counter {
	return &Counter{
		s: s, seed: maphash.MakeSeed(), given: map[agentFile]map[int64]givenLine{},
		cost: Cost{
			Vocabulary: tokens.Vocabulary, Calls: []CallCost{}, Files: []FileCost{}, byPath: map[string]int{},
		},
	}
}

// Cost is what the calls so far come to, and what the model counted in all of the run.
func (k *Counter) Cost() *Cost {
	k.cost.Model = ModelCostOf(k.s)
	return &k.cost
}

// Call counts the result of a call, and the lines of files that it gave.
func (k *Counter) Call(c *record.Call, reads []record.Read) error {
	text, _, err := k.s.Text(c.Result, record.TextLimit)
	if err != nil {
		return err
	}

	one := CallCost{Call: c.Number}
	one.Tokens, _ = k.memo.About(string(text))
	for _, r := range reads {
		one.Again += k.read(c, r)
	}

	one.Again = min(one.Again, one.Tokens)
	k.cost.Results += one.Tokens
	k.cost.Again += one.Again
	k.cost.Calls = append(k.cost.Calls, one)
	return nil
}

// read takes the lines of a file that a call gave, and returns the tokens of those that were sent again.
func (k *Counter) read(c *record.Call, r record.Read) (again int64) {
	if len(r.Lines) == 0 {
		return 0
	}

	i, known := k.cost.byPath[r.Path]
	if !known {
		i = len(k.cost.Files)
		k.cost.byPath[r.Path] = i
		k.cost.Files = append(k.cost.Files, FileCost{Path: r.Path})
	}

	f := &k.cost.Files[i]
	f.Reads++
	at := agentFile{c.Agent, r.Path}
	given := k.given[at]
	if given == nil {
		given = map[int64]givenLine{}
		k.given[at] = given
	}

	still := map[int32]bool{} // by a call before: its result is in the context
	for _, l := range r.Lines {
		line := r.Text[l.Start:l.End]
		n := k.memo.Count(line + "\n")
		f.Tokens += n
		if l.Cut {
			continue
		}

		was, had := given[l.Number]
		now := givenLine{maphash.String(k.seed, line), int32(c.Number)}
		if had && was.sum == now.sum && was.call != now.call && k.has(c, was.call, still) {
			f.Again += n
			f.LinesAgain++
			again += n
		}

		given[l.Number] = now
	}

	return again
}

// has reports whether the result of a call before was in the context when call c was made.
func (k *Counter) has(c *record.Call, before int32, known map[int32]bool) bool {
	is, asked := known[before]
	if !asked {
		is = k.s.InContextOf(c, k.s.Call(int(before)))
		known[before] = is
	}
	return is
}
