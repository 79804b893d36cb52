package source

import (
	"cmp"
	"errors"
	"os"
)

// Temp is a file that goes with its process, or when it is closed.
type Temp struct {
	*os.File
	named bool // it still has its name
}

// NewTemp makes an empty file in a folder, "" for the system's, which nobody else can open. Where the system has files
// without a name it never has one, so that no end of the process leaves it behind.
func NewTemp(dir string) (*Temp, error) {
	dir = cmp.Or(dir, os.TempDir())
	if f, err := nameless(dir); err == nil {
		return &Temp{File: f}, nil
	}
	return unnamed(dir)
}

// unnamed makes a file and takes its name away.
func unnamed(dir string) (*Temp, error) {
	f, err := os.CreateTemp(dir, "eyeline-*")
	if err != nil {
		return nil, err
	}
	return &Temp{f, os.Remove(f.Name()) != nil}, nil // where an open file cannot be removed, Close does
}

// Close frees the file.
func (t *Temp) Close() error {
	err := t.File.Close()
	if t.named {
		err = errors.Join(err, os.Remove(t.Name()))
	}
	return err
}
