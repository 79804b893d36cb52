package access

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"eyeline/reader/longtest"
)

// While one process writes a file in place again and again, readers never see a part of two contents, unless they are
// informed that the file changed.
//
// The writer rests between its writes: a process that the system stops in the midst of a write, for longer than
// settleTime, leaves a mixture that no time tells of.
func TestNoMixtureWhileAFileIsWrittenInPlace(t *testing.T) {
	longtest.SkipUnlessLong(t)
	for _, rest := range []time.Duration{300 * time.Microsecond, 3 * time.Millisecond, 12 * time.Millisecond} {
		t.Run(rest.String(), func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "f")
			const size = 64 << 10
			write := func(c byte) {
				f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o644)
				if err != nil {
					t.Error(err)
					return
				}
				_, err = f.Write(bytes.Repeat([]byte{c}, size))
				if cerr := f.Close(); err != nil || cerr != nil {
					t.Error(err, cerr)
				}
			}
			write('a')
			stop, stopped := make(chan struct{}), make(chan struct{})
			go func() {
				defer close(stopped)
				for c := byte('a'); ; c = 'a' + (c-'a'+1)%26 {
					select {
					case <-stop:
						return
					case <-time.After(rest):
						write(c)
					}
				}
			}()
			defer func() {
				close(stop)
				<-stopped
			}()
			for range 40 {
				mixed, err := isMixture(t, path, size)
				if err != nil && !IsChanged(err) {
					t.Fatal(err)
				}
				if mixed && err == nil {
					t.Fatal("a mixture of two contents was taken for one file")
				}
			}
		})
	}
}

// isMixture reads the file's halves one after the other, as a read of pages does. The error is that of reading, or
// says that the file changed.
func isMixture(t *testing.T, path string, size int) (bool, error) {
	f, err := Open(t.Context(), path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	p := make([]byte, size)
	if err := ReadFull(f, p[:size/2], 0); err != nil {
		return false, err
	}
	time.Sleep(200 * time.Microsecond)
	if err := ReadFull(f, p[size/2:], int64(size/2)); err != nil {
		return false, err
	}
	return !bytes.Equal(p, bytes.Repeat(p[:1], size)), f.Unchanged()
}
