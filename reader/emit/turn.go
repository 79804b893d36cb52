package emit

import (
	"bufio"
	"cmp"
	"sync"
)

// turns writes answers that are made side by side, in the order of their requests: one that is ready before its turn is
// kept until then, so that who made it can make another one.
type turns struct {
	out  *bufio.Writer  // of whoever's turn it is
	room chan struct{}  // has an element for each answer that is not written yet
	open sync.WaitGroup // until all are written

	mu    sync.Mutex
	first *turn    // whose turn it is; nil if all answers are written
	last  *turn    // the newest one
	err   error    // the first one of an answer or of writing
	spare [][]byte // of answers that were written, for further ones
}

// maxAhead is how many answers are begun before the first of them is written, and maxReady the size in bytes of the
// largest one that is kept until its turn. What a longer one has more is made in its turn.
const maxAhead, maxReady = 16, 64 << 10

func newTurns(out *bufio.Writer) *turns {
	return &turns{out: out, room: make(chan struct{}, maxAhead)}
}

// add begins the next answer, as soon as there is room for one.
func (s *turns) add() *turn {
	s.room <- struct{}{}
	s.open.Add(1)
	s.mu.Lock()
	defer s.mu.Unlock()
	t := &turn{begun: make(chan struct{})}
	if n := len(s.spare); n > 0 {
		t.text = s.spare[n-1]
		s.spare = s.spare[:n-1]
	}

	if s.first == nil {
		s.first = t
		close(t.begun)
	} else {
		s.last.next = t
	}

	s.last = t
	return t
}

// wait waits until all answers are written. The error is the first one. Only who adds answers may wait.
func (s *turns) wait() error {
	s.open.Wait()
	return s.failed()
}

// failed returns the first error so far.
func (s *turns) failed() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// fail remembers an error if it is the first one.
func (s *turns) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.err = cmp.Or(s.err, err)
}

// turn is one answer.
type turn struct {
	begun chan struct{} // closed when it is its turn
	text  []byte        // what was not handed on yet
	err   error         // of the answer
	// Guarded by the mutex of the turns:
	next  *turn
	ready bool // the answer is complete
}

// turnWriter writes an answer.
type turnWriter struct {
	turns *turns
	turn  *turn
}

// Write writes a part of the answer. It waits for the turn if the answer is too long to be kept.
func (w *turnWriter) Write(p []byte) (int, error) {
	t := w.turn
	if len(t.text)+len(p) <= maxReady {
		t.text = append(t.text, p...)
		return len(p), nil
	}

	<-t.begun
	if err := w.turns.failed(); err != nil {
		return 0, err
	}
	if _, err := w.turns.out.Write(t.text); err != nil {
		return 0, err
	}

	t.text = t.text[:0]
	return w.turns.out.Write(p)
}

// end ends an answer, which failed if there is an error. In its turn it is written, with those after it that are ready.
func (s *turns) end(t *turn, err error) {
	t.err = err
	s.mu.Lock()
	t.ready = true
	isFirst := s.first == t
	s.mu.Unlock()
	if !isFirst {
		return // who writes the one before writes it
	}

	written := 0
	for ; t != nil; t = s.nextReady(t) {
		s.write(t)
		written++
	}
	for range written {
		<-s.room
		s.open.Done()
	}
}

// write writes what is left of an answer. Where one could not be made or written, those before it are flushed and none
// after it is written.
func (s *turns) write(t *turn) {
	switch {
	case s.failed() != nil:
		return
	case t.err != nil:
		_ = caught(s.out.Flush) // the first error is that of the answer
		s.fail(t.err)
	default:
		s.fail(caught(func() error {
			_, err := s.out.Write(t.text)
			return err
		}))
	}
}

// nextReady returns the answer after one that was written if it is ready, too. Otherwise it flushes what was written
// and, unless it became ready meanwhile, hands the turn on and returns nil.
func (s *turns) nextReady(t *turn) *turn {
	if next := s.after(t, false); next != nil {
		return next
	}
	if s.failed() == nil {
		s.fail(caught(s.out.Flush))
	}
	return s.after(t, true)
}

// after returns the answer after another one if it is ready. Otherwise it is nil, and it is that one's turn if the turn
// is to be handed on.
func (s *turns) after(t *turn, handOn bool) *turn {
	s.mu.Lock()
	defer s.mu.Unlock()
	next := t.next
	if next != nil && next.ready {
		s.keep(t)
		return next
	}

	if handOn {
		s.keep(t)
		s.first = next
		if next != nil {
			close(next.begun)
		}
	}

	return nil
}

// keep keeps the memory of an answer that was written for another one.
func (s *turns) keep(t *turn) { s.spare = append(s.spare, t.text[:0]) }
