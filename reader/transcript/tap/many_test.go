package tap

import (
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"

	"eyeline/reader/longtest"
	"eyeline/reader/transcript/bodies"
)

// counted is a record of which only the length is kept.
type counted struct{ bytes int64 }

func (c *counted) Write(p []byte) (int, error) {
	c.bytes += int64(len(p))
	return len(p), nil
}

// Blot implements [Record].
func (c *counted) Overwrite(int, func([]byte) [][2]int) error { return nil }

// unkept is a tap before a model that forgets what it was sent.
func unkept(t *testing.T, answer http.HandlerFunc) (*Tap, *counted) {
	t.Helper()
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		answer(w, r)
	}))
	t.Cleanup(upstream.Close)
	record := &counted{}
	p, err := New(upstream.URL, record, bodies.Header{})
	if err != nil {
		t.Fatal(err)
	}
	return p, record
}

// heap is what is in use after a collection, in bytes, once all that came is recorded.
func heap(p *Tap) uint64 {
	recorded := make(chan struct{})
	p.later(func() { close(recorded) })
	<-recorded
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

// more is how much more may be in use after a long run than at its beginning: the buffers of connections, and what is
// remembered of a thousand messages.
const more = 1 << 20

// TestLongRun: after a run of a thousand requests of 1 MB, each of which has a message more than the one before, no
// more memory is in use than at its beginning; every request is recorded, and what the record has is only what is new.
func TestLongRun(t *testing.T) {
	longtest.SkipUnlessLong(t)
	longtest.SkipMemoryUnderRace(t)
	const requests = 1000
	p, record := unkept(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok") })
	message := fmt.Sprintf(`{"role":"user","content":"%s"},`, strings.Repeat("x", 1<<10))
	var body strings.Builder
	body.Grow(2 << 20)
	body.WriteString(`{"model":"m","messages":[` + strings.Repeat(message, 1<<10))

	var began uint64
	for n := range requests {
		status, _, _, err := ask(t, p.URL()+"/v1/messages", body.String()+`{"role":"user","content":"end"}]}`)
		if err != nil || status != http.StatusOK {
			t.Fatal(n, status, err)
		}
		fmt.Fprintf(&body, `{"role":"user","content":"%d"},`, n)
		if n == requests/10 {
			began = heap(p)
		}
	}

	ended := heap(p)
	t.Logf("%d bytes in use at the beginning, %d at the end, %d recorded", began, ended, record.bytes)
	runtime.KeepAlive(&body)
	if ended > began+more {
		t.Errorf("%d bytes in use after %d requests, %d after %d", began, requests/10, ended, requests)
	}
	if err := p.Close(); err != nil || p.Recorded() != requests || record.bytes > 3<<20 {
		t.Errorf("%d requests in %d bytes, %v", p.Recorded(), record.bytes, err)
	}
}

// TestManyEvents: an answer of a million small events, each sent by itself, arrives as it was sent, and nothing of it
// is kept.
func TestManyEvents(t *testing.T) {
	longtest.SkipUnlessLong(t)
	longtest.SkipMemoryUnderRace(t)
	const events = 1_000_000
	sent := sha256.New()
	p, record := unkept(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		flush := http.NewResponseController(w).Flush
		for n := range events {
			event := fmt.Sprintf("data: {\"n\":%d}\n\n", n)
			_, _ = io.WriteString(w, event)
			_, _ = io.WriteString(sent, event)
			_ = flush()
		}
	})

	began := heap(p)
	resp, err := http.Post(p.URL()+"/v1/messages", "application/json", strings.NewReader(question))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	got := sha256.New()
	size, err := io.Copy(got, resp.Body)
	if err != nil || string(got.Sum(nil)) != string(sent.Sum(nil)) {
		t.Errorf("%d other bytes, %v", size, err)
	}

	if ended := heap(p); ended > began+more {
		t.Errorf("%d bytes in use before, %d after", began, ended)
	}
	if err := p.Close(); err != nil || record.bytes > 1<<10 {
		t.Errorf("%d bytes recorded, %v", record.bytes, err)
	}
}

// TestSlowModel: what a slow model sends is with the agent before the model sends more.
func TestSlowModel(t *testing.T) {
	const events = 20
	arrived := make(chan struct{})
	p, _, record := tapped(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		for n := range events {
			_, _ = fmt.Fprintf(w, "data: %02d\n\n", n)
			_ = http.NewResponseController(w).Flush()
			select {
			case <-arrived:
			case <-r.Context().Done(): // the agent waits no longer
				return
			}
		}
	})

	resp, err := http.Post(p.URL()+"/v1/messages", "application/json", strings.NewReader(question))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	event := make([]byte, len("data: 00\n\n"))
	for n := range events {
		want := fmt.Sprintf("data: %02d\n\n", n)
		if _, err := io.ReadFull(resp.Body, event); err != nil || string(event) != want {
			t.Fatalf("%q instead of %q, %v", event, want, err)
		}
		arrived <- struct{}{}
	}

	if _, err := io.ReadFull(resp.Body, event); err != io.EOF {
		t.Error(err)
	}
	if err := p.Close(); err != nil || !strings.Contains(record.String(), `"bytes":200`) {
		t.Error(err, record)
	}
}
