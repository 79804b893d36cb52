package source

import "github.com/fsnotify/fsnotify"

// notifier receives the system's notifications about what may change a file.
type notifier struct {
	events  <-chan fsnotify.Event
	errs    <-chan error
	watched func() []string // the directories that are still watched
	close   func() error
	path    *resolution
}

// concern is what an event is about.
type concern uint8

const (
	ofNothing      concern = iota
	ofTheFile              // its bytes, or its name
	ofThePath              // the names that lead to it may lead elsewhere now
	ofTheDirectory         // a watched directory is gone
)

// notify watches all that leads to path. It returns present when that watches the right directories still, and nil when
// the system sends no notifications. It may wait for the file system.
func notify(path string, present *notifier) *notifier {
	for range 3 {
		found, err := resolve(path)
		if err != nil {
			return nil
		}
		if present != nil && present.path.same(found) && len(present.watched()) == len(found.dirs) {
			return present
		}
		n := newNotifier(found)
		if n == nil {
			return nil
		}
		// No notification is sent of what changed before the watching began.
		if after, err := resolve(path); err == nil && after.same(found) {
			return n
		}
		_ = n.close()
	}
	return nil // it changes faster than it can be followed; try later
}

func newNotifier(found *resolution) *notifier {
	for _, d := range found.dirs {
		if needsPolling(d.path) {
			return nil
		}
	}
	system, err := fsnotify.NewWatcher()
	if err != nil {
		return nil
	}
	for _, d := range found.dirs {
		if err := system.Add(d.path); err != nil {
			_ = system.Close()
			return nil
		}
	}
	return &notifier{system.Events, system.Errors, system.WatchList, system.Close, found}
}

// about says what an event means to the file.
func (n *notifier) about(e fsnotify.Event) concern {
	name := fold(e.Name)
	switch {
	case n.path.links[name]:
		return ofThePath
	case n.path.name == name:
		if e.Has(fsnotify.Create) {
			return ofThePath // it may be a link now
		}
		return ofTheFile
	case e.Has(fsnotify.Remove | fsnotify.Rename):
		for _, d := range n.path.dirs {
			if fold(d.path) == name {
				return ofTheDirectory
			}
		}
	}
	return ofNothing
}
