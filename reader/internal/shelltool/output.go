// Package shelltool makes answers of what command lines print, for the tools by which agents run them: what is kept of
// an output, which of its bytes are lines of a file, and the window of these.
package shelltool

import (
	"bytes"
	"context"
	"fmt"
	"unicode/utf8"

	"eyeline/reader/internal/coreutils"
	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/lossy"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// halfKept is how much of a command's output is kept from its front, and from its back, in bytes; what is between is
// dropped.
const halfKept = 512 << 10

// output gathers what a command writes.
type collector struct {
	head, tail []coreutils.Piece
	headSize   int64
	tailSize   int64
	size       int64 // of all that was written
}

// add takes a piece.
func (o *collector) add(p coreutils.Piece) {
	o.size += p.Size()
	if n := min(halfKept-o.headSize, p.Size()); n > 0 {
		o.head = coreutils.Append(o.head, p.UpTo(n))
		o.headSize += n
		p = p.From(n)
	}

	if p.Size() > 0 {
		o.tail = coreutils.Append(o.tail, p)
		o.tailSize += p.Size()
	}

	for len(o.tail) > 1 && o.tailSize-o.tail[0].Size() >= halfKept {
		o.tailSize -= o.tail[0].Size()
		o.tail = o.tail[1:]
	}
}

// Output is what is kept of the output of a command.
type Output struct {
	raw     []byte
	Decoded []byte // what is kept, as UTF-8
	valid   bool   // raw is UTF-8
	pieces  []coreutils.Piece
	at      []int  // where in raw each of the pieces begins
	Size    int64  // of all that was written, in bytes
	Dropped int64  // bytes that are left out in the middle
	Status  int    // the exit status
	Command string // the command line
	Dir     string // the working directory after it
	// Columns is a program that would have written otherwise to a terminal; "" for none.
	Columns string
	pathOf  func(*tools.File) string
	// read is the size of the first file that the command read, in bytes; 0 for none.
	read int64
}

// text reads what is kept.
func (o *collector) text() (t Output, err error) {
	t.Size = o.size
	t.pieces = o.head
	if over := o.tailSize - halfKept; over > 0 {
		o.tail[0] = o.tail[0].From(over)
		o.tailSize = halfKept
	}

	t.Dropped = o.size - o.headSize - o.tailSize
	if t.Dropped > 0 {
		t.pieces = append(t.pieces, coreutils.Literal(fmt.Sprintf("\n... %d bytes omitted ...\n", t.Dropped)))
	}

	t.pieces = append(t.pieces, o.tail...)
	for _, p := range t.pieces {
		b, err := p.Bytes(0, p.Size())
		if err != nil {
			return t, err
		}

		t.at = append(t.at, len(t.raw))
		if len(t.pieces) == 1 {
			t.raw = b
		} else {
			t.raw = append(t.raw, b...)
		}
	}

	t.valid = utf8.Valid(t.raw)
	t.Decoded = t.raw
	if !t.valid {
		t.Decoded = lossy.Decode(t.raw)
	}

	return t, nil
}

// rawOffset is where in raw the byte at an offset of decoded is, which begins a character.
func (t *Output) rawOffset(decoded int) int {
	switch {
	case t.valid:
		return decoded
	case decoded == len(t.Decoded):
		return len(t.raw)
	}
	return tools.DecodedPrefix(t.raw, decoded)
}

// Part is a part of an answer: a text of the agent's own, or a part of the decoded output.
type Part struct {
	Text []byte
	Own  bool
	From int // where in the decoded output the text begins
}

// Whole is an output as it is.
func (t *Output) Whole() []Part {
	if len(t.Decoded) == 0 {
		return nil
	}
	return []Part{{Text: t.Decoded}}
}

// Size is the length of parts in bytes.
func Size(parts []Part) (size int64) {
	for _, p := range parts {
		size += int64(len(p.Text))
	}
	return size
}

// Join is the text of parts, which must not be written to.
func Join(parts []Part) []byte {
	if len(parts) == 1 {
		return parts[0].Text
	}
	text := make([]byte, 0, Size(parts))
	for _, p := range parts {
		text = append(text, p.Text...)
	}
	return text
}

// shownPart is a part of the file that a text shows.
type shownPart struct {
	window.Run
	file    *tools.File
	at      int   // where in the raw text it is shown
	size    int   // how much of the raw text that is
	content int64 // 0-based number of the content line that shows its first line
	ended   bool  // it ends with a line end
}

// shown lists the parts of files that the text [from, to) of raw shows, in order; parts that follow each other in a
// file are one.
func (t *Output) shown(from, to int) []shownPart {
	var list []shownPart
	for i, p := range t.pieces {
		if p.File == nil {
			continue
		}

		begin := max(t.at[i], from)
		end := min(t.at[i]+int(p.Size()), to)
		if begin >= end {
			continue
		}

		s := shownPart{
			Run: window.Run{Start: p.Start, End: p.End, First: p.Line}, file: p.File, at: begin, size: end - begin,
		}
		if p.Text == nil {
			s.End = p.Start + int64(end-t.at[i])
			s.Start += int64(begin - t.at[i])
			if begin > t.at[i] {
				s.First = 0
			}
		}

		n := len(list) - 1
		if n >= 0 && list[n].file == s.file && list[n].End == s.Start {
			list[n].End = s.End
			list[n].size = end - list[n].at
			continue
		}

		list = append(list, s)
	}

	return list
}

// goesOn reports whether a part goes on where another one ended, but for tabs that are shown in another way.
func (t *Output) goesOn(a, b shownPart) bool {
	end := a.at + a.size
	return a.file == b.file && end <= b.at && b.Start-a.End == int64(b.at-end) &&
		len(bytes.Trim(t.raw[end:b.at], "\t\r")) == 0
}

// mostCounted is how much of a file is read only to know the number of a line, in bytes.
const mostCounted = 16 << 20

// number finds the lines of a part; before is the one before it.
func (s *shownPart) number(ctx context.Context, before shownPart) error {
	if s.First == 0 {
		from := int64(0)
		line := int64(1)
		if before.First > 0 {
			from = before.Start
			line = before.First
		}
		if s.Start-from > mostCounted {
			return nil
		}

		n, err := textfile.CountLF(ctx, s.file, from, s.Start)
		if err != nil {
			return err
		}

		s.First = line + n
	}

	n, err := textfile.CountLF(ctx, s.file, s.Start, s.End)
	if err != nil || s.End == s.Start {
		return err
	}
	if s.ended, err = lineFeedAt(s.file, s.End-1); s.ended {
		n--
	}

	s.Last = s.First + n
	return err
}

// Own is a text of the agent's own as a part.
func Own(text string) Part { return Part{Text: []byte(text), Own: true} }

// Between is the bytes [from, to) of parts.
func Between(parts []Part, from, to int) (cut []Part) {
	at := 0
	for _, p := range parts {
		begin := max(from-at, 0)
		end := min(to-at, len(p.Text))
		at += len(p.Text)
		if begin < end {
			cut = append(cut, Part{Text: p.Text[begin:end], Own: p.Own, From: p.From + begin})
		}
	}
	return cut
}

// Ends is the front of parts up to a byte and their back from another on, with a text of the agent's own between.
func Ends(parts []Part, front int, between string, back int) []Part {
	return append(append(Between(parts, 0, front), Own(between)), Between(parts, back, int(Size(parts)))...)
}

// WithoutColors is parts without what is in them for a terminal alone.
func WithoutColors(parts []Part) (rest []Part) {
	for _, p := range parts {
		at := 0
		for _, found := range append(colors().FindAllIndex(p.Text, -1), []int{len(p.Text), 0}) {
			rest = append(rest, Between([]Part{p}, at, found[0])...)
			at = found[1]
		}
	}
	return rest
}

// withoutControls is a text without control characters but line ends.
func withoutControls(text []byte) []byte {
	plain := make([]byte, 0, len(text))
	for _, c := range text {
		if c >= ' ' && c != 0x7F || c == '\n' {
			plain = append(plain, c)
		}
	}
	return plain
}

// colors is what a text has for a terminal alone: all of it begins with an escape.
var colors = lazy.Regexp(`\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)|[@-Z\\-_])`)

// Units is the length in bytes of the first n UTF-16 units of a text.
func Units(text []byte, n int64) int {
	fits, _ := tools.UTF16.Fit(text, n)
	return fits
}

// KB is a number of bytes in units of 1024, with one digit after the point.
func KB(n int64) string { return fmt.Sprintf("%.1f", float64(n)/1024) }

// Trim is parts without the white space of JavaScript at their ends.
func Trim(parts []Part) []Part {
	all := Join(parts)
	to := len(bytes.TrimRightFunc(all, textfile.IsJSSpace))
	return Between(parts, to-len(bytes.TrimLeftFunc(all[:to], textfile.IsJSSpace)), to)
}
