package mcpserver

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// endless is a read of some steps that ends when its context does, and counts the turns that begin.
func endless(steps int, began *atomic.Int64) read {
	return func(ctx context.Context) (answer, error) {
		began.Add(1)
		for range steps {
			if err := ctx.Err(); err != nil {
				return answer{}, err
			}
		}
		return answer{text: "x"}, nil
	}
}

// bounds looks, at each step of a read, whether the bounds on calls at work hold.
func (t *turns) bounds() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.atWork < 1 || t.atWork > maxAtWork:
		return fmt.Errorf("%d calls are at work", t.atWork)
	case t.long < 0 || t.long > maxLong:
		return fmt.Errorf("%d long calls are at work", t.long)
	case t.taken > maxCalls || t.bytes > maxArguments && t.taken > 1:
		return fmt.Errorf("%d calls with %d bytes are taken", t.taken, t.bytes)
	}
	return nil
}

// empty says what is left when all calls have ended.
func (t *turns) empty() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	waiting := 0
	for _, places := range t.waiting {
		waiting += len(places)
	}
	if t.taken+t.bytes+t.unsent+t.atWork+t.long+waiting != 0 {
		return fmt.Errorf("left: %d calls, %d bytes, %d unsent, %d at work, %d long, %d waiting",
			t.taken, t.bytes, t.unsent, t.atWork, t.long, waiting)
	}
	return nil
}

// TestTurns: of calls that come at random, are of random length and are given up at random, each ends, with its own
// answer or the error of its context, and the bounds hold at each step.
func TestTurns(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20) {
		random := rand.New(rand.NewPCG(seed, 1))
		var all turns
		clients := []*client{{}, {}, {}}
		var calls sync.WaitGroup
		failed := make(chan error, 1)
		fail := func(err error) {
			select {
			case failed <- err:
			default:
			}
		}
		for id := range 200 {
			steps, size := 1<<random.IntN(11), random.IntN(1<<18)
			patience := time.Duration(random.IntN(3)) * time.Duration(random.IntN(2000)) * time.Microsecond
			if random.IntN(4) == 0 {
				time.Sleep(time.Duration(random.IntN(200)) * time.Microsecond)
			}
			if !all.tryAccept(size) {
				continue
			}
			of := clients[random.IntN(len(clients))]
			calls.Go(func() {
				defer all.giveBack(size)
				ctx, stop := context.WithCancel(context.Background())
				defer stop()
				if patience > 0 {
					defer time.AfterFunc(patience, stop).Stop()
				}
				a, err := all.do(ctx, of, func(ctx context.Context) (answer, error) {
					for range steps {
						if err := all.bounds(); err != nil {
							fail(err)
						}
						if err := ctx.Err(); err != nil {
							return answer{}, err
						}
					}
					return answer{text: fmt.Sprint(id)}, nil
				})
				switch {
				case err == nil && string(a.content[0]) != fmt.Sprintf(`{"type":"text","text":"%d"}`, id):
					fail(fmt.Errorf("call %d has the answer %s", id, a.content[0]))
				case err != nil && ctx.Err() == nil:
					fail(fmt.Errorf("call %d that nobody gave up: %w", id, err))
				}
				if err == nil {
					all.sent(of, a.size())
				}
			})
		}
		ended := make(chan struct{})
		go func() { calls.Wait(); close(ended) }()
		select {
		case <-ended:
		case <-time.After(time.Minute):
			t.Fatalf("seed %d: calls are lost: %v", seed, all.empty())
		}
		select {
		case err := <-failed:
			t.Fatalf("seed %d: %v", seed, err)
		default:
		}
		if err := all.empty(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

// queued adds a call that waits for a turn at a level.
func (t *turns) queued(level int) *waiter {
	p := &waiter{of: &client{}, ready: make(chan struct{})}
	t.waiting[level] = append(t.waiting[level], p)
	t.next()
	return p
}

// begins is how many turns at a level have to end until a call begins.
func (t *turns) begins(p *waiter, level int) (ended int) {
	for ; ; ended++ {
		select {
		case <-p.ready:
			return ended
		default:
			t.left(level)
		}
	}
}

// TestWhoseTurnItIs: among a thousand other calls, short or long, each call begins after few turns of the others.
func TestWhoseTurnItIs(t *testing.T) {
	t.Parallel()
	filled := func(level int) *turns {
		var all turns
		for range 1000 {
			all.queued(level)
		}
		return &all
	}
	all := filled(0)
	for range 10 {
		if n := all.begins(all.queued(0), 0); n > 2 {
			t.Errorf("a short call among new ones begins after %d turns", n)
		}
	}
	if n := all.begins(all.queued(5), 0); n > 1 {
		t.Errorf("a long call among short ones begins after %d turns", n)
	}
	if n := all.begins(all.queued(0), 0); n > 2 {
		t.Errorf("a short call beside a long one begins after %d turns", n)
	}
	all = filled(1)
	for n := range maxAtWork - maxLong {
		if all.begins(all.queued(0), 1) > 0 {
			t.Errorf("short call %d among long ones waits", n)
		}
	}
	if n := all.begins(all.queued(0), 0); n > 1 {
		t.Errorf("a short call among short and long ones begins after %d turns", n)
	}
	if n := all.begins(all.queued(2), 1); n > highEvery {
		t.Errorf("a longer call among long ones begins after %d turns", n)
	}
	all = filled(9)
	if n := all.begins(all.queued(1), 9); n > 2 {
		t.Errorf("a call in its second turn among longer ones begins after %d turns", n)
	}
}

// TestALongCallEnds: one that takes many turns is done, though others come all the time, and in turns that double.
func TestALongCallEnds(t *testing.T) {
	t.Parallel()
	var all turns
	ctx, stop := context.WithCancel(context.Background())
	var calls sync.WaitGroup
	for range 2 * maxAtWork {
		calls.Go(func() {
			var began atomic.Int64
			var of client
			for ctx.Err() == nil {
				if a, err := all.do(ctx, &of, endless(1, &began)); err == nil {
					all.sent(&of, a.size())
				}
			}
		})
	}
	var began atomic.Int64
	patient, giveUp := context.WithTimeout(context.Background(), time.Minute)
	defer giveUp()
	a, err := all.do(patient, &client{}, endless(turnSteps<<6, &began))
	if err != nil || a.size() == 0 || began.Load() > 8 {
		t.Errorf("%v, after %d turns", err, began.Load())
	}
	stop()
	calls.Wait()
}
