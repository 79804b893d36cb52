package program

import (
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"eyeline/tui/terminal"
)

// TestQuestions: leaving waits for an answer only as long as one is likely, and nothing is asked once the viewer
// leaves.
func TestQuestions(t *testing.T) { synctest.Test(t, testQuestions) }

func testQuestions(t *testing.T) {
	const much = 20 * time.Second // of patience
	for _, c := range []struct {
		name     string
		do       func(*questions)
		answers  bool
		at, most time.Duration // how long settling takes
	}{
		{"nothing is asked", func(*questions) {}, false, 0, answerPatience / 2},
		{"no answer", func(q *questions) { q.begin() }, false, leavePatience, leavePatience},
		{"a first answer that is late", func(q *questions) {
			q.begin()
			time.AfterFunc(2*answerPatience, q.gotStatus)
		}, true, 2 * answerPatience, 2 * answerPatience},
		{"no answer to a late question", func(q *questions) {
			q.begin()
			time.Sleep(leavePatience)
			_ = q.askBackground()
		}, false, answerPatience, answerPatience},
		{"no answer for long", func(q *questions) {
			q.begin()
			time.Sleep(leavePatience)
		}, false, 0, answerPatience / 2},
		{"an answer", func(q *questions) { q.begin(); q.gotStatus() }, true, 0, answerPatience / 2},
		{"no answer about the background yet", func(q *questions) {
			q.begin()
			_ = q.askBackground()
			q.gotStatus()
			time.AfterFunc(2*answerPatience, q.gotStatus)
		}, true, answerPatience * 3 / 2, much / 2},
		{"a background, and no status", func(q *questions) {
			q.begin()
			_ = q.askBackground()
			q.gotBackground()
		}, false, 0, answerPatience / 2},
		{"the terminal is gone", func(q *questions) {
			q.begin()
			q.gotStatus()
			_ = q.askBackground()
			time.AfterFunc(answerPatience, q.end)
		}, false, answerPatience / 2, 2 * answerPatience},
	} {
		written := ""
		q := newQuestions(func(seq string) error { written += seq; return nil })
		c.do(q)
		began, before := time.Now(), written
		answers := q.settle(began.Add(much))
		if took := time.Since(began); answers != c.answers || took < c.at || took > c.most {
			t.Errorf("%s: answers %v after %v", c.name, answers, took)
		}
		if err := q.askBackground(); err != nil || written != before {
			t.Errorf("%s: asked %q after leaving, %v", c.name, written, err)
		}
	}
	written := ""
	q := newQuestions(func(seq string) error { written += seq; return nil })
	q.begin()
	q.gotStatus()
	time.AfterFunc(50*time.Millisecond, q.gotStatus)
	began := time.Now()
	q.finish(began.Add(much))
	if took := time.Since(began); written != terminal.AskStatus || took < 40*time.Millisecond || took > much/2 {
		t.Errorf("wrote %q, took %v", written, took)
	}
	began = time.Now()
	q.finish(began.Add(100 * time.Millisecond))
	if took := time.Since(began); took < 90*time.Millisecond || took > much/2 {
		t.Errorf("a terminal that stops answering is waited for %v", took)
	}
}

// TestAnAnswerIsGivenUp: a key ends the waiting for an answer that is late, and it is not waited for again.
func TestAnAnswerIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQuestions(func(string) error { return nil })
		q.begin()
		q.gotStatus()
		_ = q.askBackground()
		began := time.Now()
		time.AfterFunc(answerPatience/3, q.hurry) // which is no reason yet
		time.AfterFunc(answerPatience*3/2, q.hurry)
		if answers := q.settle(began.Add(leavePatience)); answers || time.Since(began) != answerPatience*3/2 {
			t.Errorf("answers: %v after %v", answers, time.Since(began))
		}
		began = time.Now()
		if q.settle(began.Add(leavePatience)); time.Since(began) != 0 {
			t.Errorf("waits again for %v", time.Since(began))
		}
		began = time.Now()
		if q.finish(began.Add(leavePatience)) || time.Since(began) != leavePatience {
			t.Errorf("finishes after %v", time.Since(began))
		}
	})
}

// TestQuestionBeforeTheFirstFrame leaves before anything was drawn: the terminal is asked then, so that its answer does
// not come once the shell reads.
func TestQuestionBeforeTheFirstFrame(t *testing.T) {
	shown, tty, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _, _ = shown.Close(), tty.Close() }()
	out := terminal.NewOutput(tty)
	defer out.End()
	q := newQuestions(out.Raw)
	out.Greet(q.begin())
	q.last = time.Now().Add(-2 * answerPatience) // the frame is late
	if _, err := out.Write([]byte("\x1b[?1049h")); err != nil {
		t.Fatal(err)
	}
	go func() {
		buf, got := make([]byte, 100), ""
		for !strings.Contains(got, terminal.AskStatus) {
			n, err := shown.Read(buf)
			if err != nil {
				return
			}
			got += string(buf[:n])
		}
		q.gotStatus()
	}()
	p := &program{out: out, questions: q}
	if !p.settle(time.Now().Add(leavePatience)) {
		t.Error("the terminal was not asked, or its answer not waited for")
	}
	if out.Begin() {
		t.Error("something is still held back")
	}
}
