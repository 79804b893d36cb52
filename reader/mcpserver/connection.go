package mcpserver

import (
	"context"
	"sync/atomic"
)

// connection is what the library's calls belong to: a client on standard input and output, or a request over HTTP. The
// library does not end a call with it, or not in every version of the protocol.
type connection struct {
	ctx    context.Context // of the connection; done when its client is gone
	server *Server
	unsent atomic.Int64 // bytes of answers that were made
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

// made says that an answer of so many bytes waits to be sent.
func (c *connection) made(size int) {
	c.unsent.Add(int64(size))
	c.server.turns.made(size)
}

// sent says that all answers that were made are sent, or that nobody waits for them any more.
func (c *connection) sent() { c.server.turns.sent(int(c.unsent.Swap(0))) }

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
