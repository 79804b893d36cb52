package tools

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"time"

	"eyeline/reader/source"
	"eyeline/reader/window"
)

// errChanged is the reason why a read failed that found its file shorter or rewritten since it began.
var errChanged = errors.New("the file was changed while it was read")

// errDirectory is the reason why a directory cannot be read as a file.
var errDirectory = errors.New("is a directory")

// specialFileError refuses a file whose bytes cannot be read by offset: reading it could wait for ever, or never end.
type specialFileError struct{ kind string } // with its article: "a named pipe"

func (e *specialFileError) Error() string { return "is " + e.kind + ", not a file" }

// specialKind names what a file that is neither regular nor a directory is.
func specialKind(mode fs.FileMode) string {
	switch {
	case mode&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeDevice != 0:
		return "a device"
	}
	return "a special file"
}

// opened is a file as one read sees it: a run of bytes whose size is fixed when it is opened.
type opened struct {
	source.Bytes
	index window.Index // nil when there is none
	// stream: the bytes are the caller's, who may find that their file has changed.
	stream bool
	// file and info are nil for a stream, and when the bytes cannot change: a spool, the null device.
	file    *os.File
	info    fs.FileInfo
	tail    []byte // the last bytes, as they were
	closers []io.Closer
}

// tailSize is how many bytes at a file's end tell an appended file from one that was written anew, longer.
const tailSize = 64

// Close releases the file; the bytes are not readable after it.
func (o *opened) Close() error {
	var err error
	for _, c := range o.closers {
		err = errors.Join(err, c.Close())
	}
	o.closers = nil
	return err
}

// unchanged returns errChanged when the file is shorter than it was when it was opened, or was written to other than
// by appending, which leaves the bytes of this read as they were.
func (o *opened) unchanged() error {
	if o.file == nil {
		if o.stream && o.Size() > 0 {
			return readFull(o, make([]byte, 1), o.Size()-1)
		}
		return nil
	}
	fi, err := o.file.Stat()
	switch {
	case err != nil:
		return err
	case fi.Size() < o.info.Size():
		return errChanged
	case fi.ModTime().Equal(o.info.ModTime()):
		return nil
	case fi.Size() == o.info.Size():
		return errChanged
	}
	var now [tailSize]byte
	tail := now[:len(o.tail)]
	if err := readFull(o.file, tail, o.info.Size()-int64(len(tail))); err != nil {
		return err
	}
	if !bytes.Equal(tail, o.tail) {
		return errChanged
	}
	return nil
}

// isChanged says whether err tells of a file that changed under a read. A read that ends before the size that was
// seen when the file was opened is the same thing seen from below.
func isChanged(err error) bool {
	return errors.Is(err, errChanged) || errors.Is(err, source.ErrStale) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}

// openStream is the run of bytes that stands for any path (Env.Stream).
func openStream(env Env) *opened {
	o := &opened{Bytes: env.Stream, stream: true}
	if env.Index != nil {
		o.index = env.Index(nil)
	}
	return o
}

// openRegular takes over f, which it closes on errors. It refuses what is not a regular file, but for the null
// device, which is an empty file. Files of a process file system have no size, or a wrong one: those are spooled.
func openRegular(ctx context.Context, env Env, f *os.File) (*opened, error) {
	o, err := lookAt(ctx, env, f)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return o, nil
}

func lookAt(ctx context.Context, env Env, f *os.File) (*opened, error) {
	fi, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if fi.IsDir() {
		return nil, errDirectory
	}
	if isNullDevice(fi) {
		return &opened{Bytes: source.View(f, 0), closers: []io.Closer{f}}, nil
	}
	if !fi.Mode().IsRegular() {
		return nil, &specialFileError{specialKind(fi.Mode())}
	}
	tail, honest, err := readTail(f, fi.Size())
	if err != nil {
		return nil, err
	}
	if !honest {
		// The same answer comes from a file that changed between the two looks at it.
		again, err := f.Stat()
		if err != nil {
			return nil, err
		}
		if again.Size() != fi.Size() || !again.ModTime().Equal(fi.ModTime()) {
			return nil, errChanged
		}
		b, closer, err := spool(ctx, f)
		if err != nil {
			return nil, err
		}
		return &opened{Bytes: b, closers: []io.Closer{closer, f}}, nil
	}
	o := &opened{Bytes: source.View(f, fi.Size()), file: f, info: fi, tail: tail, closers: []io.Closer{f}}
	if env.Index != nil {
		o.index = env.Index(fi)
	}
	return o, nil
}

// readTail reads the last bytes of a file, and finds out whether it ends where its size says.
func readTail(f *os.File, size int64) (tail []byte, honest bool, err error) {
	if size == 0 {
		n, err := f.ReadAt(make([]byte, 1), 0)
		if err == io.EOF {
			err = nil
		}
		return nil, n == 0, err
	}
	tail = make([]byte, min(tailSize, size))
	switch err := readFull(f, tail, size-int64(len(tail))); err {
	case nil:
		return tail, true, nil
	case errChanged:
		return nil, false, nil
	default:
		return nil, false, err
	}
}

// readTries is how often a read is begun while its file keeps changing.
const readTries = 4

// retryPause lets whoever rewrites the file finish; it doubles with each try.
const retryPause = time.Millisecond

// readFile opens a file and makes a result of it. When the file changes meanwhile it begins again from the opening, at
// most readTries times, then the error is errChanged.
func readFile(ctx context.Context, open func() (*opened, error), read func(*opened) (*Result, error)) (*Result, error) {
	for try := 1; ; try++ {
		r, err := readOnce(open, read)
		switch {
		case err == nil:
			return r, nil
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case !isChanged(err):
			return nil, err
		case try == readTries:
			return nil, errChanged
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(retryPause << try):
		}
	}
}

func readOnce(open func() (*opened, error), read func(*opened) (*Result, error)) (*Result, error) {
	o, err := open()
	if err != nil {
		return nil, err
	}
	r, err := read(o)
	// A refusal, too, must not come from a mixture of two files.
	if changed := o.unchanged(); changed != nil {
		err = changed
	}
	if err != nil {
		_ = o.Close() // read only: nothing is lost
		return nil, err
	}
	r.close = o.Close
	return r, nil
}
