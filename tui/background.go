package tui

import (
	"sync"
	"time"
)

// answerPatience is how long the terminal may take to answer before the viewer leaves all the same.
const answerPatience = 300 * time.Millisecond

// backgroundQuestion is the one about the terminal's background. An answer that comes when the viewer has left would be typed into
// the shell: so the viewer leaves only when it has come or is no longer likely to, and asks nothing once it leaves.
type backgroundQuestion struct {
	write func() error // writes the question

	mu    sync.Mutex
	over  bool
	asked time.Time // zero: not yet

	once     sync.Once
	answered chan struct{}
}

func newBackgroundQuestion(write func() error) *backgroundQuestion {
	return &backgroundQuestion{write: write, answered: make(chan struct{})}
}

// ask writes the question, unless the viewer is leaving.
func (q *backgroundQuestion) ask() error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.over {
		return nil
	}
	q.asked = time.Now()
	return q.write()
}

// answer says that the answer has come.
func (q *backgroundQuestion) answer() { q.once.Do(func() { close(q.answered) }) }

// settle is called before the viewer leaves: it waits for an answer that may be on its way.
func (q *backgroundQuestion) settle() {
	q.mu.Lock()
	q.over = true
	asked := q.asked
	q.mu.Unlock()
	if asked.IsZero() {
		return
	}
	select {
	case <-q.answered:
	case <-time.After(time.Until(asked.Add(answerPatience))):
	}
}
