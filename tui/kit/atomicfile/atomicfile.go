// Package atomicfile, which changes without notice, writes whole files: whatever happens in the middle, a full disk, a
// crash or a lost connection, the file's name means either all of the old content or all of the new.
package atomicfile

import (
	"cmp"
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

// Why a temporary file gets no name.
var (
	errTaken   = errors.New("another file has taken the place of the temporary file")
	errDropped = errors.New("the writing was given up")
)

// ErrEnough is what a content returns that is to be kept as far as it is written, without waiting for the disk.
var ErrEnough = errors.New("what is written is enough")

// Write gives the file at path the content that write writes. Symbolic links are followed, also to a file that does not
// exist yet, and stay as they are; a file that exists keeps its rights, owner and group where the system allows that,
// and nobody gets more rights than it gave. Write returns the path of the file that has the content, which is another
// one only with Beside, or where the folder was renamed meanwhile.
//
// The content goes to a temporary file in the same folder, which is flushed to the disk and renamed. When an error is
// returned, the old file is untouched and the temporary file is gone. Only a process that is killed leaves one behind:
// the next Write into the folder removes it, where the system has locks that tell that its writer is gone.
func Write(path string, o Options, write func(io.Writer) error) (string, error) {
	target, err := Target(path)
	if err != nil {
		return "", err
	}

	folder, err := openFolder(filepath.Dir(target))
	if err != nil {
		return "", err
	}

	defer folder.close()
	old, err := folder.existing(filepath.Base(target), o)
	if err != nil {
		return "", err
	}

	mode := o.Mode
	if old != nil {
		mode = 0o600 // until it has the owner and group whose rights are given then
	}

	removeOrphans(folder)
	temp := &temporary{folder: folder, asked: path, target: filepath.Base(target), o: o, old: old}
	if err := temp.create(mode); err != nil {
		return "", err
	}

	defer temp.discard()
	enough, err := temp.fill(write)
	if err != nil {
		return "", err
	}
	if err := temp.publish(); err != nil {
		return "", err
	}
	if !enough {
		folder.sync()
	}

	return temp.where()
}

// temporary is the file that a content is written to. It has a lock as long as its process writes it.
type temporary struct {
	*os.File
	folder *folder
	asked  string      // the path that Write was given
	name   string      // in the folder
	is     fs.FileInfo // the file, whatever has the name now
	unlock func()

	target string // the name to have, in the folder
	o      Options
	old    *rights // of the file that it replaces; nil for none

	mu     sync.Mutex
	whole  bool   // all of the content is written
	gotten string // the name in the folder that it was published by; "" for none
	err    error  // why it must not be published any more
}

// temporaries are those of this process, each a key.
var temporaries sync.Map

// maxTries bounds how often a temporary file is made again that another process has taken for an orphan.
const maxTries = 100

// prefix is what the names of temporary files begin with; twelve hexadecimal digits follow.
const prefix = ".eyeline-"

// create makes the file, empty and with a new name. The name is short, so that it fits wherever the target's
// does.
func (t *temporary) create(mode fs.FileMode) error {
	for range maxTries {
		name := fmt.Sprintf("%s%012x", prefix, rand.Uint64()>>16)
		f, err := t.folder.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if err != nil {
			return err
		}

		unlock, ok := lock(f)
		is, err := f.Stat()
		if !ok || err != nil { // it was looked at, and perhaps removed, before it had its lock
			_ = f.Close()
			_ = t.folder.Remove(name)
			continue
		}

		t.File = f
		t.name = name
		t.is = is
		t.unlock = unlock
		temporaries.Store(t, true)
		return nil
	}

	return errors.New("no temporary file can be kept in the folder")
}

// discard removes the file, unless it was published, and lets it go.
func (t *temporary) discard() {
	temporaries.Delete(t)
	t.drop()
	t.unlock()
}

// drop removes the file, unless it was published.
func (t *temporary) drop() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.gotten != "" {
		return
	}
	if t.inPlace() == nil {
		_ = t.folder.Remove(t.name)
	}
	t.err = cmp.Or(t.err, errDropped)
}

