package replica

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// endLeft kills the processes that left the process group, and returns how many there were. They are known by the
// variable in their environment.
func (b *box) endLeft() int {
	ended := map[int]bool{}
	for range 20 { // those that are ended may start others meanwhile
		found := false
		for _, pid := range b.left() {
			if !ended[pid] {
				ended[pid], found = true, true
				_ = syscall.Kill(pid, syscall.SIGKILL) // it may be gone by itself
			}
		}
		if !found {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	return len(ended)
}

// left lists the living processes of the box.
func (b *box) left() []int {
	want := []byte("\x00" + markVariable + "=" + b.mark + "\x00")
	names, _ := filepath.Glob("/proc/[0-9]*/environ") // the pattern is right
	var pids []int
	for _, name := range names {
		env, err := os.ReadFile(name)
		if err != nil || !bytes.Contains(append([]byte{0}, env...), want) {
			continue // gone, or another user's
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(name))); err == nil && pid != os.Getpid() {
			pids = append(pids, pid)
		}
	}
	return pids
}
