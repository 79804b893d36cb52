package copilotcli

import (
	"bytes"
	"fmt"

	"eyeline/reader/internal/lossy"
	"eyeline/reader/tools"
)

// linesFit reports whether lines at the start of p, decoded, have at most most bytes, and how long they are in the
// file: count lines and the previous one, or all if whole says that the file ends with p.
func linesFit(p []byte, most int64, whole bool, count int64) (fits bool, size int) {
	p = p[:min(int64(len(p)), most+1)]
	whole = whole && int64(len(p)) <= most

	for n := int64(0); n <= count; n++ {
		i := bytes.IndexByte(p[size:], '\n')
		if i < 0 {
			size = len(p)
			if !whole {
				return false, 0
			}
			break
		}
		size += i + 1
	}

	return int64(decodedLength(p[:size])) <= most, size
}

// decodedLength returns the length in bytes of p lossily decoded, as if nothing followed it.
func decodedLength(p []byte) int { return len(lossy.Decode(p)) }

// cutText is a cut in an answer that is too long (CONTRACT-copilot_cli, Too long).
type cutText struct {
	size     int   // bytes shown from the start of the first line on
	newlines int64 // line ends in them
	dropped  bool  // a '\r' at their end is omitted
	scanned  int64 // offset in the file up to which the agent has read
}

// cutLines cuts lines at the start of p, which begin at offset start of the file: count lines and the previous one. The
// agent reads by blocks until it knows that they are too long.
func cutLines(p []byte, most, start, size, count int64) cutText {
	var t cutText
	unfinished := false
	lines := 0 // bytes of the complete lines
	for block := start/blockSize + 1; ; block++ {
		end := min(block*blockSize, size)
		t.scanned = min(end+blockSize, size) // the next block has been read by then
		read := p[:min(end-start, int64(len(p)))]
		for count >= 0 {
			i := bytes.IndexByte(read[lines:], '\n')
			if i < 0 {
				break
			}
			lines += i + 1
			count--
		}

		if int64(decodedLength(read[:lines])) > most {
			break
		}
		unfinished = decodedLength(read[lines:]) > longLine
		if unfinished || end == size {
			break
		}
	}

	if unfinished {
		t.size = lines + tools.DecodedPrefix(p[lines:], int(most))
	} else {
		t.size = tools.DecodedPrefix(p, int(most))
	}

	shown := p[:t.size]
	shown = bytes.TrimSuffix(shown, []byte("\n"))
	trimmed := bytes.TrimSuffix(shown, []byte("\r"))
	t.dropped = len(trimmed) < len(shown)
	t.size = len(trimmed)
	t.newlines = int64(bytes.Count(trimmed, []byte("\n")))
	return t
}

// notice returns what follows the text; first is the number of its first line, which begins at offset start.
func (t cutText) notice(o *tools.File, first, start int64) string {
	known := t.scanned
	if o.Size()-known <= restSize {
		known = o.Size()
	}

	lines := first + o.CountLF(start, known)
	if lines == 1 {
		return cutNotice + "Use other tools to examine the file's contents. File may be a single long line.]"
	}

	return fmt.Sprintf("%sUse view_range=[%d, ...] to continue reading. In your next response, you may batch this "+
		"with other view calls. File has at least %d lines.]", cutNotice, first+t.newlines+1, lines)
}
