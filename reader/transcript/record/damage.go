package record

import (
	"fmt"
	"strconv"
	"strings"
)

// Damage is what of a record was not read, or not whole.
type Damage struct {
	// Bad lists malformed lines, at most a thousand; BadCount counts them all. A last line that is not complete is
	// being written, and none of them.
	Bad      []BadLine
	BadCount int
	// Long lists lines, at most a thousand, that have more than is looked at of a text, see [TextLimit]: of a longer
	// text in them nothing is known.
	Long []BadLine
	// Unfinished: a file ends within a record, which is being written, or whose writer was stopped.
	Unfinished bool
}

// maxBadLines is how many malformed lines are remembered by number; all are counted.
const maxBadLines = 1000

// addBad counts a malformed line.
func (d *Damage) addBad(line BadLine) {
	d.BadCount++
	if len(d.Bad) < maxBadLines {
		d.Bad = append(d.Bad, line)
	}
}

// addLong notes a line that has more than is looked at of a text.
func (d *Damage) addLong(line BadLine) {
	if len(d.Long) < maxBadLines {
		d.Long = append(d.Long, line)
	}
}

// TooLong says which lines of the record are too long to be read whole; "" where none is.
func (d *Damage) TooLong() string {
	if len(d.Long) == 0 {
		return ""
	}

	form := "line %d has more than %d MiB: of a longer text in it nothing is known"
	if len(d.Long) > 1 {
		form = "line %d, and others, have more than %d MiB: of longer texts in them nothing is known"
	}
	return fmt.Sprintf(form, d.Long[0].Line, TextLimit>>20)
}

// UnfinishedWords are said of a run whose record ends within a line.
const UnfinishedWords = "the last record is not complete: it is being written, or its writer was stopped"

// Incomplete says which lines of the record are too long to be read whole, and whether it ends within a record. ""
// where neither is so.
func (d *Damage) Incomplete() string {
	var words []string
	if long := d.TooLong(); long != "" {
		words = append(words, long)
	}
	if d.Unfinished {
		words = append(words, UnfinishedWords)
	}

	return strings.Join(words, "; ")
}

// Malformed says what of the record was not read: how many of its lines are malformed, see [MalformedWords], and what
// [Damage.Incomplete] says. "" where all was read.
func (d *Damage) Malformed() string {
	bad := MalformedWords(d.BadCount)
	rest := d.Incomplete()
	if bad == "" || rest == "" {
		return bad + rest
	}
	return bad + "; " + rest
}

// MalformedWords says that a number of malformed lines were skipped; "" for 0.
func MalformedWords(lines int) string {
	what := "malformed lines were skipped"
	switch lines {
	case 0:
		return ""
	case 1:
		what = "malformed line was skipped"
	}
	return strconv.Itoa(lines) + " " + what + ": what came after is known only where its text was found"
}

// AddBad counts a malformed line, 1-based, of the file with a name.
func (r *Run) AddBad(file string, line int64) { r.Damage.addBad(BadLine{file, line, r.orders()}) }

// AddLong notes a line, 1-based, of the file with a name that has more than is looked at of a text.
func (r *Run) AddLong(file string, line int64) { r.Damage.addLong(BadLine{file, line, r.orders()}) }
