package tui

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/tokens"
	"eyeline/reader/tools"
	"eyeline/themes"
	"eyeline/tui/capture"
	"eyeline/tui/pane"
)

// How the two halves of a comparison differ, line by line.

// difference is how a line of one half's content differs from the other half's.
type difference uint8

const (
	same    difference = iota
	changed            // the other half gives this line otherwise
	alone              // the other half does not give it
)

// differingRun is lines of a half's content that differ in one way: from a 0-based number on.
type differingRun struct {
	from, lines int64
	how         difference
}

// differences are the lines of both halves of a comparison that differ: first those of the current request, then those of the
// other half.
type differences struct {
	known  bool
	halves [2][]differingRun // in rising order
}

// mostRuns bounds the runs that are kept of each half; lines after them are not marked.
const mostRuns = 1 << 16

func (d differences) exchanged() differences {
	d.halves[0], d.halves[1] = d.halves[1], d.halves[0]
	return d
}

// at is how line n of a half's content, 0-based, differs.
func (d differences) at(half int, n int64) difference {
	runs := d.halves[half]
	i, found := slices.BinarySearchFunc(runs, n, func(r differingRun, n int64) int {
		switch {
		case n < r.from:
			return 1
		case n >= r.from+r.lines:
			return -1
		}
		return 0
	})
	if !found {
		return same
	}
	return runs[i].how
}

// add says how the next line of a half differs; false when no more can be kept.
func (d *differences) add(half int, n int64, how difference) bool {
	runs := d.halves[half]
	if k := len(runs) - 1; k >= 0 && runs[k].how == how && runs[k].from+runs[k].lines == n {
		runs[k].lines++
		return true
	}
	if len(runs) == mostRuns {
		return false
	}
	d.halves[half] = append(runs, differingRun{n, 1, how})
	return true
}

// differMsg says how the halves of a comparison differ.
type differMsg struct {
	stamp
	of     [2]*reading
	found  differences
	tokens [2]tokens.Estimate
	err    error
}

// findDifferences compares what the two halves give, and counts the tokens of the other half. Of two tools, whose lines
// always differ, only those are marked that one half does not give.
func (m *Model) findDifferences() tea.Cmd {
	c := m.beside
	if c == nil || c.read == nil || c.read.out == nil || m.reading == nil || m.reading.out == nil {
		return nil
	}
	ctx, x := m.start(jobDiffer)
	msg := differMsg{stamp: x, of: [2]*reading{m.reading, c.read}}
	outs := [2]*capture.Capture{m.reading.out, c.read.out}
	var runs [2][]shownRun
	for i, r := range msg.of {
		// Of a tool that counts lines otherwise it is not known which line of the file each is.
		runs[i] = slices.DeleteFunc(r.runs(), func(run shownRun) bool { return run.inFile != run.lines })
	}
	texts := m.reading.req.Tool() == c.read.req.Tool()
	counts := !m.opts.NoTokens
	var rules [2]*tools.TokenRule
	for i, r := range msg.of {
		msg.tokens[i], rules[i] = r.tokens, r.req.Tool().Tokens
	}
	return func() tea.Msg {
		msg.found, msg.err = compareOutputs(ctx, outs, runs, texts)
		for i, out := range outs {
			if msg.err == nil && counts && msg.tokens[i].Count == 0 {
				msg.tokens[i], msg.err = tokens.Of(ctx, rules[i], out, out.Size(), out.Total())
			}
		}
		return msg
	}
}

func (m *Model) handleDiffer(msg differMsg) {
	m.jobs.end(jobDiffer)
	if msg.err != nil || m.beside == nil || msg.of != [2]*reading{m.reading, m.beside.read} {
		return
	}
	m.beside.differs = msg.found
	m.beside.read.tokens = msg.tokens[1]
	m.invalidateRows()
}

