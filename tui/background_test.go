package tui

import (
	"testing"
	"time"
)

// TestQuestion: it is not asked once the viewer leaves, and leaving waits for an answer only as long as one is likely.
func TestQuestion(t *testing.T) {
	written := 0
	late := newBackgroundQuestion(func() error { written++; return nil })
	late.settle()
	if err := late.ask(); err != nil || written != 0 {
		t.Errorf("asked %d times after leaving, %v", written, err)
	}
	q := newBackgroundQuestion(func() error { return nil })
	if err := q.ask(); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	q.settle()
	if took := time.Since(began); took < answerPatience/2 || took > 5*answerPatience {
		t.Errorf("without an answer it waits %v", took)
	}
	began = time.Now()
	q.settle()
	q.answer()
	q.answer()
	q.settle()
	if took := time.Since(began); took > answerPatience/2 {
		t.Errorf("long after the question, or after the answer, it waits %v", took)
	}
}
