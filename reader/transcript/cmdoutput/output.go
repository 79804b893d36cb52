// Package cmdoutput, which changes without notice, finds what a model was sent of what a command printed in the text of
// a call's result: each agent puts something around it, and cuts it in its own way.
package cmdoutput

import (
	"regexp"
	"slices"
	"strings"
)

// Output is what a model was sent of what a command printed. The zero Output is that nothing is known to be sent.
type Output struct {
	// Pieces follow each other in what was printed. Between two of them something is left out, which may begin and end
	// within a line. No piece where nothing is known to be sent.
	Pieces  []string
	NoStart bool // something was printed before the first piece
	NoEnd   bool // something was printed after the last piece
}

// WholeOutput is the output of a command that was sent whole.
func WholeOutput(text string) Output { return Output{Pieces: []string{text}} }

// Whole is the output, where all that the command printed was sent.
func (o Output) Whole() (text string, ok bool) {
	if len(o.Pieces) != 1 || o.NoStart || o.NoEnd {
		return "", false
	}
	return o.Pieces[0], true
}

// Sent are the pieces, one after the other.
func (o Output) Sent() string { return strings.Join(o.Pieces, "") }

// SplitAt is the output of a text with marks where something is left out. Each mark has one of the words in it: that a
// text has none of them is found much faster than that it has no mark.
func SplitAt(text string, marks *regexp.Regexp, words ...string) (o Output) {
	isIn := func(word string) bool { return strings.Contains(text, word) }
	if !slices.ContainsFunc(words, isIn) {
		return WholeOutput(text)
	}

	at := 0
	for _, m := range marks.FindAllStringIndex(text, -1) {
		o.Pieces = append(o.Pieces, text[at:m[0]])
		at = m[1]
	}

	o.Pieces = append(o.Pieces, text[at:])
	return o
}
