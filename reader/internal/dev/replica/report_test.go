package replica

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"eyeline/reader/tools"
)

// report is what was found about one agent.
type report struct {
	Tool    string `json:"tool"`
	Package string `json:"package"`
	Agent   string `json:"agent,omitempty"`
	Version string `json:"version,omitempty"` // of the agent that ran
	Node    string `json:"node,omitempty"`    // the version of Node.js that ran it
	Profile string `json:"profile,omitempty"` // the version that the tool here imitates
	Skipped string `json:"skipped,omitempty"` // why it was not run

	Calls      int `json:"calls"`        // with an answer, and imitated here
	Held       int `json:"held"`         // the answer is that of the tool here, byte for byte
	Differing  int `json:"differing"`    // it is not
	New        int `json:"new"`          // of all, the calls that the cases have no answer for
	NotText    int `json:"not_text"`     // of those held, the ones where only that it is no text was compared
	Unanswered int `json:"unanswered"`   // the agent gave no result
	Unsent     int `json:"unsent"`       // its interface cannot carry the arguments
	Foreign    int `json:"not_imitated"` // there is no tool here that would make the call

	Differences []difference `json:"differences,omitempty"`
	Offer       []string     `json:"offer,omitempty"`    // how the tool that the agent offers differs from that here
	Troubles    []string     `json:"troubles,omitempty"` // sessions that did not go as they should
	Outside     []string     `json:"outside,omitempty"`  // what it wrote outside its home
	Outputs     []string     `json:"outputs,omitempty"`  // what it printed in such sessions, or where that is kept

	records  []record
	contexts []contextRecord
}

// difference is a call whose answer differs.
type difference struct {
	Case      string          `json:"case"`
	Arguments json.RawMessage `json:"arguments"`
	// Recorded says whether the case has the agent's answer: then the tool here is wrong; or that of the tool here:
	// then the agent has changed.
	Recorded string `json:"recorded"`
	Diff     string `json:"diff"`
}

// most of what is listed.
const (
	maxDifferences = 200
	maxTroubles    = 40
	maxOutput      = 4000
)

// differs reports whether there is something that a person has to look at.
func (r *report) differs() bool {
	return r.Differing+r.Unanswered+len(r.Outside)+len(r.Offer) > 0
}

// verdict is the report in a word or two: held, differs, or that the agent could not be asked.
func (r *report) verdict() string {
	switch {
	case r.Skipped != "" || r.Calls == 0:
		return "could not ask"
	case r.Differing+len(r.Offer) > 0:
		return "differs"
	case r.Unanswered > 0 || len(r.Troubles) > 0:
		return "held as far as it answered"
	}
	return "held"
}

// line is the report in one line.
func (r *report) line() string {
	s := fmt.Sprintf("%s %s: %d calls, %d held, %d differing, %d new", r.Tool, r.Version, r.Calls, r.Held, r.Differing, r.New)
	if r.Unanswered > 0 {
		s += fmt.Sprintf(", %d unanswered", r.Unanswered)
	}
	if r.Unsent > 0 {
		s += fmt.Sprintf(", %d that its interface cannot carry", r.Unsent)
	}
	if r.Foreign > 0 {
		s += fmt.Sprintf(", %d that are not imitated", r.Foreign)
	}
	return s
}

