package outline

import (
	"strings"
)

// Missing says what a window lacks of a declaration.
type Missing struct {
	// Head: its own first lines, with its name, are not all there.
	Head bool
	// End: its last ones are not.
	End bool
}

// Whole reports whether nothing is missing.
func (m Missing) Whole() bool { return !m.Head && !m.End }

// Without is what the lines [first, last], counted from 1, lack of the declaration itself; the comment and the
// decorators above it do not count.
func (d *Declaration) Without(first, last int64) Missing {
	return Missing{Head: first > d.Begins, End: last < d.Last}
}

// Name is the declaration in a few words: its first line as far as its parameters, "def is_private"; of a method of Go
// with the type that it is of, "func Server.Handle".
func (d *Declaration) Name() string {
	const most = 40
	text := nameOf(d.Text)
	if r := []rune(text); len(r) > most {
		text = string(r[:most-1]) + "…"
	}
	return text
}

// nameOf is the first line of a declaration as far as its parameters.
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
