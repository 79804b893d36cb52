// Package shell tells what a shell command prints and writes of files, as far as that follows from the command alone.
package shell

import (
	"math"
	"strconv"
)

// Numbering says how lines are numbered in what a command prints.
type Numbering uint8

const (
	NoNumbers   Numbering = iota
	NlNumbers             // "    12\ttext", as nl -ba and cat -n
	GrepNumbers           // "12:text", or "12-text" for lines around a match
	RgNumbers             // "path:12:text"
)

// Part is a part of a file that a command prints, or a text of its own.
type Part struct {
	Path string // as the command's folder resolves it
	Rev  string // the git revision whose file it is, "" for the file itself
	// From and To are the first and last line, 1-based and inclusive; To is math.MaxInt64 for the end of the file. From
	// is 0 when the lines do not follow from the command alone.
	From, To int64
	Numbers  Numbering
	Literal  string // what echo prints, when Path is ""
	Dir      string // with RgNumbers: the folder that printed paths are relative to
}

const toEnd = math.MaxInt64

// number reads a count of lines.
func number(s string) (int64, bool) {
	n, err := strconv.ParseInt(s, 10, 64)
	return n, err == nil && n >= 0
}
