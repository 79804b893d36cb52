package transcript

import (
	"strconv"
	"strings"

	"eyeline/reader/transcript/record"
)

// ByteWindow is the part of a file that a call gave by its bytes, as the head of the result says. Its first and its
// last line may be parts of lines of the file.
type ByteWindow struct {
	From         int  // where the content begins in the result, in bytes
	BeginsInside bool // the first line may begin before the window
	EndsInside   bool // the last line may go on behind the window
	// IsFirstLine: the window is a part of the first line of the file.
	IsFirstLine bool
}

// WindowOf is the window of bytes that a call gave; ok is false where it gave none. result is its text.
func (s *Session) WindowOf(c *record.Call, result string) (w ByteWindow, ok bool) {
	head, content, ok := strings.Cut(result, "]\n")
	if !ok || !strings.HasPrefix(head, "[start_byte=") || c.Kind != record.ReadFile {
		return w, false
	}

	args, _ := s.Args(c)
	if !c.IsPart() && !isOfBytes(s, c, args) {
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

	start, hasStart := at["start_byte"]
	end, hasEnd := at["end_byte"]
	if !hasStart || !hasEnd {
		return w, false
	}

	w.From = len(result) - len(content)
	w.BeginsInside = c.IsPart() && start > 0
	w.EndsInside = c.IsPart() && !strings.HasSuffix(content, "\n") && end < at["file_bytes"]
	if first, last, isPart := strings.Cut(line, "-"); isPart {
		from, err1 := strconv.ParseInt(first, 10, 64)
		to, err2 := strconv.ParseInt(last, 10, 64)
		w.BeginsInside = err1 != nil || start > from
		w.EndsInside = err2 != nil || end < to
		w.IsFirstLine = err1 == nil && from == 0
	}

	return w, true
}

// IsWhole reports whether the window has whole lines alone.
func (w ByteWindow) IsWhole() bool { return !w.BeginsInside && !w.EndsInside }

// linesOfBytes says of a read of a window of bytes what is known of its lines: it has no numbers, but where it is a
// part of the first line.
func (s *Session) linesOfBytes(r *record.Read, c *record.Call) {
	text, cut, _ := s.Text(c.Result, record.TextLimit) // what cannot be read has no lines
	w, ok := s.WindowOf(c, string(text))
	r.Parts = c.IsPart() || ok && !w.IsWhole()
	if ok && w.IsFirstLine && !w.IsWhole() && !cut {
		r.Text = string(text)
		r.Lines = []record.Line{{Number: 1, Start: w.From, End: len(strings.TrimSuffix(r.Text, "\n")), Cut: true}}
		r.How = record.ByText
	}
}
