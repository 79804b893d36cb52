package window

import "bytes"

// lastNewline is the index of the last '\n' of p, or -1. Inside a long line there is none, which the search from the
// front finds out many bytes at a time; the one from the back goes byte by byte.
func lastNewline(p []byte) int {
	if bytes.IndexByte(p, '\n') < 0 {
		return -1
	}
	return bytes.LastIndexByte(p, '\n')
}
