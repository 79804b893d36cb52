package access

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// While one process writes a file in place again and again, readers never see a part of two contents, unless they are
// informed that the file changed.
func TestNoMixtureWhileAFileIsWrittenInPlace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	const size = 1 << 20
	write := func(c byte) error {
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o644)
		if err != nil {
			return err
		}
		_, err = f.Write(bytes.Repeat([]byte{c}, size))
		if cerr := f.Close(); err == nil {
			err = cerr
		}
		return err
	}
	if err := write('a'); err != nil {
		t.Fatal(err)
	}
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for c := byte('a'); ; c = 'a' + (c-'a'+1)%26 {
			select {
			case <-stop:
				return
			default:
			}
			if write(c) != nil {
				return
			}
		}
	}()
	p := make([]byte, size)
	for range 40 {
		f, err := Open(t.Context(), path)
		if err != nil {
			if !IsChanged(err) {
				t.Fatal(err)
			}
			continue
		}
		err = ReadFull(f, p, 0)
		changed := f.Unchanged()
		_ = f.Close()
		if err == nil && changed == nil && !bytes.Equal(p, bytes.Repeat(p[:1], size)) {
			t.Fatal("a mixture of two contents was taken for one file")
		}
	}
	close(stop)
	<-stopped
}
