package request

import (
	"math"

	"eyeline/reader/tools"
)

// An adapter says which arguments of a tool are a window's place and size in one mode. In slices the place is the
// first line (1-based) and the size a number of lines; in blocks the anchor line and max_levels; in byte windows the
// start byte (0-based) and max_bytes.
type adapter struct {
	place, size func(Values) (int64, bool) // what is set, and whether anything is
	setPlace    func(Values, int64)
	setSize     func(Values, int64)
	size0       int64 // the size when none is set
	complete    func(Values)
}

func number(v Values, flag string) (int64, bool) {
	switch n := v[flag].(type) {
	case int64:
		return n, true
	case int:
		return int64(n), true
	case float64:
		if n == math.Trunc(n) && math.Abs(n) < 1<<53 {
			return int64(n), true
		}
	}
	return 0, false
}

// direct adapts a tool whose place and size are two arguments; base is subtracted from the place.
func direct(place, size string, base, size0 int64, complete func(Values)) adapter {
	return adapter{
		place: func(v Values) (int64, bool) {
			n, ok := number(v, place)
			return n + base, ok
		},
		size:     func(v Values) (int64, bool) { return number(v, size) },
		setPlace: func(v Values, n int64) { v[place] = n - base },
		setSize:  func(v Values, n int64) { v[size] = n },
		size0:    size0,
		complete: complete,
	}
}

// ranged adapts a tool that takes a first and a last line. Its size lives in the last line.
func ranged(first, last string, complete func(Values)) adapter {
	a := adapter{size0: DefaultLines, complete: complete}
	a.place = func(v Values) (int64, bool) { return number(v, first) }
	a.size = func(v Values) (int64, bool) {
		to, ok := number(v, last)
		from, has := number(v, first)
		if !has {
			from = 1
		}
		return max(to-from+1, 1), ok
	}
	a.setPlace = func(v Values, n int64) {
		size, ok := a.size(v)
		if !ok {
			size = a.size0
		}
		v[first], v[last] = n, n+size-1
	}
	a.setSize = func(v Values, n int64) {
		from, ok := a.place(v)
		if !ok {
			from = 1
		}
		v[first], v[last] = from, from+n-1
	}
	return a
}

func nothing(Values) {}

// keep sets an argument that makes the mode when the person has set none.
func keep(flag string, value any) func(Values) {
	return func(v Values) {
		if _, ok := v[flag]; !ok {
			v[flag] = value
		}
	}
}

var adapters = map[key]adapter{
	{"codex", tools.ModeSlice}: direct("offset", "limit", 0, DefaultLines, nothing),
	{"codex", tools.ModeBlock}: direct("anchor-line", "max-levels", 0, 0, func(v Values) {
		v["mode"] = "indentation"
		keep("anchor-line", int64(1))(v)
	}),
	{"sage", tools.ModeSlice}:      direct("offset", "limit", 1, DefaultLines, nothing),
	{"open_file", tools.ModeSlice}: ranged("start", "end", nothing),
	{"byte_window", tools.ModeSlice}: ranged("start-line", "end-line", func(v Values) {
		_, first := v["start-line"]
		_, last := v["end-line"]
		if !first && !last {
			v["start-line"], v["end-line"] = int64(1), int64(DefaultLines)
		}
	}),
	{"byte_window", tools.ModeBytes}: direct("start-byte", "max-bytes", 0, 64<<10, keep("start-byte", int64(0))),
}

func (r Request) start() (int64, bool) { return adapters[r.key()].place(r.values[r.key()]) }
func (r Request) size() (int64, bool)  { return adapters[r.key()].size(r.values[r.key()]) }

func (r Request) withStart(n int64) Request {
	v := r.Values()
	adapters[r.key()].setPlace(v, n)
	return r.WithValues(v)
}

func (r Request) withSize(n int64) Request {
	v := r.Values()
	adapters[r.key()].setSize(v, n)
	return r.WithValues(v)
}

// Place is the first line of a slice or the anchor line of a block (1-based), or the start byte of a byte window
// (0-based).
func (r Request) Place() int64 {
	if n, ok := r.start(); ok {
		return n
	}
	if r.mode == tools.ModeBytes {
		return 0
	}
	return 1
}

// Size is the limit in lines of a slice, max_levels of a block (0: unlimited), or max_bytes of a byte window.
func (r Request) Size() int64 {
	if n, ok := r.size(); ok {
		return n
	}
	return adapters[r.key()].size0
}

// Range says that the current tool takes a first and a last line, and returns the last (0 when absent): a caller that
// knows the number of lines can clamp it, since open_file refuses a range that ends past the file.
func (r Request) Range() (last int64, flag string, ok bool) {
	if r.mode != tools.ModeSlice {
		return 0, "", false
	}
	switch r.ToolName() {
	case "open_file":
		flag = "end"
	case "byte_window":
		flag = "end-line"
	default:
		return 0, "", false
	}
	last, _ = number(r.values[r.key()], flag)
	return last, flag, true
}

// At puts the window at a place: see Place.
func (r Request) At(place int64) Request { return r.withStart(place) }

// Sized sets the size: see Size.
func (r Request) Sized(n int64) Request { return r.withSize(n) }

// Resize changes the size by steps: lines in round steps, levels one by one, bytes by doubling and halving.
func (r Request) Resize(steps int) Request {
	size := r.Size()
	for ; steps > 0; steps-- {
		size = larger(r.mode, size)
	}
	for ; steps < 0; steps++ {
		size = smaller(r.mode, size)
	}
	if size == r.Size() {
		return r
	}
	return r.withSize(size)
}

const (
	maxWindowBytes = 256 << 10
	minWindowBytes = 64
)

func larger(m tools.Mode, n int64) int64 {
	switch m {
	case tools.ModeBlock:
		return n + 1
	case tools.ModeBytes:
		return min(max(n, minWindowBytes/2)*2, maxWindowBytes)
	default:
		return n + step(n)
	}
}

func smaller(m tools.Mode, n int64) int64 {
	switch m {
	case tools.ModeBlock:
		return max(n-1, 0)
	case tools.ModeBytes:
		return max(n/2, minWindowBytes)
	default:
		return max(n-step(n-1), 1)
	}
}

// step is the power of ten that changes a limit visibly and not wildly: 1 below 10, 10 below 100, and so on.
func step(n int64) int64 {
	s := int64(1)
	for s*10 <= n {
		s *= 10
	}
	return s
}
