package hermesagent

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"eyeline/reader/internal/lossy"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/tools"
)

// appendQuoted appends decoded text in quotes like Python's json with ensure_ascii=False.
func appendQuoted(dst, p []byte) []byte {
	dst = append(dst, '"')
	const special, letters = "\"\\\b\t\n\f\r", "\"\\btnfr"
	for _, c := range p {
		if i := strings.IndexByte(special, c); i >= 0 {
			dst = append(dst, '\\', letters[i])
		} else if c < ' ' {
			dst = fmt.Appendf(dst, `\u%04x`, c)
		} else {
			dst = append(dst, c)
		}
	}

	return append(dst, '"')
}

func quoted(s string) string { return string(appendQuoted(nil, []byte(s))) }

// failure returns the answer that only has an error.
func failure(text string) error {
	const empty = `{"content": "", "total_lines": 0, "file_size": 0, "truncated": false, "is_binary": false, ` +
		`"is_image": false, "error": %s}`
	return tools.Refuse(fmt.Sprintf(empty, quoted(text)))
}

// isText reports whether the agent takes a file for text by its first bytes: they are UTF-8, except for what begins in
// the last three.
func isText(head []byte) bool {
	return bytes.IndexByte(head, 0) < 0 && len(head)-lossy.ValidPrefix(head) < utf8.UTFMax
}

// lineCollector collects numbered lines.
type lineCollector struct {
	most  int64 // remaining room in characters
	text  []byte
	chars int64
	lines int64 // number of lines
	over  bool  // a line did not fit
}

const (
	sampled   = 1000 // bytes by which a file is recognized as text
	maxLine   = 2000 // characters of a line
	mark      = "... [truncated]"
	largeFile = 512_000 // size in bytes from which on the agent calls a file large
)

// add appends a numbered line, and reports whether it fits.
func (p *lineCollector) add(number int64, line []byte, mark string) bool {
	start := len(p.text)
	if p.lines > 0 {
		p.text = append(p.text, '\n')
	}

	p.text = append(p.text, fmt.Sprintf("%d|", number)...)
	p.text = append(append(p.text, line...), mark...)
	chars := tools.Runes.Length(p.text[start:])
	if p.chars+chars > p.most {
		p.text = p.text[:start]
		p.over = true
		return false
	}

	p.chars += chars
	p.lines++
	return true
}

// hints returns the agent's remarks besides the lines.
func hints(a readArguments, total, size int64, p lineCollector) (before, after string) {
	end := a.offset + a.limit - 1
	truncated := total > end
	if truncated {
		const form = `Use offset=%d to continue reading (showing %d-%d of %d lines)`
		before = `, "hint": ` + quoted(fmt.Sprintf(form, end+1, a.offset, end, total))
	}

	if p.over {
		const form = `Output truncated at the %s-char read budget after %d line(s) ` +
			`(showing lines %d-%d of %d). Use offset=%d to continue.`
		next := a.offset + p.lines
		room := tools.Thousands(p.most)
		hint := `, "hint": ` + quoted(fmt.Sprintf(form, room, p.lines, a.offset, next-1, total, next))
		after = fmt.Sprintf(`, "truncated_by": "bytes", "next_offset": %d`, next)
		if truncated {
			before = hint
		} else {
			after += hint
		}
	}

	if size > largeFile && a.limit > 200 && (truncated || p.over) {
		const form = `This file is large (%s bytes). Consider reading only the section you need with offset ` +
			`and limit to keep context usage efficient.`
		after += `, "_hint": ` + quoted(fmt.Sprintf(form, tools.Thousands(size)))
	}

	return before, after
}

// formOf returns how lines from one on are decoded: a byte order mark is dropped if they are the first.
func formOf(o *tools.File, first int64) (form textfile.LineCoding) {
	if first == 1 && bytes.HasPrefix(o.Head(3), []byte("\uFEFF")) {
		form.Skip = 3
	}
	return form
}
