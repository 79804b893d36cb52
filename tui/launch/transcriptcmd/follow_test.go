package transcriptcmd

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"eyeline/reader/transcript/transcripttest"
)

// arriving is output that a test waits for.
type arriving struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (a *arriving) Write(p []byte) (int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.text.Write(p)
}

// wait waits for a text and returns how long it took.
func (a *arriving) wait(t *testing.T, text string) time.Duration {
	t.Helper()
	began := time.Now()
	for time.Since(began) < 10*time.Second {
		a.mu.Lock()
		has := strings.Contains(a.text.String(), text)
		a.mu.Unlock()
		if has {
			return time.Since(began)
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatalf("no %q in\n%s", text, a.text.String())
	return 0
}

// TestFollowAsText writes a transcript while it is followed: a call is printed soon after its record is complete, and
// all of them again when the transcript is replaced.
func TestFollowAsText(t *testing.T) {
	t.Parallel()
	full, err := os.ReadFile(transcripttest.Sample(t, transcripttest.Claude))
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(full, []byte("\n"))
	first := slices.IndexFunc(lines, func(l []byte) bool { return bytes.Contains(l, []byte("tool_result")) }) + 1
	path := filepath.Join(t.TempDir(), "run.jsonl")
	put := func(how int, p []byte) {
		f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|how, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write(p); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	put(0, bytes.Join(lines[:first], nil))
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	var out, notice arriving
	ended := make(chan error, 1)
	go func() { ended <- (&flags{}).followText(ctx, path, &out, &notice) }()
	out.wait(t, "    1  2026-11-21 14:34:57  Read            2.2 KiB  src/inventory.py 1-75\n")
	rest := lines[first:]
	for len(rest) > 0 {
		next := min(12, len(rest))
		put(os.O_APPEND, bytes.Join(rest[:next-1], nil))
		last := rest[next-1]
		put(os.O_APPEND, last[:len(last)/2])
		put(os.O_APPEND, last[len(last)/2:])
		rest = rest[next:]
	}
	took := out.wait(t, "   18  2026-11-21 14:35:00  Read               38 B  src/README.md 3-4\n")
	t.Logf("the last call was printed %v after it was recorded", took)
	if took > time.Second { // 100 ms on a machine that does nothing else
		t.Errorf("a call is printed %v after it was recorded", took)
	}
	put(os.O_TRUNC, bytes.Join(lines[:first], nil))
	notice.wait(t, "the transcript was replaced")
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if n := strings.Count("\n"+out.text.String(), "\n    1  ") - 1; n != 1 {
		t.Errorf("the first call is printed %d times more:\n%s", n, out.text.String())
	}
}
