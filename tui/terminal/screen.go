package terminal

const (
	eraseRight = "\x1b[K"
	blankAll   = "\x1b[r\x1b[m\x1b[H\x1b[J"
	noMargins  = "\x1b[r"
	ownLook    = "\x1b[m"

	// A synchronised update shows all of a frame at once.
	syncBegin = "\x1b[?2026h"
	syncEnd   = "\x1b[?2026l"
	// leastSynced is from how many bytes on a frame is one. Terminals read more than that before they show any of it.
	leastSynced = 1024
)

// Screen knows what a terminal shows and which state it is in, and makes it show something else with few bytes.
type Screen struct {
	// Raw says that a line feed leaves the cursor in its column.
	Raw bool

	rows    []string // row by row; nil when they are not known
	sums    []uint64 // of the rows
	pen     pen
	margins scroll // without n; the zero value: none
	looks   looks

	moved    []string // the rows after a scroll
	next     []uint64 // the sums of the next rows
	painting painting
}

// NewScreen returns the screen of a terminal of which nothing is known.
func NewScreen() *Screen { return &Screen{pen: lost, looks: newLooks()} }

// Forget says that nothing is known of the terminal.
func (s *Screen) Forget() { s.rows, s.sums, s.pen, s.margins = nil, s.sums[:0], lost, scroll{} }

// leave appends what ends the margins and the look, for others that write to the terminal, and forgets its state.
func (s *Screen) leave(dst []byte) []byte {
	if s.margins != (scroll{}) {
		dst = append(dst, noMargins...)
	}
	if s.rows != nil && s.pen.look != 0 {
		dst = append(dst, ownLook...)
	}
	s.Forget()
	return dst
}

// Update appends what makes the terminal show other rows, which are as many as it has and no wider. They have no
// sequences but those of styles (SGR). The rows must not be changed afterwards.
func (s *Screen) Update(dst []byte, want []string) []byte {
	if s.looks.full() {
		s.looks = newLooks()
		s.pen.look = noLook
	}
	s.next = sums(s.next[:0], want)
	start := len(dst)
	dst = append(dst, syncBegin...)
	body := len(dst)
	if len(s.rows) != len(want) {
		dst = s.drawAll(dst, want)
	} else {
		dst = s.drawChanged(dst, want)
	}
	s.rows = want
	s.sums, s.next = s.next, s.sums
	switch n := len(dst) - body; {
	case n == 0:
		return dst[:start]
	case n < leastSynced:
		return append(dst[:start], dst[body:]...)
	}
	return append(dst, syncEnd...)
}

// drawAll clears the screen and paints all rows.
func (s *Screen) drawAll(dst []byte, want []string) []byte {
	s.Forget()
	s.pen = pen{}
	s.painting.begin(&s.looks, 0)
	for i, row := range want {
		if row != "" {
			s.painting.row(i, "", row)
		}
	}
	return s.paint(append(dst, blankAll...))
}

// drawChanged scrolls what only moved, and paints the rows that differ then.
func (s *Screen) drawChanged(dst []byte, want []string) []byte {
	p := &s.painting
	p.begin(&s.looks, p.width)
	have := s.rows
	by, scrolls := findScroll(s.sums, s.next, s.margins, func(row, n int) bool {
		return commonEnd(want[row], s.rows[row+n]) > commonEnd(want[row], s.rows[row])
	})
	if scrolls {
		if set := (scroll{by.top, by.bottom, 0}); set != s.margins {
			dst = by.appendMargins(dst)
			s.margins = set
			s.pen.row, s.pen.col = 0, 0
		}
		s.moved = by.apply(s.moved[:0], s.rows)
		have = s.moved
	}
	for i, row := range want {
		if row != have[i] {
			p.row(i, have[i], row)
		}
	}
	if scrolls {
		dst = s.scroll(dst, by)
	}
	return s.paint(dst)
}

// scroll appends the scroll, such that what comes in is the terminal's own blank. The cursor goes where the first
// stroke begins, if that is on the row at which the scroll happens.
func (s *Screen) scroll(dst []byte, by scroll) []byte {
	if !s.looks.erases(s.pen.look) {
		dst = append(dst, s.looks.change(s.pen.look, 0)...)
		s.pen.look = 0
	}
	row, n := by.margin(), by.n
	col, keeps := s.pen.col, n < 0 || s.Raw
	if u := s.painting.strokes; len(u) > 0 && u[0].row == row && (keeps || u[0].col == 0) {
		col = u[0].col
	} else if s.pen.row != row {
		col = 0
	}
	if s.pen.row != row || s.pen.col != col {
		dst = appendMove(dst, s.pen, row, col, -1)
		s.pen.row, s.pen.col = row, col
	}
	for ; n > 0; n-- {
		dst = append(dst, '\n')
	}
	for ; n < 0; n++ {
		dst = append(dst, esc, 'M')
	}
	if !keeps && s.pen.col != 0 {
		s.pen.col = -1
	}
	return dst
}

// paint appends the strokes.
func (s *Screen) paint(dst []byte) []byte {
	bottom := -1
	if s.margins != (scroll{}) {
		bottom = s.margins.bottom
	}
	p := &s.painting
	for i := range p.strokes {
		u := &p.strokes[i]
		dst = append(dst, s.looks.change(s.pen.look, u.look)...)
		dst = appendMove(dst, s.pen, u.row, u.col, bottom)
		dst = append(dst, p.text[u.from:u.to]...)
		s.pen = p.after(u)
	}
	return dst
}
