// Package page writes reports to hand on: a [Page] as one file of HTML that needs nothing else, or as Markdown for a
// comment or an issue.
//
// All texts of a Page may come from anyone's files: both forms show them as they are, and obey none.
package page

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Page is a report.
type Page struct {
	Title    string
	Sections []Section
}

// Section is a heading with what stands below it, in the order of the fields. What is empty is left out.
type Section struct {
	Heading string
	Level   int      // of the heading: 2 or 3
	Text    []string // paragraphs
	List    []string // items
	Table   *Table
	Lines   []Line   // of a file, in a type of constant width
	Notes   []string // paragraphs of less weight
	Folded  bool     // shown when the reader opens it; the heading is what can be seen before
}

// Table is a table with a heading.
type Table struct {
	// Texts: the cells are texts, which begin at the left and are wrapped; else they are numbers, which end at the
	// right, but for those of the first column.
	Texts bool
	Head  []string
	Rows  []Row
}

// Row is a row of a table.
type Row struct {
	Class string // one of those of the style sheet, such as "warning"; "" for none
	Cells []Cell
}

// Cell is a cell of a table: a text or a strip.
type Cell struct {
	Text  string
	Strip *Strip
}

// Texts are cells of texts.
func Texts(texts ...string) []Cell {
	cells := make([]Cell, len(texts))
	for i, t := range texts {
		cells[i].Text = t
	}
	return cells
}

// Strip is a file as a bar from its beginning at the left to its end.
type Strip struct {
	Said  string // in words
	Parts []Part // in order; between them is what was not given
	// Bar: it is a bar of a number, where what is beside its parts is nothing.
	Bar bool
}

// Part is a part of a strip, from 0 to 1.
type Part struct {
	From, To float64
	State    State
}

// State is what is so of a part of a strip, or of a line.
type State uint8

const (
	Given   State = iota
	Written       // by the model
	Before        // given before a compaction, and not since
	Cut           // a part of each line
	Changed       // since it was given
	Unknown
	Repeated // sent again
	First    // to the first of two alone
	Second   // to the second of two alone
	Lost     // not given
)

// states are the states as the forms have them, and in words.
var states = [...]struct{ class, sign, words string }{
	Given:    {"given", "█", "sent"},
	Written:  {"written", "▓", "written by the model"},
	Before:   {"before", "▒", "sent before a compaction"},
	Cut:      {"cut", "▚", "cut"},
	Changed:  {"changed", "~", "changed since"},
	Unknown:  {"unknown", "?", "not known"},
	Repeated: {"repeated", "▚", "sent again"},
	First:    {"first", "<", "the first alone"},
	Second:   {"second", ">", "the second alone"},
	Lost:     {"lost", "░", "not sent"},
}

// Line is a line of a file, or of a change.
type Line struct {
	State State
	Text  string // with what stands before it, such as a sign
}

// Clean makes a text safe for a terminal and keeps it on one line: what is not printable becomes an escape.
func Clean(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return r == utf8.RuneError || !unicode.IsPrint(r) }) {
		return s
	}

	var b strings.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD"):
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case r == '\n' || r == '\t' || r == '\r':
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		case !unicode.IsPrint(r):
			fmt.Fprintf(&b, `\u{%x}`, r)
		default:
			b.WriteRune(r)
		}
	}

	return b.String()
}

// cleanLine is Clean of a line of code, whose tabs become blanks.
func cleanLine(s string) string { return Clean(strings.ReplaceAll(s, "\t", "    ")) }
