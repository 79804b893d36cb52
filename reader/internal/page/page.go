// Package page writes reports for other people: a [Page] as one self-contained HTML file, or as Markdown for a comment
// or an issue.
//
// Texts of a Page may come from untrusted files: both forms escape them.
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

// Section is a heading and its content, in the order of the fields. Empty fields are omitted.
type Section struct {
	Heading string
	Level   int      // level of the heading: 2 or 3
	Text    []string // paragraphs
	List    []string // items
	Table   *Table
	Lines   []Line   // lines of a file, in a monospaced font
	Notes   []string // less important paragraphs
	Folded  bool     // collapsed below its heading
}

// Table is a table with a heading.
type Table struct {
	// Texts: cells are left-aligned and wrapped; else they are numbers, right-aligned except in the first column.
	Texts bool
	Head  []string
	Rows  []Row
}

// Row is a row of a table.
type Row struct {
	Class string // class of the style sheet, such as "warning"; "" for none of them
	Cells []Cell
}

// Cell is a cell of a table: a text or a strip.
type Cell struct {
	Text   string
	Strip  *Strip
	Number bool // right-aligned among texts
}

// Texts returns cells of texts.
func Texts(texts ...string) []Cell {
	cells := make([]Cell, len(texts))
	for i, t := range texts {
		cells[i].Text = t
	}
	return cells
}

// Strip shows parts of a file as a bar from its beginning to its end.
type Strip struct {
	Said  string // description in words
	Parts []Part // in order; gaps are Lost
	// Bar: it is the bar of a number, and gaps are empty.
	Bar bool
}

// Part is a part of a strip; From and To are from 0 to 1.
type Part struct {
	From, To float64
	State    State
}

// State is the state of a part of a strip, or of a line.
type State uint8

const (
	Given   State = iota
	Written       // by the model
	Before        // sent before a compaction, and not since
	Cut           // part of each line is missing
	Changed       // changed since it was sent
	Unknown
	Repeated // sent again
	First    // sent to the first of two alone
	Second   // sent to the second of two alone
	Lost     // not sent
)

// states are the states as CSS class, as sign in Markdown, and in words.
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
	Text  string // including a prefix, such as a sign
}

// Clean makes a text safe for a terminal and for one line: characters that are not printable are escaped.
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

// cleanLine is Clean for a line of code, with tabs expanded.
func cleanLine(s string) string { return Clean(strings.ReplaceAll(s, "\t", "    ")) }
