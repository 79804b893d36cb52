package agentsearch

import (
	"bytes"
	"io"
)

// quitAt is the offset at which ripgrep stops reading a file with a NUL: lines from there on do not come. It reads
// blocks of 65,536 bytes, less the unfinished line that it carries over, the first three bytes for themselves, and
// stops without searching the block that has the NUL. A file's own lines make its blocks larger; those of other files
// may, too, which is not known here.
func quitAt(from io.Reader, mark byteMark) int64 {
	const first = 64 << 10
	buf := make([]byte, first)
	held, size := 0, first // bytes in the buffer, and its size
	begin := int64(0)      // the offset of the buffer
	peeked := false
	if mark == utf8Mark {
		_, _ = io.ReadFull(from, buf[:3])
		begin, peeked = 3, true
	}
	for {
		if held == size {
			size *= 3
			buf = append(buf, make([]byte, size-len(buf))...)
		}
		room := buf[held:size]
		if !peeked {
			room, peeked = room[:3], true
		}
		n, err := io.ReadFull(from, room)
		fresh := room[:n]
		if bytes.IndexByte(fresh, 0) >= 0 {
			return begin
		}
		if end := bytes.LastIndexByte(fresh, '\n'); end >= 0 {
			whole := held + end + 1
			held = copy(buf, buf[whole:held+n])
			begin += int64(whole)
		} else {
			held += n
		}
		if err != nil {
			return begin + int64(held)
		}
	}
}
