package mcpserver

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"eyeline/reader/wait"
)

// Bounds on the calls of a server, of all its clients together.
const (
	// maxAtWork is how many calls are made at once, and maxLong how many of these may be long ones. A call is long
	// once it has yielded its place. More of them read no faster, and take the processors from what reads messages.
	maxAtWork = 4
	maxLong   = 2
	// maxCalls is how many calls may have been taken and not ended, and maxArguments how many bytes they were asked
	// with. A call beyond either is refused.
	maxCalls     = 4096
	maxArguments = 16 << 20
	// levels is how often the turn of a call grows.
	levels = 16
)

// The first turn of a call takes turnSteps steps of a read or turnTime. Each further turn is twice as long.
const (
	turnSteps = 16
	turnTime  = 200 * time.Millisecond
)

// A connection whose client sends many calls at once reads no further while they end quickly: a client that sends them
// from a file is neither refused nor does it fill the memory. roomPatience is how long it waits for room when no call
// ends, manyPatience how long it waits for one of manyCalls to end.
const (
	roomPatience = time.Second
	manyPatience = 2 * time.Millisecond
	manyCalls    = 64
)

// turns lets calls take turns, so that memory and open files are bounded and a short call does not wait for long ones.
//
// A call begins in its first turn. One that is not done when its turn is over, while others wait, is ended and waits
// for a turn that is twice as long, in which it begins anew: reads change nothing, and at most as much work is done
// twice as is of use. Calls with shorter turns go first, and every call gets a turn in the end.
type turns struct {
	mu      sync.Mutex
	taken   int // calls that have not ended
	bytes   int // of their arguments
	unsent  int // what counts of the bytes of answers that are not sent yet
	atWork  int
	long    int
	waiting [levels][]*waiter
	newest  bool // the last first turn went to the call that came last
	// longTurns is how many turns of long calls have begun.
	longTurns int
	moved     time.Time     // when a call ended, or came when there was none
	room      chan struct{} // closed when a call ends; nil: nobody waits for that
	// watched are the connections over HTTP.
	watched map[*connection]struct{}
	// looks: it will be looked soon whether one of them is too slow.
	looks bool
}

// waiter is a call of a client that waits for its turn.
type waiter struct {
	of    *client
	ready chan struct{}
}

// tryAccept takes a call whose request has size bytes, unless too many calls have not ended. Who takes one gives it
// back.
func (t *turns) tryAccept(size int) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.fits(size) {
		return false
	}
	if t.taken == 0 {
		t.moved = time.Now()
	}

	t.taken++
	t.bytes += size
	return true
}

func (t *turns) fits(size int) bool {
	return t.taken < maxCalls && (t.bytes == 0 || t.bytes+size <= maxArguments)
}

// giveBack says that a call that was taken has ended.
func (t *turns) giveBack(size int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.taken--
	t.bytes -= size
	t.moved = time.Now()
	if t.room != nil {
		close(t.room)
		t.room = nil
	}
}

// wait waits as long as calls end: until there is room for another call, and while many have not ended for one to end.
func (t *turns) wait(ctx context.Context, size int) {
	for {
		t.mu.Lock()
		fits := t.fits(size)
		left := time.Until(t.moved.Add(roomPatience))
		if fits {
			left = time.Until(t.moved.Add(manyPatience))
		}

		if left <= 0 || fits && t.taken < manyCalls {
			t.mu.Unlock()
			return
		}

		if t.room == nil {
			t.room = make(chan struct{})
		}

		room := t.room
		t.mu.Unlock()
		select {
		case <-room:
			if fits {
				return
			}
		case <-ctx.Done():
			return
		case <-time.After(left): // the next round sees whether it was long enough
		}
	}
}

// lastEnd returns when a call ended last.
func (t *turns) lastEnd() time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.moved
}

// do makes a read for a client in as many turns as it takes. What it gives is unsent until sent says otherwise. The
// error is that of ctx; then nothing is unsent.
func (t *turns) do(ctx context.Context, of *client, reading read) (sentAnswer, error) {
	for level := 0; ; level = min(level+1, levels-1) {
		if err := t.enter(ctx, of, level); err != nil {
			return sentAnswer{}, err
		}

		a, yielded, err := t.turn(ctx, level, reading)
		t.leave(of, level, a.size())
		if !yielded {
			return a, err
		}
	}
}

// enter waits for a turn at a level. The error is that of ctx; then there is nothing to leave.
func (t *turns) enter(ctx context.Context, of *client, level int) error {
	p := &waiter{of: of, ready: make(chan struct{})}
	t.mu.Lock()
	t.waiting[level] = append(t.waiting[level], p)
	t.next()
	t.mu.Unlock()

	select {
	case <-p.ready:
		return nil
	case <-ctx.Done():
	}

	t.mu.Lock()
	defer t.mu.Unlock()
	select {
	case <-p.ready: // its turn came meanwhile
		t.left(level)
	default:
		t.waiting[level] = slices.DeleteFunc(t.waiting[level], func(is *waiter) bool { return is == p })
	}

	return ctx.Err()
}

