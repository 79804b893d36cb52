package jsonskim

import "bytes"

const (
	maxShapes = 8
	// maxParts is how many texts and numbers a record has at most whose shape is remembered.
	maxParts = 96
	// maxTrust is how many more records may have none of the shapes than have one, before these are not tried anymore:
	// of a transcript whose records are all different.
	maxTrust = 24
)

// Shapes says of one record after the other what [LooksWhole] says of it. It remembers the shapes of some records: most
// records of a transcript are as an earlier one but for their texts and numbers, and cost a part of what the others do.
// The zero value is ready, after Renew; it is for one goroutine.
type Shapes struct {
	known []shape
	last  int            // the index of the one that a record had last
	after [maxShapes]int // by the index of a shape, that of the one which followed it last
	next  int            // the index of the one that is forgotten next
	trust int            // falls with each record that has none of the shapes
}

// shape is an object without its texts and numbers.
type shape []shapePart

// shapePart are the bytes before a text, with its quote, or before a number, or those at the end.
type shapePart struct {
	bytes []byte
	then  byte // '"' for a text, '0' for a number, 0 for the end
}

// Renew has the shapes tried, also where many records before had none of them.
func (s *Shapes) Renew() { s.trust = maxTrust }

// LookWhole is what the function LooksWhole says.
func (s *Shapes) LookWhole(b []byte) bool {
	if s.trust <= 0 {
		return LooksWhole(b)
	}

	if s.has(b) {
		s.trust = min(s.trust+1, maxTrust)
		return true
	}

	s.trust--
	if !LooksWhole(b) {
		return false
	}

	s.remember(b)
	return true
}

// has reports whether a record has one of the shapes: that which followed the last one when it was met before, or else
// another one.
func (s *Shapes) has(b []byte) bool {
	likely := s.after[s.last]
	if likely < len(s.known) && s.known[likely].fits(b) {
		s.last = likely
		return true
	}

	for i, one := range s.known {
		if i != likely && one.fits(b) {
			s.follows(i)
			return true
		}
	}

	return false
}

// follows notes that a record has a shape, by its index.
func (s *Shapes) follows(i int) {
	s.after[s.last] = i
	s.last = i
}

// remember takes the shape of a record that looks whole, in the place of one that was taken long ago.
func (s *Shapes) remember(b []byte) {
	one, ok := shapeOf(b)
	if !ok {
		return
	}
	if len(s.known) < maxShapes {
		s.known = append(s.known, one)
		s.follows(len(s.known) - 1)
		return
	}

	s.known[s.next] = one
	s.follows(s.next)
	s.next = (s.next + 1) % maxShapes
}

// shapeOf is the shape of a record that looks whole; false where that has too many parts.
func shapeOf(b []byte) (s shape, ok bool) {
	from := 0
	add := func(to, next int, then byte) {
		s = append(s, shapePart{bytes.Clone(b[from:to]), then})
		from = next
	}

	for i := 0; i < len(b) && len(s) < maxParts; {
		c := b[i]
		switch {
		case c == '"':
			end := afterText(b, i)
			if b[end] != ':' { // else it is a key
				add(i+1, end-1, '"')
			}
			i = end
		case c == '-' || c-'0' <= 9:
			end := afterNumber(b, i)
			add(i, end, '0')
			i = end
		default:
			i++
		}
	}

	add(len(b), len(b), 0)
	return s, len(s) <= maxParts
}

// fits reports whether a record has the shape.
func (s shape) fits(b []byte) bool {
	i := 0
	for k := range s {
		part := &s[k]
		if i > len(b) || !bytes.HasPrefix(b[i:], part.bytes) {
			return false
		}

		i += len(part.bytes)
		switch part.then {
		case '"':
			i = afterText(b, i-1) - 1
		case '0':
			if i >= len(b) {
				return false
			}
			i = afterNumber(b, i)
		}
	}

	return i == len(b)
}
