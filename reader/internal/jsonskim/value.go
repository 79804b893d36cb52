package jsonskim

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"io"
	"iter"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"eyeline/reader/internal/lossy"
)

// kind is the type of a value.
type kind uint8

const (
	Missing kind = iota // no value
	Object
	Array
	String
	Number
	True
	False
	Null
)

func kindOf(first byte) kind {
	switch first {
	case '{':
		return Object
	case '[':
		return Array
	case '"':
		return String
	case 't':
		return True
	case 'f':
		return False
	case 'n':
		return Null
	case 0:
		return Missing
	}

	return Number
}

// Value is the range of a value in its source: bytes from Off to End, exclusive, 0-based. The zero Value is missing: it
// has no members and no text. A Value is valid as long as its source's bytes do not change.
type Value struct {
	s    *Source
	Kind kind
	Off  int64
	End  int64
}

// Len returns the length in bytes.
func (v Value) Len() int64 { return v.End - v.Off }

// Each calls f with each member of an object, or each element of an array with a nil key; other values have no members.
// The key is raw, with its escapes, and valid until another value is read. The first error of f ends the iteration and
// is returned, except ErrStop.
func (v Value) Each(f func(key []byte, v Value) error) error {
	c, more := v.enter()
	for more {
		key, err := c.memberKey(v.Kind)
		if err != nil {
			return err
		}

		member, err := c.value()
		if err != nil {
			return err
		}
		if err := f(key, member); err != nil {
			return stopped(err)
		}

		c.seek(c.at()) // f may have moved the buffer
		if more, err = c.comma(); err != nil {
			return err
		}
	}

	return nil
}

// enter returns a cursor at the first member; some is false if there are no members.
func (v Value) enter() (c cursor, some bool) {
	if v.Kind != Object && v.Kind != Array {
		return c, false
	}
	c = v.inside()
	c.space()
	ch := c.peek()
	return c, ch != '}' && ch != ']'
}

// inside returns a cursor after the first byte of the value.
func (v Value) inside() cursor {
	c := cursor{s: v.s, base: v.Off, end: v.End}
	c.more()
	c.i++
	return c
}

// Get returns the value at a path of keys, of repeated keys the first; it is missing if the path does not exist.
func (v Value) Get(path ...string) Value {
	for _, name := range path {
		v = v.member(name)
	}
	return v
}

// member returns the member with a name, or a missing value. It only skips the members before it.
func (v Value) member(name string) Value {
	c, more := v.enter()
	for more && v.Kind == Object {
		key, err := c.memberKey(v.Kind)
		if err != nil {
			return Value{}
		}

		if string(key) == name {
			member, err := c.value()
			if err != nil {
				return Value{}
			}
			return member
		}

		c.space()
		if c.skip() != nil {
			return Value{}
		}
		more, _ = c.comma() // invalid JSON has no more members
	}

	return Value{}
}

// Elem returns the element of an array at a 0-based index, or a missing value.
func (v Value) Elem(index int) Value {
	if v.Kind == Array {
		for member := range v.Values() {
			if index == 0 {
				return member
			}
			index--
		}
	}
	return Value{}
}

// Is reports whether the value is the string text, which must need no escapes.
func (v Value) Is(text string) bool {
	return v.Kind == String && v.Len() == int64(len(text))+2 && v.Text(len(text)) == text
}

// Int returns the value of a number that is an integer.
func (v Value) Int() (int64, bool) {
	f, ok := v.Float()
	if !ok {
		return 0, false
	}
	if n, err := strconv.ParseInt(string(v.s.Bytes(v.Off, v.End)), 10, 64); err == nil {
		return n, true
	}
	n := int64(f)
	return n, float64(n) == f && f > -1<<53 && f < 1<<53
}

// Float returns the value of a number.
func (v Value) Float() (float64, bool) {
	if v.Kind != Number || v.Len() > 64 {
		return 0, false
	}
	f, err := strconv.ParseFloat(string(v.s.Bytes(v.Off, v.End)), 64)
	return f, err == nil
}

// Text returns the first limit bytes of a decoded string, or a few more or less so that no character is cut; "" for any
// other value.
func (v Value) Text(limit int) string {
	if v.Kind != String {
		return ""
	}

	var out strings.Builder
	out.Grow(int(min(v.End-v.Off, int64(limit)+utf8.UTFMax)))
	_ = v.decode(func(p []byte) error { // any other error is in Source.Err
		end := min(len(p), max(limit-out.Len(), 0)+utf8.UTFMax)
		for end < len(p) && !utf8.RuneStart(p[end]) {
			end--
		}

		out.Write(p[:end])
		if out.Len() >= limit {
			return ErrStop
		}

		return nil
	})
	return out.String()
}

