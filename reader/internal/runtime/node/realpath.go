package node

import (
	"errors"
	"io/fs"
	"slices"
	"syscall"

	"eyeline/reader/access"
	"eyeline/reader/ospath"
	"eyeline/reader/tools"
)

// PathError is an error of the system with the call and the path that it came from, as Node.js says them.
type PathError struct {
	Err        error
	Call, Path string
}

func (e *PathError) Error() string { return Error(e.Err, e.Call, e.Path) }

// Unwrap is the error of the system.
func (e *PathError) Unwrap() error { return e.Err }

// maxHops bounds the symbolic links followed on one path.
const maxHops = 100

// RealPath is an absolute path without symbolic links, as fs.realpathSync of Node.js finds it, where what does not
// exist stays as it is: a link that leads nowhere becomes its target. Nothing outside the root is looked at with
// Env.Confine. The errors are those that are not "there is no such file", with the call and the path that failed.
func RealPath(env tools.Env, root, file string) (string, error) {
	view := env.Files()
	p := Path(env)
	at, rest := startAt(p, root, p.Resolve(root, file))
	for hops := 0; len(rest) > 0; {
		next := p.Below(at, rest[0])
		fi, err := view.Lstat(next)
		if err != nil {
			if !LeadsNowhere(err) {
				return "", &PathError{err, "lstat", next}
			}
			return p.Below(next, rest[1:]...), nil
		}

		if fi.Mode()&fs.ModeSymlink == 0 {
			at = next
			rest = rest[1:]
			continue
		}

		if _, err := view.Stat(next); err != nil && !LeadsNowhere(err) {
			return "", &PathError{err, "stat", next}
		}

		target, err := view.Readlink(next)
		if err != nil {
			return "", &PathError{err, "readlink", next}
		}
		hops++
		if hops > maxHops {
			return "", &PathError{syscall.ELOOP, "stat", next}
		}

		at, rest = startAt(p, root, p.Resolve(p.Dir(next), p.Below(target, rest[1:]...)))
	}

	return at, nil
}

// startAt cuts a clean absolute path into a directory without links, from which to look on, and what is below it.
func startAt(p ospath.Node, root, file string) (at string, rest []string) {
	top, names := p.Names(file)
	first, above := p.Names(root)
	if len(above) > 0 && first == top && len(above) <= len(names) && slices.Equal(above, names[:len(above)]) {
		return root, names[len(above):]
	}
	return top, names
}

// LeadsNowhere reports whether an error says that a path names nothing, or that it may not be looked at.
func LeadsNowhere(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.ENAMETOOLONG) ||
		errors.Is(err, access.ErrNowhere) || errors.Is(err, access.ErrOutside)
}
