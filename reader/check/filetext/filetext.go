// Package filetext, which changes without notice, holds a file's bytes for who looks for places in them: lines,
// columns, hidden characters.
package filetext

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"eyeline/reader/internal/lossy"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/loss"
	"eyeline/reader/source"
	"eyeline/reader/window"
)

// Text is a file's bytes, and what is asked of them for places of findings.
type Text struct {
	source.Bytes
	All   []byte // its bytes; nil where the file is larger than MaxSize
	Lines int64  // as '\n' counts, an unfinished last one too

	memory *source.Memory  // nil where All is
	coding textfile.Coding // as its byte-order mark says
	mark   int64           // how long that is, in bytes
}

// MaxSize is how large a file is at most of which places are named, in bytes.
const MaxSize = 1 << 20

// New counts the lines of a file. The errors are those of reading it and ctx's.
func New(ctx context.Context, b source.Bytes) (*Text, error) {
	t := &Text{Bytes: b}
	if m := source.MemoryOf(b); m != nil && b.Size() <= MaxSize { // it does not depend on how much is shared
		t.memory = m
		t.All = m.Data()
	}

	head, err := textfile.Head(b, 4)
	if err != nil {
		return t, err
	}

	t.coding, t.mark = textfile.BOM(head, true)
	t.Lines, err = t.LinesIn(ctx, 0, b.Size())
	return t, err
}

// LinesIn is the number of lines that the bytes from start to before end touch.
func (t *Text) LinesIn(ctx context.Context, start, end int64) (int64, error) {
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

// SameLineEnds reports whether all lines end with "\r\n" and no '\r' is elsewhere. Of a file that is too large to be
// in memory that is taken for granted.
func (t *Text) SameLineEnds() bool {
	n := bytes.Count(t.All, []byte("\r\n"))
	return n == bytes.Count(t.All, []byte{'\n'}) && n == bytes.Count(t.All, []byte{'\r'})
}

// maxLine is how much of a line is looked at for a column and a fingerprint, in bytes.
const maxLine = 64 << 10

// Position is the line and the column of a byte, both 1-based, the column in characters; 0 and 0 where All is nil or
// off is not in it. What follows the last line end is no line, unless there is something.
func (t *Text) Position(off int64) (line, column int64) {
	if t.All == nil || off < 0 || off > int64(len(t.All)) {
		return 0, 0
	}
	if t.coding != textfile.UTF8 {
		return textfile.Position(t.All[:off], t.coding)
	}

	before := t.memory.Ends(off)
	start := t.memory.End(before)
	line = min(int64(before)+1, max(t.Lines, 1))
	return line, int64(utf8.RuneCount(t.All[start:off])) + 1
}

// LineAt is the number of the line with the byte at off, 1-based.
func (t *Text) LineAt(ctx context.Context, off int64) (int64, error) {
	n, err := textfile.CountLF(ctx, t.Bytes, 0, off)
	return n + 1, err
}

// HeadSize is how much of a file is looked at to tell whether it is text, in bytes, as git does.
const HeadSize = 8000

// IsText reports whether a file is text: it is no PDF, has no NUL in its beginning, but in UTF-16 and UTF-32 with a
// mark, and no control characters beside bytes that are not UTF-8.
func (t *Text) IsText() (bool, error) {
	head, err := textfile.Head(t.Bytes, HeadSize)
	if err != nil {
		return false, err
	}

	coding, _ := textfile.BOM(head, true)
	switch {
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

// Line is the text of a 1-based line, or as much as is looked at.
func (t *Text) Line(n int64) []byte {
	if t.All == nil || n > int64(t.memory.Ends(t.Size()))+1 {
		return nil
	}
	line, _, _ := bytes.Cut(t.All[t.memory.End(max(int(n)-1, 0)):], []byte{'\n'})
	return line[:min(len(line), maxLine)]
}

// maxHidden is how many hidden characters of each name are counted in a file: a baseline can only compare what is.
const maxHidden = 100

// Hidden finds the hidden characters: all, or only those that mislead.
func (t *Text) Hidden(ctx context.Context, all bool) (found []loss.Hidden, err error) {
	times := map[string]int{}
	err = loss.EachHidden(ctx, t.Bytes, t.coding, t.mark, func(h loss.Hidden) {
		if times[h.Name] < maxHidden && (all || h.Misleads()) {
			times[h.Name]++
			found = append(found, h)
		}
	})
	return found, err
}

// maxLines is how many lines with a hidden character are named.
const maxLines = 8

// LinesOf is how often a hidden character is among those that were found, and on which lines in words; "" where these
// are not known.
func (t *Text) LinesOf(found []loss.Hidden, name string) (n int64, lines string) {
	var on []string
	for _, h := range found {
		if h.Name != name {
			continue
		}

		n++
		number, _ := t.Position(h.Offset)
		line := fmt.Sprint(number)
		if line != "0" && !slices.Contains(on, line) && len(on) <= maxLines {
			on = append(on, line)
		}
	}

	switch {
	case len(on) > maxLines:
		on[maxLines] = "…"
	case len(on) == 0:
		return n, ""
	case len(on) == 1:
		return n, " on line " + on[0]
	}

	return n, " on lines " + strings.Join(on, ", ")
}

// IsRow reports whether the bytes from start to before end are numbers and what separates them, as in a row of a table.
// They may be as many as the file has.
func (t *Text) IsRow(ctx context.Context, start, end int64) bool {
	is, err := textfile.HasOnly(ctx, t.Bytes, start, end, "0123456789abcdefABCDEFxX+-.,;(){}[] \t\r", ",;")
	return err == nil && is
}

// FirstInvalid is the offset of the first bytes in one of the runs that are not UTF-8; -1 without one, or where All is
// nil.
func (t *Text) FirstInvalid(runs []window.Run) int64 {
	if t.All == nil {
		return -1
	}
	for _, s := range runs {
		if n := int64(lossy.ValidPrefix(t.All[s.Start:s.End])); n < s.End-s.Start {
			return s.Start + n
		}
	}
	return -1
}
