package source

import (
	"cmp"
	"errors"
	"os"
)

// Temp is a temporary file that disappears when it is closed, or with the process.
type Temp struct {
	*os.File
	named bool // it still has a name
}

// NewTemp creates an empty temporary file in a folder, "" for the system's, which other users cannot open. If the
// system supports files without a name it never has one, so that nothing can leave it behind.
func NewTemp(dir string) (*Temp, error) {
	dir = cmp.Or(dir, os.TempDir())
	if f, err := nameless(dir); err == nil {
		return &Temp{File: f}, nil
	}
	return unnamed(dir)
}

// unnamed creates a file and removes its name.
func unnamed(dir string) (*Temp, error) {
	f, err := os.CreateTemp(dir, "eyeline-*")
	if err != nil {
		return nil, err
	}
	return &Temp{f, os.Remove(f.Name()) != nil}, nil // if an open file cannot be removed, Close does so
}

// Close frees the file.
func (t *Temp) Close() error {
	err := t.File.Close()
	if t.named {
		err = errors.Join(err, os.Remove(t.Name()))
	}
	return err
}
