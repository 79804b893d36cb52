package program

import (
	"sync"
	"time"

	"eyeline/reader/wait"
	"eyeline/tui/terminal"

	tea "github.com/charmbracelet/bubbletea"
)

const (
	// answerPatience is how long the terminal may take to answer for the first time, and leavePatience from the first
	// question on. One that has answered nothing by then is taken for one that never does.
	answerPatience = 300 * time.Millisecond
	// askAfter lets the first screen go before the question about the background.
	askAfter = 100 * time.Millisecond
)

// questions are those that the terminal is asked. What it answers once the viewer has left would be typed into the
// shell, and what it has not shown by then the system drops when Ctrl-C is pressed. So the viewer asks first, before it
// draws, whether the terminal answers at all; when it leaves, it waits for a terminal that does.
type questions struct {
	write func(seq string) error

	mu         sync.Mutex
	over       bool
	first      time.Time // of the first question; zero: none
	last       time.Time // of the last question; zero: none
	asked      int       // how often AskStatus was written
	answered   int       // how many answers to it have come
	background bool      // the background was asked for, and no answer has come
	gone       bool      // no answer comes any more
	waits      time.Time // since when settle waits; zero: it does not
	hurried    bool      // a person waits no longer
	changed    chan struct{}
}

func newQuestions(write func(seq string) error) *questions {
	return &questions{write: write, changed: make(chan struct{}, 1)}
}

// begin returns the first question, which the caller writes.
func (q *questions) begin() string {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.first = time.Now()
	q.asked = 1
	q.last = q.first
	return terminal.AskStatus
}

// begun says that the first question was written only now.
func (q *questions) begun() {
	q.note(func() {
		if q.asked > 0 {
			q.first = time.Now()
			q.last = q.first
		}
	})
}

// askBackground asks for the background, unless the viewer is leaving.
func (q *questions) askBackground() error {
	over := false
	q.note(func() {
		over = q.over
		if !over {
			q.last = time.Now()
			q.background = true
			q.asked++
		}
	})
	if over {
		return nil
	}

	return q.write(terminal.AskBackground + terminal.AskStatus)
}

// askForBackground asks for the background once the first screen has had time.
func (p *program) askForBackground() tea.Msg {
	time.Sleep(askAfter)
	_ = p.questions.askBackground() // a terminal that cannot be written to shows it otherwise
	return nil
}

// gotBackground and gotStatus say that an answer has come.
func (q *questions) gotBackground() { q.note(func() { q.background = false }) }

func (q *questions) gotStatus() { q.note(func() { q.answered++ }) }

// end says that the terminal is gone, and answers nothing any more.
func (q *questions) end() { q.note(func() { q.gone = true }) }

// hurry ends the waiting for an answer that is late, since a person has pressed a key.
func (q *questions) hurry() {
	q.note(func() { q.hurried = !q.waits.IsZero() && time.Since(q.waits) >= answerPatience })
}

// note changes what is known of the answers, and wakes who waits for them.
func (q *questions) note(change func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	change()
	wait.Signal(q.changed)
}

// settled reports whether no answer is on its way any more, as far as that can be known; if not, until when to wait for
// one.
func (q *questions) settled(deadline time.Time) (bool, time.Time) {
	q.mu.Lock()
	defer q.mu.Unlock()
	switch {
	case q.gone, q.hurried, q.answered >= q.asked:
		return true, time.Time{}
	case q.answered > 0:
		return false, deadline
	case !q.background && q.asked > 1: // it answers that, and nothing else
		return true, time.Time{}
	}

	return false, q.last.Add(max(answerPatience, leavePatience-q.last.Sub(q.first)))
}

// awaits reports whether an answer is likely to come. What begins like one is kept longer then.
func (q *questions) awaits() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	wait := answerPatience
	if q.answered > 0 {
		wait = leavePatience
	}
	return !q.gone && q.answered < q.asked && time.Since(q.last) < wait
}

// settle waits until no answer is on its way, at most until the deadline, and reports whether the terminal has answered
// all it was asked. Nothing is asked from then on but by finish. An answer that has not come is not waited for again.
func (q *questions) settle(deadline time.Time) bool {
	q.note(func() {
		q.over = true
		q.hurried = false
		q.waits = time.Now()
	})
	for {
		done, until := q.settled(deadline)
		rest := time.Until(until)
		if done || rest <= 0 {
			break
		}

		select {
		case <-q.changed:
		case <-time.After(rest):
		}
	}

	q.mu.Lock()
	defer q.mu.Unlock()
	q.waits = time.Time{}
	all := q.answered > 0 && q.answered >= q.asked
	q.asked = min(q.asked, q.answered)
	q.background = false
	return all
}

// silent reports whether the terminal has answered nothing so far.
func (q *questions) silent() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.answered == 0
}

// finish waits until the terminal, which answers, has shown all that was written to it, at most until the deadline. It
// reports whether it has.
func (q *questions) finish(deadline time.Time) bool {
	q.note(func() { q.asked++ })
	return q.write(terminal.AskStatus) == nil && q.settle(deadline)
}
