// Package signals decides what the signals that end a program do to this one.
//
// As long as nothing has to be put in order, they end the process at once by the system's own action, wherever it
// waits: for standard input, a full pipe, a file that does not answer. Only SIGQUIT is taken over, since the Go runtime
// prints every goroutine's stack for it. While the viewer has the terminal, a [Guard] ends it in order, and after
// [Patience] by force.
package signals

import (
	"os"
	"os/signal"
	"slices"
	"sync"
	"syscall"
	"time"
)

// patience is how long the viewer may take to end by itself after a signal. A second signal ends it at once.
const patience = 500 * time.Millisecond

// restAfter is how long the signals that hardly anybody sends, wanted(false), wait after a [Watch] has begun. By then
// the first screen is drawn.
const restAfter = 10 * time.Millisecond

// restorePatience is how long a terminal that takes no output may keep a program that is ended by force.
const restorePatience = 150 * time.Millisecond

// Guard says what a signal does while the viewer has the terminal.
type Guard struct {
	// End asks the viewer to end. It may block for ever.
	End func()
	// Restore puts the terminal in order for a viewer that did not end in time. It may block for ever.
	Restore func()
	// Code is the exit status then.
	Code int
}

// handler is the state of the package. There is one for the process, as there is one set of signals.
type handler struct {
	// A signal that is on its way when it is given up again is still taken, since signal.Stop, unlike signal.Reset,
	// waits for it. So those that are given up at different times have channels of their own.
	quits, interrupts, others chan os.Signal

	begin sync.Once
	// prepared is closed when what Prepare began is done; nil while there is nothing to wait for
	prepared chan struct{}

	mu    sync.Mutex
	early bool // Prepare was called, and Watch was not yet
	guard *Guard
	ended bool            // the guard has been asked to end
	left  bool            // there was a guard, and the program is about to end
	late  bool            // a signal came when the viewer was already leaving
	lent  func(os.Signal) // another program has the terminal; nil when none has
}

var handling = handler{
	quits: make(chan os.Signal, 8), interrupts: make(chan os.Signal, 8), others: make(chan os.Signal, 8),
}

// Quietly makes SIGQUIT end the process without printing every goroutine's stack. The program calls it once, first. It
// does not wait until that is so, which takes a tenth of a millisecond.
func Quietly() { go handling.listen(syscall.SIGQUIT) }

func (h *handler) listen(sigs ...os.Signal) {
	h.begin.Do(func() {
		for _, c := range []chan os.Signal{h.quits, h.interrupts, h.others} {
			go func() {
				for sig := range c {
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

// Prepare begins in the background what a [Watch] would have to wait for: to take over the signals that end a program,
// for each of which the Go runtime waits for another thread twice. Until the Watch a signal does what it would do
// without.
func Prepare() {
	h := &handling
	h.mu.Lock()
	h.early = true
	h.mu.Unlock()
	prepared := make(chan struct{})
	h.prepared = prepared
	go func() {
		defer close(prepared)
		h.listen(wanted(true)...)
	}()
}

// Watch installs a guard until the returned function is called. Signals that were ignored when the program started, as
// nohup has it, stay ignored. After it SIGINT does nothing until [Usual] is called: a person who presses Ctrl-C once
// more than it takes to leave has left.
//
// The guard has the signals that are sent to end programs at once, and the others, of which there are many more, after
// a moment: until then they do what they would do without.
func Watch(g Guard) (release func()) {
	h := &handling
	h.mu.Lock()
	h.guard, h.ended, h.left, h.early = &g, false, false, false
	h.mu.Unlock()
	if prepared := h.prepared; prepared != nil {
		h.prepared = nil
		<-prepared
	} else {
		h.listen(wanted(true)...)
	}
	taken := make(chan struct{})
	rest := time.AfterFunc(restAfter, func() {
		defer close(taken)
		h.listen(wanted(false)...)
	})
	return func() {
		h.mu.Lock()
		h.guard, h.left, h.late = nil, true, h.ended
		h.mu.Unlock()
		if !rest.Stop() {
			<-taken
		}
		signal.Stop(h.others)
	}
}

// Usual is called after a Watch when there is more to do than to end, such as to print: SIGINT ends that. A signal that
// came too late to keep the viewer from going on ends the process here.
func Usual() {
	h := &handling
	h.mu.Lock()
	left := h.left
	h.left = false
	h.mu.Unlock()
	if left {
		signal.Stop(h.interrupts)
	}
	h.mu.Lock()
	late := h.late
	h.mu.Unlock()
	if late {
		os.Exit(statusOf(os.Interrupt))
	}
}

// wanted are the signals to be taken over while a guard is installed: those that people and systems send to end a
// program, or the rest.
func wanted(usual bool) []os.Signal {
	var sigs []os.Signal
	for _, sig := range ending {
		if slices.Contains(usualEnding, sig) == usual && !signal.Ignored(sig) {
			sigs = append(sigs, sig)
		}
	}
	return sigs
}

// usualEnding are those of ending that are sent to end a program.
var usualEnding = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT}

// Lend is called before another program gets the terminal: the signals of its keys (SIGINT, SIGQUIT) are the other
// program's until the returned function is called. Those that end this program are sent on with pass.
func Lend(pass func(os.Signal)) (back func()) {
	h := &handling
	h.mu.Lock()
	h.lent = pass
	alone := h.guard == nil
	h.mu.Unlock()
	if alone {
		h.listen(os.Interrupt)
	}
	return func() {
		h.mu.Lock()
		h.lent = nil
		h.mu.Unlock()
		if alone {
			signal.Stop(h.interrupts)
		}
	}
}

// handle does what a signal asks for.
func (h *handler) handle(sig os.Signal) {
	h.mu.Lock()
	guard, ended, pass, early := h.guard, h.ended, h.lent, h.early
	if pass != nil && (sig == os.Interrupt || sig == syscall.SIGQUIT) || h.left && sig == os.Interrupt {
		if pass == nil {
			h.late = true
		}
		h.mu.Unlock()
		return
	}
	h.ended = guard != nil
	h.mu.Unlock()
	switch {
	case early && sig != syscall.SIGQUIT:
		asUsual(sig)
		return
	case guard == nil:
		os.Exit(statusOf(sig))
	case ended:
		guard.force()
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
			guard.force()
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
func (g *Guard) force() {
	restored := make(chan struct{})
	go func() {
		defer close(restored)
		g.Restore()
	}()
	select {
	case <-restored:
	case <-time.After(restorePatience):
	}
	os.Exit(g.Code)
}
