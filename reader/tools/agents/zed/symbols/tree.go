package symbols

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"eyeline/reader/outline"
)

// Symbol is something declared in a file, as an outline shows it.
type Symbol = outline.Symbol

// tree gathers the symbols of a text by their half-open ranges of bytes.
type tree struct {
	text  []byte
	nodes []node
}

// node is a symbol and its range.
type node struct {
	text       string
	start, end int
}

func (t *tree) add(text string, start, end int) {
	t.nodes = append(t.nodes, node{text, start, end})
}

// source is a part of the text, up to the end of its first line.
func (t *tree) source(start, end int) string {
	text, _, _ := strings.Cut(string(t.text[start:end]), "\n")
	return strings.TrimSuffix(text, "\r")
}

// list sorts the symbols by their start, longer ones first, and counts for each those that it is within.
func (t *tree) list() []Symbol {
	slices.SortStableFunc(t.nodes, func(a, b node) int {
		return cmp.Or(a.start-b.start, b.end-a.end)
	})
	var open []int
	list := make([]Symbol, 0, len(t.nodes))
	line := int64(1)
	at := 0
	for _, n := range t.nodes {
		for len(open) > 0 && open[len(open)-1] < n.end {
			open = open[:len(open)-1]
		}

		line += int64(bytes.Count(t.text[at:n.start], []byte("\n")))
		at = n.start
		last := line + int64(bytes.Count(t.text[n.start:n.end], []byte("\n")))
		list = append(list, Symbol{Level: len(open), Text: n.text, First: line, Last: last})
		open = append(open, n.end)
	}

	return list
}