// add compares the answer to one call.
func (r *report) add(a *agent, s *set, b *box, c testCase, res *result, want given) {
	switch {
	case res == nil:
		r.Unanswered++
		r.trouble("no result for %s, arguments %.300s", c.Name, c.Args)
		return
	case res.Unsent:
		r.Unsent++
		return
	}
	got := answerOf(a, res)
	r.records = append(r.records, newRecord(a, s, b, c, got, want, r.Version))
	if c.new {
		r.New++
	}
	if want.own {
		r.Foreign++
		return
	}
	r.Calls++
	if same(a, got, want) {
		r.Held++
		if got.media {
			r.NotText++
		}
		return
	}
	r.Differing++
	if len(r.Differences) == maxDifferences {
		return
	}
	d := difference{Case: c.Name, Arguments: c.ArgsField, Recorded: recorded(a, s, b, c, got, want)}
	var parts []string
	if got.media != want.media {
		parts = append(parts, fmt.Sprintf("text alone: here %v, from the agent %v\n", !want.media, !got.media))
	}
	if a.Flagged && got.refused != want.refused {
		parts = append(parts, fmt.Sprintf("refused: here %v, by the agent %v\n", want.refused, got.refused))
	}
	if text := diff(unvaried(a, want.text), unvaried(a, got.text)); text != "" {
		parts = append(parts, text)
	}
	if a.Notes != nil && got.note != want.note {
		parts = append(parts, "the note after it\n"+diff(want.note, got.note))
	}
	d.Diff = strings.Join(parts, "")
	r.Differences = append(r.Differences, d)
}

// recorded says whose answer a case has.
func recorded(a *agent, s *set, b *box, c testCase, got, want given) string {
	if c.new {
		return "nothing"
	}
	is := func(g given) bool {
		text := strings.ReplaceAll(g.text, b.Home, s.home)
		if c.OK {
			return c.CheckContent([]byte(text)) == nil && (a.Notes == nil || g.note == c.Note)
		}
		return c.CheckError(text) == nil
	}
	switch agents, ours := is(got), is(want); {
	case agents && ours:
		return "both answers, which differ only in whether they are a refusal"
	case agents:
		return "the agent's answer"
	case ours:
		return "the answer of the tool here"
	}
	return "another answer"
}

func (r *report) trouble(format string, args ...any) {
	note(&r.Troubles, fmt.Sprintf(format, args...))
}

// note adds a text to a list, once, and not without end.
func note(list *[]string, text string) {
	if len(*list) < maxTroubles && !slices.Contains(*list, text) {
		*list = append(*list, text)
	}
}

// keep keeps the end of what an agent printed; all of it is in dir where that is kept.
func (r *report) keep(tool, output, dir, kept string) {
	if kept != "" {
		if path, err := writeOutput(dir, output); err == nil {
			r.Outputs = append(r.Outputs, "all of it is in "+path)
		}
	}
	if len(r.Outputs) > 5 || strings.TrimSpace(output) == "" {
		return
	}
	if len(output) > maxOutput {
		output = "…" + output[len(output)-maxOutput:]
	}
	r.Outputs = append(r.Outputs, tool+" printed: "+strings.ToValidUTF8(output, "\ufffd"))
}

// offered compares the tool that the agent offers with that here.
func (r *report) offered(t *tools.Tool, a *agent, script *script) {
	if turns, _ := script.Turns(); turns == 0 || len(r.Offer) > 0 {
		return
	}
	offered := script.Offered()
	theirs, ok := offered[a.Call]
	if !ok {
		others := strings.Join(slices.Sorted(maps.Keys(offered)), ", ")
		r.Offer = []string{fmt.Sprintf("it offers no tool %s; it offers %s", a.Call, others)}
		return
	}
	if a.Custom {
		return
	}
	now, formed := dig(theirs, "properties").(map[string]any)
	if !formed {
		return // the interface has another form of it
	}
	var here struct {
		Properties map[string]any `json:"properties"`
	}
	_ = json.Unmarshal(t.Schema(), &here) // a tool's schema is JSON
	for name := range now {
		if _, known := here.Properties[name]; !known && !slices.Contains(a.Further, name) {
			r.Offer = append(r.Offer, fmt.Sprintf("its %s takes the argument %s, the tool here does not know it", a.Call, name))
		}
	}
	for name := range here.Properties {
		if _, known := now[name]; !known {
			r.Offer = append(r.Offer, fmt.Sprintf("its %s does not offer the argument %s", a.Call, name))
		}
	}
	slices.Sort(r.Offer)
}
