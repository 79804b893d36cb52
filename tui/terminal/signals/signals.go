// Package signals, which changes without notice, decides what the signals that end a program do to this one.
//
// As long as nothing has to be put in order, they end the process at once by the system's own action, wherever it
// waits: for standard input, a full pipe, a file that does not answer. Only SIGQUIT is taken over, since the Go runtime
// prints every goroutine's stack for it. While the viewer has the terminal, a [Guard] ends it in order, and after
// [restorePatience] by force.
package signals

import (
	"os"
	"os/signal"
	"slices"
	"sync"
	"syscall"
	"time"

	"eyeline/reader/wait"
)

// patience is how long the viewer may take to end by itself after a signal. A second signal ends it at once.
const patience = 500 * time.Millisecond

// restorePatience is how long a terminal that takes no output may keep a program that is ended by force.
const restorePatience = 150 * time.Millisecond

// arrivalPatience is how long signals that were sent already may take to arrive.
const arrivalPatience = 100 * time.Millisecond

// burst is how long after the terminal has come back a signal of its keys may be on its way that was for the other
// program: long, since on a busy machine a signal is heard of late, and in the viewer no key sends one.
const burst = time.Second

// lastPatience is how long what is held with [BeforeEnd] may keep a program from ending. It has a shorter one of its
// own.
const lastPatience = 2 * time.Second

// Guard says what a signal does while the viewer has the terminal.
type Guard struct {
	// End asks the viewer to end. It may block for ever.
	End func()
	// Restore puts the terminal in order for a viewer that did not end in time. It may block for ever.
	Restore func()
	// Code is the exit status then.
	Code int
	// Continue is called when the process goes on after it was stopped.
	Continue func()
}

// handler is the state of the package. There is one for the process, as there is one set of signals.
type handler struct {
	// A signal that is on its way when it is given up again is still taken, since signal.Stop, unlike signal.Reset,
	// waits for it. So those that are given up at different times have channels of their own.
	quits, interrupts, others chan os.Signal

	begin sync.Once

	mu    sync.Mutex
	guard *Guard
	ended bool            // the guard has been asked to end
	left  bool            // there was a guard, and the program is about to end
	late  bool            // a signal came when the viewer was already leaving
	lent  func(os.Signal) // another program has the terminal; nil when none has
	lends int             // how often Lend was called and not given back
	back  time.Time       // when another program last gave it back
	last  func()          // what is done before the process ends, see [BeforeEnd]; nil for nothing
}

var handling = handler{
	quits: make(chan os.Signal, 8), interrupts: make(chan os.Signal, 8), others: make(chan os.Signal, 8),
}

// QuitWithoutStacks makes SIGQUIT end the process without printing every goroutine's stack. The program calls it once,
// first. It does not wait until that is so, which takes a tenth of a millisecond.
func QuitWithoutStacks() { go handling.listen(syscall.SIGQUIT) }

func (h *handler) listen(sigs ...os.Signal) {
	h.begin.Do(func() {
		for _, c := range []chan os.Signal{h.quits, h.interrupts, h.others} {
			go func() {
				for sig := range c {
					if m, ok := sig.(marker); ok {
						close(m)
						continue
					}
					h.handle(sig)
				}
			}()
		}
	})

	for _, sig := range sigs {
		switch sig {
		case syscall.SIGQUIT:
			signal.Notify(h.quits, sig)
		case os.Interrupt:
			signal.Notify(h.interrupts, sig)
		default:
			signal.Notify(h.others, sig)
		}
	}
}

// Watch installs a guard until the returned function is called. Signals that were ignored when the program started, as
// nohup has it, stay ignored. After it SIGINT does nothing until [EndOnInterrupt] is called: a person who presses
// Ctrl-C once more than it takes to leave has left.
func Watch(g Guard) (release func()) {
	h := &handling
	h.mu.Lock()
	h.guard = &g
	h.ended = false
	h.left = false
	h.mu.Unlock()
	h.listen(slices.DeleteFunc(slices.Concat(ending, continuing), signal.Ignored)...)

	return func() {
		h.mu.Lock()
		h.guard = nil
		h.left = true
		h.late = h.ended
		h.lent = nil
		held := h.last != nil
		h.mu.Unlock()
		if !held {
			signal.Stop(h.others)
		}
	}
}

