package highlight

import (
	"slices"
	"sort"
)

const (
	// checkpointEvery is the distance in bytes between checkpoints.
	checkpointEvery = 1 << 9
	// maxCheckpoints bounds a list of them; past it every other one is dropped.
	maxCheckpoints = 4096
	// maxStack is the deepest lexer state that is kept: hostile input nests without end.
	maxStack = 128
)

// checkpoint is a lexer's state at a place of the file, from where it can go on.
type checkpoint struct {
	// line is the start of the line that the place is in, in bytes of the file; skip is the place in that line as a
	// lexer is given it.
	line int64
	skip int
	// lead is a line start at or before line from where the text is given again, for patterns that look behind.
	lead  int64
	stack []string
}

// place is an offset that distinguishes checkpoints.
func (c checkpoint) place() int64 { return c.line + int64(c.skip) }

// before says that the spans of the whole line at off can be had from c.
func (c checkpoint) before(off int64) bool {
	return c.line < off || (c.line == off && c.skip == 0)
}

// checkpoints are in rising order of their places, one for a place.
type checkpoints []checkpoint

// last returns the last checkpoint before the line at off.
func (cs checkpoints) last(off int64) (checkpoint, bool) {
	i := sort.Search(len(cs), func(i int) bool { return !cs[i].before(off) })
	if i == 0 {
		return checkpoint{}, false
	}
	return cs[i-1], true
}

// add keeps c unless there is one nearer than checkpointEvery at or before its place or at the same line.
func (cs checkpoints) add(c checkpoint) checkpoints {
	i := sort.Search(len(cs), func(i int) bool { return cs[i].line >= c.line })
	if i < len(cs) && cs[i].line == c.line {
		return cs
	}
	if i > 0 {
		prev := cs[i-1]
		if c.place()-prev.place() < checkpointEvery {
			return cs
		}
		if slices.Equal(prev.stack, c.stack) {
			c.stack = prev.stack // share what is the same nearly everywhere
		}
	}
	cs = slices.Insert(cs, i, c)
	if len(cs) > maxCheckpoints {
		n := 0
		cs = slices.DeleteFunc(cs, func(checkpoint) bool { n++; return n%2 == 0 })
	}
	return cs
}

// upTo drops the checkpoints past off.
func (cs checkpoints) upTo(off int64) checkpoints {
	return slices.DeleteFunc(cs, func(c checkpoint) bool { return c.place() > off })
}
