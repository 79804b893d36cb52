package check

import (
	"cmp"
	"slices"
	"strings"

	"eyeline/reader/tools"
)

// part is what a finding says of one tool.
type part struct {
	tool string // its name, or the agent's of an instructions finding
	// cause is what a fact about the tool says of it, where it is so of many files; "" where each file is to be said.
	cause string
	words string // what is lost, in words
	todo  string // what to do about it
	spot
	Share
	refused bool  // by the first read
	grave   bool  // nothing tells the model of the loss, or no call gives what is lost
	read    *read // that is read on: its tokens are estimated when the finding is taken
}

// spot is where in a file something is: Finding.Line and Column, 0 where that is not known.
type spot struct{ line, column int64 }

// isError reports whether findings of a rule are errors.
func isError(rule string) bool { return rule == Hidden || rule == Instructions }

// finish makes of the parts what a finding of a run in a folder of a work tree says of all its tools together.
func (f *Finding) finish(folder string) {
	f.Level = LevelNote
	if isError(f.Rule) {
		f.Level = LevelError
	}

	f.Agents = nil
	f.Shares = nil
	f.LostBytes = 0
	at := f.parts[0].spot
	for _, p := range f.parts {
		if p.grave {
			f.Level = LevelWarning
		}

		f.Agents = append(f.Agents, p.tool)
		f.LostBytes = max(f.LostBytes, p.Lost)
		if p.Lost > 0 {
			p.Share.Tool = p.tool
			p.Share.Line = p.line
			f.Shares = append(f.Shares, p.Share)
		}

		// Of what is given in part the place is the last one, where the best of the tools ends, of all else the first
		// one.
		if p.line > 0 && (at.line == 0 || p.line != at.line && (p.line > at.line) == (f.Rule == Partial)) {
			at = p.spot
		}
	}

	f.Line = at.line
	f.Column = at.column
	f.Message, f.named = inWords(f.parts, allBefore)
	f.Fingerprint = fingerprint(*f, folder)
}

// Word names what is found: the rule, and before it that tools refuse the file where the finding says so of its parts.
func (f *Finding) Word() string {
	if f.Rule != Refused && slices.ContainsFunc(f.parts, func(p part) bool { return p.refused }) {
		return Refused + ", " + f.Rule
	}
	return f.Rule
}

// OfTool says what is found of one of the tools: the rule, and what it says in words.
func (f *Finding) OfTool(tool string) (rule, words string) {
	at := slices.IndexFunc(f.parts, func(p part) bool { return p.tool == tool })
	if at < 0 {
		return f.Rule, f.Message
	}
	rule = f.Rule
	if f.parts[at].refused {
		rule = Refused
	}
	return rule, f.parts[at].words
}

// OfTools is the message with the tools before it, where it does not name them.
func (f *Finding) OfTools() string {
	if f.named || len(f.Agents) == 1 && strings.HasPrefix(f.Message, f.Agents[0]+" ") {
		return f.Message
	}
	return allBefore(f.Agents, f.Message)
}

// Brief is the message with the tools behind what is said of them, of many the first two and how many more there are:
// in a short form the finding is not to be lost behind names.
func (f *Finding) Brief() string {
	words, named := inWords(f.parts, someBehind)
	if named {
		return words
	}
	return someBehind(f.Agents, cmp.Or(words, f.Message))
}

// Saying is what is said in one wording of some tools, or of agents.
type Saying struct {
	Of    []string // their names
	Words string
	lost  int64 // bytes of the file, at most
}

// Sayings are what is found, each wording once, those first by which most is lost. They do not say what to do: see
// [Finding.Mend].
func (f *Finding) Sayings() (all []Saying) {
	for _, p := range f.parts {
		at := slices.IndexFunc(all, func(s Saying) bool { return s.Words == p.words })
		if at < 0 {
			at = len(all)
			all = append(all, Saying{Words: p.words})
		}
		all[at].Of = append(all[at].Of, p.tool)
		all[at].lost = max(all[at].lost, p.Lost)
	}
	if all == nil {
		return []Saying{{Of: f.Agents, Words: f.Message}}
	}
	slices.SortStableFunc(all, func(a, b Saying) int { return cmp.Compare(b.lost, a.lost) })
	return all
}

// Mend says what to do about the finding: what is said of its tools, else what helps against its rule.
func (f *Finding) Mend() string {
	var todo []string
	for _, p := range f.parts {
		if p.todo != "" && !slices.Contains(todo, p.todo) {
			todo = append(todo, p.todo)
		}
	}
	if todo == nil {
		return mends[f.Rule]
	}
	return strings.Join(todo, "; ")
}

// mends say what helps against a rule, where that is the same for all that it finds.
var mends = map[string]string{
	Partial:      "split the file, or say in AGENTS.md which lines matter",
	Refused:      "split the file, or say in AGENTS.md how to read it: by lines, or by a search",
	NotText:      "save it as UTF-8, under a name that stands for text",
	Outline:      "split the file, or say in AGENTS.md which lines matter",
	CutLine:      "break the line",
	Instructions: "shorten the file, or move what only a folder needs into that folder",
	Unsearchable: "save it as UTF-8",
}

// allBefore is what is said of tools, behind their names.
func allBefore(tools []string, words string) string { return strings.Join(tools, ", ") + ": " + words }

// mostBehind is how many tools someBehind names at most.
const mostBehind = 3

// someBehind is what is said of tools, with a few of their names behind it.
func someBehind(names []string, words string) string {
	if n := len(names) - mostBehind + 1; n > 1 {
		return words + " (" + strings.Join(names[:mostBehind-1], ", ") + " and " + tools.Thousands(int64(n)) + " more)"
	}
	return words + " (" + strings.Join(names, ", ") + ")"
}

// mostWords is how many different things are said of tools in one finding.
const mostWords = 8

// inWords says what is lost: once where it is the same for all tools, else of each of them, as of puts them together,
// and then named is true.
func inWords(parts []part, of func(tools []string, words string) string) (words string, named bool) {
	var order, todo []string
	names := map[string][]string{}
	for _, p := range parts {
		if names[p.words] == nil {
			order = append(order, p.words)
		}

		names[p.words] = append(names[p.words], p.tool)
		if p.todo != "" && !slices.Contains(todo, p.todo) {
			todo = append(todo, p.todo)
		}
	}

	said := order
	if len(order) > 1 {
		said = nil
		for _, words := range order[:min(len(order), mostWords)] {
			said = append(said, of(names[words], words))
		}

		if len(order) > mostWords {
			said = append(said, "others otherwise")
		}
	}

	return strings.Join(slices.Concat(said, todo), "; "), len(order) > 1 && len(order) <= mostWords
}

// byLoss orders findings: the gravest first, of these those that lose most, and then by their places.
func byLoss(a, b Finding) int {
	levels := []string{LevelError, LevelWarning, LevelNote}
	return cmp.Or(
		slices.Index(levels, a.Level)-slices.Index(levels, b.Level), cmp.Compare(b.LostBytes, a.LostBytes),
		cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line),
		cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Message, b.Message),
	)
}
