package source

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// Holes is how many of a file's first size bytes are in holes, which take no room on the disk. It looks no further than
// most of them, and moves the place of those who do not read by offset.
func Holes(f *os.File, size, most int64) (holes int64) {
	for at := int64(0); at < size && holes <= most; {
		data, err := f.Seek(at, unix.SEEK_DATA)
		switch {
		case errors.Is(err, unix.ENXIO): // there is none any more
			data = size
		case err != nil:
			return 0 // the file system knows no holes
		}
		data = min(data, size)
		holes += data - at
		if at, err = f.Seek(data, unix.SEEK_HOLE); err != nil {
			break // at the end
		}
	}
	return holes
}
