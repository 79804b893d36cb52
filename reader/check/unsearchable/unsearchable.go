// Package unsearchable, which changes without notice, says of which files of a tree the agents' searches find nothing,
// and why.
package unsearchable

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"eyeline/reader/agentsearch"
	"eyeline/reader/internal/maintained"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/source"
	"eyeline/reader/tools"
)

// searchHead is how many bytes of a file decide whether a search takes it for text.
const searchHead = 64 << 10

// Tree is a folder with files, as the searches of some agents see it. Several goroutines may use it. The nil Tree has
// no searches.
type Tree struct{ reach *agentsearch.Reach }

// Explanation is what is said of an agent and a file in which none of its searches finds anything.
type Explanation struct {
	Agent string
	Words string
	// Cause is what a fact about the agent says of it; "" where each file is to be said.
	Cause string
	Todo  string // what to do about it
}

// Of are the searches of the agents of some tools in a folder; nil where none of them is known to search. What is the
// user's own, such as git's ignore file of the home, does not count. The error is the folder's.
func Of(ctx context.Context, root string, asked []*tools.Tool) (*Tree, error) {
	var profiles []*agentsearch.Profile
	for _, t := range asked {
		profile, ok := agentsearch.Lookup(t.Origin.Agent)
		if ok && !slices.Contains(profiles, profile) {
			profiles = append(profiles, profile)
		}
	}

	if profiles == nil {
		return nil, nil
	}

	nobody := filepath.Join(root, ".git", "no-home")
	reach, err := agentsearch.NewReach(ctx, tools.Env{Root: root, Home: nobody}, profiles)
	return &Tree{reach}, err
}

// File says which agents find nothing in a file, by its slash-separated path from the folder. below is its path below
// what is checked; isText: it is text, otherwise only UTF-16 without its mark is said. Of the bytes of a file that is
// there for tests nothing is said: they are meant. The error is that of reading.
func (t *Tree) File(rel, below string, isText bool, b source.Bytes) (all []Explanation, err error) {
	ofTests := maintained.IsOfTests(below)
	isOwn := isText || !ofTests && maintained.WhyNot(below, nil, nil, nil) == ""
	if t == nil || !isOwn {
		return nil, nil
	}

	head, err := textfile.Head(b, searchHead)
	if err != nil || !isText && !looksWide(head) {
		return nil, err
	}

	for _, u := range t.reach.AgentsWithout(rel, head) {
		isOfBytes := u.Why.Cause == agentsearch.Encoding || u.Why.Cause == agentsearch.Binary
		if isOfBytes && ofTests { // a sample of such bytes, that a test reads
			continue
		}
		if isText || u.Why.Cause == agentsearch.Encoding {
			all = append(all, saidOf(u)...)
		}
	}

	return all, nil
}

// looksWide reports whether a file begins as a text in UTF-16 without a mark, whose characters are mostly of ASCII, and
// not blank alone: a program or a sound may have as many NULs, but has control characters besides.
func looksWide(head []byte) bool {
	head = head[:len(head)/2*2]
	for _, low := range []int{0, 1} {
		narrow := 0
		visible := 0
		for i := 0; i < len(head); i += 2 {
			c := head[i+low]
			high := head[i+1-low]
			if high != 0 {
				continue
			}
			if c < ' ' && c != '\t' && c != '\n' && c != '\r' {
				narrow = -len(head)
				continue
			}
			narrow++
			if c > ' ' {
				visible++
			}
		}

		if 2*narrow > len(head)/2 && 4*visible > narrow {
			return true
		}
	}

	return false
}

// leavesOut begins what is a fact about an agent's search, however few files it is of.
const leavesOut = "leaves out "

// saidOf is what is said of an agent. What its search leaves out by name, and whole folders, are facts.
func saidOf(u agentsearch.Unreached) []Explanation {
	s := Explanation{Agent: u.Profile.Agent, Words: "no search finds anything in it: " + u.Why.Text}
	switch u.Why.Cause {
	case agentsearch.Hidden:
		s.Cause = leavesOut + "hidden files and folders"
	case agentsearch.ByName:
		s.Cause = leavesOut + strings.TrimPrefix(u.Why.Pattern, "**/")
	case agentsearch.Ignored:
		s.Todo = "take the pattern out, or a ! line in, where agents are to find the file"
		s.Cause = "does not find what is " + u.Why.Text
		if u.IsFolder {
			s.Cause = leavesOut + "a folder that is " + u.Why.Text
		}
	case agentsearch.Encoding:
		s.Todo = "convert the file to UTF-8"
	case agentsearch.Binary:
		s.Todo = "write the NUL as an escape, or take it out"
	default:
		return nil
	}

	return []Explanation{s}
}

// IsFact reports whether a cause is a fact: always, or where a pattern leaves out several files.
func IsFact(cause string, files, several int64) bool {
	return strings.HasPrefix(cause, leavesOut) || files >= several
}
