package terminal

import "slices"

// A terminal keeps one place and look for a program (DECSC and DECRC), which two bytes bring back. Where scrolling goes on,
// what each line needs of it is often the same, such as the colours of the cursor line; the register is what is saved there.
// It survives only on terminals that keep one of their own for the alternate screen, since leaving that brings the
// other back; see [SavesCursor].

// SavesCursor reports whether a terminal that can show all colours is known to keep a saved place of its own for the
// alternate screen: all but a few do. On the others the shell would go on at another place.
func SavesCursor(env Env) bool {
	switch {
	case env("TERM_PROGRAM") == "Apple_Terminal", env("TERMINAL_EMULATOR") != "", env("TERM") == "linux":
		return false
	}
	return true
}

const (
	// leastSaved is how many bytes of a frame saving must spare.
	leastSaved = 8
	// longestRest is after how many frames, at most, something to save is sought again.
	longestRest = 64
)

// register is what the terminal has saved.
type register struct {
	on    bool // it may be used
	saved *pen
	idle  int // frames in a row that had no use of it
	rest  int // frames until it is sought again
	wait  int // how long the next rest is
	// What would have been best for the two frames before. A frame begins where the last one ended, so that two kinds of them may
	// come in turns, each with a best of its own.
	best, before pen

	// Room for learn.
	order     []int
	moves     []int // bytes from the beginning of one stroke to that of another
	tried     []look
	likeliest []candidate
}

// forget says that what the terminal has saved is not known.
func (r *register) forget() { *r = register{on: r.on} }

// learn finds out whether something else were better saved, after a frame that scrolled was measured, with its cost.
func (r *register) learn(w *way, cost int) (pen, bool) {
	if !r.on || w.scroll.n == 0 || len(w.strokes) < 2 || len(w.strokes) > mostOrdered {
		return pen{}, false
	}
	if r.saved != nil {
		// What is saved is good for as long as it spares something now and then.
		if r.idle++; r.used(w) {
			r.idle = 0
		}
		if r.idle < 3 {
			return pen{}, false
		}
	}
	if r.rest > 0 {
		r.rest--
		return pen{}, false
	}
	best, least := pen{}, cost-leastSaved+1
	order := append(r.order[:0], w.order...)
	for _, c := range r.likely(w) {
		p := pen{w.strokes[c.place].row, w.strokes[c.place].col, c.look}
		w.use(&p)
		copy(w.order, order)
		w.sort()
		if sum := w.total(); sum < least {
			best, least = p, sum
		}
	}
	copy(w.order, order)
	r.order = order
	again := least < cost-leastSaved+1 && (best == r.best || best == r.before)
	r.best, r.before = best, r.best
	if !again {
		if r.wait = min(r.wait*2, longestRest); r.wait == 0 {
			r.wait = 1
		} else if least == cost-leastSaved+1 {
			r.rest = r.wait
		}
		return pen{}, false
	}
	r.wait = 0
	return best, true
}

// mostLikely is how many places and looks are tried at most: for each, an order of the strokes is sought again.
const mostLikely = 3

// candidate is what may be worth saving: a look at the beginning of a stroke.
type candidate struct {
	look  look
	place int // of the stroke in the way
	cost  int // of the way in its present order with it, but for the beginning
}

// likely returns the looks and places that spare the most in the order that the strokes have, the best first.
func (r *register) likely(w *way) []candidate {
	n := len(w.strokes)
	r.moves = slices.Grow(r.moves[:0], n*n)[:n*n]
	for k := range w.strokes {
		for j := range w.strokes {
			from := pen{row: w.strokes[k].row, col: w.strokes[k].col}
			r.moves[k*n+j] = moveLen(from, w.strokes[j].row, w.strokes[j].col, w.bottom)
		}
	}
	r.tried, r.likeliest = r.tried[:0], r.likeliest[:0]
	for i := range w.strokes {
		l := w.strokes[i].look
		if slices.Contains(r.tried, l) || len(w.looks.change(0, l)) < leastSaved {
			continue
		}
		r.tried = append(r.tried, l)
		for k := range w.strokes {
			c := candidate{look: l, place: k}
			at := w.order[0]
			for _, j := range w.order[1:] {
				c.cost += min(w.direct[(at+1)*n+j], len(restore)+len(w.looks.change(l, w.strokes[j].look))+r.moves[k*n+j])
				at = j
			}
			r.likeliest = keepBest(r.likeliest, c)
		}
	}
	return r.likeliest
}

// keepBest adds a candidate in its place to the best ones, at most mostLikely.
func keepBest(best []candidate, c candidate) []candidate {
	i := len(best)
	for i > 0 && c.cost < best[i-1].cost {
		i--
	}
	if i == mostLikely {
		return best
	}
	best = slices.Insert(best, i, c)
	return best[:min(len(best), mostLikely)]
}

// used reports whether the order of a way has a use of what is saved.
func (r *register) used(w *way) bool {
	n, at := len(w.strokes), 0
	for _, j := range w.order {
		if w.costs[at*n+j] < w.direct[at*n+j] {
			return true
		}
		at = j + 1
	}
	return false
}
