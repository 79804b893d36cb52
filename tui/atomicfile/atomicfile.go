// Package atomicfile writes whole files: whatever happens in the middle, a full disk, a crash or a lost connection, the
// file's name means either all of the old content or all of the new.
package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// Options say what Write may do.
type Options struct {
	// Mode is the mode of a file that does not exist yet, before the umask. One that exists keeps its own.
	Mode fs.FileMode
	// Replace allows Write to replace a file that exists; otherwise that is an fs.ErrExist.
	Replace bool
}

// errNotRegular is the error for a path that names something else than a regular file.
var errNotRegular = errors.New("it is not a regular file")

// Write gives the file at path the content that write writes. Symbolic links are followed, also to a file that does not
// exist yet, and stay as they are; a file that exists keeps its mode and, where the system allows that, its owner.
//
// The content goes to a temporary file in the same folder, which is flushed to the disk and renamed. When an error is
// returned, the old file is untouched and the temporary file is gone.
func Write(path string, o Options, write func(io.Writer) error) error {
	target, err := follow(path)
	if err != nil {
		return err
	}
	mode := o.Mode
	old, err := os.Stat(target)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		old = nil
	case err != nil:
		return err
	case !old.Mode().IsRegular():
		return errNotRegular
	case !o.Replace:
		return fs.ErrExist
	default:
		mode = old.Mode().Perm()
		if err := writable(target); err != nil {
			return err
		}
	}
	temp, err := create(filepath.Dir(target), mode)
	if err != nil {
		return err
	}
	err = fill(temp, old, write)
	if err == nil {
		err = os.Rename(temp.Name(), target)
	}
	if err != nil {
		_ = os.Remove(temp.Name())
		return err
	}
	syncDir(filepath.Dir(target))
	return nil
}

// fill writes the content, gives the file the mode and owner of the old one, and closes it.
func fill(f *os.File, old fs.FileInfo, write func(io.Writer) error) error {
	err := write(f)
	if err == nil && old != nil {
		keepOwner(f, old)
		err = f.Chmod(old.Mode().Perm())
	}
	if err == nil {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err
}

// writable reports why a file that exists must not be changed: renaming over it would not ask.
func writable(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

// create makes an empty file with a new name in a folder. The name is short, so that it fits wherever the target's
// does.
func create(dir string, mode fs.FileMode) (*os.File, error) {
	for {
		name := filepath.Join(dir, fmt.Sprintf(".eyeline-%012x", rand.Uint64()>>16))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

// maxLinks is how many symbolic links are followed, one after the other.
const maxLinks = 40

// follow returns the file that a path leads to through symbolic links. The last one need not exist, its folder must.
func follow(path string) (string, error) {
	for range maxLinks {
		dir, name := filepath.Split(path)
		if name == "" || name == "." || name == ".." {
			return "", errNotRegular
		}
		if dir == "" {
			dir = "."
		}
		dir, err := filepath.EvalSymlinks(dir)
		if err != nil {
			return "", err
		}
		path = filepath.Join(dir, name)
		info, err := os.Lstat(path)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			if errors.Is(err, fs.ErrNotExist) {
				err = nil
			}
			return path, err
		}
		to, err := os.Readlink(path)
		if err != nil {
			return "", err
		}
		if !filepath.IsAbs(to) {
			to = dir + string(filepath.Separator) + to // not Join, which resolves ".." before links
		}
		path = to
	}
	return "", fmt.Errorf("%s: more than %d symbolic links", path, maxLinks)
}
