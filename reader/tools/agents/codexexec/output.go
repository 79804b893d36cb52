package codexexec

import (
	"context"
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	"eyeline/reader/internal/coreutils"
	"eyeline/reader/internal/lossy"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/internal/tokenrules"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// halfKept is how much of a command's output is kept from its front, and from its back, in bytes; what is between is
// dropped.
const halfKept = 512 << 10

// output gathers what a command writes.
type output struct {
	head, tail []coreutils.Piece
	headSize   int64
	tailSize   int64
	size       int64 // of all that was written
}

// add takes a piece.
func (o *output) add(p coreutils.Piece) {
	o.size += p.Size()
	if room := halfKept - o.headSize; room > 0 && p.Size() > 0 {
		n := min(room, p.Size())
		o.head = coreutils.Append(o.head, p.UpTo(n))
		o.headSize += n
		p = p.From(n)
	}
	if p.Size() == 0 {
		return
	}
	o.tail = coreutils.Append(o.tail, p)
	o.tailSize += p.Size()
	drop := 0
	for ; drop < len(o.tail)-1 && o.tailSize-o.tail[drop].Size() >= halfKept; drop++ {
		o.tailSize -= o.tail[drop].Size()
	}
	if drop > 0 {
		o.tail = o.tail[drop:]
	}
}

// dropped is how many bytes are left out between head and tail.
func (o *output) dropped() int64 { return o.size - o.headSize - min(o.tailSize, halfKept) }

// outputText is what is kept of an output.
type outputText struct {
	raw     []byte
	decoded []byte // raw as UTF-8
	valid   bool   // raw is UTF-8
	pieces  []coreutils.Piece
	at      []int // where in raw each of the pieces begins
	size    int64 // of all that was written, in bytes
	dropped int64
	status  int
	command string
}

// text reads what is kept.
func (o *output) text() (t outputText, err error) {
	t.size, t.dropped = o.size, o.dropped()
	tail := o.tail
	if over := o.tailSize - halfKept; over > 0 && len(tail) > 0 {
		tail = slices.Clone(tail)
		tail[0] = tail[0].From(over)
	}
	add := func(p coreutils.Piece) {
		var b []byte
		if b, err = p.Bytes(0, p.Size()); err == nil {
			t.pieces, t.at = append(t.pieces, p), append(t.at, len(t.raw))
			if t.raw == nil {
				t.raw = b[:len(b):len(b)] // most outputs are one piece
			} else {
				t.raw = append(t.raw, b...)
			}
		}
	}
	for _, p := range o.head {
		if add(p); err != nil {
			return t, err
		}
	}
	if t.dropped > 0 {
		add(coreutils.Literal(fmt.Sprintf("\n... %d bytes omitted ...\n", t.dropped)))
	}
	for _, p := range tail {
		if add(p); err != nil {
			return t, err
		}
	}
	if t.valid, t.decoded = utf8.Valid(t.raw), t.raw; !t.valid {
		t.decoded = lossy.Decode(t.raw)
	}
	return t, nil
}

// rawOffset is where in raw the byte at an offset of decoded is, which begins a character.
func (t *outputText) rawOffset(decoded int) int {
	switch {
	case t.valid:
		return decoded
	case decoded == len(t.decoded):
		return len(t.raw)
	}
	return tools.DecodedPrefix(t.raw, decoded)
}

// part is a part of an answer: a text of Codex's own, or a part of the decoded output.
type part struct {
	text []byte
	own  bool
	from int // where in the decoded output the text begins
}

// whole is an output as it is.
func (t *outputText) whole() []part {
	if len(t.decoded) == 0 {
		return nil
	}
	return []part{{text: t.decoded}}
}

// partsSize is the length of parts in bytes.
func partsSize(parts []part) (size int64) {
	for _, p := range parts {
		size += int64(len(p.text))
	}
	return size
}

// cutTokens cuts an output to a number of tokens, where it is longer, under a warning.
func (t *outputText) cutTokens(tokens uint64) []part {
	return t.cut(tokenrules.CodexBytes*int64(min(tokens, math.MaxInt64/(2*tokenrules.CodexBytes))), "tokens")
}

// cut cuts an output to a number of bytes. unit is what the marker counts: tokens or chars.
func (t *outputText) cut(limit int64, unit string) []part {
	parts := t.whole()
	size := int64(len(t.decoded))
	if size <= limit {
		return parts
	}
	removed := tokenrules.CodexTokens(size - limit)
	if unit == "chars" {
		head, tail := middleOf(t.decoded, limit)
		removed = tools.Runes.Length(t.decoded[head:tail])
	}
	original, second := tokenrules.CodexTokens(size), fmt.Sprintf("Total output lines: %d", textfile.LineCount(t.decoded))
	if t.dropped > 0 {
		original, second = tokenrules.CodexTokens(t.size), fmt.Sprintf("... %d bytes omitted ...", t.dropped)
	}
	return append(warningParts(original, second), cutParts(parts, limit, removed, unit)...)
}

// warningParts is what precedes an output that was cut.
func warningParts(tokens int64, second string) []part {
	return []part{{own: true, text: fmt.Appendf(nil, "Warning: truncated output (original token count: %d)\n%s\n\n", tokens, second)}}
}

// middleOf is the part of a text that is cut to limit bytes: what is kept before and after it are whole characters.
func middleOf(text []byte, limit int64) (from, to int) {
	from, _ = tools.Bytes.Fit(text, limit/2)
	to = len(text) - int(min(limit-limit/2, int64(len(text))))
	for to < len(text) && text[to]&0xC0 == 0x80 {
		to++
	}
	return from, to
}

// cutParts cuts parts that are longer than limit bytes in the middle, and puts a marker there.
func cutParts(parts []part, limit, removed int64, unit string) []part {
	from, to := middleOf(joinParts(parts), limit)
	var head, tail []part
	at := 0
	for _, p := range parts {
		end := at + len(p.text)
		if at < from {
			part := p
			part.text = p.text[:min(from, end)-at]
			head = append(head, part)
		}
		if end > to {
			part := p
			skip := max(to-at, 0)
			part.text = p.text[skip:]
			part.from += skip
			tail = append(tail, part)
		}
		at = end
	}
	head = append(head, part{own: true, text: fmt.Appendf(nil, "…%d %s truncated…", removed, unit)})
	return append(head, tail...)
}

// joinParts is the text of parts, which must not be written to.
func joinParts(parts []part) []byte {
	if len(parts) == 1 {
		return parts[0].text
	}
	var text []byte
	for _, p := range parts {
		text = append(text, p.text...)
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
}

// shown lists the parts of files that the text [from, to) of raw shows, in order; parts that follow each other in a
// file are one.
func (t *outputText) shown(from, to int) []shownPart {
	var list []shownPart
	for i, p := range t.pieces {
		if p.File == nil {
			continue
		}
		begin, end := max(t.at[i], from), min(t.at[i]+int(p.Size()), to)
		if begin >= end {
			continue
		}
		s := shownPart{Run: window.Run{Start: p.Start, End: p.End, First: p.Line}, file: p.File, at: begin, size: end - begin}
		if p.Text == nil {
			s.End = p.Start + int64(end-t.at[i])
			if s.Start += int64(begin - t.at[i]); begin > t.at[i] {
				s.First = 0
			}
		}
		if n := len(list) - 1; n >= 0 && list[n].file == s.file && list[n].End == s.Start {
			list[n].End = s.End
			list[n].size = end - list[n].at
			continue
		}
		list = append(list, s)
	}
	return list
}

// mostCounted is how much of a file is read only to know the number of a line, in bytes.
const mostCounted = 16 << 20

// number finds the lines of a part.
func (s *shownPart) number(ctx context.Context) error {
	if s.First == 0 {
		switch {
		case s.Start == 0:
			s.First = 1
		case s.Start <= mostCounted:
			n, err := textfile.CountLF(ctx, s.file, 0, s.Start)
			if err != nil {
				return err
			}
			s.First = n + 1
		default:
			return nil
		}
	}
	n, err := textfile.CountLF(ctx, s.file, s.Start, s.End)
	if err != nil || s.End == s.Start {
		return err
	}
	var last [1]byte
	if _, err := s.file.ReadAt(last[:], s.End-1); err != nil {
		return err
	}
	if s.Last = s.First + n; last[0] == '\n' {
		s.Last--
	}
	return nil
}
