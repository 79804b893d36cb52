package terminal

import "slices"

// mostOrdered is how many strokes an order is sought for; more are painted as they come. The time is that of their square.
const mostOrdered = 16

// farthest is how many strokes are moved together while an order is sought.
const farthest = 3

// way is the cheapest order in which to paint the strokes of a frame.
type way struct {
	*painting
	from   pen   // where the terminal writes now
	saved  *pen  // what the terminal has saved; nil when that is nothing of use
	scroll shift // first
	order  []int
	costs  []int // from stroke i-1 to stroke j, at i*n+j; stroke -1 is the beginning
	direct []int // the same without what is saved
	buf    []byte
}

// shift is a scroll as it is painted.
type shift struct {
	n    int  // rows, up when positive; 0: none
	row  int  // the margin at which it happens
	keep bool // the column stays when the rows go up: a line feed is no return
}

// appendTo appends the way from a pen to the beginning of a stroke, which may lead over the scroll.
func (w *way) appendTo(dst []byte, from pen, to *stroke, scroll bool) []byte {
	if scroll && w.scroll.n != 0 {
		dst, from = w.appendScroll(dst, from, to)
	}
	dst = append(dst, w.looks.change(from.look, to.look)...)
	return appendMove(dst, from, to.row, to.col, w.bottom)
}

// length is how many bytes [way.appendTo] appends.
func (w *way) length(from pen, to *stroke, scroll bool) int {
	if scroll && w.scroll.n != 0 {
		w.buf = w.appendTo(w.buf[:0], from, to, scroll)
		return len(w.buf)
	}
	return len(w.looks.change(from.look, to.look)) + moveLen(from, to.row, to.col, w.bottom)
}

// appendScroll appends the scroll, such that what comes in is the terminal's own blank, on the way to a stroke if there is one.
func (w *way) appendScroll(dst []byte, from pen, to *stroke) ([]byte, pen) {
	if !w.looks.erases(from.look) {
		on := look(0)
		if to != nil && w.looks.erases(to.look) {
			on = to.look
		}
		dst = append(dst, w.looks.change(from.look, on)...)
		from.look = on
	}
	row, n := w.scroll.row, w.scroll.n
	switch {
	case to != nil && to.row == row && (n < 0 || w.scroll.keep || to.col == 0):
		dst = appendMove(dst, from, row, to.col, w.bottom)
		from.row, from.col = row, to.col
	case from.row != row:
		dst = appendMove(dst, from, row, 0, w.bottom)
		from.row, from.col = row, 0
	}
	for ; n > 0; n-- {
		dst = append(dst, '\n')
	}
	for ; n < 0; n++ {
		dst = append(dst, esc, 'M')
	}
	if w.scroll.n > 0 && !w.scroll.keep && from.col != 0 {
		from.col = -1
	}
	return dst, from
}

// after is the pen after a stroke.
func (w *way) after(u *stroke) pen {
	p := pen{u.row, u.end, u.look}
	if u.end >= w.width {
		p.col = -1 // at the right edge terminals differ
	}
	return p
}

const (
	save    = "\x1b7" // place and look
	restore = "\x1b8"
)

// measure computes all costs.
func (w *way) measure() {
	n := len(w.strokes)
	w.direct = slices.Grow(w.direct[:0], (n+1)*n)[:(n+1)*n]
	for i := range n + 1 {
		from := w.from
		if i > 0 {
			from = w.after(&w.strokes[i-1])
		}
		for j := range n {
			w.direct[i*n+j] = w.length(from, &w.strokes[j], i == 0)
		}
	}
	w.use(w.saved)
}

// use lowers the costs by what is saved.
func (w *way) use(saved *pen) {
	n := len(w.strokes)
	w.costs = append(w.costs[:0], w.direct...)
	if saved == nil {
		return
	}
	for j := range n {
		over := len(restore) + w.length(*saved, &w.strokes[j], false)
		for i := 1; i <= n; i++ {
			w.costs[i*n+j] = min(w.costs[i*n+j], over)
		}
		w.costs[j] = min(w.costs[j], len(restore)+w.length(*saved, &w.strokes[j], true))
	}
}

// total is what the ways between the strokes cost in their order.
func (w *way) total() int {
	n, at, sum := len(w.strokes), 0, 0
	for _, j := range w.order {
		sum += w.costs[at*n+j]
		at = j + 1
	}
	return sum
}

// places is an order as the costs have it. Place n is the end, to which nothing costs anything.
type places struct {
	from [mostOrdered + 1]int // where the costs from the stroke before a place begin
	to   [mostOrdered]int     // which of those costs is of the stroke at a place
	next [mostOrdered + 1]int // what the way from the place before costs
}

// set takes an order over.
func (p *places) set(order, costs []int) {
	n := len(order)
	for i, j := range order {
		p.from[i+1], p.to[i] = (j+1)*n, j
		p.next[i] = costs[p.from[i]+j]
	}
	p.next[n] = 0
}

// sort seeks a better order: it moves a few strokes to another place for as long as that helps.
func (w *way) sort() {
	n := len(w.order)
	var p places
	p.set(w.order, w.costs)
	for better := true; better; {
		better = false
		for size := 1; size <= farthest; size++ {
			for i := 0; i+size <= n; i++ { // the strokes [i, i+size) go
				end := i + size
				out := p.next[i] + p.next[end]
				if end < n {
					out -= w.costs[p.from[i]+p.to[end]]
				}
				for k := 0; k <= n; k++ { // to between k-1 and k
					if k >= i && k <= end {
						continue
					}
					in := w.costs[p.from[k]+p.to[i]] - p.next[k]
					if k < n {
						in += w.costs[p.from[end]+p.to[k]]
					}
					if in < out {
						w.move(i, size, k)
						p.set(w.order, w.costs)
						better = true
						break
					}
				}
			}
		}
	}
}

// move puts the strokes [i, i+size) of the order between those at k-1 and k.
func (w *way) move(i, size, k int) {
	var moved [farthest]int
	copy(moved[:], w.order[i:i+size])
	if k > i {
		copy(w.order[i:], w.order[i+size:k])
		copy(w.order[k-size:], moved[:size])
		return
	}
	copy(w.order[k+size:], w.order[k:i])
	copy(w.order[k:], moved[:size])
}

// appendAll appends the scroll and the strokes, and returns where the terminal writes then.
func (w *way) appendAll(dst []byte) ([]byte, pen) {
	now := w.from
	if len(w.strokes) == 0 {
		return w.appendScroll(dst, now, nil)
	}
	for i, j := range w.order {
		u := &w.strokes[j]
		start := len(dst)
		dst = w.appendTo(dst, now, u, i == 0)
		if w.saved != nil {
			w.buf = w.appendTo(append(w.buf[:0], restore...), *w.saved, u, i == 0)
			if len(w.buf) < len(dst)-start {
				dst = append(dst[:start], w.buf...)
			}
		}
		dst = append(dst, w.text[u.from:u.to]...)
		now = w.after(u)
	}
	return dst, now
}
