package outline

import "strings"

// headings parses Markdown: ATX and setext headings outside of fences. A section ends at the next heading of the same
// or a higher rank.
type headings struct {
	out   *Outline
	fence string
	prev  line        // previous line, the text of a setext heading
	open  []openBlock // by rank
}

func newHeadings(_ *rules, o *Outline) lineReader { return &headings{out: o} }

func (h *headings) next(l line) {
	prev := h.prev
	h.prev = line{}
	if h.fence != "" {
		if strings.HasPrefix(l.code, h.fence) && strings.Trim(l.code, h.fence[:1]) == "" {
			h.fence = ""
		}
		return
	}

	if l.indent > 3 || l.code == "" {
		return
	}

	for _, mark := range []string{"```", "~~~"} {
		if strings.HasPrefix(l.code, mark) {
			h.fence = mark
			return
		}
	}

	text := strings.TrimLeft(l.code, "#")
	rank := len(l.code) - len(text)
	if rank >= 1 && rank <= 6 && (text == "" || text[0] == ' ' || text[0] == '\t') {
		h.heading(l.number, rank, l.code)
		return
	}

	h.prev = l
	h.underlined(prev, l)
}

// underlined adds a heading whose text is the line above an underline.
func (h *headings) underlined(text, l line) {
	if text.code == "" || text.indent > 3 || text.number != l.number-1 ||
		strings.ContainsAny(text.code[:1], "#>-*+|`~") {
		return
	}

	switch {
	case strings.Trim(l.code, "=") == "":
		h.heading(text.number, 1, text.code)
	case strings.Trim(l.code, "-") == "":
		h.heading(text.number, 2, text.code)
	}
}

func (h *headings) heading(first int64, rank int, text string) {
	h.open = h.out.closeTo(h.open, rank, first-1)
	at := h.out.add(Symbol{Level: len(h.open), Text: text, First: first, Last: first})
	h.open = append(h.open, openBlock{at: at, indent: rank})
}

func (h *headings) end(total int64) { h.out.closeTo(h.open, 0, total) }

// tables parses TOML: tables, and the keys before the first one.
type tables struct {
	out   *Outline
	last  int // index of the last symbol, -1 without one
	begun bool
	value int64 // last line of the current value
	text  string
}

func newTables(_ *rules, o *Outline) lineReader { return &tables{out: o, last: -1} }

func (t *tables) next(l line) {
	if t.text != "" { // inside a text of several lines
		if strings.Contains(l.code, t.text) {
			t.text = ""
		}
		t.value = l.number
		return
	}

	if l.code == "" || strings.HasPrefix(l.code, "#") {
		return
	}

	table := strings.HasPrefix(l.code, "[")
	if l.indent == 0 && (table || !t.begun && strings.Contains(l.code, "=")) {
		t.close()
		t.begun = t.begun || table
		t.last = t.out.add(Symbol{Text: l.code, First: l.number, Last: l.number})
	}

	for _, q := range []string{`"""`, `'''`} {
		if strings.Count(l.code, q)%2 == 1 {
			t.text = q
		}
	}

	t.value = l.number
}

func (t *tables) close() { t.out.close(t.last, t.value) }

func (t *tables) end(int64) { t.close() }

// jsonKeys parses JSON: the keys of the outermost object, the first of each line.
type jsonKeys struct {
	out    *Outline
	depth  int
	object bool // the outermost value is an object
	quoted bool
	escape bool
	note   bool // in a block comment
	last   int
	line   int64 // line of the last key
	value  int64 // last line of its value
	start  bool  // a key may begin here
}

func newJSONKeys(_ *rules, o *Outline) lineReader { return &jsonKeys{out: o, last: -1} }

func (j *jsonKeys) next(l line) {
	if l.code == "" {
		return
	}

	for i := 0; i < len(l.code); i++ {
		c := l.code[i]
		if j.inside(c, i > 0 && l.code[i-1] == '*') {
			continue
		}

		switch c {
		case '"':
			j.quoted = true
			j.key(l)
		case '{', '[':
			j.depth++
			if j.depth == 1 {
				j.object = c == '{'
				j.start = true
			}
		case '}', ']':
			j.depth = max(j.depth-1, 0)
		case ',':
			j.start = j.start || j.depth == 1
		case '/':
			if strings.HasPrefix(l.code[i:], "//") {
				i = len(l.code)
			} else if strings.HasPrefix(l.code[i:], "/*") {
				j.note = true
				i++
			}
		}
	}

	j.quoted = false
	j.escape = false // strings end with the line
	if j.depth > 0 {
		j.value = l.number
	}
}

// inside reports whether a character is in a comment or string; afterStar: it follows an asterisk.
func (j *jsonKeys) inside(c byte, afterStar bool) bool {
	switch {
	case j.note:
		j.note = c != '/' || !afterStar
	case j.escape:
		j.escape = false
	case j.quoted:
		j.escape = c == '\\'
		j.quoted = c != '"'
	default:
		return false
	}

	return true
}

// key adds a key if the string that begins is one and the line has no key yet.
func (j *jsonKeys) key(l line) {
	if !j.start || j.depth != 1 || !j.object {
		return
	}

	j.start = false
	if j.line == l.number {
		return
	}

	j.line = l.number
	j.out.close(j.last, j.value)
	j.last = j.out.add(Symbol{Text: l.code, First: l.number, Last: l.number})
}

func (j *jsonKeys) end(int64) { j.out.close(j.last, j.value) }
