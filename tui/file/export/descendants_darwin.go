package export

import "golang.org/x/sys/unix"

// parents returns the parent of each process, by process id.
func parents() map[int]int {
	infos, _ := unix.SysctlKinfoProcSlice("kern.proc.all") // without it none are known
	all := make(map[int]int, len(infos))
	for i := range infos {
		all[int(infos[i].Proc.P_pid)] = int(infos[i].Eproc.Ppid)
	}
	return all
}
