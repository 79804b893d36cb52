package mcpserver

import (
	"bytes"
	"errors"
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

// TestPartsOfAnAnswer: a long answer is sent in parts, each of which has its own time, and nothing more once its client
// was cut off.
func TestPartsOfAnAnswer(t *testing.T) {
	t.Parallel()
	long := bytes.Repeat([]byte("0123456789"), 20_000)
	for patience, want := range map[time.Duration]time.Duration{0: DefaultPatience, time.Second: time.Second} {
		w := &timed{ResponseRecorder: httptest.NewRecorder()}
		s := &Server{options: Options{Patience: patience}}
		c := &connection{server: s, client: &client{}, writeUntil: w.SetWriteDeadline}
		n, err := (&patientWriter{w, c}).Write(long)
		if n != len(long) || err != nil || !bytes.Equal(w.Body.Bytes(), long) {
			t.Errorf("%d bytes are written, %v", n, err)
		}
		if len(w.parts) != 7 || len(w.left) != len(w.parts) {
			t.Fatalf("parts of %v with the times %v", w.parts, w.left)
		}
		for i, left := range w.left {
			if left != want || w.parts[i] > partSize {
				t.Errorf("a part of %d bytes has %v, want %v", w.parts[i], left, want)
			}
		}
		c.cutOff()
		if n, err := (&patientWriter{w, c}).Write(long); n != 0 || !errors.Is(err, errCut) {
			t.Errorf("after the end %d bytes are written, %v", n, err)
		}
		if last := w.left[len(w.left)-1]; last > 0 {
			t.Errorf("what was being written has %v", last)
		}
	}
}
