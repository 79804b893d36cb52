package window

import (
	"context"

	"eyeline/reader/source"
)

// Style is how the lines of a part of a file are indented.
type Style struct {
	// Tabs and Spaces are the numbers of lines whose indentation has a tab, and has spaces (two or more) and no tab.
	Tabs, Spaces int64
	// Step is the commonest step from a line to a deeper one of the lines indented with spaces, in columns; 0: there is
	// none.
	Step int64
}

// Mixed reports whether some lines are indented with tabs and some with spaces, not counting a stray few.
func (s Style) Mixed() bool { return min(s.Tabs, s.Spaces)*20 > max(s.Tabs, s.Spaces) }

const (
	// stylePart is how much of a file is looked at for its style, in bytes.
	stylePart = 128 << 10
	// deepest is the largest step that is recognized, in columns.
	deepest = 16
)

// StyleOf looks at the lines around the 0-based offset off, 128 KiB of them. Errors are ctx's and those of reading; a
// file that ends before its size is io.ErrUnexpectedEOF.
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

// steps counts by how many columns lines are indented deeper than the line above.
type steps struct {
	count [deepest + 1]int64
	above int64 // columns of the line above, where it is indented with spaces or not at all; else -1
}

// add counts a line that is not blank; tab says that its indentation begins with a tab.
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
	if t.above >= 0 && step > 1 && step <= deepest {
		t.count[step]++
	}
	t.above = indent
}
