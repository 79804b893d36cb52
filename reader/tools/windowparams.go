package tools

import (
	"encoding/json"
	"maps"
	"math"
)

// Values are arguments by Param.Flag; an absent flag is an absent argument.
type Values = map[string]any

// WindowParams says how the window of a tool is moved and resized in one mode: which arguments are its position and its
// size. For slices these are the first line (1-based) and a number of lines, for blocks the anchor line and the levels,
// for byte windows the first byte (0-based) and a number of bytes.
type WindowParams struct {
	Mode Mode
	// At is the flag of the argument for the position; "" if the tool has no such argument.
	At string
	// Base is the value of At for the first line or byte: 1 or 0; for byte windows 0.
	Base int64
	// Size is the flag of the argument for the size; "" if the tool has no such argument, or if Last is set.
	Size string
	// Last is the flag of the argument for the last line, inclusive and counted from Base, instead of Size.
	Last string
	// Size0 is the default size; 0 for up to the end of the file, or all levels.
	Size0 int64
	// Max is the largest size that is obeyed; 0 for any.
	Max int64
	// Plus is how many more lines the tool returns than Size says. Fewer than Plus + 1 cannot be requested.
	Plus int64
	// Beyond: a last line past the end of the file counts as the end. Otherwise the tool refuses it, and the viewer
	// keeps ranges inside the file.
	Beyond bool
	// Fixed are arguments that select the mode and are always given.
	Fixed Values
	// Needs are arguments that select the mode by being present, with their default values.
	Needs Values
	// Block has the further arguments of a block.
	Block Block
}

// Block has the flags of a block's arguments other than anchor and levels; "" if the tool has no such argument.
type Block struct {
	// Siblings is the flag for all blocks at the outermost level; its default is false.
	Siblings string
	// Header is the flag for comment lines above the block's first line; its default is true.
	Header string
	// Cap is the flag for the largest number of lines.
	Cap string
}

// Start returns the window's position, in the viewer's base (lines 1-based, bytes 0-based), and whether it is set.
func (p WindowParams) Start(v Values) (int64, bool) {
	n, ok := number(v, p.At)
	return AddClamped(n, p.shift()), ok
}

// shift returns what to add to a value of At for the viewer's base.
func (p WindowParams) shift() int64 { return p.Mode.First() - p.Base }

// Count returns the window's size and whether it is set.
func (p WindowParams) Count(v Values) (int64, bool) {
	if p.Last == "" {
		n, ok := number(v, p.Size)
		if ok {
			n = AddClamped(n, p.Plus)
		}
		return n, ok
	}

	to, ok := number(v, p.Last)
	if !ok || to < p.Base { // for some tools -1 is the end
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

// SetStart moves the window to a position in the viewer's base. A window with Last keeps its size.
func (p WindowParams) SetStart(v Values, n int64) {
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
func (p WindowParams) SetCount(v Values, n int64) {
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

// Movable reports whether the tool has an argument for the position.
func (p WindowParams) Movable() bool { return p.At != "" }

// Sizable reports whether the tool has an argument for the size.
func (p WindowParams) Sizable() bool { return p.Size != "" || p.Last != "" }

// Complete adds the arguments that select the mode to v.
func (p WindowParams) Complete(v Values) {
	maps.Copy(v, p.Fixed)
	for flag, value := range p.Needs {
		if _, ok := v[flag]; !ok {
			v[flag] = value
		}
	}
}

// Call returns the JSON arguments of a call in the mode of a place: values with those that select the mode.
func (t *Tool) Call(p WindowParams, file string, values Values) json.RawMessage {
	v := maps.Clone(values)
	if v == nil {
		v = Values{}
	}
	p.Complete(v)
	return BuildArgs(t, file, v)
}

// AddClamped returns a+b, or the largest int64 if the sum overflows.
func AddClamped(a, b int64) int64 {
	if b > 0 && a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}

// number returns the value of a flag as an integer.
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

// Clamp returns n, or the largest int64 if n is larger.
func Clamp(n uint64) int64 { return int64(min(n, math.MaxInt64)) }
