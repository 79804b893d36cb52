package terminal

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
	best  pen // what would have been best for the frame before
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
	order := append([]int(nil), w.order...)
	var tried []look
	for i := range w.strokes {
		l := w.strokes[i].look
		if contains(tried, l) || len(w.looks.change(0, l)) < leastSaved {
			continue
		}
		tried = append(tried, l)
		for k := range w.strokes {
			p := pen{w.strokes[k].row, w.strokes[k].col, l}
			w.use(&p)
			copy(w.order, order)
			w.sort()
			if sum := w.total(); sum < least {
				best, least = p, sum
			}
		}
	}
	copy(w.order, order)
	again := least < cost-leastSaved+1 && best == r.best
	r.best = best
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

func contains(all []look, l look) bool {
	for _, a := range all {
		if a == l {
			return true
		}
	}
	return false
}