// compareOutputs walks through both contents at once. Lines that show the same line of the file are compared; so are, one
// after the other, those that show none, such as a notice at the end.
func compareOutputs(ctx context.Context, outs [2]*capture.Capture, runs [2][]shownRun, texts bool) (differences, error) {
	d := differences{known: true}
	var walks [2]*contentWalk
	for i := range walks {
		walks[i] = newContentWalk(outs[i], runs[i])
	}
	a, b := walks[0], walks[1]
	more := true
	only := func(i int) error {
		more = d.add(i, walks[i].n, alone)
		return walks[i].skip()
	}
	for more && !(a.done && b.done) {
		if err := ctx.Err(); err != nil {
			return d, err
		}
		var err error
		switch {
		case b.done, !a.done && a.number == 0 && b.number > 0, !a.done && a.number > 0 && b.number > 0 && a.number < b.number:
			err = only(0)
		case a.done, b.number == 0 && a.number > 0, a.number > 0 && b.number < a.number:
			err = only(1)
		default:
			na, nb := a.n, b.n
			var equal bool
			equal, err = nextEqual(a, b)
			if !equal && texts && err == nil {
				more = d.add(0, na, changed) && d.add(1, nb, changed)
			}
		}
		if err != nil {
			return d, err
		}
	}
	return d, nil
}

// contentWalk goes through the lines of a content.
type contentWalk struct {
	in     *bufio.Reader
	runs   []shownRun // those that are not over yet
	n      int64      // the 0-based number of the line that comes next
	number int64      // of the line of the file that it shows; 0 for none
	done   bool
}

func newContentWalk(out *capture.Capture, runs []shownRun) *contentWalk {
	w := &contentWalk{in: bufio.NewReaderSize(io.NewSectionReader(out, 0, out.Size()), 32<<10), runs: runs, n: -1}
	w.next()
	return w
}

// next goes on to the line after one that has been read.
func (w *contentWalk) next() {
	w.n++
	w.number = 0
	for len(w.runs) > 0 && w.n >= w.runs[0].content+w.runs[0].lines {
		w.runs = w.runs[1:]
	}
	if len(w.runs) > 0 && w.n >= w.runs[0].content {
		w.number = w.runs[0].first + w.n - w.runs[0].content
	}
	if _, err := w.in.Peek(1); err != nil {
		w.done = true
	}
}

// piece reads a piece of the line; end says that the line ends with it.
func (w *contentWalk) piece() (text []byte, end bool, err error) {
	text, err = w.in.ReadSlice('\n')
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return text, false, nil
	case errors.Is(err, io.EOF):
		return text, true, nil
	}
	return text, true, err
}

// skip goes past the line.
func (w *contentWalk) skip() error {
	for {
		_, end, err := w.piece()
		if err != nil {
			return err
		}
		if end {
			w.next()
			return nil
		}
	}
}

// nextEqual goes past a line of both and reports whether they are the same.
func nextEqual(a, b *contentWalk) (bool, error) {
	for {
		p, endA, err := a.piece()
		if err != nil {
			return false, err
		}
		q, endB, err := b.piece()
		if err != nil {
			return false, err
		}
		if !bytes.Equal(bytes.TrimSuffix(p, newline), bytes.TrimSuffix(q, newline)) || endA != endB {
			if !endA {
				err = a.skip()
			} else {
				a.next()
			}
			if !endB {
				err = errors.Join(err, b.skip())
			} else {
				b.next()
			}
			return false, err
		}
		if endA {
			a.next()
			b.next()
			return true, nil
		}
	}
}

var newline = []byte{'\n'}

// differWidth is the width of the marks of lines that differ, the blank after them included.
const differWidth = 2

// differGutter is how wide the marks of a half are: there are none where there is little room.
func differGutter(half rect) int {
	if half.width < 20 {
		return 0
	}
	return differWidth
}

// differMark is what is left of a row of a comparison: + for a line that only this half gives, ~ for one that it gives
// otherwise.
func (m *Model) differMark(p *pane.Pane, l pane.Row) (themes.Role, string) {
	if p.Gutter() == 0 {
		return themes.Text, ""
	}
	half, r := 0, m.reading
	if p != &m.output {
		half, r = 1, m.beside.read
	}
	if r == nil || r.framed == nil || l.Number == 0 {
		return themes.Text, "  "
	}
	if line, _, _ := r.framed.Line(l.Number - 1); line >= 0 {
		switch m.beside.differs.at(half, line) {
		case alone:
			return themes.Added, "+ "
		case changed:
			return themes.Notice, "~ "
		}
	}
	return themes.Text, "  "
}
