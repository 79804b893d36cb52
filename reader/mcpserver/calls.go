package mcpserver

import "sync"

// callsUnderWay are those on one connection. While calls may still begin, end waits for those that have begun and lets
// no other begin: a sync.WaitGroup by itself must not be waited for meanwhile.
type callsUnderWay struct {
	lock  sync.Mutex
	ended bool
	group sync.WaitGroup
}

// begin runs a call in a goroutine, and reports false where it does not because end was called.
func (c *callsUnderWay) begin(call func()) bool {
	c.lock.Lock()
	defer c.lock.Unlock()
	if c.ended {
		return false
	}
	c.group.Go(call)
	return true
}

// wait waits for the calls that are under way. Only the goroutine that begins calls may use it.
func (c *callsUnderWay) wait() { c.group.Wait() }

// end waits for the calls that are under way. None begins after it.
func (c *callsUnderWay) end() {
	c.lock.Lock()
	c.ended = true
	c.lock.Unlock()
	c.group.Wait()
}
