package copilotcli

import (
	"bytes"
	"unicode"

	"eyeline/reader/contextfiles"
)

// codeOf returns the code of a text, line by line: between lines that begin, after white space, with ``` or ~~~, and
// within a line between two runs of backquotes of equal length. An unclosed run hides the rest of its line.
func codeOf(text []byte) (code []contextfiles.Range) {
	var fence []byte // fence of the current block
	for at := 0; at < len(text); {
		line, _, _ := bytes.Cut(text[at:], []byte("\n"))
		mark := fenceOf(line)
		switch {
		case fence != nil || mark != nil:
			code = append(code, contextfiles.Range{Start: at, End: at + len(line)})
			if fence == nil {
				fence = mark
			} else if bytes.Equal(fence, mark) {
				fence = nil
			}
		default:
			code = append(code, spansOf(line, at)...)
		}

		at += len(line) + 1
	}

	return code
}

// fenceOf returns the fence of a line that begins or ends a code block; nil without one.
func fenceOf(line []byte) []byte {
	line = bytes.TrimLeftFunc(line, unicode.IsSpace)
	for _, mark := range [][]byte{[]byte("```"), []byte("~~~")} {
		if bytes.HasPrefix(line, mark) {
			return mark
		}
	}
	return nil
}

// spansOf returns the code spans of a line that begins at an offset of the text.
func spansOf(line []byte, offset int) (code []contextfiles.Range) {
	open := 0
	begin := 0 // length and index of the run that opened the current span
	for at := 0; at < len(line); {
		i := bytes.IndexByte(line[at:], '`')
		if i < 0 {
			break
		}

		at += i
		n := len(line[at:]) - len(bytes.TrimLeft(line[at:], "`"))
		switch {
		case open == 0:
			open = n
			begin = at
		case n == open:
			code = append(code, contextfiles.Range{Start: offset + begin, End: offset + at + n})
			open = 0
		}

		at += n
	}

	if open > 0 {
		code = append(code, contextfiles.Range{Start: offset + begin, End: offset + len(line)})
	}

	return code
}
