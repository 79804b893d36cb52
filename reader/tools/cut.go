package tools

// Cut says where the tool that gave the result cuts a line: keep is the number of bytes at the start of head that are
// shown, cut whether what follows is lost. head is the line's beginning without its terminator; where it is not the
// whole line it may be too short to tell, and cut is false.
func (r *Result) Cut(head []byte) (keep int, cut bool) {
	var f lineFormat
	switch r.Tool {
	case "codex":
		f = codexLines
	case "sage":
		f = sageLines
	default:
		return len(head), false
	}
	bytes, runes := 0, int64(0)
	for at := 0; at < len(head); {
		size, kind := unitAt(head[at:])
		bytes += size
		if kind != unitRune {
			bytes += len(replacement) - size
		}
		runes++
		if f.maxBytes > 0 && bytes > f.maxBytes || f.maxRunes > 0 && runes > f.maxRunes {
			return at, true
		}
		at += size
	}
	return len(head), false
}
