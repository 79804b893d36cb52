package outline

import (
	"strings"
)

// Missing is which parts of a declaration a window lacks.
type Missing struct {
	// Head: its own first lines, with its name, are incomplete.
	Head bool
	// End: its last lines are incomplete.
	End bool
}

// Whole reports whether nothing is missing.
func (m Missing) Whole() bool { return !m.Head && !m.End }

// Without returns what the lines [first, last], 1-based, lack of the declaration itself, without its comment and
// decorators. Lines that end above it, such as its comment alone, lack its head, too.
func (d *Declaration) Without(first, last int64) Missing {
	return Missing{Head: first > d.Begins || last < d.Begins, End: last < d.Last}
}

// Name returns the first line up to the parameters, "def is_private"; for a method of Go with its type, "func
// Server.Handle".
func (d *Declaration) Name() string {
	const most = 40
	text := nameOf(d.Text)
	if r := []rune(text); len(r) > most {
		text = string(r[:most-1]) + "…"
	}
	return text
}

// nameOf returns the first line of a declaration up to its parameters.
func nameOf(text string) string {
	if receiver, found := strings.CutPrefix(text, "func ("); found {
		if of, rest, ends := strings.Cut(receiver, ")"); ends {
			of, _, _ = strings.Cut(of[strings.LastIndexAny(of, " *")+1:], "[")
			text = "func " + of + "." + strings.TrimSpace(rest)
		}
	}
	if i := strings.IndexAny(text, "({:=<"); i > 0 {
		text = text[:i]
	}
	return strings.TrimSpace(text)
}
