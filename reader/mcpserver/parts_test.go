package mcpserver

import (
	"bytes"
	"net/http/httptest"
	"testing"
	"time"
)

// timed is a response that notes how long each of its writes may take.
type timed struct {
	*httptest.ResponseRecorder
	left  []time.Duration // of the deadlines, when they were set
	parts []int           // bytes of the writes
}

// SetWriteDeadline is for [http.ResponseController].
func (w *timed) SetWriteDeadline(at time.Time) error {
	w.left = append(w.left, time.Until(at).Round(time.Second))
	return nil
}

// Write implements [io.Writer].
func (w *timed) Write(p []byte) (int, error) {
	w.parts = append(w.parts, len(p))
	return w.ResponseRecorder.Write(p)
}

// TestPartsOfAnAnswer: a long answer is sent in parts, each of which has its own time, and less while too much is
// unsent for a call to begin.
func TestPartsOfAnAnswer(t *testing.T) {
	long := bytes.Repeat([]byte("0123456789"), 20_000)
	for _, is := range []struct {
		unsent         int
		patience, want time.Duration
	}{
		{0, 0, DefaultPatience},
		{mostUnsent, 0, pressedPatience},
		{mostUnsent, time.Second, time.Second},
	} {
		w := &timed{ResponseRecorder: httptest.NewRecorder()}
		s := &Server{options: Options{Patience: is.patience}}
		c := &connection{server: s, client: &client{}}
		s.turns.unsent = is.unsent
		n, err := (&patientWriter{w, c}).Write(long)
		if n != len(long) || err != nil || !bytes.Equal(w.Body.Bytes(), long) {
			t.Errorf("%d bytes are written, %v", n, err)
		}
		if len(w.parts) != 4 || len(w.left) != len(w.parts) {
			t.Fatalf("parts of %v with the times %v", w.parts, w.left)
		}
		for i, left := range w.left {
			if left != is.want || w.parts[i] > partSize {
				t.Errorf("a part of %d bytes has %v, want %v", w.parts[i], left, is.want)
			}
		}
	}
}
