package source

import (
	"os"

	"golang.org/x/sys/unix"
)

// nameless makes a file without a name in a folder. Not every file system can.
func nameless(dir string) (*os.File, error) {
	return os.OpenFile(dir, os.O_RDWR|os.O_EXCL|unix.O_TMPFILE, 0o600) // O_EXCL: it never gets a name
}