// leave ends a turn of a client's call. unsent is the size of the answer that it gave, in bytes.
func (t *turns) leave(of *client, level, unsent int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.owe(of, unsent)
	t.left(level)
}

func (t *turns) left(level int) {
	t.atWork--
	if level > 0 {
		t.long--
	}
	t.next()
}

// next gives the places that are free to calls that wait.
func (t *turns) next() {
	for {
		level, waits := t.chosen(t.atWork, t.long)
		if !waits {
			t.lookAtSlow()
			return
		}

		t.atWork++
		if level > 0 {
			t.long++
		}

		close(t.pick(level).ready)
	}
}

// chosen is the level of the call that would begin if atWork calls were made, and long of these were long ones. Short
// calls go first, except for one place: a long call ends, too, while short ones keep coming.
func (t *turns) chosen(atWork, long int) (level int, waits bool) {
	if atWork >= maxAtWork || t.unsent >= maxUnsent {
		return 0, false
	}

	short := t.waits(0)
	if long > 0 && short || long >= maxLong {
		return 0, short
	}

	level = t.longLevel()
	if level > 0 {
		return level, true
	}

	return 0, short
}

// highEvery is how often the turn of a long call is one of the highest level at which one waits.
const highEvery = 4

// longLevel is the level of the long call whose turn it is: the lowest one or, every highEvery turns, the highest; 0
// if no long call waits.
func (t *turns) longLevel() (level int) {
	for l := levels - 1; l > 0; l-- {
		if t.waits(l) {
			level = l
			if t.longTurns%highEvery == 0 {
				break
			}
		}
	}
	return level
}

// waits reports whether a call that may begin waits at a level.
func (t *turns) waits(level int) bool {
	return slices.ContainsFunc(t.waiting[level], (*waiter).mayBegin)
}

// pick takes the place out of those that wait at a level whose turn it is: the one that came first or, of those in
// their first turn, every other time the one that came last, since the client of a single call waits for it. One that
// may begin waits there.
func (t *turns) pick(level int) *waiter {
	places := t.waiting[level]
	if level > 0 {
		t.longTurns++
	} else {
		t.newest = !t.newest
	}

	n := slices.IndexFunc(places, (*waiter).mayBegin)
	if level == 0 && t.newest {
		for n = len(places) - 1; !places[n].mayBegin(); n-- {
		}
	}

	picked := places[n]
	t.waiting[level] = slices.Delete(places, n, n+1)
	return picked
}

// contended reports whether another call would begin if one at a level left its place.
func (t *turns) contended(level int) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	long := t.long
	if level > 0 {
		long--
	}
	_, waits := t.chosen(t.atWork-1, long)
	return waits
}

// turn makes a read for one turn at a level. yielded says that it was ended for others, and has to begin anew.
func (t *turns) turn(ctx context.Context, level int, reading read) (a sentAnswer, yielded bool, err error) {
	inner, stop := context.WithCancel(ctx)
	defer stop()
	m := &metered{
		Context: inner, stop: stop, steps: turnSteps << level,
		contended: func() bool { return t.contended(level) },
	}
	m.left.Store(m.steps)
	go m.watch(turnTime << level)
	got, err := reading(m)
	switch {
	case err == nil:
		return got.toSend(), false, nil
	case ctx.Err() == nil && m.yielded.Load():
		return sentAnswer{}, true, nil
	}

	return sentAnswer{}, false, err
}

// metered is the context of a turn. Reads ask a context between their steps, of at most some hundred KiB each,
// whether it is done: it counts that, since on a busy machine a clock says little about how long a read is.
type metered struct {
	context.Context
	stop      func()
	contended func() bool
	steps     int64 // of a turn
	left      atomic.Int64
	yielded   atomic.Bool
}

// Err implements [context.Context]. It lets other goroutines run: else what reads the next message may wait for the
// whole time slices of all reads, many times, on a machine with few processors.
func (m *metered) Err() error {
	runtime.Gosched()
	if m.left.Add(-1) < 0 && !m.yields() {
		m.left.Store(m.steps)
	}
	return m.Context.Err()
}

// yields ends the turn if another call waits for its place.
func (m *metered) yields() bool {
	if !m.contended() {
		return false
	}
	m.yielded.Store(true)
	m.stop()
	return true
}

// watch ends the turn after its time, as soon as another call waits for its place.
func (m *metered) watch(turn time.Duration) {
	for wait.For(m.Context, turn) == nil && !m.yields() {
	}
}
