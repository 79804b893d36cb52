package mcpserver

import (
	"context"
	"sync/atomic"
	"testing"
	"time"
)

// holding is a client that has not read one answer of a third of what may be unsent of all clients.
func (t *turns) holding(tb testing.TB) (of *client, size int) {
	tb.Helper()
	of = &client{}
	large := answer{text: string(make([]byte, mostUnsent/18+1))} // NUL is six bytes in JSON
	a, err := t.do(tb.Context(), of, func(context.Context) (answer, error) { return large, nil })
	if err != nil || a.size() <= mostUnsent/3 {
		tb.Fatal(err, a.size())
	}
	return of, a.size()
}

// begins reports whether a call of a client begins soon.
func (t *turns) beginsOf(of *client) bool {
	ctx, stop := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer stop()
	var began atomic.Int64
	a, err := t.do(ctx, of, endless(1, &began))
	if err == nil {
		t.sent(of, a.size())
	}
	return began.Load() == 1
}

// TestUnsentOfSomeClients: a client that does not read waits, and a few of those stop no other one.
func TestUnsentOfSomeClients(t *testing.T) {
	var all turns
	var last *client
	for range 5 {
		last, _ = all.holding(t)
		if all.beginsOf(last) {
			t.Error("a call begins whose client has not read its last answer")
		}
		var other client
		for range 3 {
			if !all.beginsOf(&other) {
				t.Fatal("a call of a client that reads does not begin")
			}
		}
	}
	ended := make(chan error, 1)
	for range 2 * mostAtWork { // they wait, and keep no place
		go func() {
			_, err := all.do(t.Context(), last, func(context.Context) (answer, error) { return answer{}, nil })
			ended <- err
		}()
	}
	if !all.beginsOf(&client{}) {
		t.Error("a call of a client that reads does not begin beside those that wait")
	}
	all.sent(last, last.unsent)
	for range 2 * mostAtWork {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}

// TestUnsentOfAllClients: while more is unsent to all clients than may be, no call begins, and then all do.
func TestUnsentOfAllClients(t *testing.T) {
	var all turns
	first, size := all.holding(t)
	for range mostUnsent/mostUnsentOfOne - 1 {
		_, _ = all.holding(t)
	}
	if n := (mostUnsent / mostUnsentOfOne) * mostUnsentOfOne; all.unsent != n {
		t.Fatalf("%d bytes count, want %d", all.unsent, n)
	}
	if all.beginsOf(&client{}) {
		t.Error("a call begins")
	}
	all.sent(first, size)
	if !all.beginsOf(&client{}) {
		t.Error("no call begins")
	}
}

// TestSessions: requests of one session are of one client as long as one is under way, all others of one each.
func TestSessions(t *testing.T) {
	var all sessions
	a, aDone := all.of("a")
	again, againDone := all.of("a")
	b, bDone := all.of("b")
	none, noneDone := all.of("")
	other, otherDone := all.of("")
	if a != again || a == b || none == other || none == a {
		t.Error("requests have the wrong clients")
	}
	aDone()
	if still, done := all.of("a"); still != a {
		t.Error("the client is forgotten while a request of it is under way")
	} else {
		done()
	}
	for _, done := range []func(){againDone, bDone, noneDone, otherDone} {
		done()
	}
	if len(all.all) != 0 {
		t.Errorf("%d sessions are left", len(all.all))
	}
}
