//go:build !unix

package access

import (
	"io"
	"os"
	"path/filepath"

	"eyeline/reader/source"
)

// SequentialFile is a file that is read from its beginning to its end, once.
type SequentialFile struct {
	file *os.File
	Size int64
	Unix int64 // the second of its last change
}

// OpenSequential opens a regular file of an open folder by its name there. follow: also what a link leads to. The
// errors are the system's, or a SpecialError.
func OpenSequential(dir *os.File, name string, follow bool) (*SequentialFile, error) {
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

	return &SequentialFile{file, info.Size(), info.ModTime().Unix()}, nil
}

// Read reads on.
func (p *SequentialFile) Read(b []byte) (int, error) { return p.file.Read(b) }

// Rewind goes back to the beginning.
func (p *SequentialFile) Rewind() error {
	_, err := p.file.Seek(0, io.SeekStart)
	return err
}

// Close closes the file.
func (p *SequentialFile) Close() error { return p.file.Close() }
