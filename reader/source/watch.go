package source

import (
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/fsnotify/fsnotify"
)

// WatchOptions say how a file is watched.
type WatchOptions struct {
	// Fast is how often the file is looked at where the system sends no notifications; 0 is 250 ms. Slow is how often
	// where it does, since some changes are reported to nobody (through a bind mount, another hard link, a mapping); 0
	// is 1 s.
	Fast, Slow time.Duration
	// After is how long nothing is done at first. What changes meanwhile is reported after it.
	After time.Duration
	// Poll asks the system for no notifications: no system call is made at all, and the channel receives every Fast.
	Poll bool
}

// settled is how long a watcher waits for a burst of changes to go on before it reports them.
const settled = 20 * time.Millisecond

// Watcher reports when a file may have changed.
type Watcher struct {
	c       chan struct{}
	stop    chan struct{}
	done    sync.WaitGroup
	once    sync.Once
	polling atomic.Bool
}

// Watch watches the name at path, and not only the file that it names now: a file renamed away and made again is seen,
// and a symbolic link that leads to it changed. It returns at once. Where the system sends no notifications (too many
// watches, a file system of another machine, a directory that is gone), the file is looked at every Fast until it does.
func Watch(path string, opt WatchOptions) *Watcher { return watch(path, opt, notify) }

func watch(path string, opt WatchOptions, notify func(string, *notifier) *notifier) *Watcher {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	if opt.Fast <= 0 {
		opt.Fast = 250 * time.Millisecond
	}
	if opt.Slow <= 0 {
		opt.Slow = time.Second
	}
	w := &Watcher{c: make(chan struct{}, 1), stop: make(chan struct{})}
	w.polling.Store(true)
	w.done.Go(func() { (&watching{Watcher: w, path: path, opt: opt, notify: notify}).run() })
	return w
}

// C receives when the file may have changed, and now and then when it has not. Its capacity is 1; one receive always
// follows the last change. Changes that the system reports are gathered for 20 ms.
func (w *Watcher) C() <-chan struct{} { return w.c }

// Close ends the watching and waits for that, but for a system call that does not come back (of a dead network mount):
// its goroutine ends with it.
func (w *Watcher) Close() {
	w.once.Do(func() { close(w.stop) })
	w.done.Wait()
}

// watching is the work of a Watcher; its fields are its goroutine's.
type watching struct {
	*Watcher
	path   string
	opt    WatchOptions
	notify func(path string, present *notifier) *notifier

	notifier *notifier   // nil while the file is looked at every Fast
	tick     *time.Timer // the next look
	retry    time.Time   // when to ask for notifications again
	pause    time.Duration

	verdict    chan *notifier // the answer to the request for notifications; nil when none is under way
	ask        bool           // the names may lead elsewhere now
	lost       bool           // a watched directory is gone
	signalSoon <-chan time.Time
}

func (w *watching) run() {
	if w.opt.After > 0 {
		select {
		case <-time.After(w.opt.After):
		case <-w.stop:
			return
		}
	}
	w.tick = time.NewTimer(w.opt.Fast)
	defer w.tick.Stop()
	defer func() { w.use(nil) }()
	w.ask = !w.opt.Poll
	w.inquire()
	for {
		var events <-chan fsnotify.Event
		var errs <-chan error
		if w.notifier != nil {
			events, errs = w.notifier.events, w.notifier.errs
		}
		select {
		case <-w.stop:
			return
		case e, ok := <-events:
			w.handleEvent(e, ok)
		case <-errs:
			w.ask = true // an overflow loses notifications
			w.soon()
		case <-w.signalSoon:
			w.signalSoon = nil
			signal(w.c)
			w.inquire()
		case n := <-w.verdict:
			w.verdict = nil
			w.handleVerdict(n)
		case <-w.tick.C:
			w.look()
		}
	}
}

// handleEvent handles an event; ok is false at the end of them.
func (w *watching) handleEvent(e fsnotify.Event, ok bool) {
	if !ok {
		w.use(nil)
		w.look()
		return
	}
	switch w.notifier.about(e) {
	case ofTheFile:
		w.soon()
	case ofThePath:
		w.ask = true
		w.soon()
	case ofTheDirectory:
		w.ask, w.lost = true, true
		w.soon()
	}
}

func (w *watching) soon() {
	if w.signalSoon == nil {
		w.signalSoon = time.After(settled)
	}
}

// look signals because the time has come, and checks that the notifications are still those of the right directories.
func (w *watching) look() {
	signal(w.c)
	if !w.opt.Poll && (w.notifier != nil || !time.Now().Before(w.retry)) {
		w.ask = true
		w.inquire()
	}
	w.wait()
}

// wait sets the time of the next look.
func (w *watching) wait() {
	if w.notifier != nil {
		w.tick.Reset(w.opt.Slow)
	} else {
		w.tick.Reset(w.opt.Fast)
	}
}

// inquire asks for the notifications about where the name leads now. That touches the file system, which may not
// answer; so another goroutine does it, while the present notifications go on.
func (w *watching) inquire() {
	if !w.ask || w.verdict != nil {
		return
	}
	present, path, notify, stop, verdict := w.notifier, w.path, w.notify, w.stop, make(chan *notifier)
	if w.lost {
		present = nil
	}
	w.verdict, w.ask, w.lost = verdict, false, false
	go func() {
		n := notify(path, present)
		select {
		case verdict <- n:
		case <-stop:
			if n != nil {
				_ = n.close()
			}
		}
	}()
}

// handleVerdict handles the answer to the request for notifications; nil means that there are none.
func (w *watching) handleVerdict(n *notifier) {
	if n == nil {
		w.pause = min(max(2*w.pause, w.opt.Fast), max(w.opt.Slow, w.opt.Fast))
		w.retry = time.Now().Add(w.pause)
	} else {
		w.pause = 0
	}
	if n != w.notifier {
		w.use(n)
		signal(w.c) // something may have happened before these notifications began
		w.wait()
	}
	if w.signalSoon == nil {
		w.inquire()
	}
}

// use replaces the present notifier; nil is none.
func (w *watching) use(n *notifier) {
	if w.notifier != nil {
		_ = w.notifier.close()
	}
	w.notifier = n
	w.polling.Store(n == nil)
}
