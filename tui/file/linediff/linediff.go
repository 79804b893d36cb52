// Package linediff, which changes without notice, finds how the contents of two calls differ, line by line, and which
// lines of a file a content shows.
package linediff

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"hash/maphash"
	"io"
	"slices"

	"eyeline/tui/file/tooloutput"
)

// difference is how a line of one content differs from the other's.
type difference uint8

const (
	same    difference = iota
	Changed            // the other content gives this line otherwise
	Alone              // the other content does not give it
)

// span is lines of a content that differ in one way: from a 0-based number on.
type span struct {
	from, lines int64
	how         difference
}

// Differences are the lines of two contents that differ. Of their zero value nothing is known.
type Differences struct {
	known   bool
	sides   [2][]span // in rising order
	changed int64     // lines of the file that both give, each otherwise
	cut     int64     // of these, those that one of them gives otherwise whatever their texts are
	text    [2]int64  // lines of the file with more than blanks that only one side gives
	ends    [2]bool   // both end with the same line of the file, and only this one ends that
}

// maxSpans bounds the spans that are kept of each content; lines after them are not marked.
const maxSpans = 1 << 16

// Known reports whether the contents have been compared.
func (d Differences) Known() bool { return d.known }

// Changed is how many lines of the file both contents give, each otherwise.
func (d Differences) Changed() int64 { return d.changed }

// Exchanged is the differences with the two contents in each other's place.
func (d Differences) Exchanged() Differences {
	d.sides[0], d.sides[1] = d.sides[1], d.sides[0]
	d.text[0], d.text[1] = d.text[1], d.text[0]
	d.ends[0], d.ends[1] = d.ends[1], d.ends[0]
	return d
}

// At is how line n, 0-based, of a content differs; side is 0 for the first and 1 for the second.
func (d Differences) At(side int, n int64) difference {
	spans := d.sides[side]
	i, _ := slices.BinarySearchFunc(spans, n, func(s span, n int64) int { return cmp.Compare(s.from+s.lines-1, n) })
	if i < len(spans) && n >= spans[i].from {
		return spans[i].how
	}
	return same
}

// add notes how the next line of a content differs; it returns false when no more can be kept.
func (d *Differences) add(side int, n int64, how difference) bool {
	spans := d.sides[side]
	k := len(spans) - 1
	if k >= 0 && spans[k].how == how && spans[k].from+spans[k].lines == n {
		spans[k].lines++
		return true
	}
	if len(spans) == maxSpans {
		return false
	}

	d.sides[side] = append(spans, span{n, 1, how})
	return true
}

// addAlone adds a line that only one side gives. text says that it is of the file and has more than blanks.
func (d *Differences) addAlone(side int, n int64, text bool) bool {
	if text {
		d.text[side]++
	}
	return d.add(side, n, Alone)
}

// addChanged adds a line that both sides give, each in its own way. number is its number in the file, 0 for a line that
// is not of it; otherwise is that of [Between].
func (d *Differences) addChanged(left, right, number int64, otherwise func(line int64) bool) bool {
	if number > 0 {
		d.changed++
	}
	if otherwise != nil && otherwise(number) {
		d.cut++
	}
	return d.add(0, left, Changed) && d.add(1, right, Changed)
}

// Input is one of two contents that are compared.
type Input struct {
	Out  *tooloutput.Capture
	Runs []Run
	// Before is how many bytes of a content line, 0-based, are before the text of the file in it, and End is what ends
	// that text beside the end of the line: two tools have both otherwise. nil and "": all of a line is compared.
	Before func(line int64) int
	End    string
}

// Between compares two contents, going through both at once. Lines that show the same line of the file, by the runs of
// their content, are compared; so are, one after the other, those that show none, such as a notice at the end. With
// otherwise, which reports whether two contents give a line of the file otherwise whatever their texts are, those that
// show none are not: two tools say different things. The errors are those of the context and of reading.
func Between(ctx context.Context, sides [2]Input, otherwise func(line int64) bool) (Differences, error) {
	differs := whatDiffers(otherwise)
	d := Differences{known: true}
	seed := maphash.MakeSeed()
	a := newWalk(sides[0], seed)
	b := newWalk(sides[1], seed)
	for more := true; more && !(a.done && b.done); {
		if err := ctx.Err(); err != nil {
			return d, err
		}

		na := a.n
		nb := b.n
		number := a.number
		numberB := b.number
		onlyA := a.before(b)
		onlyB := b.before(a)
		var lineA, lineB uint64
		var err error
		if !onlyB {
			lineA, err = a.line()
		}
		if !onlyA && err == nil {
			lineB, err = b.line()
		}

		switch {
		case err != nil:
			return d, err
		case onlyA:
			more = d.addAlone(0, na, number > 0 && !a.blank)
		case onlyB:
			more = d.addAlone(1, nb, numberB > 0 && !b.blank)
		case differs(lineA != lineB, number):
			more = d.addChanged(na, nb, number, otherwise)
		}
	}

	d.endAt(a, b)
	return d, nil
}

