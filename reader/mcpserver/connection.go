package mcpserver

import (
	"context"
	"math"
	"sync"
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
}

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

// made says that an answer waits to be sent. size is that of its content, in bytes.
func (c *connection) made(size int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.unsent += size
}

// sent says that a message was sent. size is in bytes. The library does not say whose answer it is: it counts for any,
// and since a message is longer than its content, nothing is left when all are sent.
func (c *connection) sent(size int) {
	c.mu.Lock()
	size = min(size, c.unsent)
	c.unsent -= size
	c.mu.Unlock()
	c.server.turns.sent(c.client, size)
}

// end says that nobody waits for answers any more.
func (c *connection) end() { c.sent(math.MaxInt) }

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
