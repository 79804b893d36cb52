//go:build unix

package atomicfile

import (
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives f the owner and group of another file, as far as the system allows that.
func keepOwner(f *os.File, old fs.FileInfo) {
	info, err := f.Stat()
	if err != nil {
		return
	}
	now, ok1 := info.Sys().(*syscall.Stat_t)
	was, ok2 := old.Sys().(*syscall.Stat_t)
	if ok1 && ok2 && (now.Uid != was.Uid || now.Gid != was.Gid) {
		_ = f.Chown(int(was.Uid), int(was.Gid)) // only root may give files away
	}
}

// syncDir writes the folder itself to the disk, so that the new name survives a crash of the system.
func syncDir(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync() // some file systems have no such call; the file is whole in any case
		_ = d.Close()
	}
}
