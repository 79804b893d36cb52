//go:build !linux && !windows

package atomicfile

import "os"

// renameNew gives a file a new name in its folder that nothing has yet.
func renameNew(in *folder, from, to string) error { return linkNew(in, from, to) }

// pathOf is the path that an open folder has now; "" when that is not known.
func pathOf(*os.File) string { return "" }

// Lists of rights beyond the mode are not known here.

func aclOf(*os.File) []byte { return nil }

func setACL(*os.File, []byte) error { return nil }
