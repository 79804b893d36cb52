//go:build !unix

package access

import (
	"io"
	"os"
	"path/filepath"

	"eyeline/reader/source"
)

// Plain is a file that is read from its beginning to its end, once.
type Plain struct {
	file *os.File
	Size int64
	Unix int64 // the second of its last change
}

// OpenPlain opens a regular file of an open folder by its name there. follow: also what a link leads to. The errors are
// the system's, or a SpecialError.
func OpenPlain(dir *os.File, name string, follow bool) (*Plain, error) {
	path := filepath.Join(dir.Name(), name)
	look := os.Lstat
	if follow {
		look = os.Stat
	}

	info, err := look(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &SpecialError{info.Mode()}
	}

	file, err := source.Open(path)
	if err != nil {
		return nil, err
	}

	return &Plain{file, info.Size(), info.ModTime().Unix()}, nil
}

// Read reads on.
func (p *Plain) Read(b []byte) (int, error) { return p.file.Read(b) }

// Rewind goes back to the beginning.
func (p *Plain) Rewind() error {
	_, err := p.file.Seek(0, io.SeekStart)
	return err
}

// Close closes the file.
func (p *Plain) Close() error { return p.file.Close() }