// fill writes the content, gives the file the rights of the old one, and closes it. enough says that the disk is not
// waited for.
func (t *temporary) fill(write func(io.Writer) error) (enough bool, err error) {
	err = write(t.File)
	enough = errors.Is(err, ErrEnough)
	if enough {
		err = nil
	}

	t.mu.Lock()
	t.whole = err == nil
	t.mu.Unlock()
	if err == nil && t.old != nil {
		err = t.old.giveTo(t.File)
	}
	if err == nil && !enough {
		err = flush(t.File)
	}

	return enough, cmp.Or(err, t.Close())
}

// publish gives the content its name in the folder. It does so once.
func (t *temporary) publish() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.gotten == "" && t.err == nil {
		var name string
		name, t.err = t.rename()
		if t.err == nil {
			t.gotten = name
		}
	}

	return t.err
}

func (t *temporary) rename() (name string, err error) {
	if err := t.inPlace(); err != nil {
		return "", err
	}
	name = t.target
	if t.o.Replace && t.old != nil {
		return name, t.folder.Rename(t.name, name)
	}

	err = renameNew(t.folder, t.name, name)
	if t.o.Replace && errors.Is(err, fs.ErrExist) {
		return name, t.folder.Rename(t.name, name)
	}

	for n := 1; errors.Is(err, fs.ErrExist) && n <= maxTries && t.o.Beside != nil && t.o.Beside(); n++ {
		name = t.target + "." + strconv.Itoa(n)
		err = renameNew(t.folder, t.name, name)
	}

	if errors.Is(err, fs.ErrExist) {
		err = fs.ErrExist
	}

	return name, err
}

// where is the path of the file that has the content.
func (t *temporary) where() (string, error) {
	dir, err := t.folder.now()
	switch {
	case err != nil || dir != t.folder.Name():
		return filepath.Join(dir, t.gotten), err
	case t.gotten == t.target:
		return t.asked, nil
	case filepath.Base(t.asked) == t.target:
		return t.asked + strings.TrimPrefix(t.gotten, t.target), nil
	}

	return t.folder.path(t.gotten), nil // beside the file that a link leads to
}

// inPlace reports that something else has taken the place of the temporary file.
func (t *temporary) inPlace() error {
	now, err := t.folder.Lstat(t.name)
	if err == nil && !os.SameFile(now, t.is) {
		err = errTaken
	}
	return err
}

// Abandon ends what this process, which is about to end, still writes. What has come of a file that replaces no other
// gets its name, though nothing says that the disk has it; where a file may be replaced, only all of the content does.
// Any other is removed. kept are the paths of the files that have their names, by the paths that Write was given.
func Abandon() map[string]string {
	kept := map[string]string{}
	for key := range temporaries.Range {
		t, _ := key.(*temporary)
		t.mu.Lock()
		keeps := t.gotten != "" || t.old == nil && (t.whole || !t.o.Replace)
		t.mu.Unlock()

		if keeps && t.publish() == nil {
			kept[t.asked], _ = t.where()
		}

		t.drop()
	}

	return kept
}

// Calls of the system that tests replace.
var (
	hardLink = (*os.Root).Link
	flush    = (*os.File).Sync
)

// linkNew gives a file a new name in its folder that nothing has yet, where there is no call for it. A file system
// without links gets an empty file of the name first, so that nobody else takes it: a process that is killed between
// the two leaves that.
func linkNew(in *folder, from, to string) error {
	err := hardLink(in.Root, from, to)
	if err == nil {
		_ = in.Remove(from)
	}
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}

	claim, cerr := in.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if cerr != nil {
		return cerr
	}

	_ = claim.Close()
	if err = in.Rename(from, to); err != nil {
		_ = in.Remove(to)
	}

	return err
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

		dir, err := filepath.EvalSymlinks(cmp.Or(dir, "."))
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
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		return p.Err.Error()
	}
	if l, ok := errors.AsType[*os.LinkError](err); ok {
		return l.Err.Error()
	}
	return err.Error()
}
