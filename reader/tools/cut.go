package tools

import "unicode/utf8"

// Cut says where the tool that gave the result cuts a line: keep is the number of bytes at the start of head that are
// shown, cut whether the rest of the line is lost. head is the line's beginning without its terminator, whole whether
// it is all of the line; when it is not and too short to tell, cut is false.
func (r *Result) Cut(head []byte, whole bool) (keep int, cut bool) {
	switch r.Tool {
	case codexTool.Name():
		return cutAt(head, codexLineBytes, func(r rune, n int) int {
			if r == utf8.RuneError {
				return len("\uFFFD")
			}
			return n
		})
	case sageTool.Name():
		return cutAt(head, sageLineChars, func(rune, int) int { return 1 })
	}
	return len(head), false
}

// cutAt finds the first character that takes the sum of costs over limit.
func cutAt(head []byte, limit int, cost func(r rune, n int) int) (int, bool) {
	sum := 0
	for i := 0; i < len(head); {
		r, n := utf8.DecodeRune(head[i:])
		if r == utf8.RuneError && n == 1 {
			n = subpart(head[i:])
		}
		if sum += cost(r, n); sum > limit {
			return i, true
		}
		i += n
	}
	return len(head), false
}
