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
	large := answer{text: string(make([]byte, maxUnsent/18+1))} // NUL is six bytes in JSON
	a, err := t.do(tb.Context(), of, func(context.Context) (answer, error) { return large, nil })
	if err != nil || a.size() <= maxUnsent/3 {
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
	t.Parallel()
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
	for range 2 * maxAtWork { // they wait, and keep no place
		go func() {
			_, err := all.do(t.Context(), last, func(context.Context) (answer, error) { return answer{}, nil })
			ended <- err
		}()
	}
	if !all.beginsOf(&client{}) {
		t.Error("a call of a client that reads does not begin beside those that wait")
	}
	all.sent(last, last.unsent)
	for range 2 * maxAtWork {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}

// TestUnsentOfAllClients: while more is unsent to all clients than may be, no call begins, and then all do.
func TestUnsentOfAllClients(t *testing.T) {
	t.Parallel()
	var all turns
	first, size := all.holding(t)
	for range maxUnsent/maxUnsentOfOne - 1 {
		_, _ = all.holding(t)
	}
	if n := (maxUnsent / maxUnsentOfOne) * maxUnsentOfOne; all.unsent != n {
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

// TestTheSlowestIsCutOff: while a call waits since too much is unsent, the client that is furthest behind is cut off,
// and as long as none waits nobody is.
func TestTheSlowestIsCutOff(t *testing.T) {
	t.Parallel()
	s := &Server{}
	cut := make(chan int, 100)
	var all []*connection
	for n := range maxUnsent/maxUnsentOfOne + 1 {
		of, size := &client{}, 0
		if n > 0 { // the first one owes nothing
			of, size = s.turns.holding(t)
		}
		c := &connection{server: s, client: of}
		c.writeUntil = func(at time.Time) error {
			cut <- n
			go c.end()
			return nil
		}
		c.countUnsent(size)
		c.keptUp = time.Now().Add(-time.Second)
		if n == 5 {
			c.keptUp = time.Now().Add(-time.Minute)
		}
		if n == 6 {
			c.keptUp = time.Now().Add(time.Hour)
		}
		all = append(all, c)
		defer s.turns.watch(c)()
	}
	time.Sleep(3 * lookEvery)
	if len(cut) > 0 {
		t.Errorf("client %d is cut off while no call waits", <-cut)
	}
	if _, err := s.turns.do(t.Context(), &client{}, endless(1, new(atomic.Int64))); err != nil {
		t.Fatal(err)
	}
	if len(cut) != 1 || <-cut != 5 || all[6].isCut {
		t.Error("another client than the slowest one is cut off, or one too many")
	}
}

// TestKeepingUp: a client has to take its answers at a rate, and what it takes at once does not count for later.
func TestKeepingUp(t *testing.T) {
	t.Parallel()
	c := &connection{server: &Server{}, client: &client{}}
	c.countUnsent(leastRate)
	c.keptUp = time.Now().Add(-time.Minute)
	c.sent(leastRate / 2)
	if behind := c.behind(time.Now()).Round(time.Second / 4); behind != 59*time.Second+time.Second/2 {
		t.Errorf("it is %v behind", behind)
	}
	c.keptUp = time.Now().Add(-time.Second / 10)
	c.sent(leastRate / 4)
	if behind := c.behind(time.Now().Add(time.Second)).Round(time.Second / 4); behind != time.Second {
		t.Errorf("after a second it is %v behind", behind)
	}
	c.sent(leastRate)
	if behind := c.behind(time.Now().Add(time.Hour)); behind != 0 {
		t.Errorf("with nothing unsent it is %v behind", behind)
	}
}

// TestSessions: requests of one session are of one client as long as one is under way, all others of one each.
func TestSessions(t *testing.T) {
	t.Parallel()
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
