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
	// Fast is how often the file is looked at where the system tells nothing; Slow how often where it does, since
	// some file systems tell less than all.
	Fast, Slow time.Duration
	// Poll never asks the system.
	Poll bool
}

// settled is how long a watcher waits for a burst of changes to go on before it tells.
const settled = 20 * time.Millisecond

// Watcher tells when a file may have changed.
type Watcher struct {
	c       chan struct{}
	stop    chan struct{}
	done    sync.WaitGroup
	once    sync.Once
	polling atomic.Bool
}

// Watch watches the name at path, and not only the file that it names now: a file renamed away and made again, and a
// symbolic link pointed elsewhere, are seen. It returns at once.
func Watch(path string, opt WatchOptions) *Watcher {
	w := &Watcher{c: make(chan struct{}, 1), stop: make(chan struct{})}
	w.polling.Store(true)
	w.done.Go(func() { w.run(path, opt) })
	return w
}

// C receives when the file may have changed, and now and then when it has not. Its capacity is 1; one receive always
// follows the last change.
func (w *Watcher) C() <-chan struct{} { return w.c }

// Polling says whether the file is only looked at now and then.
func (w *Watcher) Polling() bool { return w.polling.Load() }

// Close ends the watching and waits for that.
func (w *Watcher) Close() {
	w.once.Do(func() { close(w.stop) })
	w.done.Wait()
}

func (w *Watcher) run(path string, opt WatchOptions) {
	for {
		if n := w.notifier(path, opt); n == nil {
			if !w.wait(opt.Fast) {
				return
			}
		} else if !w.listen(n, opt) {
			return
		}
	}
}

// wait waits, and tells; false when the watcher is closed.
func (w *Watcher) wait(d time.Duration) bool {
	select {
	case <-w.stop:
		return false
	case <-time.After(d):
		w.tell()
		return true
	}
}

func (w *Watcher) tell() {
	select {
	case w.c <- struct{}{}:
	default:
	}
}

// notifier is the system's news of what may change a file.
type notifier struct {
	*fsnotify.Watcher
	about map[string]bool // the paths whose news count: the name, what it links to, their directories
	name  string
}

// notifier asks for news of the directory that holds the name, and of that which holds what it links to; nil when there
// are none to be had.
func (w *Watcher) notifier(path string, opt WatchOptions) *notifier {
	if opt.Poll {
		return nil
	}
	path = filepath.Clean(path)
	system, err := fsnotify.NewWatcher()
	if err != nil {
		return nil
	}
	n := &notifier{system, map[string]bool{path: true, filepath.Dir(path): true}, path}
	err = n.Add(filepath.Dir(path))
	if target, lerr := filepath.EvalSymlinks(path); err == nil && lerr == nil && target != path {
		n.about[target], n.about[filepath.Dir(target)] = true, true
		if filepath.Dir(target) != filepath.Dir(path) {
			err = n.Add(filepath.Dir(target))
		}
	}
	if err != nil {
		_ = n.Close()
		return nil
	}
	return n
}

// matters says whether an event may be one of the file, and whether the watching must begin anew after it: the name may be
// a link to another place now, or a directory is gone.
func (n *notifier) matters(e fsnotify.Event) (matters, anew bool) {
	name := filepath.Clean(e.Name)
	if !n.about[name] {
		return false, false
	}
	return true, e.Has(fsnotify.Create) && name == n.name || e.Has(fsnotify.Remove|fsnotify.Rename) && name != n.name
}

// listen tells of the system's news until the watching must begin anew; false when the watcher is closed.
func (w *Watcher) listen(n *notifier, opt WatchOptions) bool {
	defer func() { _ = n.Close() }()
	w.polling.Store(false)
	defer w.polling.Store(true)
	w.tell() // what happened before the system listened
	slow := time.NewTicker(opt.Slow)
	defer slow.Stop()
	var burst <-chan time.Time // ends the burst of news under way
	anew := false
	for {
		select {
		case <-w.stop:
			return false
		case e := <-n.Events:
			matters, again := n.matters(e)
			anew = anew || again
			if matters && burst == nil {
				burst = time.After(settled)
			}
		case <-n.Errors:
			w.tell() // an overflow loses news
		case <-burst:
			burst = nil
			w.tell()
			if anew || len(n.WatchList()) == 0 {
				return true
			}
		case <-slow.C:
			w.tell()
		}
	}
}
