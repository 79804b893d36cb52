package textfile

import (
	"eyeline/reader/source"
)

// PlainLines are lines of a file that follow each other and in which nothing needs a look: each is ASCII without any
// line end but the '\n' that follows it. What they are is known of a file in memory only (source.Memory).
type PlainLines struct {
	Memory     *source.Memory
	first, end int // half-open range of the file's lines, 0-based
}

// plainVisitor is a LineVisitor that takes many plain lines at once.
type plainVisitor interface {
	LineVisitor
	// Plain takes lines from the front of l, when no line has been begun, as if they had come by Text and End one by
	// one, and returns how many it took. The next line then comes by Text and End. more is false to stop, as End's
	// result is.
	Plain(l PlainLines) (taken int, more bool)
}

// Len is the number of lines.
func (l PlainLines) Len() int { return l.end - l.first }

// Start is the offset of a line, counted from 0; Start(Len()) is the offset after the last one.
func (l PlainLines) Start(i int) int64 { return l.Memory.End(l.first + i) }

// Text is a line without its '\n'.
func (l PlainLines) Text(i int) []byte {
	return l.Memory.Data()[l.Start(i) : l.Start(i+1)-1]
}

// Size is the length of the first n lines in bytes, with their line ends.
func (l PlainLines) Size(n int) int64 { return l.Start(n) - l.Start(0) }

// Bytes are the first n lines, with their line ends.
func (l PlainLines) Bytes(n int) []byte { return l.Memory.Data()[l.Start(0):l.Start(n)] }

// Within is the number of lines before the first one that is longer than limit bytes, of the first n.
func (l PlainLines) Within(limit int64, n int) int {
	if l.Memory.Longest() <= limit {
		return n
	}
	at := l.Start(0)
	for i := range n {
		next := l.Start(i + 1)
		if next-1-at > limit {
			return i
		}
		at = next
	}
	return n
}
