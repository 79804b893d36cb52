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

	begun    bool     // a frame has been painted
	rows     []string // row by row; nil when they are not known
	sums     []uint64 // of the rows
	pen      pen
	margins  scroll // without n; the zero value: none
	lastBy   int    // by how many rows it was scrolled last
	register register
	looks    looks

	moved    []string
	next     []uint64
	painting painting
	way      way
}

// NewScreen returns the screen of a terminal of which nothing is known.
func NewScreen() *Screen { return &Screen{pen: lost, looks: newLooks()} }

// UseRegister says that the terminal keeps a saved place of its own for the alternate screen; see [SavesCursor].
func (s *Screen) UseRegister() { s.register.on = true }

// Forget says that nothing is known of the terminal.
func (s *Screen) Forget() {
	s.rows, s.sums, s.pen, s.margins = nil, s.sums[:0], lost, scroll{}
	s.register.forget()
}

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

// Update appends what makes the terminal show other rows, which are as many as it has and no wider. They have no sequences
// but those of styles (SGR). The rows must not be changed afterwards.
func (s *Screen) Update(dst []byte, want []string) []byte {
	if s.looks.full() {
		s.looks = newLooks()
		s.painting.taken.forget()
		s.pen.look = noLook
		s.register.forget()
	}
	start := len(dst)
	dst = append(dst, syncBegin...)
	body := len(dst)
	s.next = sums(s.next[:0], want, s.rows, s.sums, s.lastBy)
	all := len(s.rows) != len(want)
	var by scroll
	if all {
		s.Forget()
		dst = append(dst, blankAll...)
		s.pen = pen{}
	} else if found, ok := findScroll(s.sums, s.next, s.margins, func(row, n int) bool {
		return commonEnd(want[row], s.rows[row+n]) > commonEnd(want[row], s.rows[row])
	}); ok {
		by = found
		s.lastBy = by.n
		if set := (scroll{by.top, by.bottom, 0}); set != s.margins {
			dst = by.appendMargins(dst)
			s.margins = set
			s.pen.row, s.pen.col = 0, 0
		}
		s.moved = by.apply(s.moved[:0], s.rows)
	}
	p := &s.painting
	*p = painting{looks: &s.looks, width: p.width, strokes: p.strokes[:0], text: p.text[:0], taken: p.taken, begun: p.begun, bottom: -1}
	if all {
		p.width = 0
	}
	if s.margins != (scroll{}) {
		p.bottom = s.margins.bottom
	}
	for i, row := range want {
		have := ""
		switch {
		case all:
		case by.n != 0:
			have = s.moved[i]
		default:
			have = s.rows[i]
		}
		switch {
		case row == have:
		case s.begun:
			p.row(i, have, row)
		default:
			p.fresh(i, row)
		}
	}
	s.rows, s.begun = want, true
	s.sums, s.next = s.next, s.sums
	if len(p.strokes) > 0 || by.n != 0 {
		dst = s.paint(dst, by)
	}
	switch n := len(dst) - body; {
	case n == 0:
		return dst[:start]
	case n < leastSynced:
		return append(dst[:start], dst[body:]...)
	}
	return append(dst, syncEnd...)
}

// paint appends the scroll and the strokes of the painting.
func (s *Screen) paint(dst []byte, by scroll) []byte {
	w := &s.way
	w.painting, w.from, w.saved = &s.painting, s.pen, s.register.saved
	w.scroll = shift{n: by.n, row: by.margin(), keep: s.Raw}
	n := len(w.strokes)
	w.order = w.order[:0]
	for i := range n {
		w.order = append(w.order, i)
	}
	var keep pen
	var learnt bool
	if n > 0 && n <= mostOrdered {
		w.measure()
		w.sort()
		keep, learnt = s.register.learn(w, w.total())
	}
	dst, s.pen = w.appendAll(dst)
	if learnt {
		dst = append(dst, s.looks.change(s.pen.look, keep.look)...)
		dst = appendMove(dst, s.pen, keep.row, keep.col, w.bottom)
		dst = append(dst, save...)
		s.pen = keep
		s.register.saved = &keep
		s.register.idle = 0
	}
	return dst
}
