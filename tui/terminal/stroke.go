package terminal

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
}

// begin begins a frame on a screen of a width, 0 when that is not known.
func (p *painting) begin(looks *looks, width int) {
	p.looks, p.width, p.strokes, p.text = looks, width, p.strokes[:0], p.text[:0]
}

// after is the pen after a stroke.
func (p *painting) after(u *stroke) pen {
	if u.end >= p.width {
		return pen{u.row, -1, u.look} // at the right edge terminals differ
	}
	return pen{u.row, u.end, u.look}
}

// shortGap is how many columns between two strokes are written at the end of the first instead of moved over.
const shortGap = 2

// blankRun is the least number of cells that are erased instead of written.
const blankRun = 4

// row adds what turns a row into another. An empty one is blank.
func (p *painting) row(row int, have, want string) {
	p.shown, p.wanted = have, want
	var known, ok bool
	p.have, known = p.looks.cells(p.have[:0], have)
	p.want, ok = p.looks.cells(p.want[:0], want)
	if !known || !ok {
		p.whole(row, want)
		return
	}
	for len(p.have) < len(p.want) {
		p.have = append(p.have, ownBlank)
	}
	for len(p.want) < len(p.have) {
		p.want = append(p.want, ownBlank)
	}
	p.width = max(p.width, len(p.want))
	p.differences(row)
}

// whole adds a row of which the columns are not sure: it is painted from its beginning.
func (p *painting) whole(row int, want string) {
	from := len(p.text)
	p.text = append(p.text, eraseRight...)
	p.text = append(p.text, want...)
	p.text = append(p.text, "\x1b[m"...)
	p.strokes = append(p.strokes, stroke{row: row, end: -1, from: from, to: len(p.text)})
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
	for tail > 0 && p.want[tail-1].same(p.wanted, &ownBlank, "") {
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
	}
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

// reach brings the end of a stroke to a column: over the cells between them, or by a move, whichever is shorter. It
// returns false when the end is not sure.
func (p *painting) reach(u *stroke, c int) bool {
	if u.end == c {
		return true
	}
	if u.end < 0 {
		return false
	}
	from := pen{row: u.row, col: u.end}
	before := len(p.text)
	p.text = appendMove(p.text, from, u.row, c, -1)
	if over := p.over(u, c); over >= 0 && over <= len(p.text)-before {
		p.text = p.text[:before]
		p.write(u, c)
	}
	u.to, u.end = len(p.text), c
	return true
}

// over is how many bytes the cells from the end of a stroke to a column have; -1 when they cannot be written in its
// look.
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
