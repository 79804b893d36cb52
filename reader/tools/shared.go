package tools

import (
	"bytes"
	"context"

	"eyeline/reader/access"
	"eyeline/reader/source"
)

// Shared is a file that is opened once for the reads of several tools. Every read still asks the system whether the file
// has changed since.
type Shared struct {
	path  string
	file  *access.File
	bytes source.Bytes // its bytes in memory; nil: too many
}

// OpenShared opens the file at an absolute path that leads over no symbolic link, inside the root of all the reads: no
// confinement is looked at again. A file of at most len(buf) bytes is read into buf, which must not be written to until
// Close. Errors are those of access.Open, or of reading.
func OpenShared(ctx context.Context, path string, buf []byte) (*Shared, error) {
	f, err := access.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	s := &Shared{path: path, file: f}
	if n := f.Size(); n <= int64(len(buf)) {
		if err := readFull(f, buf[:n], 0); err != nil {
			_ = f.Close() // read only: nothing is lost
			return nil, err
		}
		s.bytes = source.View(bytes.NewReader(buf[:n]), n)
	}
	return s, nil
}

// Bytes are the file's bytes.
func (s *Shared) Bytes() source.Bytes {
	if s.bytes != nil {
		return s.bytes
	}
	return s.file
}

// Unchanged returns access.ErrChanged when the file was written to since it was opened.
func (s *Shared) Unchanged() error { return s.file.Unchanged() }

// Close closes the file; no read may use it after that.
func (s *Shared) Close() error { return s.file.Close() }
