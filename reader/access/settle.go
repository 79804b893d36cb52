package access

import (
	"context"
	"io/fs"
	"os"
	"time"

	"eyeline/reader/wait"
)

// settleTime is how old a file's time must be before the file is read. A write sets the time before it copies its
// bytes, and two writes within one tick of the kernel's clock (1 to 10 ms) set the same time: younger than that, equal
// times do not mean equal bytes.
const settleTime = 10 * time.Millisecond

// settleTries bounds how often a file that keeps changing is waited for.
const settleTries = 4

// settled waits until a write that was under way when it was called is over, as far as the time of f shows, and returns
// the file's state then. A file that keeps changing is taken as it is after a few tries: then moving is true, and the
// state may be from the midst of a write. The error is ctx's, or that of looking at the file.
func settled(ctx context.Context, f *os.File) (fi fs.FileInfo, moving bool, err error) {
	for range settleTries {
		before := time.Now()
		if fi, err = f.Stat(); err != nil {
			return nil, false, err
		}

		age := before.Sub(fi.ModTime())
		if age < 0 && -age > settleTime || age >= settleTime { // a time to come is that of no write
			return fi, false, nil
		}
		if err := wait.For(ctx, settleTime-age); err != nil {
			return nil, false, err
		}
	}

	return fi, true, nil
}
