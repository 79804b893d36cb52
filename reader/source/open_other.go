//go:build !unix

package source

import "os"

// OpenFlags open a file for reading.
const OpenFlags = os.O_RDONLY
