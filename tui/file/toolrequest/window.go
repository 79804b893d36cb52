package toolrequest

import "eyeline/reader/tools"

func (r Request) givenStart() (int64, bool) { return r.windowParams().Start(r.values[r.keyOf()]) }
func (r Request) givenSize() (int64, bool)  { return r.windowParams().Count(r.values[r.keyOf()]) }

// Place is the first line of a slice or the anchor line of a block (1-based), or the start byte of a byte window
// (0-based).
func (r Request) Place() int64 {
	if n, ok := r.givenStart(); ok {
		return n
	}
	return r.mode.First()
}

// Size is the number of lines of a slice, the levels of a block (0: all), or the bytes of a byte window. A slice
// without an end has the size that the tool gives when it is not asked for one, or DefaultLines.
func (r Request) Size() int64 {
	if n, ok := r.givenSize(); ok {
		return n
	}
	if size := r.windowParams().Size0; size > 0 || r.mode != tools.ModeSlice {
		return size
	}
	return DefaultLines
}

// Range says that the current tool takes a first and a last line and refuses a last line past the end of the file, and
// returns the last (0 when absent) with its flag: a caller that knows the number of lines can keep it inside.
func (r Request) Range() (last int64, flag string, ok bool) {
	p := r.windowParams()
	if r.mode != tools.ModeSlice || p.Last == "" {
		return 0, "", false
	}
	if size, sized := r.givenSize(); sized {
		last = tools.AddClamped(r.Place(), size-1)
	}
	return last, p.Last, true
}

// At puts the window at a place: see Place.
func (r Request) At(place int64) Request {
	v := r.Values()
	r.windowParams().SetStart(v, place)
	return r.WithValues(v)
}

// Sized sets the size: see Size.
func (r Request) Sized(n int64) Request {
	v := r.Values()
	r.windowParams().SetCount(v, n)
	return r.WithValues(v)
}

// The sizes that steps lead to. One that was given as an argument may be outside of them, and stays as it is when it is
// asked to go further out.
const (
	minWindowBytes = 64
	maxSize        = 1_000_000_000_000 // where the tool obeys any
)

// Resize changes the size of a slice or a byte window by steps: lines in round steps, bytes by doubling and halving.
// given is how much the tool gives of its own accord where no size is set, 0 where that is not known: a larger window
// is larger than that. See Levelled for blocks.
func (r Request) Resize(steps int, given int64) Request {
	size := r.Size()
	most := int64(maxSize)
	if p := r.windowParams(); p.Max > 0 {
		most = p.Max + p.Plus
	}
	if steps > 0 {
		size = max(size, given)
	}

	for range max(steps, -steps) {
		to := smaller(r.mode, size)
		if steps > 0 {
			to = larger(r.mode, size, most)
		}
		if to == size {
			break // it cannot change further, however many steps are left
		}

		size = to
	}

	if size == r.Size() {
		return r
	}

	return r.Sized(size)
}

// Levelled changes the levels of a block by steps, in the order 1, 2, …, most, all: most is the largest number that is
// not the same as all of them, 0 where every number is.
func (r Request) Levelled(steps int, most int64) Request {
	at := r.Size()
	if at == 0 || at > most {
		at = most + 1
	}

	to := max(min(at+int64(steps), most+1), 1)
	if to > most {
		to = 0
	}
	if to == r.Size() || to == 0 && at == most+1 {
		return r
	}
	if to == 0 {
		return r.With(r.windowParams().Size, nil)
	}

	return r.Sized(to)
}

// Block names the further arguments of a block; its flags are empty where the tool has none.
func (r Request) Block() tools.Block { return r.windowParams().Block }

func larger(m tools.Mode, n, most int64) int64 {
	switch {
	case n >= most:
		return n
	case m == tools.ModeBytes:
		return min(max(n, minWindowBytes/2)*2, most)
	}
	return min(n+step(n), most)
}

func smaller(m tools.Mode, n int64) int64 {
	if m == tools.ModeBytes {
		return min(n, max(n/2, minWindowBytes))
	}
	return max(n-step(n-1), 1)
}

// step is the power of ten that changes a limit visibly and not wildly: 1 below 10, 10 below 100, and so on.
func step(n int64) int64 {
	s := int64(1)
	for s <= n/10 {
		s *= 10
	}
	return s
}

// HasSize reports whether the window's size is set.
func (r Request) HasSize() bool {
	_, ok := r.givenSize()
	return ok
}

// AtPlaceOf moves the window to the place of another request, where both are in the same mode.
func (r Request) AtPlaceOf(o Request) Request {
	if r.mode != o.mode || r.Place() == o.Place() {
		return r
	}
	return r.At(o.Place())
}
