//go:build unix

package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

const nonBlocking = syscall.O_NONBLOCK

// rights are who may do what with a file.
type rights struct {
	info fs.FileInfo
	acl  []byte // as the system writes it; nil for none
}

// chown gives a file to another owner and group; -1 is to leave the owner. Tests replace it.
var chown = (*os.File).Chown

// giveTo gives f these rights, its owner and group included, as far as the system allows that. Where the group or the
// list of rights cannot be kept, the group has none, and others have none that the group did not have. What runs a
// program as its owner is not kept.
func (r *rights) giveTo(f *os.File) error {
	was, ok := r.info.Sys().(*syscall.Stat_t)
	if !ok {
		return f.Chmod(r.info.Mode().Perm() & 0o700)
	}
	if chown(f, int(was.Uid), int(was.Gid)) != nil { // only root may give files away
		_ = chown(f, -1, int(was.Gid))
	}

	perm := r.info.Mode().Perm()
	less := perm&^0o077 | perm>>3&perm&0o007
	info, err := f.Stat()
	if err != nil {
		return err
	}

	now, _ := info.Sys().(*syscall.Stat_t)
	setACL(f, nil) // which the folder may have given it
	if now == nil || now.Gid != was.Gid {
		return f.Chmod(less)
	}
	if err := f.Chmod(perm); err != nil || r.acl == nil {
		return err
	}
	if setACL(f, r.acl) != nil {
		return f.Chmod(less)
	}

	return nil
}

// sync writes the folder itself to the disk, so that the new name survives a crash of the system.
func (f *folder) sync() { _ = f.dir.Sync() } // some file systems have no such call; the file is whole in any case

// errOtherOwner says that a file may be read by another user whatever its mode is.
var errOtherOwner = errors.New("it belongs to another user")

// ownOnly takes all rights to a file away but those of its owner, which has to be the user.
func ownOnly(f *os.File, info fs.FileInfo) error {
	if is, ok := info.Sys().(*syscall.Stat_t); ok && int(is.Uid) != os.Geteuid() {
		return errOtherOwner
	}
	if info.Mode().Perm()&0o077 == 0 {
		return nil
	}
	return f.Chmod(0o600)
}
