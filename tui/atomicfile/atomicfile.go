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
	"strconv"
	"strings"
	"sync"
)

// Options say what Write may do.
type Options struct {
	// Mode is the mode of a file that does not exist yet, before the umask. One that exists keeps its own.
	Mode fs.FileMode
	// Replace allows Write to replace a file that exists; otherwise that is an fs.ErrExist.
	Replace bool
	// Beside is asked when there is a file of the name at the end that must not be replaced: whether the content may go
	// to the next free name beside it, NAME.1 and so on. nil is no.
	Beside func() bool
}

// errNotRegular is the error for a path that names something else than a regular file.
var errNotRegular = errors.New("it is not a regular file")

// ErrEnough is what a content returns that is to be kept as far as it is written, without waiting for the disk.
var ErrEnough = errors.New("what is written is enough")

// Write gives the file at path the content that write writes. Symbolic links are followed, also to a file that does not
// exist yet, and stay as they are; a file that exists keeps its mode and, where the system allows that, its owner. It
// returns the path of the file that has the content, which is another one only with Beside.
//
// The content goes to a temporary file in the same folder, which is flushed to the disk and renamed. When an error is
// returned, the old file is untouched and the temporary file is gone. Only a process that is killed leaves one behind:
// the next Write into the folder removes it, where the system has locks that tell that its writer is gone.
func Write(path string, o Options, write func(io.Writer) error) (string, error) {
	target, err := Target(path)
	if err != nil {
		return "", err
	}
	mode := o.Mode
	old, err := os.Stat(target)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		old = nil
	case err != nil:
		return "", err
	case !old.Mode().IsRegular():
		return "", errNotRegular
	case !o.Replace:
		return "", fs.ErrExist
	default:
		mode = old.Mode().Perm()
		if err := writable(target); err != nil {
			return "", err
		}
	}
	removeOrphans(filepath.Dir(target))
	temp, err := create(filepath.Dir(target), mode)
	if err != nil {
		return "", err
	}
	defer temp.discard()
	if err := temp.fill(old, write); err != nil {
		return "", err
	}
	name, err := temp.publish(target, o)
	if err != nil {
		return "", err
	}
	switch suffix, _ := strings.CutPrefix(name, target); {
	case name == target:
		return path, nil
	case filepath.Base(path) == filepath.Base(target):
		return path + suffix, nil
	}
	return name, nil // beside the file that a link leads to
}

// temporary is the file that a content is written to. It has a lock as long as its process writes it.
type temporary struct {
	*os.File
	unlock func()
}

// temporaries are those of this process.
var temporaries struct {
	mu  sync.Mutex
	now map[string]bool // by path
}

// Abandon removes the temporary files of this process, which is about to end: what is being written fails.
func Abandon() {
	temporaries.mu.Lock()
	defer temporaries.mu.Unlock()
	for name := range temporaries.now {
		_ = os.Remove(name)
	}
}

// mostTries bounds how often a temporary file is made again that another process has taken for an orphan.
const mostTries = 100

// create makes an empty file with a new name in a folder. The name is short, so that it fits wherever the target's
// does.
func create(dir string, mode fs.FileMode) (*temporary, error) {
	for range mostTries {
		name := filepath.Join(dir, fmt.Sprintf("%s%012x", prefix, rand.Uint64()>>16))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if err != nil {
			return nil, err
		}
		unlock, ok := lock(f)
		if !ok { // it was looked at, and perhaps removed, before it had its lock
			_ = f.Close()
			_ = os.Remove(name)
			continue
		}
		temporaries.mu.Lock()
		defer temporaries.mu.Unlock()
		if temporaries.now == nil {
			temporaries.now = map[string]bool{}
		}
		temporaries.now[name] = true
		return &temporary{f, unlock}, nil
	}
	return nil, errors.New("no temporary file can be kept in the folder")
}

// discard removes the file, unless it was published, and lets it go.
func (t *temporary) discard() {
	temporaries.mu.Lock()
	delete(temporaries.now, t.Name())
	temporaries.mu.Unlock()
	_ = os.Remove(t.Name())
	t.unlock()
}

// fill writes the content, gives the file the mode and owner of the old one, and closes it.
func (t *temporary) fill(old fs.FileInfo, write func(io.Writer) error) error {
	err := write(t.File)
	enough := errors.Is(err, ErrEnough)
	if enough {
		err = nil
	}
	if err == nil && old != nil {
		keepOwner(t.File, old)
		err = t.Chmod(old.Mode().Perm())
	}
	if err == nil && !enough {
		err = t.Sync()
	}
	if cerr := t.Close(); err == nil {
		err = cerr
	}
	return err
}

// publish gives the content its name, and returns that.
func (t *temporary) publish(target string, o Options) (string, error) {
	if o.Replace {
		err := os.Rename(t.Name(), target)
		syncDir(filepath.Dir(target))
		return target, err
	}
	name, err := target, renameNew(t.Name(), target)
	for n := 1; errors.Is(err, fs.ErrExist) && n <= mostTries && o.Beside != nil && o.Beside(); n++ {
		name = target + "." + strconv.Itoa(n)
		err = renameNew(t.Name(), name)
	}
	if errors.Is(err, fs.ErrExist) {
		return "", fs.ErrExist
	}
	syncDir(filepath.Dir(target))
	return name, err
}

// prefix is what the names of temporary files begin with; twelve hexadecimal digits follow.
const prefix = ".eyeline-"

// linkNew gives a file a new name that nothing has yet, where there is no call for it. A file system without links
// gets an empty file of the name first, so that nobody else takes it.
func linkNew(from, to string) error {
	err := os.Link(from, to)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err // the old name is removed in any case
	}
	claim, cerr := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if cerr != nil {
		return cerr
	}
	_ = claim.Close()
	if err = os.Rename(from, to); err != nil {
		_ = os.Remove(to)
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

// maxLinks is how many symbolic links are followed, one after the other.
const maxLinks = 40

// Target returns the file that a path leads to through symbolic links. The last one need not exist, its folder must.
func Target(path string) (string, error) {
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

// Reason is an error without the operation and paths that os puts before it.
func Reason(err error) string {
	if p := (*fs.PathError)(nil); errors.As(err, &p) {
		return p.Err.Error()
	}
	if l := (*os.LinkError)(nil); errors.As(err, &l) {
		return l.Err.Error()
	}
	return err.Error()
}
