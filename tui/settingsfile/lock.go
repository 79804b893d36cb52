package settingsfile

import (
	"errors"
	"time"
)

// lockPatience is how long a save waits at most for those of other processes; tests shorten it.
var lockPatience = 10 * time.Second

// lockSlice is how long it waits between two tries.
const lockSlice = 5 * time.Millisecond

// errLocked says that another process has the lock all the time.
var errLocked = errors.New("another program is changing the settings; nothing is saved")

// lockFolder locks a folder against the saves of other processes until unlock is called. A file system without locks
// does without.
func lockFolder(dir string) (unlock func(), err error) {
	f, err := holdLock(dir)
	if err != nil {
		return nil, err
	}
	for end := time.Now().Add(lockPatience); tryLock(f); time.Sleep(lockSlice) {
		if time.Now().After(end) {
			return nil, errors.Join(errLocked, f.Close())
		}
	}

	return func() { _ = f.Close() }, nil // which unlocks it
}
