package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// folder is a folder that is held open, so that what is done in it is done there whatever its name comes to mean.
type folder struct {
	*os.Root
	dir *os.File // the folder itself
}

func openFolder(path string) (*folder, error) {
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, err
	}
	dir, err := root.Open(".")
	if err != nil {
		return nil, errors.Join(err, root.Close())
	}
	return &folder{root, dir}, nil
}

func (f *folder) close() {
	_ = f.dir.Close()
	_ = f.Close()
}

// path is the path of a name in the folder, as the folder was opened.
func (f *folder) path(name string) string { return filepath.Join(f.Name(), name) }

// existing are the rights of the file of a name that may be replaced, nil without one. Renaming over it would
// not ask whether it may be written to.
func (f *folder) existing(name string, o Options) (*rights, error) {
	info, err := f.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errNotRegular
	case !o.Replace:
		return nil, fs.ErrExist
	}

	return f.rightsOf(name)
}

// rightsOf are the rights of a file that may be written to. What is not regular does not make it wait.
func (f *folder) rightsOf(name string) (*rights, error) {
	old, err := f.OpenFile(name, os.O_WRONLY|nonBlocking, 0)
	if err != nil {
		return nil, err
	}

	defer old.Close()
	info, err := old.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errNotRegular
	}

	return &rights{info: info, acl: aclOf(old)}, err
}

// errMoved says that the content is written, but not to the path that was asked for.
var errMoved = errors.New("its folder was renamed meanwhile; what was written is in that")

// now is the path of the folder. It is another one than at first where the folder was renamed meanwhile and the system
// says to what; errMoved where it does not.
func (f *folder) now() (string, error) {
	is, err := f.dir.Stat()
	named, nerr := os.Stat(f.Name())
	if err == nil && nerr == nil && os.SameFile(is, named) {
		return f.Name(), nil
	}
	if path := pathOf(f.dir); path != "" {
		return path, nil
	}
	return f.Name(), errMoved
}
