package check

import (
	"bytes"
	"context"
	"strings"
	"unicode/utf8"

	"eyeline/reader/internal/lossy"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/loss"
	"eyeline/reader/source"
)

// text is a file's bytes, and what is asked of them for places of findings.
type text struct {
	source.Bytes
	memory *source.Memory  // nil where the file is too large for memory
	all    []byte          // its bytes
	lines  int64           // as '\n' counts, an unfinished last one too
	coding textfile.Coding // as its byte-order mark says
	mark   int64           // how long that is, in bytes
	ofTest bool
	little int64 // of fewer bytes it is a fact that a tool leaves them out and reads on
}

// textSize is how large a file is at most of which places are named, in bytes.
const textSize = 1 << 20

// sharedSize is how large a file is shared by the tools in memory at most, in bytes.
const sharedSize = 4 << 20

// newText counts the lines of a file.
func newText(ctx context.Context, b source.Bytes) (*text, error) {
	t := &text{Bytes: b, little: b.Size() * 28 / 100}
	if m := source.MemoryOf(b); m != nil && b.Size() <= textSize { // it does not depend on how much is shared
		t.memory, t.all = m, m.Data()
	}
	head, err := textfile.Head(b, 4)
	if err != nil {
		return t, err
	}
	t.coding, t.mark = textfile.BOM(head, true)
	t.lines, err = t.linesIn(ctx, 0, b.Size())
	return t, err
}

// linesIn is the number of lines that the bytes from start to end touch.
func (t *text) linesIn(ctx context.Context, start, end int64) (int64, error) {
	if start >= end {
		return 0, nil
	}
	last, err := textfile.Piece(t.Bytes, end-1, 1)
	if err != nil {
		return 0, err
	}
	n, err := textfile.CountLF(ctx, t.Bytes, start, end)
	if last[0] != '\n' {
		n++
	}
	return n, err
}

// sameLineEnds reports whether all lines end with "\r\n" and no '\r' is elsewhere. Of a file that is too large to be
// in memory that is taken for granted.
func (t *text) sameLineEnds() bool {
	n := bytes.Count(t.all, []byte("\r\n"))
	return n == bytes.Count(t.all, []byte{'\n'}) && n == bytes.Count(t.all, []byte{'\r'})
}

// mostLine is how much of a line is looked at for a column and a fingerprint, in bytes.
const mostLine = 64 << 10

// position is the place of a byte; it is the zero value where the file is too large to be in memory. What follows the
// last line end is no line, unless there is something.
func (t *text) position(off int64) spot {
	if t.all == nil || off > int64(len(t.all)) {
		return spot{}
	}
	if t.coding != textfile.UTF8 {
		line, column := textfile.Position(t.all[:off], t.coding)
		return spot{line, column}
	}
	before := t.memory.Ends(off)
	start := t.memory.End(before)
	line := min(int64(before)+1, max(t.lines, 1))
	return spot{line, int64(utf8.RuneCount(t.all[start:off])) + 1}
}

// lineAt is the number of the line with the byte at off, 1-based.
func (t *text) lineAt(ctx context.Context, off int64) (int64, error) {
	n, err := textfile.CountLF(ctx, t.Bytes, 0, off)
	return n + 1, err
}

// textHead is how much of a file is looked at to tell whether it is text, as git does.
const textHead = 8000

// isText reports whether a file is text: it is no PDF, has no NUL in its beginning, but in UTF-16 and UTF-32 with a
// mark, and no control characters beside bytes that are not UTF-8.
func (t *text) isText() (bool, error) {
	head, err := textfile.Head(t.Bytes, textHead)
	if err != nil {
		return false, err
	}

	switch coding, _ := textfile.BOM(head, true); {
	case coding != textfile.UTF8:
		return true, nil
	case bytes.IndexByte(head, 0) >= 0, bytes.HasPrefix(head, []byte("%PDF-")):
		return false, nil
	case utf8.Valid(head[:len(head)-lossy.PartialTail(head)]):
		return true, nil
	}

	return !bytes.ContainsFunc(
		head,
		func(r rune) bool { return r < ' ' && !strings.ContainsRune("\t\n\v\f\r\x1b", r) },
	), nil
}

// line is the text of a 1-based line, or as much as is looked at.
func (t *text) line(n int64) []byte {
	if t.all == nil || n > int64(t.memory.Ends(t.Size()))+1 {
		return nil
	}
	line, _, _ := bytes.Cut(t.all[t.memory.End(max(int(n)-1, 0)):], []byte{'\n'})
	return line[:min(len(line), mostLine)]
}

// mostHidden is how many hidden characters of each name are counted in a file: a baseline can only compare what is.
const mostHidden = 100

// hidden finds the hidden characters: all, or only those that mislead.
func (t *text) hidden(ctx context.Context, all bool) (found []loss.Hidden, err error) {
	times := map[string]int{}
	err = loss.EachHidden(ctx, t.Bytes, t.coding, t.mark, func(h loss.Hidden) {
		if times[h.Name] < mostHidden && (all || h.Misleads()) {
			times[h.Name]++
			found = append(found, h)
		}
	})
	return found, err
}
