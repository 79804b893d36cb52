package shellword

import (
	"os"
	"strings"
	"unsafe"

	"golang.org/x/sys/windows"
)

// systemShell is the shell that runs the commands of "!".
const systemShell = cmd

// startedFrom asks for the name of the program that started this one. Shells of POSIX on Windows set SHELL.
func startedFrom() shellKind {
	if os.Getenv("SHELL") != "" {
		return posix
	}

	switch strings.ToLower(parent()) {
	case "pwsh.exe":
		return powerShell
	case "powershell.exe":
		return oldPowerShell
	}

	return cmd
}

// parent is the name of the program that started this one; "" where the system does not tell.
func parent() string {
	all, err := windows.CreateToolhelp32Snapshot(windows.TH32CS_SNAPPROCESS, 0)
	if err != nil {
		return ""
	}

	defer func() { _ = windows.CloseHandle(all) }()
	id := uint32(os.Getppid())
	one := windows.ProcessEntry32{Size: uint32(unsafe.Sizeof(windows.ProcessEntry32{}))}

	for err = windows.Process32First(all, &one); err == nil; err = windows.Process32Next(all, &one) {
		if one.ProcessID == id {
			return windows.UTF16ToString(one.ExeFile[:])
		}
	}

	return ""
}
