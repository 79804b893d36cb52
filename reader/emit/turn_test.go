package emit

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
)

// TestTurnsAreWrittenInOrder: answers of any length that end in any order come in the order in which they were begun,
// each whole.
func TestTurnsAreWrittenInOrder(t *testing.T) {
	var out bytes.Buffer
	s := newTurns(bufio.NewWriter(&out))
	var want strings.Builder
	var made sync.WaitGroup
	for i := range 500 {
		text := strings.Repeat(fmt.Sprintf("%d ", i), rand.IntN(2000)) + "\n"
		if i%7 == 0 {
			text = strings.Repeat(text, 1+2*maxReady/len(text)) // is not kept until its turn
		}

		want.WriteString(text)
		one := s.add()
		made.Go(func() {
			w := &turnWriter{s, one}
			var err error
			for part := range strings.SplitAfterSeq(text, "\n") {
				if _, err = w.Write([]byte(part)); err != nil {
					break
				}
			}
			s.end(one, err)
		})
		if i%100 == 99 {
			if err := s.wait(); err != nil || out.String() != want.String() {
				t.Fatalf("%v; %d bytes of %d after %d answers", err, out.Len(), want.Len(), i+1)
			}
		}
	}
	made.Wait()
}

// TestWhatIsReadyBeforeAFailureIsWritten: an answer that cannot be made takes none with it that was made before, and
// nothing of it or behind it is written.
func TestWhatIsReadyBeforeAFailureIsWritten(t *testing.T) {
	var out bytes.Buffer
	s := newTurns(bufio.NewWriter(&out))
	first, second, third := s.add(), s.add(), s.add()
	for i, one := range []*turn{first, second, third} {
		if _, err := fmt.Fprintf(&turnWriter{s, one}, "answer %d\n", i+1); err != nil {
			t.Fatal(err)
		}
	}
	stopped := errors.New("stopped")
	s.end(third, nil)
	s.end(second, stopped)
	s.end(first, nil)
	if err := s.wait(); err != stopped || out.String() != "answer 1\n" {
		t.Errorf("%v, %q", err, out.String())
	}
}
