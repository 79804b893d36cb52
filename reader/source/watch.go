package source

import (
	"cmp"
	"context"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"eyeline/reader/wait"
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
	ctx     context.Context // done at the end of the watching
	stop    context.CancelFunc
	done    sync.WaitGroup
	polling atomic.Bool
	// switched receives when polling has changed.
	switched chan struct{}
}

// Watch watches the name at path, and not only the file that it names now: a file renamed away and made again is seen,
// and a symbolic link that leads to it changed. It returns at once. Where the system sends no notifications (too many
// watches, a file system of another machine, a directory that is gone), the file is looked at every Fast until it does.
func Watch(path string, opt WatchOptions) *Watcher { return watch(path, opt, notify) }

func watch(path string, opt WatchOptions, notify func(string, *notifier) *notifier) *Watcher {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	opt.Fast, opt.Slow = cmp.Or(max(opt.Fast, 0), 250*time.Millisecond), cmp.Or(max(opt.Slow, 0), time.Second)
	w := &Watcher{c: make(chan struct{}, 1), switched: make(chan struct{}, 1)}
	w.ctx, w.stop = context.WithCancel(context.Background())
	w.polling.Store(true)
	w.done.Go(func() {
		if wait.For(w.ctx, opt.After) != nil {
			return
		}
		if !opt.Poll {
			go w.listen(path, opt, notify) // to a file system that may not answer
		}
		w.tick(opt)
	})
	return w
}

// C receives when the file may have changed, and now and then when it has not. Its capacity is 1; one receive always
// follows the last change. Changes that the system reports are gathered for 20 ms.
func (w *Watcher) C() <-chan struct{} { return w.c }

// Close ends the watching. It waits for no system call, since one may not come back (of a dead network mount).
func (w *Watcher) Close() {
	w.stop()
	w.done.Wait()
}

// tick signals every Fast or Slow.
func (w *Watcher) tick(opt WatchOptions) {
	for {
		pause := opt.Slow
		if w.polling.Load() {
			pause = opt.Fast
		}
		select {
		case <-w.ctx.Done():
			return
		case <-w.switched:
		case <-time.After(pause):
			wait.Signal(w.c)
		}
	}
}

// listen signals what the system reports, and asks it for notifications again and again: every Slow, since what a
// directory's path names may have changed, at once where something is reported of the names that lead to the file, and
// where there are none, less and less often.
func (w *Watcher) listen(path string, opt WatchOptions, notify func(string, *notifier) *notifier) {
	var present *notifier
	use := func(n *notifier) {
		if n == present {
			return
		}
		if present != nil {
			_ = present.close()
		}
		present = n
		w.polling.Store(n == nil)
		wait.Signal(w.switched)
		wait.Signal(w.c) // something may have happened before these notifications began
	}
	defer func() { use(nil) }()
	pause := opt.Fast
	for {
		use(notify(path, present))
		if present == nil {
			if wait.For(w.ctx, pause) != nil {
				return
			}
			pause = min(2*pause, max(opt.Slow, opt.Fast))
			continue
		}
		pause = opt.Fast
		again, lost := w.follow(present, opt.Slow)
		if !again {
			return
		}
		if lost {
			use(nil)
		}
	}
}

// follow signals what a notifier reports of the file, until the notifications are to be asked for again: lost says that
// they are not worth keeping. again is false at the end of the watching.
func (w *Watcher) follow(n *notifier, most time.Duration) (again, lost bool) {
	until := time.After(most)
	var soon <-chan time.Time
	for ask := false; ; {
		about := ofNothing
		select {
		case <-w.ctx.Done():
			return false, false
		case <-until:
			if ask = true; soon == nil { // else what is gathered is signalled first
				return true, lost
			}
		case <-soon:
			wait.Signal(w.c)
			if soon = nil; ask {
				return true, lost
			}
		case e, ok := <-n.events:
			if !ok {
				return true, true
			}
			about = n.about(e)
		case <-n.errs:
			about = ofThePath // an overflow loses notifications
		}
		if about == ofNothing {
			continue
		}
		ask = ask || about != ofTheFile
		lost = lost || about == ofTheDirectory
		if soon == nil {
			soon = time.After(settled)
		}
	}
}