// endAt notes how both contents end. Where they were not gone through, what the rest of one has is not known.
func (d *Differences) endAt(a, b *walk) {
	switch {
	case !a.done || !b.done:
		d.text = [2]int64{1, 1}
	case a.last > 0 && a.last == b.last && a.ended != b.ended:
		d.ends = [2]bool{a.ended, b.ended}
	}
}

// whatDiffers reports of two lines that show the same line of the file, 0 for none, whether they differ: by their texts
// or, where that is not nil, of lines of the file by otherwise, too.
func whatDiffers(otherwise func(line int64) bool) func(texts bool, line int64) bool {
	if otherwise == nil {
		return func(texts bool, _ int64) bool { return texts }
	}
	return func(texts bool, line int64) bool { return line > 0 && (texts || otherwise(line)) }
}

// Run is a run of lines of the file and the lines of the content that show it.
type Run struct {
	First   int64 // number of the run's first line in the file
	Content int64 // 0-based number of the content line that shows it
	Lines   int64 // of the content
	InFile  int64 // of the file: not as many where the tool ends lines at other characters, too
}

// Has reports whether one of runs has line n of the file, counted from 1.
func Has(runs []Run, n int64) bool {
	return slices.ContainsFunc(runs, func(r Run) bool { return r.First <= n && n < r.First+r.InFile })
}

// ToContent is the content line of the file's line n, which is in the run. Where the tool makes several lines of one,
// it is only near.
func (r Run) ToContent(n int64) int64 {
	return r.Content + scaled(n-r.First, r.InFile, r.Lines)
}

// ToFile is the inverse of ToContent.
func (r Run) ToFile(n int64) int64 {
	return r.First + scaled(n-r.Content, r.Lines, r.InFile)
}

// scaled maps index n of from items to an index of to items, from the first to the first and from the last to the last.
// An n outside counts as the nearest one inside.
func scaled(n, from, to int64) int64 {
	n = min(max(n, 0), from-1)
	if from == to || from < 2 {
		return min(n, to-1)
	}
	return n * (to - 1) / (from - 1)
}

// walk goes through the lines of a content.
type walk struct {
	in     *bufio.Reader
	side   Input
	runs   []Run // those that are not over yet
	n      int64 // the 0-based number of the line that comes next
	number int64 // of the line of the file that it shows; 0 for none
	done   bool
	blank  bool  // the text of the last line is blank
	last   int64 // the number in the file of the last line; 0 for one that is not of it
	ended  bool  // the last line has an end
	hash   maphash.Hash
}

func newWalk(side Input, seed maphash.Seed) *walk {
	in := bufio.NewReaderSize(io.NewSectionReader(side.Out, 0, side.Out.Size()), 32<<10)
	w := &walk{in: in, side: side, runs: side.Runs, n: -1}
	w.hash.SetSeed(seed)
	w.next()
	return w
}

// next goes on to the line after one that has been read.
func (w *walk) next() {
	w.n++
	w.number = 0
	for len(w.runs) > 0 && w.n >= w.runs[0].Content+w.runs[0].Lines {
		w.runs = w.runs[1:]
	}
	if len(w.runs) > 0 && w.n >= w.runs[0].Content {
		w.number = w.runs[0].First + w.n - w.runs[0].Content
	}

	_, err := w.in.Peek(1)
	w.done = err != nil
}

// before reports whether the line is alone: the other content has only lines that come later, or none.
func (w *walk) before(o *walk) bool { return !w.done && (o.done || w.number < o.number) }

// line goes past the line, and returns a hash of its text without its end: it may be too long to be kept.
func (w *walk) line() (uint64, error) {
	w.hash.Reset()
	w.blank = true
	before := 0
	if w.number > 0 && w.side.Before != nil {
		before = w.side.Before(w.n)
	}

	for {
		text, err := w.in.ReadSlice('\n')
		w.last = w.number
		w.ended = err == nil
		text = bytes.TrimSuffix(text, []byte{'\n'})
		if w.number > 0 && !errors.Is(err, bufio.ErrBufferFull) {
			text = bytes.TrimSuffix(text, []byte(w.side.End))
		}

		skipped := min(before, len(text))
		before -= skipped
		_, _ = w.hash.Write(text[skipped:])
		w.blank = w.blank && len(bytes.TrimSpace(text[skipped:])) == 0
		switch {
		case errors.Is(err, bufio.ErrBufferFull): // the line goes on
		case err != nil && !errors.Is(err, io.EOF):
			return 0, err
		default:
			w.blank = w.blank && before == 0 // else it is not known where the text begins
			w.next()
			return w.hash.Sum64(), nil
		}
	}
}
