package check

import (
	"cmp"
	"slices"
	"strings"

	"eyeline/reader/check/wording"
	"eyeline/reader/lists"
)

// part is what a finding says of one tool.
type part struct {
	tool string // its name, or the agent's of an instructions finding
	// cause is the message of the fact about the tool that replaces this part once many files share it; "" if it is
	// always reported for each file.
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
	f.Message, f.named = wording.Join(f.said(), wording.Before)
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
	return wording.Before(f.Agents, f.Message)
}

// Brief is the message with the tools behind what is said of them, of many the first two and how many more there are:
// in a short form the finding is not to be lost behind names.
func (f *Finding) Brief() string {
	words, named := wording.Join(f.said(), wording.Behind)
	if named {
		return words
	}
	return wording.Behind(f.Agents, cmp.Or(words, f.Message))
}

// said is what is said of each of the tools.
func (f *Finding) said() []wording.Part {
	return lists.Map(f.parts, func(p part) wording.Part {
		return wording.Part{Of: p.tool, Words: p.words, Todo: p.todo, Lost: p.Lost}
	})
}

// Sayings are what is found, each wording once, those first by which most is lost. They do not say what to do: see
// [Finding.Mend].
func (f *Finding) Sayings() []wording.Saying {
	if all := wording.Sayings(f.said()); all != nil {
		return all
	}
	return []wording.Saying{{Of: f.Agents, Words: f.Message}}
}

// Mend says what to do about the finding: what is said of its tools, else what helps against its rule.
func (f *Finding) Mend() string { return cmp.Or(wording.Todo(f.said()), mends[f.Rule]) }

// mends say what helps against a rule, where that is the same for all that it finds.
var mends = map[string]string{
	Partial:      "split the file, or say in AGENTS.md which lines matter",
	Refused:      "split the file, or say in AGENTS.md how to read it: by lines, or by a search",
	NotText:      "save it as UTF-8, under a name that stands for text",
	Outline:      "split the file, or say in AGENTS.md which lines matter",
	CutLine:      "break the line",
	Unsearchable: "save it as UTF-8",
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
