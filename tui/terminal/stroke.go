package terminal

import (
	"strings"
	"unicode/utf8"
)

// stroke is text in one look on one row. Strokes of a frame can be painted in any order.
type stroke struct {
	row, col int // where it begins
	end      int // the column after it; -1 when terminals may differ in that
	look     look
	from, to int // its text, with the cursor's moves inside it, in painting.text
}

// painting is what is to be painted of a frame.
type painting struct {
	looks   *looks
	width   int // of the screen
	strokes []stroke
	text    []byte
	have    []cell // of the row that is compared: what the terminal shows
	want    []cell // and what it is to show
	shown   string // the row itself as the terminal shows it
	wanted  string // and as it is to be shown
	ended   bool   // have and want are all of the rows: not only their beginnings, after which they are the same
	taken   takenRows
	begun   [2][]cell // room for beginnings
	bottom  int       // the last row of the scroll region
}

// shortGap is how many columns between two strokes are written at the end of the first instead of moved over.
const shortGap = 2

// blankRun is the least number of cells that are erased instead of written.
const blankRun = 4

// row adds what turns a row into another. An empty one is blank.
func (p *painting) row(row int, have, want string) {
	p.shown, p.wanted, p.ended = have, want, false
	if p.beginnings(have, want) {
		p.differences(row)
		return
	}
	p.ended = true
	var ok1, ok2 bool
	p.have, ok1 = p.taken.cells(p.looks, have)
	p.want, ok2 = p.taken.cells(p.looks, want)
	if !ok1 || !ok2 {
		p.whole(row, want)
		return
	}
	// What is appended is not of the row that is kept, which ends where it did.
	for len(p.have) < len(p.want) {
		p.have = append(p.have, ownBlank)
	}
	for len(p.want) < len(p.have) {
		p.want = append(p.want, ownBlank)
	}
	if have == "" {
		p.taken.none = p.have // it has grown
	}
	p.width = max(p.width, len(p.want))
	p.differences(row)
}

// leastCommon is how many bytes two rows have in common at their ends, at least, for their beginnings to be compared alone, and
// commonShare which part of the row that is. Where it is less, as only the blanks at the end, both rows are compared as a whole: one of
// them was mostly taken apart before.
const (
	leastCommon = 16
	commonShare = 3 // a third
)

// beginnings takes apart what of two rows is before their common end; false when they have none, or when it is not shown alike.
func (p *painting) beginnings(have, want string) bool {
	common := commonEnd(have, want)
	if common < max(leastCommon, len(want)/commonShare) {
		return false
	}
	from := len(want) - common
	shift := len(have) - len(want)
	inside := open(want[:from]) || open(have[:from+shift])
	if from = apart(want, from, inside); from == len(want) {
		return false
	}
	var on [2]look
	var ok [2]bool
	p.begun[0], on[0], ok[0] = p.looks.cellsAnd(p.begun[0][:0], have[:from+shift])
	p.begun[1], on[1], ok[1] = p.looks.cellsAnd(p.begun[1][:0], want[:from])
	p.have, p.want = p.begun[0], p.begun[1]
	return ok[0] && ok[1] && on[0] == on[1] && len(p.have) == len(p.want)
}

// apart is the first place of a row, from a byte on, that has a character of ASCII after it and one, or a sequence, before it: no
// character is made of what is on both sides. inside says that the byte is within a sequence. Where there is no such place it is the
// length of the row.
func apart(row string, from int, inside bool) int {
	for alone := false; from < len(row); {
		switch c := row[from]; {
		case inside || c == esc:
			end := strings.IndexByte(row[from:], 'm')
			if end < 0 {
				return len(row)
			}
			from += end + 1
			alone, inside = true, false
		case alone && c < utf8.RuneSelf:
			return from
		default:
			alone = c < utf8.RuneSelf
			from++
		}
	}
	return len(row)
}

// open reports whether a text ends within a sequence.
func open(text string) bool {
	begin := strings.LastIndexByte(text, esc)
	return begin >= 0 && strings.IndexByte(text[begin:], 'm') < 0
}

