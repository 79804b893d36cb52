package source

import "golang.org/x/sys/unix"

// needsPolling reports whether a directory is on a file system that sends no change notifications: one of another
// machine, of another program or of the kernel itself. inotify accepts a watch there all the same.
func needsPolling(dir string) bool {
	var st unix.Statfs_t
	if err := unix.Statfs(dir, &st); err != nil {
		return false // watching it will fail, too
	}
	switch uint32(st.Type) {
	case unix.NFS_SUPER_MAGIC, unix.SMB_SUPER_MAGIC, unix.SMB2_SUPER_MAGIC, unix.CIFS_SUPER_MAGIC, unix.NCP_SUPER_MAGIC,
		unix.AFS_SUPER_MAGIC, unix.AFS_FS_MAGIC, unix.CODA_SUPER_MAGIC, unix.V9FS_MAGIC, unix.FUSE_SUPER_MAGIC,
		unix.PROC_SUPER_MAGIC, unix.SYSFS_MAGIC, unix.DEBUGFS_MAGIC, unix.TRACEFS_MAGIC, unix.CGROUP_SUPER_MAGIC,
		unix.CGROUP2_SUPER_MAGIC:
		return true
	case 0x00C36400, 0x0BD00BD0, 0x47504653, 0x786F4256: // Ceph, Lustre, GPFS, VirtualBox: no names for them
		return true
	}
	return false
}
