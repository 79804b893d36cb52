package access

import (
	"io/fs"
	"os"
	"path/filepath"
)

// View looks at the file system for a tool: at all of it, or, where Root is set, at nothing outside that directory.
// Outside is then the same as ErrOutside for every path that leads there, existing or not.
type View struct{ Root string }

// inside checks a path against Root and returns it as it may be looked at: free of links that lead out.
func (v View) inside(path string, follow bool) (string, error) {
	if v.Root == "" {
		return path, nil
	}
	c, err := confine(v.Root)
	if err != nil {
		return "", err
	}
	defer c.close()
	if follow {
		rel, _, err := c.resolve(path)
		if err != nil {
			return "", System(err)
		}
		return filepath.Join(c.path, rel), nil
	}
	// The link itself is looked at: only the way to it is followed.
	dir, name := filepath.Split(filepath.Clean(path))
	rel, _, err := c.resolve(dir)
	if err != nil {
		return "", System(err)
	}
	return filepath.Join(c.path, rel, name), nil
}

// Stat follows links, as os.Stat does.
func (v View) Stat(path string) (fs.FileInfo, error) {
	path, err := v.inside(path, true)
	if err != nil {
		return nil, err
	}
	return os.Stat(path)
}

// Lstat does not follow the last link.
func (v View) Lstat(path string) (fs.FileInfo, error) {
	path, err := v.inside(path, false)
	if err != nil {
		return nil, err
	}
	return os.Lstat(path)
}

// Readlink is where a link points.
func (v View) Readlink(path string) (string, error) {
	path, err := v.inside(path, false)
	if err != nil {
		return "", err
	}
	return os.Readlink(path)
}

// RealPath is a path without links and dots.
func (v View) RealPath(path string) (string, error) {
	path, err := v.inside(path, true)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(path)
}

// ReadDir lists a directory in the order of the file system, at most n entries; n <= 0 for all.
func (v View) ReadDir(path string, n int) ([]fs.DirEntry, error) {
	path, err := v.inside(path, true)
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, openFlags, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if n <= 0 {
		n = -1
	}
	return f.ReadDir(n)
}
