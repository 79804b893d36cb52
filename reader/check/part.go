package check

import (
	"cmp"
	"slices"
	"strings"
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
	grave bool  // nothing tells the model of the loss, or no call gives what is lost
	read  *read // that is read on: its tokens are estimated when the finding is taken
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
	f.Agents, f.Shares, f.LostBytes = nil, nil, 0
	at := f.parts[0].spot
	for _, p := range f.parts {
		if p.grave {
			f.Level = LevelWarning
		}
		f.Agents = append(f.Agents, p.tool)
		f.LostBytes = max(f.LostBytes, p.Lost)
		if p.Lost > 0 {
			p.Share.Tool, p.Share.Line = p.tool, p.line
			f.Shares = append(f.Shares, p.Share)
		}
		// Of what is given in part the place is the last one, where the best of the tools ends, of all else the first
		// one.
		if p.line > 0 && (at.line == 0 || p.line != at.line && (p.line > at.line) == (f.Rule == Partial)) {
			at = p.spot
		}
	}
	f.Line, f.Column = at.line, at.column
	f.Message, f.named = inWords(f.parts)
	f.Fingerprint = fingerprint(*f, folder)
}

// OfTools is the message with the tools before it, where it does not name them.
func (f *Finding) OfTools() string {
	if f.named {
		return f.Message
	}
	return strings.Join(f.Agents, ", ") + ": " + f.Message
}

// mostWords is how many different things are said of tools in one finding.
const mostWords = 8

// inWords says what is lost: once where it is the same for all tools, else for each of them, and then named is true.
func inWords(parts []part) (words string, named bool) {
	var order, todo []string
	tools := map[string][]string{}
	for _, p := range parts {
		if tools[p.words] == nil {
			order = append(order, p.words)
		}
		tools[p.words] = append(tools[p.words], p.tool)
		if p.todo != "" && !slices.Contains(todo, p.todo) {
			todo = append(todo, p.todo)
		}
	}
	said := order
	if len(order) > 1 {
		said = nil
		for _, words := range order[:min(len(order), mostWords)] {
			said = append(said, strings.Join(tools[words], ", ")+": "+words)
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
