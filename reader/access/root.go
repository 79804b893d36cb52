package access

import (
	"errors"
	"io/fs"
	"os"
	"syscall"

	"eyeline/reader/source"
)

// rootDir is a directory under which files are looked at and opened. No method follows a symbolic link out of it; names
// are relative, clean, and expected to be free of links but for the last one of lstat and readlink.
type rootDir interface {
	lstat(name string) (fs.FileInfo, error)
	readlink(name string) (string, error)
	open(name string) (*os.File, error)
	close() error
	// refusesLinks says that no method passes through a link, inside or not: it gives errRaced instead.
	refusesLinks() bool
}

// errRaced is the reason why a path cannot be followed that was changed since it was resolved.
var errRaced = errors.New("the path changed while it was followed")

// openRootDir opens a directory, never anything else: a named pipe in its place is not waited for.
func openRootDir(path string) (rootDir, error) {
	fi, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !fi.IsDir() {
		return nil, syscall.ENOTDIR
	}
	if r, ok := openByDescriptor(path); ok {
		return r, nil
	}

	r, err := os.OpenRoot(path)
	if err != nil {
		return nil, err
	}

	return portableRoot{r}, nil
}

// portableRoot is a rootDir by os.Root. To pass through a directory it must be readable.
type portableRoot struct{ root *os.Root }

func (r portableRoot) lstat(name string) (fs.FileInfo, error) { return r.root.Lstat(name) }
func (r portableRoot) readlink(name string) (string, error)   { return r.root.Readlink(name) }
func (r portableRoot) close() error                           { return r.root.Close() }
func (r portableRoot) refusesLinks() bool                     { return false }

func (r portableRoot) open(name string) (*os.File, error) {
	return r.root.OpenFile(name, source.OpenFlags, 0)
}
