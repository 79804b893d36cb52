package program

import (
	"os/exec"
	"unsafe"

	"golang.org/x/sys/windows"
)

// EndWithChildren gives a program that is not started yet a Cancel that ends it and all that it started.
func EndWithChildren(cmd *exec.Cmd) {
	cmd.Cancel = func() error {
		err := cmd.Process.Kill() // first, so that it starts nothing more
		for _, id := range below(uint32(cmd.Process.Pid)) {
			end(id)
		}
		return err
	}
}

// maxBelow bounds how many processes are ended with one.
const maxBelow = 1000

// below lists the processes that a process has started, and those that these have, by the numbers that the system gives
// them. It is empty where the system does not tell.
func below(id uint32) (found []uint32) {
	all, err := windows.CreateToolhelp32Snapshot(windows.TH32CS_SNAPPROCESS, 0)
	if err != nil {
		return nil
	}

	defer func() { _ = windows.CloseHandle(all) }()
	children := map[uint32][]uint32{}
	one := windows.ProcessEntry32{Size: uint32(unsafe.Sizeof(windows.ProcessEntry32{}))}
	for err = windows.Process32First(all, &one); err == nil; err = windows.Process32Next(all, &one) {
		children[one.ParentProcessID] = append(children[one.ParentProcessID], one.ProcessID)
	}

	for found = []uint32{id}; len(children) > 0 && len(found) < maxBelow; {
		before := len(found)
		for _, up := range found {
			found = append(found, children[up]...)
			delete(children, up)
		}

		if len(found) == before {
			break
		}
	}

	return found[1:]
}

// end terminates a process. One that is gone already is no error.
func end(id uint32) {
	process, err := windows.OpenProcess(windows.PROCESS_TERMINATE, false, id)
	if err != nil {
		return
	}
	_ = windows.TerminateProcess(process, 1)
	_ = windows.CloseHandle(process)
}
