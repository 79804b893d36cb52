// Package access, which changes without notice, opens files the way tools may: anywhere, or confined to a root
// directory, without ever waiting for a named pipe or starting a device. An opened file keeps its size, and can find
// out that it was changed since.
package access

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"

	"eyeline/reader/source"
)

// ErrChanged is the reason why a read failed that found its file shorter or rewritten since it began.
var ErrChanged = errors.New("the file was changed while it was read")

// ErrDirectory is the reason why a directory cannot be read as a file.
var ErrDirectory = errors.New("is a directory")

// SpecialError refuses a file whose bytes cannot be read by offset: reading it could wait for ever, or never end.
// Mode says which kind of file it is; its permissions mean nothing.
type SpecialError struct{ Mode fs.FileMode }

func (e *SpecialError) Error() string { return "is " + e.Noun() + ", not a file" }

// Noun names the kind of file, with its article.
func (e *SpecialError) Noun() string { return cmp.Or(source.Noun(e.Mode), "a special file") }

// File is a file as one read sees it: a run of bytes whose size is fixed when it is opened.
type File struct {
	source.Bytes
	// stream: the bytes are the caller's, who may find that their file has changed.
	stream bool
	// file and info are nil for a stream, and when the bytes cannot change: a spool, the null device.
	file *os.File
	info fs.FileInfo
	// moving: the file kept changing while it was opened, and info may be from the midst of a write.
	moving  bool
	ctx     context.Context // of reading
	closers []io.Closer
}

// Info is the file's identity and state when it was opened; nil for a stream and for what has no size of its own.
func (o *File) Info() fs.FileInfo { return o.info }

// Holes is how many of the file's bytes are in holes, as [source.Holes] has them.
func (o *File) Holes(most int64) int64 {
	if o.file == nil {
		return 0
	}
	return source.Holes(o.file, o.Size(), most)
}

// Close releases the file; the bytes are not readable after it.
func (o *File) Close() error {
	var err error
	for _, c := range o.closers {
		err = errors.Join(err, c.Close())
	}
	o.closers = nil
	return err
}

// Borrow is the same file for one more read, which may close it without closing o. m are its bytes in memory, which do
// not change; nil: they are read from the file.
func (o *File) Borrow(m *source.Memory) *File {
	borrowed := *o
	borrowed.closers = nil
	if m != nil {
		borrowed.Bytes = m
		borrowed.file = nil
	}
	return &borrowed
}

// InMemory is where the file's bytes are in memory; nil when they are not.
func (o *File) InMemory() *source.Memory { return source.MemoryOf(o.Bytes) }

// Unchanged returns ErrChanged when the file is shorter than it was when it was opened, or was written to other than by
// appending, which leaves the bytes of this read as they were: where the file is longer, was touched in a way that
// left its time, or kept changing while it was opened, they are read again.
func (o *File) Unchanged() error {
	if o.file == nil {
		if o.stream && o.Size() > 0 {
			return ReadFull(o, make([]byte, 1), o.Size()-1)
		}
		return nil
	}

	fi, err := o.file.Stat()
	if err == nil && o.moving && !o.rewritten(fi) {
		fi, _, err = settled(o.ctx, o.file)
	}

	switch {
	case err != nil:
		return err
	case o.rewritten(fi):
		return ErrChanged
	case !o.moving && fi.Size() == o.info.Size() && source.StatusTime(fi).Equal(source.StatusTime(o.info)):
		return nil
	}

	same, err := o.Bytes.(*source.Checked).Same(o.ctx)
	if err == nil && !same {
		err = ErrChanged
	}

	return err
}

// rewritten reports whether fi, a later state of the file, shows a change that is more than bytes appended.
func (o *File) rewritten(fi fs.FileInfo) bool {
	grown := fi.Size() > o.info.Size()
	return fi.Size() < o.info.Size() || !grown && !fi.ModTime().Equal(o.info.ModTime())
}

// IsChanged reports whether err means that a file changed during a read. A read that ends before the size that was
// seen when the file was opened is the same thing seen from below.
func IsChanged(err error) bool {
	return errors.Is(err, ErrChanged) || errors.Is(err, source.ErrStale) ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}

// Stream is the run of bytes that stands for any path: a spooled standard input. Close closes closers.
func Stream(b source.Bytes, closers ...io.Closer) *File {
	return &File{Bytes: b, stream: true, closers: closers}
}

// ErrNUL is the reason why a path with a NUL byte cannot be opened.
var ErrNUL = errors.New("file name contained an unexpected NUL byte")

// Open opens any file of the system, following links. Directories, named pipes, sockets and devices are refused without
// being opened; the null device is an empty file. The errors are ErrNUL, ErrDirectory, a *SpecialError, ErrChanged, or
// the system's.
func Open(ctx context.Context, path string) (*File, error) {
	if strings.IndexByte(path, 0) >= 0 {
		return nil, ErrNUL
	}

	f, _, err := source.OpenRegular(path)
	var kind *source.KindError
	switch {
	case err == nil:
		return openRegular(ctx, f)
	case !errors.As(err, &kind):
		return nil, err
	case kind.Mode.IsDir():
		return nil, ErrDirectory
	}

	if fi, err := os.Stat(path); err == nil && IsNullDevice(fi) {
		return &File{Bytes: source.View(strings.NewReader(""), 0)}, nil
	}

	return nil, &SpecialError{kind.Mode}
}

// openRegular takes over f, which it closes on errors. It refuses what is not a regular file, but for the null
// device, which is an empty file. Files of a process file system have no size, or a wrong one: those are spooled.
func openRegular(ctx context.Context, f *os.File) (*File, error) {
	o, err := lookAt(ctx, f)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return o, nil
}

func lookAt(ctx context.Context, f *os.File) (*File, error) {
	fi, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if fi.IsDir() {
		return nil, ErrDirectory
	}
	if IsNullDevice(fi) {
		return &File{Bytes: source.View(f, 0), closers: []io.Closer{f}}, nil
	}
	if !fi.Mode().IsRegular() {
		return nil, &SpecialError{fi.Mode()}
	}

	fi, moving, err := settled(ctx, f)
	if err != nil {
		return nil, err
	}

	honest, err := source.EndsAtSize(f, fi)
	switch {
	case errors.Is(err, source.ErrStale):
		return nil, ErrChanged
	case err != nil:
		return nil, err
	case !honest:
		b, closer, err := spool(ctx, f)
		if err != nil {
			return nil, err
		}
		return &File{Bytes: b, closers: []io.Closer{closer, f}}, nil
	}

	return &File{
		Bytes: source.Check(f, fi.Size()), file: f, info: fi, moving: moving, ctx: ctx, closers: []io.Closer{f},
	}, nil
}

// ReadFull fills p from offset off, 0-based. It returns ErrChanged when the bytes end before; other errors are those of
// reading.
func ReadFull(b io.ReaderAt, p []byte, off int64) error {
	_, err := source.ReadFull(b, p, off)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return ErrChanged
	}
	return err
}
