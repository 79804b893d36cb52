// Package byteparts, which changes without notice, tells which lines of a window of bytes are parts of lines, by the
// head that stands before its content.
package byteparts

import (
	"strconv"
	"strings"

	"eyeline/reader/internal/lazy"
)

// Window is the part of a file that a call gave by its bytes. Its first and its last line may be parts of lines of the
// file.
type Window struct {
	From         int  // where the content begins in the result, in bytes
	BeginsInside bool // the first line may begin before the window
	EndsInside   bool // the last line may go on behind the window
	// IsFirstLine: the window is a part of the first line of the file.
	IsFirstLine bool
}

// head is what stands before the content, such as "[start_byte=9 end_byte=99 file_bytes=999 partial_line=0-200 eof]".
var head = lazy.Regexp(`^\[start_byte=(\d{1,18}) end_byte=(\d{1,18}) file_bytes=(\d{1,18})(?: clamped_from=\d+)?` +
	`(?: partial_line=(\d{1,18})-(\d{1,18}))? (?:eof|next_start_byte=\d+)\]\n`)

// Parse reads the head of a result; ok is false where it has none. isAnywhere: the window may begin and end within
// lines also where the head does not say so.
func Parse(result string, isAnywhere bool) (w Window, ok bool) {
	m := head().FindStringSubmatch(result)
	if m == nil {
		return w, false
	}

	var n [6]int64
	for i := range n {
		n[i], _ = strconv.ParseInt(m[i], 10, 64) // a field that is not there is 0
	}

	start, end, size := n[1], n[2], n[3]
	w.From = len(m[0])
	switch {
	case m[4] != "":
		w.BeginsInside = start > n[4]
		w.EndsInside = end < n[5]
		w.IsFirstLine = n[4] == 0
	case isAnywhere:
		w.BeginsInside = start > 0
		w.EndsInside = !strings.HasSuffix(result, "\n") && end < size
	}

	return w, true
}

// IsWhole reports whether the window has whole lines alone.
func (w Window) IsWhole() bool { return !w.BeginsInside && !w.EndsInside }

// Split returns what of the content of a result are whole lines, and what before and after them are parts of lines; of
// a result that is no window all of it.
func Split(result string, isAnywhere bool) (whole string, parts []string) {
	w, ok := Parse(result, isAnywhere)
	if !ok {
		return result, nil
	}

	content := result[w.From:]
	from := 0
	to := len(content)
	if w.EndsInside {
		to = strings.LastIndexByte(content, '\n') + 1
	}
	if w.BeginsInside {
		from = strings.IndexByte(content, '\n') + 1
	}
	if from > to || w.BeginsInside && from == 0 { // it is within one line
		from = to
	}

	return content[from:to], []string{content[:from], content[to:]}
}
