package mcpserver

import (
	"slices"
	"sync"
	"time"
)

// Bounds on answers that wait for clients that do not read.
const (
	// maxUnsent is how many bytes of answers may wait before no further call begins at all.
	maxUnsent = 16 << 20
	// maxUnsentOfOne is how many bytes of answers may wait for one client before no further call of it begins. What it
	// has beyond that does not count for maxUnsent: else a few clients that do not read would stop all the others.
	maxUnsentOfOne = maxUnsent / 8
)

// Bounds on clients over HTTP that take answers slowly, which count only while a call waits because too much is unsent:
// the client that is furthest behind is cut off, and then the next one, until the call begins.
const (
	// leastRate is how many bytes of its answers a client has to take in a second.
	leastRate = 1 << 20
	// maxBehind is how long a client may have taken less than that.
	maxBehind = 250 * time.Millisecond
	// lookEvery is how often they are looked at.
	lookEvery = 50 * time.Millisecond
	// maxGivingBack is how long no other client is cut off after one, until what was unsent of it counts no more.
	maxGivingBack = 2 * time.Second
)

// client is whoever gets answers, which are counted together while they are unsent. It belongs to the turns of one
// server, whose lock guards it.
type client struct{ unsent int } // bytes

// full reports whether too much is unsent for another call of the client to begin.
func (c *client) full() bool { return c.unsent >= maxUnsentOfOne }

// mayBegin reports whether the call that waits here may begin as far as its client is concerned.
func (p *waiter) mayBegin() bool { return !p.of.full() }

// owe counts size further bytes as unsent to a client; fewer if size is negative.
func (t *turns) owe(to *client, size int) {
	t.unsent -= min(to.unsent, maxUnsentOfOne)
	to.unsent += size
	t.unsent += min(to.unsent, maxUnsentOfOne)
}

// sent says that an answer that do has made was sent to its client. size is in bytes.
func (t *turns) sent(to *client, size int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.owe(to, -size)
	t.next()
}

// watch has a connection over HTTP cut off where its client is too slow while others wait. The caller calls done when
// the connection ends.
func (t *turns) watch(c *connection) (done func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.watched == nil {
		t.watched = map[*connection]struct{}{}
	}

	t.watched[c] = struct{}{}
	return func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		delete(t.watched, c)
	}
}

// held reports whether a call that might begin waits because too much is unsent.
func (t *turns) held() bool {
	if t.unsent < maxUnsent {
		return false
	}
	return slices.ContainsFunc(t.waiting[:], func(places []*waiter) bool {
		return slices.ContainsFunc(places, (*waiter).mayBegin)
	})
}

// lookAtSlow looks soon whether a client has to be cut off, if a call waits.
func (t *turns) lookAtSlow() {
	if !t.looks && len(t.watched) > 0 && t.held() {
		t.looks = true
		time.AfterFunc(lookEvery, t.cutSlowest)
	}
}

// cutSlowest cuts the client off that is furthest behind, if one is too far behind and a call waits.
func (t *turns) cutSlowest() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.looks = false
	if !t.held() {
		return
	}

	var slowest *connection
	most := maxBehind
	now := time.Now()
	for c := range t.watched {
		if c.givesBack(now) { // it may be enough
			t.lookAtSlow()
			return
		}

		if behind := c.behind(now); behind >= most {
			slowest = c
			most = behind
		}
	}

	if slowest != nil {
		slowest.cutOff()
	}

	t.lookAtSlow()
}

// sessions are the clients over HTTP that have requests under way, by the names of their sessions.
type sessions struct {
	mu  sync.Mutex
	all map[string]*session
}

// session is a client and how many requests of it are under way.
type session struct {
	client   *client
	requests int
}

// of is the client of a request that names a session; without a name each request has a client of its own. The caller
// calls done when the request is answered.
func (s *sessions) of(name string) (of *client, done func()) {
	if name == "" {
		return &client{}, func() {}
	}

	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all == nil {
		s.all = map[string]*session{}
	}

	is := s.all[name]
	if is == nil {
		is = &session{client: &client{}}
		s.all[name] = is
	}

	is.requests++
	return is.client, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		is.requests--
		if is.requests == 0 {
			delete(s.all, name)
		}
	}
}