// BeforeEnd has last called before a signal ends the process, with or without a guard, until the returned function is
// called. One may be held at a time. What it does is cut short after [lastPatience].
func BeforeEnd(last func()) (release func()) {
	h := &handling
	h.mu.Lock()
	h.last = last
	alone := h.guard == nil
	h.mu.Unlock()
	if alone {
		h.listen(slices.DeleteFunc(slices.Clone(ending), signal.Ignored)...)
	}

	return func() {
		h.mu.Lock()
		h.last = nil
		alone := h.guard == nil
		left := h.left || h.lent != nil
		h.mu.Unlock()
		if alone {
			signal.Stop(h.others)
		}
		if alone && !left {
			signal.Stop(h.interrupts)
		}
	}
}

// exit does what is left to do, and ends the process.
func (h *handler) exit(status int) {
	h.mu.Lock()
	last := h.last
	h.mu.Unlock()
	if last != nil {
		wait.AtMost(lastPatience, last)
	}
	os.Exit(status)
}

// EndOnInterrupt is called after a Watch when there is more to do than to end, such as to print: SIGINT ends that. A
// signal that came too late to keep the viewer from going on ends the process here.
func EndOnInterrupt() {
	h := &handling
	h.mu.Lock()
	left := h.left
	held := h.last != nil
	h.left = false
	h.mu.Unlock()
	if left && !held {
		signal.Stop(h.interrupts)
	}

	h.mu.Lock()
	late := h.late
	h.mu.Unlock()
	if late {
		h.exit(statusOf(os.Interrupt))
	}
}

// Lend is called before another program gets the terminal: the signals of its keys (SIGINT, SIGQUIT) are the other
// program's until the returned function is called, once the terminal sends none to it any more: it waits for those that
// are on their way. Those that end this program are sent on with pass. It may be called again meanwhile; then the last
// one given back counts.
func Lend(pass func(os.Signal)) (back func()) {
	h := &handling
	h.mu.Lock()
	h.lent = pass
	h.lends++
	alone := h.guard == nil && h.lends == 1
	h.mu.Unlock()
	if alone {
		h.listen(os.Interrupt)
	}

	return func() {
		h.arrive()
		h.mu.Lock()
		h.lends--
		if h.lends == 0 {
			h.lent = nil
			h.back = time.Now()
		}

		h.mu.Unlock()
		if alone {
			signal.Stop(h.interrupts)
		}
	}
}

// marker stands behind the signals in a channel, and is closed once those are handled.
type marker chan struct{}

// Signal and String make it a signal.
func (marker) Signal() {}

func (marker) String() string { return "marker" }

// arrive waits until the signals are handled that were sent already.
func (h *handler) arrive() {
	wait.AtMost(arrivalPatience, func() {
		overtaken()
		for _, c := range []chan os.Signal{h.quits, h.interrupts} {
			m := make(marker)
			c <- m
			<-m
		}
	})
}

// handle does what a signal asks for.
func (h *handler) handle(sig os.Signal) {
	h.mu.Lock()
	guard := h.guard
	ended := h.ended
	pass := h.lent
	if slices.Contains(continuing, sig) {
		h.mu.Unlock()
		if guard != nil {
			go guard.Continue()
		}
		return
	}

	others := pass != nil || time.Since(h.back) < burst
	if others && (sig == os.Interrupt || sig == syscall.SIGQUIT) || h.left && sig == os.Interrupt {
		if !others {
			h.late = true
		}
		h.mu.Unlock()
		return
	}

	h.ended = guard != nil
	h.mu.Unlock()
	switch {
	case guard == nil:
		h.exit(statusOf(sig))
	case ended:
		h.force(guard)
	}

	if pass != nil {
		pass(sig)
	}

	go guard.End()
	time.AfterFunc(patience, func() {
		h.mu.Lock()
		late := h.guard == guard
		h.mu.Unlock()
		if late {
			h.force(guard)
		}
	})
}

// statusOf is the exit status that shells give for the end by a signal.
func statusOf(sig os.Signal) int {
	if s, ok := sig.(syscall.Signal); ok {
		return 128 + int(s)
	}
	return 1
}

// force ends the process with the terminal restored.
func (h *handler) force(g *Guard) {
	wait.AtMost(restorePatience, g.Restore)
	h.exit(g.Code)
}
