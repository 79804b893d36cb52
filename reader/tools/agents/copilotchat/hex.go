package copilotchat

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/tools"
)

const (
	hexDefault = 128 // bytes without a range
	hexMost    = 512
)

// readHex returns a hex dump of a binary file. The arguments are then byte offsets, 0-based, the end exclusive.
func readHex(o *tools.File, a readArguments) *tools.Result {
	from := a.first
	to := a.second
	if !a.old {
		to = from + a.second
		if !a.hasFirst || !a.hasSecond {
			to = from + hexDefault
		}
	}

	low := min(from, to)
	high := max(from, to)
	size := float64(o.Size())
	start := max(low, 0)
	end := min(high, size, start+hexMost)
	truncated := start != from || end != to
	dump := ""
	if end > start {
		dump = hexdump(o.Piece(int64(start), int64(end)-int64(start)), int64(start))
	}

	var next json.RawMessage
	switch {
	case end <= start || end >= size: // nothing is left
	case a.old:
		next = tools.Set(o.Args, "startLine", end, "endLine", end+end-start)
	default:
		next = tools.Set(o.Args, "offset", end, "limit", end-start)
	}

	r := &tools.Result{NextArgs: next}
	return r.Text(o, fmt.Sprintf("<attachment startByte=%s endByte=%s totalSize=%d truncated=%t>\n%s\n</attachment>\n",
		js.NumberText(start), js.NumberText(end), o.Size(), truncated, dump))
}

// hexdump formats bytes in lines of 16, with offset and ASCII, joined by "\n".
func hexdump(p []byte, off int64) (text string) {
	for row := range strings.Lines(hex.Dump(p)) {
		text += fmt.Sprintf("%08x", off) + row[len("00000000"):]
		off += 16
	}
	return strings.TrimSuffix(text, "\n")
}
