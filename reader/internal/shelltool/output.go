// Package shelltool makes answers of the output of command lines, for the tools by which agents run them: what is kept
// of an output, which of its bytes are lines of a file, and the window of these.
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

// halfKept is how many bytes are kept from the start, and from the end, of an output; what is between is dropped.
const halfKept = 512 << 10

// collector collects the output of a command.
type collector struct {
	head, tail []coreutils.Piece
	headSize   int64
	tailSize   int64
	size       int64 // of all that was written
}

// add collects a piece.
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

// Output is what is kept of a command's output.
type Output struct {
	raw     []byte
	Decoded []byte // the same as UTF-8
	valid   bool   // raw is UTF-8
	pieces  []coreutils.Piece
	at      []int  // offset in raw of each piece
	Size    int64  // total size of the output, in bytes
	Dropped int64  // number of bytes dropped in the middle
	Status  int    // exit status
	Command string // the command line
	Dir     string // the working directory afterwards
	// Columns is a program whose output to a terminal would be different; "" if there is no such program.
	Columns string
	pathOf  func(*tools.File) string
	// read is the size of the first file that was read, in bytes; 0 if no file was.
	read int64
}

// output reads what is kept.
func (o *collector) output() (t Output, err error) {
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

// rawOffset returns the offset in raw of the character at an offset of Decoded.
func (t *Output) rawOffset(decoded int) int {
	switch {
	case t.valid:
		return decoded
	case decoded == len(t.Decoded):
		return len(t.raw)
	}
	return tools.DecodedPrefix(t.raw, decoded)
}

// Part is a part of an answer: a text of the agent, or a range of Output.Decoded.
type Part struct {
	Text []byte
	Own  bool
	From int // offset in Output.Decoded
}

// Whole returns the unchanged output.
func (t *Output) Whole() []Part {
	if len(t.Decoded) == 0 {
		return nil
	}
	return []Part{{Text: t.Decoded}}
}

// Size returns the length of parts in bytes.
func Size(parts []Part) (size int64) {
	for _, p := range parts {
		size += int64(len(p.Text))
	}
	return size
}

// Join returns the text of parts. The caller must not change it.
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

// shownPart is a part of a file that the output shows.
type shownPart struct {
	window.Run
	file    *tools.File
	offset  int   // offset in Output.raw
	size    int   // length in Output.raw
	content int64 // 0-based index of the content line that shows its first line
	ended   bool  // it ends with a line end
}

// shown returns the parts of files in the range [from, to) of raw, in order; adjacent parts of a file are merged.
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
			Run: window.Run{Start: p.Start, End: p.End, First: p.Line}, file: p.File, offset: begin, size: end - begin,
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
			list[n].size = end - list[n].offset
			continue
		}

		list = append(list, s)
	}

	return list
}

// goesOn reports whether b continues a in the file and in the output, apart from tabs that are displayed in another
// way.
func (t *Output) goesOn(a, b shownPart) bool {
	end := a.offset + a.size
	return a.file == b.file && end <= b.offset && b.Start-a.End == int64(b.offset-end) &&
		len(bytes.Trim(t.raw[end:b.offset], "\t\r")) == 0
}

// maxCounted is how many bytes of a file are read only to find the number of a line.
const maxCounted = 16 << 20

// number sets the lines of a part; before is the previous part.
func (s *shownPart) number(ctx context.Context, before shownPart) error {
	if s.First == 0 {
		from := int64(0)
		line := int64(1)
		if before.First > 0 {
			from = before.Start
			line = before.First
		}
		if s.Start-from > maxCounted {
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
	s.ended, err = lineFeedAt(s.file, s.End-1)
	if s.ended {
		n--
	}

	s.Last = s.First + n
	return err
}

// OwnText returns a part with a text of the agent.
func OwnText(text string) Part { return Part{Text: []byte(text), Own: true} }

// Between returns the bytes [from, to) of parts.
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

// Ends returns parts up to offset front and from offset back on, with a text of the agent between them.
func Ends(parts []Part, front int, between string, back int) []Part {
	return append(append(Between(parts, 0, front), OwnText(between)), Between(parts, back, int(Size(parts)))...)
}

// WithoutColors returns parts without escape sequences.
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

// withoutControls returns a text without control characters other than line ends.
func withoutControls(text []byte) []byte {
	plain := make([]byte, 0, len(text))
	for _, c := range text {
		if c >= ' ' && c != 0x7F || c == '\n' {
			plain = append(plain, c)
		}
	}
	return plain
}

// colors matches an escape sequence of terminals.
var colors = lazy.Regexp(`\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)|[@-Z\\-_])`)

// Units returns the length in bytes of the first n UTF-16 units of a text.
func Units(text []byte, n int64) int {
	fits, _ := tools.UTF16.Fit(text, n)
	return fits
}

// KB formats a number of bytes in units of 1024, with one decimal.
func KB(n int64) string { return fmt.Sprintf("%.1f", float64(n)/1024) }

// Trim returns parts without the white space, as in JavaScript, at both ends.
func Trim(parts []Part) []Part {
	all := Join(parts)
	to := len(bytes.TrimRightFunc(all, textfile.IsJSSpace))
	return Between(parts, to-len(bytes.TrimLeftFunc(all[:to], textfile.IsJSSpace)), to)
}
