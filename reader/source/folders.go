package source

import "github.com/fsnotify/fsnotify"

// Folders waits for changes of the files in some folders, and of which there are.
type Folders struct {
	system *fsnotify.Watcher
}

// WatchFolders begins to watch folders; nil where the system sends no notifications. Folders that are not there are left
// out. It may wait for the file system.
func WatchFolders(dirs []string) *Folders {
	system, err := fsnotify.NewWatcher()
	if err != nil {
		return nil
	}
	for _, dir := range dirs {
		_ = system.Add(dir) // it may be gone
	}
	if len(system.WatchList()) == 0 {
		_ = system.Close() // nothing was opened for writing
		return nil
	}
	return &Folders{system}
}

// Wait waits for a change, at most until done is closed. It returns false where no more will come.
func (f *Folders) Wait(done <-chan struct{}) bool {
	select {
	case _, ok := <-f.system.Events:
		return ok
	case _, ok := <-f.system.Errors:
		return ok // something was missed
	case <-done:
		return false
	}
}

// Close ends the watching.
func (f *Folders) Close() {
	if f != nil {
		_ = f.system.Close() // nothing was opened for writing
	}
}
