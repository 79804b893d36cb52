package access

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"eyeline/reader/source"
)

// View looks at the file system for a tool: at all of it, or, where Root is set, at nothing outside that directory. A
// path that leads out of it gives ErrOutside, whether or not something is there; other errors are the system's.
type View struct {
	Root string
	// Held, when set, is a root that is held open, and taken for Root where that names it.
	Held *HeldRoot
	// Only, when set, is the one file that is there: of all else, only the folders on the way to it are seen, and
	// no folder is listed. Looks at anything else give ErrOutside.
	Only *SingleFile
	// Names, when set, says where the files of the paths are that the tool has.
	Names PathTranslator
}

// PathTranslator translates between the paths of an agent's system and those of this machine.
type PathTranslator interface {
	// File is where this machine has the file at an absolute path of the agent's.
	File(path string) (string, error)
	// Agent is the agent's path for a file of this machine.
	Agent(file string) (string, error)
	// Link is what the agent sees as the target of a link.
	Link(target string) string
	// Error is an error about a file of this machine as the agent's system has it.
	Error(err error, file string) error
}

// target is where a path inside a root leads.
type target struct {
	*confinement
	name string      // relative to the root
	info fs.FileInfo // nil where the path ends in a link that was not followed
}

// confined follows a path inside Root and calls look with where it leads. Unless the last link is followed, that is the
// link itself.
func confined[T any](v View, path string, follow bool, look func(target) (T, error)) (T, error) {
	found, err := again(func() (none T, err error) {
		c, err := v.Held.confine(v.Root)
		if err != nil {
			return none, err
		}

		defer c.close()
		if follow {
			rel, fi, err := c.resolve(path)
			if err != nil {
				return none, err
			}
			return look(target{c, rel, fi})
		}

		dir, name := filepath.Split(filepath.Clean(path))
		rel, _, err := c.resolve(filepath.Clean(dir))
		if err != nil {
			return none, err
		}

		return look(target{c, filepath.Join(rel, name), nil})
	})
	return found, System(err)
}

// lookUp calls plain with a path that may be anywhere, or inside with a target below v.Root. follow says whether a link
// that is the last element is followed.
func lookUp[T any](
	v View, follow bool, path string, plain func(path string) (T, error), inside func(target) (T, error),
) (none T, err error) {
	if v.Names == nil {
		return lookedAt(v, follow, path, plain, inside)
	}

	file, err := v.Names.File(path)
	if err != nil {
		return none, err
	}

	found, err := lookedAt(v, follow, file, plain, inside)
	return found, v.Names.Error(err, file)
}

// lookedAt is looked for a path of this machine.
func lookedAt[T any](
	v View, follow bool, path string, plain func(path string) (T, error), inside func(target) (T, error),
) (none T, err error) {
	switch {
	case !v.Only.shows(path):
		return none, ErrOutside
	case v.Root == "":
		return plain(path)
	}
	return confined(v, path, follow, inside)
}

// Stat follows links, as os.Stat does.
func (v View) Stat(path string) (fs.FileInfo, error) {
	return lookUp(v, true, path, os.Stat, func(t target) (fs.FileInfo, error) { return t.info, nil })
}

// Lstat does not follow the last link.
func (v View) Lstat(path string) (fs.FileInfo, error) {
	return lookUp(v, false, path, os.Lstat, func(t target) (fs.FileInfo, error) { return t.root.lstat(t.name) })
}

// Readlink is where a link points.
func (v View) Readlink(path string) (string, error) {
	target, err := lookUp(v, false, path, os.Readlink, func(t target) (string, error) {
		return t.root.readlink(t.name)
	})
	if v.Names != nil && err == nil {
		target = v.Names.Link(target)
	}
	return target, err
}

// RealPath is a path without links and dots.
func (v View) RealPath(path string) (string, error) {
	inside := func(t target) (string, error) { return filepath.Join(t.path, t.name), nil }
	real, err := lookUp(v, true, path, realPath, inside)
	if v.Names != nil && err == nil {
		return v.Names.Agent(real)
	}
	return real, err
}

func realPath(path string) (string, error) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		if _, system := os.Stat(path); system != nil { // which says ELOOP where EvalSymlinks gives up in its own words
			err = system
		}
	}
	return real, err
}

// ReadDir lists a directory in the order of the file system, at most n entries; n <= 0 for all.
func (v View) ReadDir(path string, n int) ([]fs.DirEntry, error) {
	if n <= 0 {
		n = -1
	}
	return inDir(v, path, func(dir *os.File) ([]fs.DirEntry, error) { return dir.ReadDir(n) })
}

// EachEntry hands the entries of a directory to take, one after the other in the order of the file system, until it
// returns false. Memory does not grow with the directory.
func (v View) EachEntry(path string, take func(fs.DirEntry) bool) error {
	const atOnce = 256
	_, err := inDir(v, path, func(dir *os.File) (none struct{}, err error) {
		for {
			entries, err := dir.ReadDir(atOnce)
			for _, e := range entries {
				if !take(e) {
					return none, nil
				}
			}

			switch err {
			case nil: // there may be more
			case io.EOF:
				return none, nil
			default:
				return none, err
			}
		}
	})
	return err
}

// inDir opens a directory and calls use with it.
func inDir[T any](v View, path string, use func(dir *os.File) (T, error)) (none T, err error) {
	if v.Only != nil {
		return none, ErrOutside
	}

	if names := v.Names; names != nil {
		file, err := names.File(path)
		if err != nil {
			return none, err
		}

		v.Names = nil
		found, err := inDir(v, file, use)
		return found, names.Error(err, file)
	}

	opened := func(f *os.File, err error) (none T, _ error) {
		if err != nil {
			return none, err
		}
		defer f.Close()
		return use(f)
	}

	if v.Root == "" {
		return opened(source.Open(path))
	}

	return confined(v, path, true, func(t target) (T, error) { return opened(t.root.open(t.name)) })
}
