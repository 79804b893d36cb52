package symbols

import (
	"bytes"

	"eyeline/reader/internal/lazy"
)

// Python finds the classes and functions of a Python text: a line of code begins one by its keyword, and the last line
// of code that is indented deeper ends it.
func Python(text []byte) []Symbol {
	t := tree{text: text}
	type block struct{ indent, node int }
	var open []block
	lastEnd := 0
	for at := 0; at < len(text); {
		start := at
		indent := 0
		for start < len(text) && (text[start] == ' ' || text[start] == '\t' || text[start] == '\f') {
			indent++
			if text[start] == '\t' {
				indent += 7 - (indent-1)%8
			}
			start++
		}

		end, next := pythonLine(text, start)
		at = next
		if code := bytes.TrimRight(text[start:end], " \t\r"); len(code) == 0 || code[0] == '#' {
			continue
		}

		for len(open) > 0 && open[len(open)-1].indent >= indent {
			t.nodes[open[len(open)-1].node].end = lastEnd
			open = open[:len(open)-1]
		}

		lastEnd = start + len(bytes.TrimRight(text[start:end], " \t\r"))
		if m := pythonName().FindSubmatch(text[start:end]); m != nil {
			open = append(open, block{indent, len(t.nodes)})
			keyword := string(bytes.Join(bytes.Fields(m[1]), []byte(" ")))
			t.add(keyword+" "+string(m[2]), start, lastEnd)
		}
	}

	for _, b := range open {
		t.nodes[b.node].end = lastEnd
	}

	return t.list()
}

var pythonName = lazy.Regexp(`^(class|def|async[ \t]+def)[ \t]+([\pL_][\pL\pN_]*)`)

// pythonLine finds where a line of code ends that begins at an index: after brackets and strings that go over several
// lines, and before a comment. next is where the next line begins.
func pythonLine(text []byte, from int) (end, next int) {
	depth := 0
	for i := from; i < len(text); i++ {
		switch c := text[i]; c {
		case '\n':
			if depth == 0 {
				return i, i + 1
			}
		case '\\':
			i++
			if i+1 < len(text) && text[i] == '\r' {
				i++
			}
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth = max(depth-1, 0)
		case '#':
			n := bytes.IndexByte(text[i:], '\n')
			if n < 0 {
				return max(i, from+1), len(text)
			}
			if depth == 0 {
				return max(i, from+1), i + n + 1
			}

			i += n
		case '"', '\'':
			i += len(pythonString().Find(text[i:])) - 1
		}
	}

	return len(text), len(text)
}

// pythonString matches a string. In three quotes it goes over several lines.
var pythonString = lazy.Regexp(`(?s)^(?:"{3}(?:\\.|[^\\])*?(?:"{3}|\\?\z)|'{3}(?:\\.|[^\\])*?(?:'{3}|\\?\z)|` +
	`"(?:\\.|[^"\\\n])*(?:"|\\?\z)?|'(?:\\.|[^'\\\n])*(?:'|\\?\z)?)`)
