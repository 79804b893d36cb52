package skim

import (
	"errors"
	"io"
	"iter"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// Kind is the type of a value.
type Kind uint8

const (
	Missing Kind = iota // no value
	Object
	Array
	String
	Number
	True
	False
	Null
)

func kindOf(first byte) Kind {
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

// Value is the place of a value in its source: the bytes from Off up to, not including, End, 0-based. The zero Value is
// missing: it has no members and no text. A Value stays good as long as its source's bytes do.
type Value struct {
	s    *Source
	Kind Kind
	Off  int64
	End  int64
}

// At is the value at a place known from an earlier look.
func (s *Source) At(off, end int64) Value { return s.First(off, end) }

// Len is the length in bytes.
func (v Value) Len() int64 { return v.End - v.Off }

// Each calls f with each member of an object, or with each element of an array and no key; other values have none. The
// key is raw, with its escapes, and valid until f returns. The walk ends with the first error of f, ErrStop being none.
func (v Value) Each(f func(key []byte, v Value) error) error {
	if v.Kind != Object && v.Kind != Array {
		return nil
	}
	c := cursor{s: v.s, base: v.Off, end: v.End}
	c.more()
	c.i++
	c.space()
	if ch := c.peek(); ch == '}' || ch == ']' {
		return nil
	}
	var key []byte
	if v.Kind == Object {
		key = v.s.enter()
		defer v.s.leave()
	}
	for {
		if v.Kind == Object {
			key = key[:0]
			if err := c.key(&key); err != nil {
				return err
			}
		}
		member, err := c.value()
		if err != nil {
			return err
		}
		gen := v.s.gen
		if err := f(key, member); err != nil {
			if errors.Is(err, ErrStop) {
				return nil
			}
			return err
		}
		if v.s.gen != gen {
			c.seek(c.at())
		}
		c.space()
		switch c.peek() {
		case ',':
			c.i++
		case '}', ']':
			return nil
		default:
			return c.fail()
		}
	}
}

// enter begins a walk over members and returns a buffer for their keys, which is its own until leave.
func (s *Source) enter() []byte {
	if s.walks == len(s.keys) {
		s.keys = append(s.keys, make([]byte, 0, 64))
	}
	s.walks++
	return s.keys[s.walks-1]
}

func (s *Source) leave() { s.walks-- }

// Get returns the value under a path of keys; of keys that occur twice the first. It is missing when there is none.
func (v Value) Get(path ...string) Value {
	for _, name := range path {
		var found Value
		_ = v.Each(func(key []byte, member Value) error { // v was checked before
			if key != nil && string(key) == name {
				found = member
				return ErrStop
			}
			return nil
		})
		v = found
	}
	return v
}

// Elem returns the element of an array at a 0-based index, or a missing value.
func (v Value) Elem(index int) Value {
	var found Value
	if v.Kind != Array {
		return found
	}
	_ = v.Each(func(_ []byte, member Value) error { // v was checked before
		if index == 0 {
			found = member
			return ErrStop
		}
		index--
		return nil
	})
	return found
}

// Is reports whether the value is the string text, which must need no escapes.
func (v Value) Is(text string) bool {
	if v.Kind != String || v.Len() != int64(len(text))+2 {
		return false
	}
	b := v.s.view(v.Off)
	if int64(len(b)) < v.Len() {
		b = v.s.Bytes(v.Off, v.End)
	}
	return len(b) > len(text) && string(b[1:len(text)+1]) == text
}

// Int returns the value of a number that is an integer.
func (v Value) Int() (int64, bool) {
	if v.Kind != Number || v.Len() > 32 {
		return 0, false
	}
	text := string(v.s.Bytes(v.Off, v.End))
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return n, true
	}
	f, err := strconv.ParseFloat(text, 64)
	if n := int64(f); err == nil && float64(n) == f && f > -1<<53 && f < 1<<53 {
		return n, true
	}
	return 0, false
}

// Float returns the value of a number.
func (v Value) Float() (float64, bool) {
	if v.Kind != Number || v.Len() > 64 {
		return 0, false
	}
	f, err := strconv.ParseFloat(string(v.s.Bytes(v.Off, v.End)), 64)
	return f, err == nil
}

// Text returns the first limit bytes, or a few more, of what a string stands for; "" of any other value.
func (v Value) Text(limit int) string {
	if v.Kind != String {
		return ""
	}
	if b := v.s.view(v.Off); v.Len() <= int64(min(limit, 256)) && v.Len() <= int64(len(b)) && v.Len() >= 2 {
		b = b[1 : v.Len()-1]
		if plain(b) == len(b) && utf8.Valid(b) { // most are
			return string(b)
		}
	}
	out := make([]byte, 0, max(min(v.Len()-2, int64(limit)), 0))
	_ = v.decode(func(p []byte) error { // nothing but ErrStop can come back that is not in Err
		out = append(out, p[:min(len(p), max(limit-len(out), 0)+utf8.UTFMax)]...)
		if len(out) >= limit {
			return ErrStop
		}
		return nil
	})
	return string(out)
}

// AppendText appends what a string stands for to dst, as WriteText writes it.
func (v Value) AppendText(dst []byte) ([]byte, error) {
	if v.Kind != String {
		return dst, nil
	}
	if out, ok := v.appendPlain(dst); ok {
		return out, nil
	}
	err := v.decode(func(p []byte) error {
		dst = append(dst, p...)
		return nil
	})
	return dst, err
}

// appendPlain is AppendText for a string that is in the buffer as a whole, is UTF-8, and has no \u in it; ok is false
// for others.
func (v Value) appendPlain(dst []byte) (out []byte, ok bool) {
	b := v.s.view(v.Off)
	if int64(len(b)) < v.Len() || v.Len() < 2 {
		return dst, false
	}
	b = b[1 : v.Len()-1]
	start := len(dst)
	for {
		n := plain(b)
		dst = append(dst, b[:n]...)
		if b = b[n:]; len(b) == 0 {
			return dst, utf8.Valid(dst[start:])
		}
		if b[0] != '\\' || len(b) < 2 {
			return dst[:start], false
		}
		switch b[1] {
		case 'n':
			dst = append(dst, '\n')
		case 't':
			dst = append(dst, '\t')
		case '"', '\\', '/':
			dst = append(dst, b[1])
		case 'r':
			dst = append(dst, '\r')
		default:
			return dst[:start], false
		}
		b = b[2:]
	}
}

// WriteText writes what a string stands for to w, in pieces. Bytes that are not UTF-8 and lone surrogates become
// U+FFFD, as encoding/json has it. Of any other value nothing is written.
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

// shortened is the error of a text that ends before it should.
func (s *Source) shortened() error {
	if s.err != nil {
		return s.err
	}
	return io.ErrUnexpectedEOF
}

// decode gives the decoded text of a string to emit, in pieces that are valid UTF-8 and valid until it returns.
func (v Value) decode(emit func([]byte) error) error {
	c := cursor{s: v.s, base: v.Off, end: v.End}
	c.more()
	c.i++
	out := repairer{emit: emit}
	var high rune // a first surrogate that waits for its second
	lone := func() error {
		if high == 0 {
			return nil
		}
		high = 0
		return out.rune(utf8.RuneError)
	}
	for c.more() {
		n := plain(c.b[c.i:])
		if n > 0 {
			if err := errors.Join(lone(), out.write(c.b[c.i:c.i+n])); err != nil {
				return stopped(err)
			}
			c.i += n
			continue
		}
		if c.b[c.i] != '\\' {
			return stopped(errors.Join(lone(), out.flush()))
		}
		c.i++
		r, unicode, err := c.unescape()
		if err != nil {
			return err
		}
		switch {
		case unicode && high != 0 && utf16.DecodeRune(high, r) != utf8.RuneError:
			r, high = utf16.DecodeRune(high, r), 0
			err = out.rune(r)
		case unicode && r >= 0xd800 && r < 0xdc00:
			err = lone()
			high = r
		default:
			err = errors.Join(lone(), out.rune(r))
		}
		if err != nil {
			return stopped(err)
		}
	}
	return v.s.shortened()
}

// stopped takes ErrStop for no error.
func stopped(err error) error {
	if errors.Is(err, ErrStop) {
		return nil
	}
	return err
}

// unescape reads what follows a backslash; unicode says that it was a \u.
func (c *cursor) unescape() (r rune, unicode bool, err error) {
	ch := c.peek()
	c.i++
	switch ch {
	case 'b':
		return '\b', false, nil
	case 'f':
		return '\f', false, nil
	case 'n':
		return '\n', false, nil
	case 'r':
		return '\r', false, nil
	case 't':
		return '\t', false, nil
	case '"', '\\', '/':
		return rune(ch), false, nil
	case 'u':
		for range 4 {
			digit := unhex(c.peek())
			if digit < 0 {
				return 0, true, c.fail()
			}
			r = r<<4 | digit
			c.i++
		}
		return r, true, nil
	}
	c.i--
	return 0, false, c.fail()
}

// repairer passes text on with each byte that is no part of UTF-8 replaced by U+FFFD. A character may come in parts.
type repairer struct {
	emit  func([]byte) error
	carry []byte // the beginning of a character
	out   []byte
}

func (p *repairer) write(b []byte) error {
	if len(p.carry) == 0 && utf8.Valid(b) {
		return p.emit(b)
	}
	b = append(p.carry, b...)
	p.out = p.out[:0]
	for len(b) > 0 && utf8.FullRune(b) {
		r, n := utf8.DecodeRune(b)
		p.out = utf8.AppendRune(p.out, r)
		b = b[n:]
	}
	p.carry = append([]byte(nil), b...)
	if len(p.out) == 0 {
		return nil
	}
	return p.emit(p.out)
}

func (p *repairer) rune(r rune) error {
	if err := p.flush(); err != nil {
		return err
	}
	p.out = utf8.AppendRune(p.out[:0], r)
	return p.emit(p.out)
}

// flush passes on a character that will not be completed.
func (p *repairer) flush() error {
	if len(p.carry) == 0 {
		return nil
	}
	p.out = p.out[:0]
	for range p.carry {
		p.out = utf8.AppendRune(p.out, utf8.RuneError)
	}
	p.carry = nil
	return p.emit(p.out)
}

// Enter is the object's member of that name without a look at where it ends, and whether there is one: its elements
// that are whole can be walked also when the text ends in the middle of it.
func (v Value) Enter(name string) (member Value, ok bool) {
	if v.Kind != Object {
		return Value{}, false
	}
	c := cursor{s: v.s, base: v.Off, end: v.End}
	c.more()
	c.i++
	c.space()
	if c.peek() == '}' {
		return Value{}, false
	}
	var key []byte
	for {
		key = key[:0]
		if c.key(&key) != nil {
			return Value{}, false
		}
		c.space()
		if string(key) == name {
			return Value{s: v.s, Kind: kindOf(c.peek()), Off: c.at(), End: v.End}, true
		}
		if c.skip() != nil {
			return Value{}, false
		}
		c.space()
		if c.peek() != ',' {
			return Value{}, false
		}
		c.i++
	}
}

// Values gives the values of an object's members, or the elements of an array, as Each does.
func (v Value) Values() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		_ = v.Each(func(_ []byte, member Value) error { // v was checked before
			if !yield(member) {
				return ErrStop
			}
			return nil
		})
	}
}

// Members puts the members of an object with the given names into to, at the places of their names, in one pass. Of
// keys that occur twice it takes the last.
func (v Value) Members(to []Value, names ...string) {
	if v.Kind != Object {
		return
	}
	_ = v.Each(func(key []byte, member Value) error {
		for i, name := range names {
			if string(key) == name {
				to[i] = member
				break
			}
		}
		return nil
	})
}
