package outline

import (
	"strings"

	"eyeline/reader/lists"
)

// Missing is which parts of a declaration a window lacks.
type Missing struct {
	// Above: the comment and the decorators above it are incomplete.
	Above bool `json:"without_decorator_or_comment"`
	// Head: its own first lines, with its name, are incomplete.
	Head bool `json:"without_head"`
	// End: its last lines are incomplete.
	End bool `json:"without_end"`
}

// Whole reports whether nothing is missing, neither of the declaration itself nor of what stands above it.
func (m Missing) Whole() bool { return !m.Above && !m.Head && !m.End }

// Without returns what the lines [first, last], 1-based, lack of the declaration; 0, 0 are no lines. Lines that end
// above it, such as its comment alone, lack its head, too.
func (d *Declaration) Without(first, last int64) Missing {
	return Missing{
		Above: d.First < d.Begins && (first > d.First || last < d.Begins-1),
		Head:  first > d.Begins || last < d.Begins,
		End:   last < d.Last,
	}
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

	for at := 0; ; {
		i := strings.IndexAny(text[at:], "({:=<")
		if at+i <= 0 || i < 0 {
			return strings.TrimSpace(text)
		}

		at += i
		after, named := afterTypeParameters(text[at:])
		if !named {
			return strings.TrimSpace(text[:at])
		}

		at = len(text) - len(after)
	}
}

// afterTypeParameters returns what follows the type parameters at the start of a text; named is false if that is not
// the rest of a type and the name that it belongs to, as in "<K, V> Map<K, V> find(".
func afterTypeParameters(text string) (after string, named bool) {
	c := newCursor(text)
	if !c.group("<") {
		return "", false
	}
	next := wordOf(strings.TrimLeft(c.rest, "[]?&* "))
	return c.rest, next != "" && !lists.HasWord("extends implements permits where", next)
}
