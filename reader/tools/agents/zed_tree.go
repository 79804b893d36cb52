package agents

import (
	"bytes"
	"slices"
	"strings"
)

// zedSymbol is something declared in a file, as an outline shows it.
type zedSymbol struct {
	level       int
	text        string
	first, last int64
}

// zedTree gathers the symbols of a text by their half-open ranges of bytes.
type zedTree struct {
	text  []byte
	nodes []zedNode
}

// zedNode is a symbol and its range.
type zedNode struct {
	text       string
	start, end int
}

func (t *zedTree) add(text string, start, end int) {
	t.nodes = append(t.nodes, zedNode{text, start, end})
}

// source is a part of the text, up to the end of its first line.
func (t *zedTree) source(start, end int) string {
	text, _, _ := strings.Cut(string(t.text[start:end]), "\n")
	return strings.TrimSuffix(text, "\r")
}

// list sorts the symbols by their start, longer ones first, and counts for each those that it is within.
func (t *zedTree) list() []zedSymbol {
	slices.SortStableFunc(t.nodes, func(a, b zedNode) int {
		if a.start != b.start {
			return a.start - b.start
		}
		return b.end - a.end
	})
	var open []int
	list := make([]zedSymbol, 0, len(t.nodes))
	line, at := int64(1), 0
	for _, n := range t.nodes {
		for len(open) > 0 && open[len(open)-1] < n.end {
			open = open[:len(open)-1]
		}
		line += int64(bytes.Count(t.text[at:n.start], []byte("\n")))
		at = n.start
		last := line + int64(bytes.Count(t.text[n.start:n.end], []byte("\n")))
		list = append(list, zedSymbol{level: len(open), text: n.text, first: line, last: last})
		open = append(open, n.end)
	}
	return list
}