// WriteText writes a decoded string to w, in pieces. Invalid UTF-8 and lone surrogates become U+FFFD, as in
// encoding/json. Of other values it writes nothing.
func (v Value) WriteText(w io.Writer) error {
	if v.Kind != String {
		return nil
	}
	return v.decode(func(p []byte) error {
		_, err := w.Write(p)
		return err
	})
}

// WriteRaw writes the value's own bytes to w, in pieces.
func (v Value) WriteRaw(w io.Writer) error {
	for off := v.Off; off < v.End; {
		b := v.s.view(off)
		if len(b) == 0 {
			return v.s.shortened()
		}

		b = b[:min(int64(len(b)), v.End-off)]
		if _, err := w.Write(b); err != nil {
			return err
		}

		off += int64(len(b))
	}

	return nil
}

// IsAt reports whether the source has the value's own bytes at another offset, too.
func (v Value) IsAt(off int64) bool {
	other := Value{s: v.s, Off: off, End: off + v.Len()}
	first := sha256.New()
	second := sha256.New()
	err := errors.Join(v.WriteRaw(first), other.WriteRaw(second))
	return err == nil && bytes.Equal(first.Sum(nil), second.Sum(nil))
}

// shortened returns the error for a text that ends too early.
func (s *Source) shortened() error {
	if s.err != nil {
		return s.err
	}
	return io.ErrUnexpectedEOF
}

// piece is about how many bytes are decoded at a time.
const piece = 16 << 10

// decode passes a decoded string to emit in pieces, which are valid UTF-8, and valid until emit returns.
func (v Value) decode(emit func([]byte) error) error {
	c := v.inside()
	out := v.s.text[:0]
	defer func() { v.s.text = out }()
	var last rune // the preceding escape; for a first half of a pair, out ends with U+FFFD
	for c.more() {
		n := min(plain(c.b[c.i:]), piece)
		switch {
		case n > 0:
			out = append(out, c.b[c.i:c.i+n]...)
			c.i += n
			last = 0
		case c.b[c.i] != '\\':
			return stopped(emit(valid(out)))
		default:
			c.i++
			r, err := c.unescape()
			if err != nil {
				return err
			}
			if pair := utf16.DecodeRune(last, r); pair != utf8.RuneError {
				out = out[:len(out)-len(lossy.Replacement)]
				r = pair
			}

			out = utf8.AppendRune(out, r)
			last = r
		}

		if len(out) >= piece {
			whole := len(out) - lossy.PartialTail(out)
			if utf16.IsSurrogate(last) { // it may be the first half of a pair
				whole = len(out) - len(lossy.Replacement)
			}
			if err := emit(valid(out[:whole])); err != nil {
				return stopped(err)
			}

			out = append(out[:0], out[whole:]...)
		}
	}

	return v.s.shortened()
}

// valid returns p with each invalid byte replaced by U+FFFD.
func valid(p []byte) []byte {
	if utf8.Valid(p) {
		return p
	}
	return []byte(string(bytes.Runes(p)))
}

// stopped returns err, nil for ErrStop.
func stopped(err error) error {
	if errors.Is(err, ErrStop) {
		return nil
	}
	return err
}

// Enter returns the member with a name without checking it, and whether it exists: its complete elements can be
// iterated even if the text is truncated in it.
func (v Value) Enter(name string) (member Value, ok bool) {
	c, more := v.enter()
	for more && v.Kind == Object {
		key, err := c.memberKey(v.Kind)
		if err != nil {
			return Value{}, false
		}

		c.space()
		if string(key) == name {
			return c.begin(), true
		}
		if c.skip() != nil {
			return Value{}, false
		}

		more, _ = c.comma() // fails where the text is truncated
	}

	return Value{}, false
}

// Values iterates over the values of an object's members or an array's elements, like Each.
func (v Value) Values() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		_ = v.Each(func(_ []byte, member Value) error { // v has been checked
			if !yield(member) {
				return ErrStop
			}
			return nil
		})
	}
}

// Texts returns the strings in a value, or the value itself, each cut to limit bytes, down to depth levels of nesting.
func (v Value) Texts(limit, depth int) (texts []string) {
	if v.Kind == String {
		return []string{v.Text(limit)}
	}
	if depth > 0 {
		for inner := range v.Values() {
			texts = append(texts, inner.Texts(limit, depth-1)...)
		}
	}
	return texts
}
