package tools

import (
	"encoding/json"
	"maps"
	"math"
)

// Values are arguments by the flag of their Param; an absent flag is an absent argument.
type Values = map[string]any

// Place says how the window of a tool is moved and resized in one mode: which arguments are its place and its size. In
// slices the place is the first line (1-based) and the size a number of lines; in blocks the anchor line and the
// levels; in byte windows the start byte (0-based) and a number of bytes.
type Place struct {
	Mode Mode
	// At is the flag of the argument that says where the window begins; "" when the tool has no such argument.
	At string
	// Base is what At says of the first line (slices and blocks) or byte: 1 or 0. A byte window's is 0.
	Base int64
	// Size is the flag of the argument that says how much; "" when the tool has no such argument, or when Last is set.
	Size string
	// Last is the flag of the argument that says the last line, inclusive and counted from Base, in place of Size.
	Last string
	// Size0 is the size when none is set; 0: up to the end of the file, or all levels.
	Size0 int64
	// Max is the largest size that is obeyed; 0: any.
	Max int64
	// Plus is how many more lines the tool gives than Size says. Fewer than Plus + 1 cannot be asked for.
	Plus int64
	// Beyond: a last line past the end of the file is taken for the end. Otherwise the tool refuses it, and the viewer
	// keeps ranges inside the file.
	Beyond bool
	// Fixed are the arguments that make the mode: they are always given in it.
	Fixed Values
	// Needs are the arguments without which the tool is not in this mode; a missing one gets this value.
	Needs Values
	// Block names the further arguments of a block.
	Block Block
}

// Block names the arguments of a block besides its anchor and its levels, by their flags; "" where the tool has no such
// argument.
type Block struct {
	// Siblings, true, takes all blocks at the outermost level. It is false when it is not given.
	Siblings string
	// Header, true, takes the comment lines above the block's first line. It is true when it is not given.
	Header string
	// Cap is the number of lines at most.
	Cap string
}

// Start returns the window's place, in the base of the viewer (lines 1-based, bytes 0-based), and whether it is set.
func (p Place) Start(v Values) (int64, bool) {
	n, ok := number(v, p.At)
	return AddClamped(n, p.shift()), ok
}

// shift turns a value of At into the viewer's base.
func (p Place) shift() int64 { return p.Mode.First() - p.Base }

// Count returns the window's size and whether it is set.
func (p Place) Count(v Values) (int64, bool) {
	if p.Last == "" {
		n, ok := number(v, p.Size)
		if ok {
			n = AddClamped(n, p.Plus)
		}
		return n, ok
	}

	to, ok := number(v, p.Last)
	if !ok || to < p.Base { // -1 is the end, for tools that take it
		return 0, false
	}

	from, has := number(v, p.At)
	if !has {
		from = p.Base
	}
	if from < 0 && to > math.MaxInt64+from {
		return math.MaxInt64, true
	}

	return max(AddClamped(to-from, 1), 1), true
}

// SetStart moves the window to a place in the viewer's base. A window with a last line keeps its size.
func (p Place) SetStart(v Values, n int64) {
	if p.At == "" {
		return
	}

	size, sized := p.Count(v)
	v[p.At] = n - p.shift()
	if p.Last == "" {
		return
	}

	if !sized {
		size = p.Size0
		if size == 0 {
			return
		}
	}

	v[p.Last] = AddClamped(n-p.shift(), size-1)
}

// SetCount resizes the window; n is at least 1, or 0 for all levels of a block.
func (p Place) SetCount(v Values, n int64) {
	switch {
	case p.Last != "":
		from, ok := number(v, p.At)
		if !ok {
			from = p.Base
			v[p.At] = from
		}
		v[p.Last] = AddClamped(from, n-1)
	case p.Size != "":
		v[p.Size] = n
		if p.Plus > 0 {
			v[p.Size] = max(n-p.Plus, 1)
		}
	}
}

// Movable reports whether the window can be put anywhere.
func (p Place) Movable() bool { return p.At != "" }

// Sizable reports whether the window's size can be set.
func (p Place) Sizable() bool { return p.Size != "" || p.Last != "" }

// Complete adds what makes the mode to v.
func (p Place) Complete(v Values) {
	maps.Copy(v, p.Fixed)
	for flag, value := range p.Needs {
		if _, ok := v[flag]; !ok {
			v[flag] = value
		}
	}
}

// Call is the JSON of a call of the tool in the mode of a place: values with what makes the mode.
func (t *Tool) Call(p Place, file string, values Values) json.RawMessage {
	v := maps.Clone(values)
	if v == nil {
		v = Values{}
	}
	p.Complete(v)
	return BuildArgs(t, file, v)
}

// AddClamped is a+b, or the largest int64 where the sum is larger than that.
func AddClamped(a, b int64) int64 {
	if b > 0 && a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}

// number is a value as a whole number.
func number(v Values, flag string) (int64, bool) {
	switch n := v[flag].(type) {
	case int64:
		return n, true
	case int:
		return int64(n), true
	case uint64:
		return int64(min(n, math.MaxInt64)), true
	case float64:
		whole, ok := wholeNumber(n).(int64)
		return whole, ok
	}
	return 0, false
}

// Clamp is n, or the largest int64 where n is larger than that.
func Clamp(n uint64) int64 { return int64(min(n, math.MaxInt64)) }