// whole adds a row of which the columns are not sure: it is painted from its beginning.
func (p *painting) whole(row int, want string) {
	from := len(p.text)
	p.text = append(p.text, eraseRight...)
	p.text = append(p.text, want...)
	p.text = append(p.text, "\x1b[m"...)
	p.strokes = append(p.strokes, stroke{row: row, end: -1, from: from, to: len(p.text)})
}

// fresh adds a row to the first frame, as it is: nothing is on the screen that it could be compared with, and to take all rows
// apart takes longer than to write some bytes that another look, or a blank, could have saved.
func (p *painting) fresh(row int, want string) {
	if row == 0 {
		cells, _ := p.looks.cells(nil, want)
		p.width = len(cells)
	}
	from := len(p.text)
	look := strings.LastIndexByte(want, esc)
	if plain := look < 0 || strings.HasPrefix(want[look:], ownLook); plain {
		want = strings.TrimRight(want, " ") // the screen is blank
	} else {
		want += ownLook
	}
	p.text = appendTerse(p.text, want)
	p.strokes = append(p.strokes, stroke{row: row, end: -1, from: from, to: len(p.text)})
}

// appendTerse appends a row without the sequences that turn a look off and the same one on again.
func appendTerse(dst []byte, row string) []byte {
	const twoOrMore = "two or more"
	on := ""     // the sequence that the look is of: "" for the terminal's own, twoOrMore for more than one
	off := false // the return to the terminal's own look is still to be written
	for row != "" {
		next := strings.IndexByte(row, esc)
		if next < 0 {
			next = len(row)
		}
		if next > 0 {
			if off {
				dst, on, off = append(dst, ownLook...), "", false
			}
			dst, row = append(dst, row[:next]...), row[next:]
			continue
		}
		end := strings.IndexByte(row, 'm') + 1
		if end == 0 {
			break
		}
		sequence := row[:end]
		row = row[end:]
		switch {
		case sequence == ownLook:
			off = on != ""
			continue
		case off && sequence == on:
		case off:
			dst, on = append(append(dst, ownLook...), sequence...), sequence
		case on == "":
			dst, on = append(dst, sequence...), sequence
		default:
			dst, on = append(dst, sequence...), twoOrMore
		}
		off = false
	}
	if off {
		dst = append(dst, ownLook...)
	}
	return append(dst, row...)
}

// differences adds the cells in which p.want differs from p.have.
func (p *painting) differences(row int) {
	first, last := 0, len(p.want)-1
	for first <= last && p.stays(first) {
		first++
	}
	if first > last {
		return
	}
	for p.stays(last) {
		last--
	}
	tail := len(p.want) // from here on the row is blank
	for p.ended && tail > 0 && p.want[tail-1].same(p.wanted, &ownBlank, "") {
		tail--
	}
	at := len(p.strokes) // the first stroke of the row
	for c := first; c <= last; c++ {
		if p.want[c].char == 0 || p.stays(c) {
			continue
		}
		if c >= tail && last-c+1 >= blankRun {
			p.erase(row, c, at)
			return
		}
		p.cell(row, c, at)
		c = p.run(c, min(last+1, tail))
	}
}

// run adds the cells that follow the one at column c, before column end, to the stroke that has it, for as long as each is an ASCII
// character that differs and looks right in the stroke. It returns the last one's column: most of a row is such runs, and this is
// what [painting.cell] would do with each.
func (p *painting) run(c, end int) int {
	u := &p.strokes[len(p.strokes)-1]
	if u.end != c+1 || u.end >= end {
		return c
	}
	now, blank := u.look, p.looks.blanks[u.look]
	text := p.text
	want, have := p.want[c+1:end], p.have[c+1:]
	for i := range want {
		w, h := &want[i], &have[i]
		if w.char <= 0 || w.char >= utf8.RuneSelf || w.look != now && (w.char != ' ' || w.look != blank) || w.char == h.char && w.look == h.look {
			break
		}
		text = append(text, byte(w.char))
	}
	c += len(text) - len(p.text)
	p.text, u.to, u.end = text, len(text), c+1
	return c
}

