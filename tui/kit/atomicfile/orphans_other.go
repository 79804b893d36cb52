//go:build !linux && !darwin && !freebsd && !netbsd && !openbsd && !dragonfly

package atomicfile

import "os"

// Without locks nothing tells whether the writer of a file is gone.

func lock(*os.File) (unlock func(), ok bool) { return func() {}, true }

func removeOrphans(*folder) {}
