// Package byteparts, which changes without notice, tells which lines of a window of bytes are parts of lines, by the
// head that stands before its content.
package byteparts

import (
	"strconv"
	"strings"
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

// Parse reads the head of a result, such as "[start_byte=9 end_byte=99 file_bytes=999 partial_line=0-200]"; ok is false
// where it has none. isAnywhere: the window may begin and end within lines also where the head does not say so.
func Parse(result string, isAnywhere bool) (w Window, ok bool) {
	head, content, ok := strings.Cut(result, "]\n")
	if !ok || !strings.HasPrefix(head, "[start_byte=") {
		return w, false
	}

	at := map[string]int64{}
	line := ""
	for field := range strings.FieldsSeq(head[1:]) {
		name, value, _ := strings.Cut(field, "=")
		if name == "partial_line" {
			line = value
		} else if n, err := strconv.ParseInt(value, 10, 64); err == nil {
			at[name] = n
		}
	}

	start := at["start_byte"]
	end, ok := at["end_byte"]
	if !ok {
		return w, false
	}

	w.From = len(result) - len(content)
	if first, last, isPart := strings.Cut(line, "-"); isPart {
		from, err1 := strconv.ParseInt(first, 10, 64)
		to, err2 := strconv.ParseInt(last, 10, 64)
		w.BeginsInside = err1 != nil || start > from
		w.EndsInside = err2 != nil || end < to
		w.IsFirstLine = err1 == nil && from == 0
	} else if isAnywhere {
		w.BeginsInside = start > 0
		w.EndsInside = !strings.HasSuffix(content, "\n") && end < at["file_bytes"]
	}

	return w, true
}

// IsWhole reports whether the window has whole lines alone.
func (w Window) IsWhole() bool { return !w.BeginsInside && !w.EndsInside }

// Split returns what of the content of the window are whole lines, and what before and after them are parts of lines.
func (w Window) Split(result string) (whole string, parts []string) {
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
