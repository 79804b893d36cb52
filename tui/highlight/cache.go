package highlight

import "eyeline/themes"

// Span is a run of one class inside a line. Start and End are half-open byte offsets from the line's first byte.
type Span struct {
	Start, End int
	Class      themes.SyntaxClass
}

// cacheSpans bounds each half of a cache: 2 halves of 48 Ki spans of 24 bytes are 2.3 MiB.
const cacheSpans = 48 << 10

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

// cache stores the colours of lines by the offset of their first byte. What is not asked for while a half of it
// fills up is forgotten: a least-recently-used list in effect, without its links.
type cache struct {
	young, old map[int64]lineColours
	cost       int // of young, in spans
}

func (c *cache) get(off int64) lineColours {
	if l, ok := c.young[off]; ok {
		return l
	}
	l, ok := c.old[off]
	if ok {
		c.keep(off, l)
	}
	return l
}

// put keeps l unless what is there is known better.
func (c *cache) put(off int64, l lineColours) {
	if l.state >= c.get(off).state {
		c.keep(off, l)
	}
}

func (c *cache) keep(off int64, l lineColours) {
	if c.young == nil || c.cost >= cacheSpans {
		c.young, c.old, c.cost = map[int64]lineColours{}, c.young, 0
	}
	c.young[off] = l
	c.cost += len(l.spans) + 4 // an entry costs as much as about four spans
}

// dropFrom forgets the lines at and after off.
func (c *cache) dropFrom(off int64) {
	for _, m := range []map[int64]lineColours{c.young, c.old} {
		for at := range m {
			if at >= off {
				delete(m, at)
			}
		}
	}
}
