package check

import (
	"io"
	"strings"
	"testing"
	"time"
)

// TestSilence: what says nothing is ended, and what is at work, or comes to an end, is not.
func TestSilence(t *testing.T) {
	const most = 50 * time.Millisecond
	ended := make(chan bool, 9)
	s := newSilence(most, func() { ended <- true })
	select {
	case <-ended:
	case <-time.After(time.Minute):
		t.Error("silence is not ended")
	}
	s = newSilence(most, func() { ended <- true })
	text, err := io.ReadAll(s.reads(strings.NewReader("some")))
	if string(text) != "some" || err != nil {
		t.Error(string(text), err)
	}
	_ = s.takes(func(_, _ string) error {
		time.Sleep(4 * most)
		if len(ended) > 0 {
			t.Error("what is at work is ended")
		}
		return nil
	})("a", "")
	s.timer.Stop()
}
