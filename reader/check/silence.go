package check

import (
	"errors"
	"io"
	"sync/atomic"
	"time"
)

// silent is how long git may say nothing: it takes patterns of ignore files for which it would need years.
const silent = 20 * time.Second

// errSilent is the error of a git that does not come to an end.
var errSilent = errors.New("it has listed no file for 20 seconds: a pattern of an ignore file may have it try for ever; " +
	"--all does not ask it")

// silence ends what is waited for when nothing comes for too long.
type silence struct {
	most  time.Duration
	timer *time.Timer
	busy  atomic.Bool // what came is worked on
}

func newSilence(most time.Duration, end func()) *silence {
	s := &silence{most: most}
	s.busy.Store(true) // the timer stands before it is known here
	s.timer = time.AfterFunc(most, func() {
		if s.busy.Load() {
			s.timer.Reset(most)
			return
		}
		end()
	})
	s.busy.Store(false)
	return s
}

// reads is a reader of which each piece is a sign of life.
func (s *silence) reads(r io.Reader) io.Reader { return &heard{r, s} }

type heard struct {
	io.Reader
	silence *silence
}

// Read implements [io.Reader].
func (h *heard) Read(p []byte) (int, error) {
	n, err := h.Reader.Read(p)
	h.silence.timer.Reset(h.silence.most)
	return n, err
}

// takes is a function that is called with each file, which may take its time.
func (s *silence) takes(take func(rel, attribute string) error) func(rel, attribute string) error {
	return func(rel, attribute string) error {
		s.busy.Store(true)
		defer s.busy.Store(false)
		defer s.timer.Reset(s.most)
		return take(rel, attribute)
	}
}
