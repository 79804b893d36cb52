package source

import "github.com/fsnotify/fsnotify"

// notifier is the system's news of what may change a file.
type notifier struct {
	events  <-chan fsnotify.Event
	errs    <-chan error
	watched func() []string // the directories still watched
	close   func() error
	way     *way
}

// concern is what an event is about.
type concern uint8

const (
	ofNothing      concern = iota
	ofTheFile              // its bytes, or its name
	ofTheWay               // the names that lead to it may lead elsewhere now
	ofTheDirectory         // a watched directory is gone
)

// notify asks for news of all that leads to path: present when these are still the right ones, nil when there are none to
// be had. It may wait for the file system.
func notify(path string, present *notifier) *notifier {
	for range 3 {
		found, err := findWay(path)
		if err != nil {
			return nil
		}
		if present != nil && present.way.same(found) && len(present.watched()) == len(found.dirs) {
			return present
		}
		n := newNotifier(found)
		if n == nil {
			return nil
		}
		// What changed before the watching began is not in the news.
		if after, err := findWay(path); err == nil && after.same(found) {
			return n
		}
		_ = n.close()
	}
	return nil // it changes faster than it can be followed; another time
}

func newNotifier(found *way) *notifier {
	for _, d := range found.dirs {
		if mute(d.path) {
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
	case n.way.links[name]:
		return ofTheWay
	case n.way.name == name:
		if e.Has(fsnotify.Create) {
			return ofTheWay // it may be a link now
		}
		return ofTheFile
	case e.Has(fsnotify.Remove | fsnotify.Rename):
		for _, d := range n.way.dirs {
			if fold(d.path) == name {
				return ofTheDirectory
			}
		}
	}
	return ofNothing
}
