package source

import (
	"io/fs"
	"os"

	"golang.org/x/sys/windows"
)

// OpenFlags open a file for reading.
const OpenFlags = os.O_RDONLY

// Open opens a file or a folder for reading. Unlike package os, it lets others rename and delete it while it is open,
// so that an agent can replace the file that a person looks at.
func Open(path string) (*os.File, error) {
	failed := func(err error) error { return &fs.PathError{Op: "open", Path: path, Err: err} }
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return nil, failed(err)
	}

	const share = windows.FILE_SHARE_READ | windows.FILE_SHARE_WRITE | windows.FILE_SHARE_DELETE

	// A folder can only be opened with FILE_FLAG_BACKUP_SEMANTICS.
	h, err := windows.CreateFile(
		name, windows.GENERIC_READ, share, nil, windows.OPEN_EXISTING, windows.FILE_FLAG_BACKUP_SEMANTICS, 0,
	)
	if err != nil {
		return nil, failed(err)
	}

	return os.NewFile(uintptr(h), path), nil
}
