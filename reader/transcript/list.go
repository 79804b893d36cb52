package transcript

import "iter"

// chunk is how many calls are allocated at once.
const chunk = 512

// list stores calls in pieces, so that growing copies nothing and a call stays where it is.
type list struct {
	chunks []*[chunk]Call
	n      int
}

func (l *list) at(i int) *Call { return &l.chunks[i/chunk][i%chunk] }

func (l *list) add(c Call) *Call {
	if l.n%chunk == 0 {
		l.chunks = append(l.chunks, new([chunk]Call))
	}
	l.n++
	*l.at(l.n - 1) = c
	return l.at(l.n - 1)
}

// Len is how many calls there are.
func (s *Session) Len() int { return s.calls.n }

// Call returns the call of a 1-based number, nil when there is none. It stays good until the session is updated.
func (s *Session) Call(number int) *Call {
	if number < 1 || number > s.calls.n {
		return nil
	}
	return s.calls.at(number - 1)
}

// Calls gives the calls in order.
func (s *Session) Calls() iter.Seq[*Call] {
	return func(yield func(*Call) bool) {
		for i := range s.calls.n {
			if !yield(s.calls.at(i)) {
				return
			}
		}
	}
}
