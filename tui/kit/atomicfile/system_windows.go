package atomicfile

import (
	"os"
	"syscall"
)

// renameNew gives a file a new name in its folder that nothing has yet.
func renameNew(in *folder, from, to string) error {
	old, err := syscall.UTF16PtrFromString(in.path(from))
	if err != nil {
		return err
	}

	name, err := syscall.UTF16PtrFromString(in.path(to))
	if err != nil {
		return err
	}
	if err := syscall.MoveFile(old, name); err != nil {
		return &os.LinkError{Op: "rename", Old: from, New: to, Err: err}
	}

	return nil
}

func pathOf(*os.File) string { return "" }

func aclOf(*os.File) []byte { return nil }
