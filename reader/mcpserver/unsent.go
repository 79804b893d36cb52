package mcpserver

import "sync"

// Bounds on answers that wait for clients that do not read.
const (
	// mostUnsent is how many bytes of answers may wait before no further call begins at all.
	mostUnsent = 16 << 20
	// mostUnsentOfOne is how many bytes of answers may wait for one client before no further call of it begins. What it
	// has beyond that does not count for mostUnsent: else a few clients that do not read would stop all the others.
	mostUnsentOfOne = mostUnsent / 8
)

// client is whoever gets answers, which are counted together while they are unsent. It belongs to the turns of one
// server, whose lock guards it.
type client struct{ unsent int } // bytes

// full reports whether too much is unsent for another call of the client to begin.
func (c *client) full() bool { return c.unsent >= mostUnsentOfOne }

// mayBegin reports whether the call that waits here may begin as far as its client is concerned.
func (p *place) mayBegin() bool { return !p.of.full() }

// owe counts size further bytes as unsent to a client; fewer if size is negative.
func (t *turns) owe(to *client, size int) {
	t.unsent -= min(to.unsent, mostUnsentOfOne)
	to.unsent += size
	t.unsent += min(to.unsent, mostUnsentOfOne)
}

// sent says that an answer that do has made was sent to its client. size is in bytes.
func (t *turns) sent(to *client, size int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.owe(to, -size)
	t.next()
}

// full reports whether no call begins, since too much is unsent.
func (t *turns) full() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.unsent >= mostUnsent
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
		if is.requests--; is.requests == 0 {
			delete(s.all, name)
		}
	}
}
