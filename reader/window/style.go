package window

import (
	"context"

	"eyeline/reader/source"
)

// Style is how lines of a file are indented.
type Style struct {
	// Tabs is how many lines have a tab in their indent, Spaces how many have two or more spaces and no tab.
	Tabs, Spaces int64
	// Step is the most common difference in columns between a line and a deeper one that follows, of lines indented
	// with spaces; 0 without such lines.
	Step int64
}

// Mixed reports whether both tabs and spaces are used, each by more than 5% of the other's lines.
func (s Style) Mixed() bool { return min(s.Tabs, s.Spaces)*20 > max(s.Tabs, s.Spaces) }

const (
	// stylePart is how much of a file StyleOf reads, in bytes.
	stylePart = 128 << 10
	// maxStep is the largest step that counts, in columns.
	maxStep = 16
)

// StyleOf returns the style of the 128 KiB around the 0-based offset off. The error is ctx's or that of reading;
// io.ErrUnexpectedEOF if the file is shorter than its size.
func StyleOf(ctx context.Context, b source.Bytes, off int64) (Style, error) {
	var s Style
	r := newForward(ctx, b, nil, max(off-stylePart/2, 0))
	if r.at > 0 {
		if err := r.endLine(); err != nil {
			return s, err
		}
	}

	steps := steps{above: -1}
	for end := min(r.at+stylePart, b.Size()); r.at < end; {
		p, err := r.peek(1)
		if err != nil {
			return s, err
		}

		tab := p[0] == '\t'
		f, err := r.line()
		if err != nil {
			return s, err
		}
		if !f.Blank {
			steps.add(&s, f.Indent, tab)
		}
	}

	for step, n := range steps.count {
		if n > 0 && n > steps.count[s.Step] {
			s.Step = int64(step)
		}
	}

	return s, nil
}

// steps counts differences in columns between a line and a deeper one that follows.
type steps struct {
	count [maxStep + 1]int64
	above int64 // indent of the line above in columns; -1 if that has a tab
}

// add counts a line that is not blank; tab: its indent begins with a tab.
func (t *steps) add(s *Style, indent int64, tab bool) {
	if tab {
		s.Tabs++
		t.above = -1
		return
	}
	if indent > 1 {
		s.Spaces++
	}

	step := indent - t.above
	if t.above >= 0 && step > 1 && step <= maxStep {
		t.count[step]++
	}

	t.above = indent
}
