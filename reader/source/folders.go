package source

import (
	"context"

	"github.com/fsnotify/fsnotify"
)

// AwaitChange waits for a change of the files in some folders, and of which there are, at most until ctx is done. It
// returns false at once where the system sends no notifications. Folders that are not there are left out.
func AwaitChange(ctx context.Context, dirs []string) bool {
	system, err := fsnotify.NewWatcher()
	if err != nil {
		return false
	}
	defer system.Close() // nothing was opened for writing
	for _, dir := range dirs {
		_ = system.Add(dir) // it may be gone
	}
	if len(system.WatchList()) == 0 {
		return false
	}
	select {
	case <-system.Events:
	case <-system.Errors: // something was missed
	case <-ctx.Done():
	}
	return true
}
