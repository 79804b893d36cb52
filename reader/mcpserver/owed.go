package mcpserver

import (
	"context"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// Bounds on what the library holds of one client: no further request is read while more is unanswered. Calls of tools
// that were taken do not count, see turns.
const (
	maxOwed      = 64
	maxOwedBytes = 8 << 20
)

// owed are the requests that the library has not answered. Its zero value is ready.
type owed struct {
	mu       sync.Mutex
	sizes    map[jsonrpc.ID]int // bytes of the parameters of the requests whose answer is not being sent
	requests int
	bytes    int
	taken    int           // calls of tools among the requests that were taken and have not ended
	changed  chan struct{} // closed at the next change; nil: nobody waits for that
}

// add adds a request, unless one with its ID is unanswered.
func (o *owed) add(id jsonrpc.ID, size int) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if _, used := o.sizes[id]; used {
		return false
	}
	if o.sizes == nil {
		o.sizes = map[jsonrpc.ID]int{}
	}

	o.sizes[id] = size
	o.requests++
	o.bytes += size
	return true
}

// answering says that the answer to a request is sent now: its client may use the ID again. The caller calls the
// function that is returned when the answer is sent.
func (o *owed) answering(id jsonrpc.ID) (answered func()) {
	o.mu.Lock()
	defer o.mu.Unlock()
	size, ok := o.sizes[id]
	if !ok {
		return func() {}
	}

	delete(o.sizes, id)
	return func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.requests--
		o.bytes -= size
		o.change()
	}
}

// addCalls adds n to the number of calls of tools that have not ended; -1 for one that has.
func (o *owed) addCalls(n int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.taken += n
	o.change()
}

func (o *owed) change() {
	if o.changed != nil {
		close(o.changed)
		o.changed = nil
	}
}

// waitForRoom waits until a further request may be read, waitForAll until all are answered; both end with ctx.
func (o *owed) waitForRoom(ctx context.Context) {
	o.wait(ctx, func() bool { return o.requests-o.taken < maxOwed && o.bytes <= maxOwedBytes })
}

func (o *owed) waitForAll(ctx context.Context) { o.wait(ctx, func() bool { return o.requests == 0 }) }

func (o *owed) wait(ctx context.Context, done func() bool) {
	for {
		o.mu.Lock()
		if done() {
			o.mu.Unlock()
			return
		}

		if o.changed == nil {
			o.changed = make(chan struct{})
		}

		changed := o.changed
		o.mu.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
			return
		}
	}
}
