package mcpserver

import (
	"context"
	"errors"
	"math"
	"sync"
	"time"
)

// connection is what the library's calls belong to: a client on standard input and output, or a request over HTTP. The
// library does not end a call with it, or not in every version of the protocol.
type connection struct {
	ctx    context.Context // of the connection; done when its client is gone
	server *Server
	client *client
	mu     sync.Mutex
	unsent int  // bytes of answers that were made
	owed   owed // what the library has not answered of a client on standard input
	// Over HTTP: writeUntil sets when writing to the client ends. keptUp is the time up to which the client has taken
	// answers as fast as it has to while others wait. isCut: it did not, and gets nothing more
	// since cutAt.
	writeUntil func(time.Time) error
	keptUp     time.Time
	isCut      bool
	cutAt      time.Time
}

// errCut is the error of writing to a client that was cut off.
var errCut = errors.New("others wait, and the client takes too little of its answer")

type connectionKey struct{}

// with is a context whose calls belong to the connection.
func (c *connection) with(ctx context.Context) context.Context {
	return context.WithValue(ctx, connectionKey{}, c)
}

// connectionOf is the connection of a call; nil where the server is used by the library alone.
func connectionOf(ctx context.Context) *connection {
	c, _ := ctx.Value(connectionKey{}).(*connection)
	return c
}

// countUnsent notes that an answer waits to be sent; size is that of its content, in bytes.
func (c *connection) countUnsent(size int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.unsent == 0 {
		c.keptUp = time.Now()
	}
	c.unsent += size
}

// sent says that a message was sent. size is in bytes. The library does not say whose answer it is: it counts for any,
// and since a message is longer than its content, nothing is left when all are sent.
func (c *connection) sent(size int) {
	c.mu.Lock()
	size = min(size, c.unsent)
	c.unsent -= size
	if now := time.Now(); c.keptUp.Before(now) { // what it takes at once does not count for later
		c.keptUp = earlier(now, c.keptUp.Add(time.Duration(size)*time.Second/leastRate))
	}
	c.mu.Unlock()
	c.server.turns.sent(c.client, size)
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// end says that nobody waits for answers any more.
func (c *connection) end() { c.sent(math.MaxInt) }

// behind is for how long the client has taken less of its answers than it has to while others wait; 0 where that ends
// nothing.
func (c *connection) behind(now time.Time) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.unsent == 0 || c.isCut {
		return 0
	}
	return now.Sub(c.keptUp)
}

// givesBack reports whether the client was cut off a moment ago, and what it owed is not given back yet.
func (c *connection) givesBack(now time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.isCut && c.unsent > 0 && now.Sub(c.cutAt) < maxGivingBack
}

// cutOff ends what is being written to the client, and lets nothing more be written.
func (c *connection) cutOff() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.isCut = true
	c.cutAt = time.Now()
	_ = c.writeUntil(time.Now()) // a writer of a test may have no end
}

// mayWrite sets when the next part that is written has to be taken. The error is that of a client that was cut off.
func (c *connection) mayWrite(until time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.isCut {
		return errCut
	}
	_ = c.writeUntil(until) // a writer of a test may have no end
	return nil
}

// until is a context of a call that ends with its connection, too. The caller calls stop when the call has ended.
func until(ctx context.Context) (inner context.Context, stop func()) {
	inner, cancel := context.WithCancel(ctx)
	c := connectionOf(ctx)
	if c == nil {
		return inner, cancel
	}

	release := context.AfterFunc(c.ctx, cancel)
	return inner, func() {
		release()
		cancel()
	}
}
