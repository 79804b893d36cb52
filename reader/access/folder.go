package access

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
)

// ErrLink is the reason why a file is not opened: a folder on the way to it, or the file itself, is a symbolic link.
var ErrLink = errors.New("the path leads over a symbolic link")

// Folder is a folder below which files are looked at and opened without following a symbolic link. Names are relative
// and separated by slashes; nothing outside of the folder is reached, whatever is swapped meanwhile.
type Folder struct {
	root rootDir
}

// OpenFolder opens the folder at an absolute path without links.
func OpenFolder(path string) (*Folder, error) {
	root, err := openRootDir(path)
	if err != nil {
		return nil, err
	}
	return &Folder{root}, nil
}

// Close closes the folder.
func (f *Folder) Close() error { return f.root.close() }

// Lstat looks at a file. The error is ErrLink or the system's.
func (f *Folder) Lstat(name string) (fs.FileInfo, error) {
	if err := f.overLinks(path.Dir(name)); err != nil {
		return nil, err
	}
	fi, err := f.root.lstat(filepath.FromSlash(name))
	return fi, overLink(err)
}

// Readlink is the target of a link.
func (f *Folder) Readlink(name string) (string, error) {
	if err := f.overLinks(path.Dir(name)); err != nil {
		return "", err
	}
	target, err := f.root.readlink(filepath.FromSlash(name))
	return target, overLink(err)
}

// ReadDir lists a folder, by name. Its entries are looked at one by one: a file that is opened below a folder does not
// know the path that package os would look at. One that cannot be looked at stands as a file, whose Info has the error.
func (f *Folder) ReadDir(name string) ([]fs.DirEntry, error) {
	if err := f.overLinks(name); err != nil {
		return nil, err
	}

	dir, err := f.root.open(filepath.FromSlash(name))
	if err != nil {
		return nil, overLink(err)
	}

	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	slices.Sort(names)
	var all []fs.DirEntry
	for _, base := range names {
		switch fi, err := f.root.lstat(filepath.FromSlash(path.Join(name, base))); {
		case err == nil:
			all = append(all, fs.FileInfoToDirEntry(fi))
		case errors.Is(err, errRaced):
			return nil, ErrLink
		case !errors.Is(err, fs.ErrNotExist): // it is gone
			all = append(all, unseen{base, err})
		}
	}

	return all, err
}

// unseen is an entry that the system lists and does not let be looked at, such as a file that a program on Windows has
// locked. It stands as a file, which says why when it is opened.
type unseen struct {
	name string
	err  error
}

func (u unseen) Name() string               { return u.name }
func (u unseen) IsDir() bool                { return false }
func (u unseen) Type() fs.FileMode          { return 0 }
func (u unseen) Info() (fs.FileInfo, error) { return nil, u.err }

// Open opens a file. The errors are ErrLink and those of Open.
func (f *Folder) Open(ctx context.Context, name string) (*File, error) {
	fi, err := f.Lstat(name)
	switch {
	case err != nil:
		return nil, err
	case fi.Mode()&fs.ModeSymlink != 0:
		return nil, ErrLink
	case fi.IsDir():
		return nil, ErrDirectory
	case !fi.Mode().IsRegular():
		return nil, &SpecialError{fi.Mode()}
	}

	file, err := f.root.open(filepath.FromSlash(name))
	if err != nil {
		return nil, overLink(err)
	}

	return openRegular(ctx, file)
}

// overLinks looks for a link on the way to a folder, where the system does not refuse it by itself.
func (f *Folder) overLinks(folder string) error {
	if _, refuses := f.root.(portableRoot); !refuses || folder == "." {
		return nil
	}
	if err := f.overLinks(path.Dir(folder)); err != nil {
		return err
	}

	fi, err := f.root.lstat(filepath.FromSlash(folder))
	if err == nil && fi.Mode()&fs.ModeSymlink != 0 {
		err = ErrLink
	}

	return err
}

// overLink is an error of a rootDir, in which a link on the way is one that came meanwhile.
func overLink(err error) error {
	if errors.Is(err, errRaced) {
		return ErrLink
	}
	return err
}