// stays reports whether a column shows what it is to show.
func (p *painting) stays(c int) bool { return p.want[c].same(p.wanted, &p.have[c], p.shown) }

// cell adds a cell to the last stroke of the row, or begins another with it.
func (p *painting) cell(row, c, at int) {
	w := &p.want[c]
	var u *stroke
	if len(p.strokes) > at {
		u = &p.strokes[len(p.strokes)-1]
	}
	switch {
	case u == nil:
	case p.takes(u.look, w):
		if p.reach(u, c) {
			p.add(u, w, c)
			return
		}
	case u.end == c && p.blank(u) && p.looks.blanks[w.look] == u.look:
		u.look = w.look // what came before it are blanks, which look the same in it
		p.add(u, w, c)
		return
	}
	if u != nil && u.end >= 0 && c > u.end && c-u.end <= shortGap && p.over(u, c) == c-u.end {
		p.write(u, c)
	}
	p.strokes = append(p.strokes, stroke{row: row, col: c, end: c, look: w.look, from: len(p.text), to: len(p.text)})
	p.add(&p.strokes[len(p.strokes)-1], w, c)
}

// takes reports whether a cell looks right when it is written in a look.
func (p *painting) takes(l look, w *cell) bool {
	return w.look == l || w.char == ' ' && p.looks.blanks[l] == w.look
}

// blank reports whether a stroke is of blanks only.
func (p *painting) blank(u *stroke) bool {
	for _, c := range p.text[u.from:u.to] {
		if c != ' ' {
			return false
		}
	}
	return true
}

// reach brings the end of a stroke to a column: over the cells between them, or by a move, whichever is shorter. It returns false
// when the end is not sure.
func (p *painting) reach(u *stroke, c int) bool {
	if u.end == c {
		return true
	}
	if u.end < 0 {
		return false
	}
	from := pen{row: u.row, col: u.end}
	if over := p.over(u, c); over >= 0 && over <= moveLen(from, u.row, c, -1) {
		p.write(u, c)
	} else {
		p.text = appendMove(p.text, from, u.row, c, -1)
	}
	u.to, u.end = len(p.text), c
	return true
}

// over is how many bytes the cells from the end of a stroke to a column have; -1 when they cannot be written in its look.
func (p *painting) over(u *stroke, c int) int {
	n := 0
	for i := u.end; i < c; i++ {
		w := &p.want[i]
		if !p.takes(u.look, w) || !w.sure && w.char != 0 {
			return -1
		}
		n += int(w.size)
	}
	return n
}

// write writes the cells from the end of a stroke to a column.
func (p *painting) write(u *stroke, c int) {
	for i := u.end; i < c; i++ {
		p.text = p.want[i].appendTo(p.text, p.wanted)
	}
	u.to, u.end = len(p.text), c
}

// add writes a cell at the end of a stroke.
func (p *painting) add(u *stroke, w *cell, c int) {
	p.text = w.appendTo(p.text, p.wanted)
	u.to = len(p.text)
	switch {
	case !w.sure:
		u.end = -1
	case w.wide:
		u.end = c + 2
	default:
		u.end = c + 1
	}
}

// erase adds the erasing of a row from a column on: to the last stroke of the row if that can be, or as a stroke.
func (p *painting) erase(row, c, at int) {
	if len(p.strokes) > at {
		u := &p.strokes[len(p.strokes)-1]
		if p.looks.erases(u.look) && p.reach(u, c) {
			p.text = append(p.text, eraseRight...)
			u.to = len(p.text)
			return
		}
	}
	from := len(p.text)
	p.text = append(p.text, eraseRight...)
	p.strokes = append(p.strokes, stroke{row: row, col: c, end: c, from: from, to: len(p.text)})
}
