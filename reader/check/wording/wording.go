// Package wording, which changes without notice, puts together what is said of several tools: each wording once, with
// the tools of which it is said.
package wording

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"eyeline/reader/tools"
)

// Part is what is said of one tool, or of one agent.
type Part struct {
	Of    string // its name
	Words string // what is lost
	Todo  string // what to do about it; "" where nothing is said
	Lost  int64  // bytes of the file
}

// Saying is what is said in one wording.
type Saying struct {
	Of    []string // names of tools or agents
	Words string
	Lost  int64 // bytes of the file, at most
}

// Sayings are the wordings of parts, each once, those first by which most is lost.
func Sayings(parts []Part) []Saying {
	all := group(parts)
	slices.SortStableFunc(all, func(a, b Saying) int { return cmp.Compare(b.Lost, a.Lost) })
	return all
}

// group are the wordings of parts, each once, in their order.
func group(parts []Part) (all []Saying) {
	for _, p := range parts {
		at := slices.IndexFunc(all, func(s Saying) bool { return s.Words == p.Words })
		if at < 0 {
			at = len(all)
			all = append(all, Saying{Words: p.Words})
		}

		all[at].Of = append(all[at].Of, p.Of)
		all[at].Lost = max(all[at].Lost, p.Lost)
	}

	return all
}

// todos say what to do, each thing once.
func todos(parts []Part) (all []string) {
	for _, p := range parts {
		if p.Todo != "" && !slices.Contains(all, p.Todo) {
			all = append(all, p.Todo)
		}
	}
	return all
}

// Todo says what to do; "" where nothing is said of that.
func Todo(parts []Part) string { return strings.Join(todos(parts), "; ") }

// Before is what is said of tools, behind their names.
func Before(tools []string, words string) string { return strings.Join(tools, ", ") + ": " + words }

// maxBehind is how many tools Behind names at most.
const maxBehind = 3

// Behind is what is said of tools, with a few of their names behind it.
func Behind(names []string, words string) string {
	if n := len(names) - maxBehind + 1; n > 1 {
		more := tools.Thousands(int64(n))
		return fmt.Sprintf("%s (%s and %s more)", words, strings.Join(names[:maxBehind-1], ", "), more)
	}
	return words + " (" + strings.Join(names, ", ") + ")"
}

// maxWords is how many different things are said of tools in one text.
const maxWords = 8

// Join says what is lost, and then what to do: once where it is the same for all tools, else of each of them, as of
// puts them together, and then named is true.
func Join(parts []Part, of func(tools []string, words string) string) (text string, named bool) {
	all := group(parts)
	var said []string
	for _, one := range all[:min(len(all), maxWords)] {
		if len(all) == 1 {
			said = append(said, one.Words)
			continue
		}
		said = append(said, of(one.Of, one.Words))
	}

	if len(all) > maxWords {
		said = append(said, "others otherwise")
	}
	return strings.Join(append(said, todos(parts)...), "; "), len(all) > 1 && len(all) <= maxWords
}
