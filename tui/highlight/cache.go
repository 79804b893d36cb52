package highlight

import (
	"maps"

	"eyeline/themes"
)

// Span is a run of one class inside a line. Start and End are half-open byte offsets from the line's first byte.
type Span struct {
	Start, End int
	Class      themes.SyntaxClass
}

// cacheSpans bounds a cache: 96 Ki spans of 24 bytes are 2.3 MiB.
const cacheSpans = 96 << 10

// knowledge is how well the colours of a line are known; more is better.
type knowledge uint8

const (
	unknown knowledge = iota
	guessed
	exact
)

// lineColours are the spans of one line.
type lineColours struct {
	spans []Span
	state knowledge
}

// cache stores the colours of lines by the offset of their first byte. It forgets them all when there are too many.
type cache struct {
	lines map[int64]lineColours
	cost  int // in spans
}

func (c *cache) get(off int64) lineColours { return c.lines[off] }

// put keeps l unless what is there is known better.
func (c *cache) put(off int64, l lineColours) {
	if l.state < c.lines[off].state {
		return
	}
	if c.lines == nil || c.cost >= cacheSpans {
		*c = cache{lines: map[int64]lineColours{}}
	}
	c.lines[off] = l
	c.cost += len(l.spans) + 4 // an entry costs as much as about four spans
}

// dropFrom forgets the lines at and after off.
func (c *cache) dropFrom(off int64) {
	maps.DeleteFunc(c.lines, func(at int64, _ lineColours) bool { return at >= off })
}
