package source

import (
	"context"

	"github.com/fsnotify/fsnotify"
)

// Changes are those of the files in some folders, and of which there are.
type Changes struct{ system *fsnotify.Watcher }

// NewChanges are noticed from when a folder is first asked for; none where the system sends no notifications.
func NewChanges() Changes {
	system, _ := fsnotify.NewBufferedWatcher(100) // nil with an error
	return Changes{system}
}

// Await waits for a change in some folders, or in those that were asked for before, since it returned last: none is
// missed in between. It waits at most until ctx is done, and returns false at once where no change would be noticed.
// Folders that are not there are left out.
func (c Changes) Await(ctx context.Context, dirs []string) bool {
	if c.system == nil {
		return false
	}
	for _, dir := range dirs {
		_ = c.system.Add(dir) // it may be gone
	}
	if len(c.system.WatchList()) == 0 {
		return false
	}
	select {
	case <-c.system.Events:
	case <-c.system.Errors: // something was missed
	case <-ctx.Done():
	}
	for len(c.system.Events) > 0 {
		<-c.system.Events
	}
	return true
}

// Close ends all.
func (c Changes) Close() {
	if c.system != nil {
		_ = c.system.Close() // nothing was opened for writing
	}
}
