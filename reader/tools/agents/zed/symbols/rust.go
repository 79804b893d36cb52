package symbols

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/lists"
)

// rustToken is a word or a mark of a Rust text with its half-open range of bytes. Strings and numbers are marks, too.
type rustToken struct {
	text       string // "" for a string
	start, end int
	close      int // of an opening bracket: the index of the one that closes it
}

const (
	// maxNested is how deep brackets may lie within one another: each level indents what the outline has of it, so
	// text that nests deeper has none.
	maxNested = 256
	// maxModifiers is how many words may stand before "fn".
	maxModifiers = 64
)

// Rust finds the items of a Rust text, as far as brackets, keywords and names show them.
func Rust(text []byte) []Symbol {
	r := &rustOutline{tree: tree{text: text}, tokens: rustTokens(text)}
	r.items(0, len(r.tokens), false)
	return r.list()
}

// rustTokens cuts a text into tokens, without comments; nil where it nests too deep.
func rustTokens(text []byte) (tokens []rustToken) {
	var open []int
	for i := 0; i < len(text); {
		start := i
		c, size := utf8.DecodeRune(text[i:])
		switch rest := text[i:]; {
		case strings.ContainsRune(" \t\n\r", c):
			i++
			continue
		case bytes.HasPrefix(rest, []byte("//")):
			line, _, _ := bytes.Cut(rest, []byte("\n"))
			i += len(line)
			continue
		case bytes.HasPrefix(rest, []byte("/*")):
			i = rustComment(text, i)
			continue
		case c == '"':
			i += len(rustString().Find(rest))
			tokens = append(tokens, rustToken{start: start, end: i})
			continue
		case c == '\'':
			i += max(len(rustChar().Find(rest)), 1)
			if i > start+1 { // else it begins a lifetime
				tokens = append(tokens, rustToken{start: start, end: i})
			}
			continue
		case c == '_' || unicode.IsLetter(c):
			var literal bool
			i, literal = rustWord(text, start)
			if literal {
				tokens = append(tokens, rustToken{start: start, end: i})
				continue
			}
		default:
			i += size
		}

		token := rustToken{text: string(text[start:i]), start: start, end: i}
		switch token.text {
		case "(", "[", "{":
			if open = append(open, len(tokens)); len(open) > maxNested {
				return nil
			}
			token.close = len(text)
		case ")", "]", "}":
			if n := len(open) - 1; n >= 0 {
				tokens[open[n]].close = len(tokens)
				open = open[:n]
			}
		}

		tokens = append(tokens, token)
	}

	for _, i := range open {
		tokens[i].close = len(tokens)
	}

	return tokens
}

// rustWord is the index after the word that begins at an index or, where the word is the prefix of a string, after that
// string, which is a literal.
func rustWord(text []byte, start int) (end int, literal bool) {
	end = len(text)
	n := bytes.IndexFunc(text[start:], func(c rune) bool {
		return c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c)
	})
	if n >= 0 {
		end = start + n
	}

	word := string(text[start:end])
	if end == len(text) || text[end] != '"' && text[end] != '#' || !lists.HasWord("r br cr b c", word) {
		return end, false
	}

	after := rustRaw(text, end, strings.Contains(word, "r"))
	return max(end, after), after > end
}

// rustComment is the index after the comment in slashes and stars that begins at an index; they nest.
func rustComment(text []byte, i int) int {
	depth := 0
	for i < len(text) {
		switch {
		case bytes.HasPrefix(text[i:], []byte("/*")):
			depth++
			i += 2
		case bytes.HasPrefix(text[i:], []byte("*/")):
			i += 2
			if depth == 1 {
				return i
			}
			depth--
		default:
			i++
		}
	}

	return i
}

// A string with escapes, and a character in quotes.
var (
	rustString = lazy.Regexp(`(?s)^"(?:[^"\\]|\\.)*(?:"|\\?\z)`)
	rustChar   = lazy.Regexp(`(?s)^'(?:\\.[^']{0,12}|[^\\])'`)
)

// rustRaw is the index after the string whose hashes or quote are at an index; no later one without one.
func rustRaw(text []byte, i int, raw bool) int {
	if !raw {
		return i + len(rustString().Find(text[i:]))
	}

	hashes := 0
	for i < len(text) && text[i] == '#' {
		hashes++
		i++
	}

	if i == len(text) || text[i] != '"' {
		return 0
	}

	end := append([]byte{'"'}, bytes.Repeat([]byte{'#'}, hashes)...)
	n := bytes.Index(text[i+1:], end)
	if n < 0 {
		return len(text)
	}

	return i + 1 + n + len(end)
}

// rustOutline gathers the items of tokens.
type rustOutline struct {
	tree
	tokens []rustToken
}

func (r *rustOutline) at(i int) string {
	if i >= len(r.tokens) {
		return ""
	}
	return r.tokens[i].text
}

// after is the index after the token, or after the bracket that closes it.
func (r *rustOutline) after(i int) int {
	if lists.HasWord("( [ {", r.at(i)) {
		return min(r.tokens[i].close+1, len(r.tokens))
	}
	return i + 1
}

// items adds the items of a range of tokens. code: there are other statements between them.
func (r *rustOutline) items(i, end int, code bool) {
	for begins := true; i < end; {
		if r.at(i) == "#" {
			i++
			if r.at(i) == "!" {
				i++
			}
			i = r.after(i)
			continue
		}

		if begins {
			if next := r.item(i, end); next > i {
				i = next
				continue
			}
		}

		begins = lists.HasWord("{ } ;", r.at(i))
		if r.at(i) == "!" && lists.HasWord("( [ {", r.at(i+1)) { // what a macro is called with is no code yet
			i = r.after(i + 1)
			begins = true
			continue
		}

		i++
		if !code {
			begins = true
		}
	}
}

// named adds an item with a name, whose keyword is at i, behind the words before it; see item.
func (r *rustOutline) named(start, i, end int, words string) int {
	keyword := r.at(i)
	name := i + 1
	if keyword == "static" && r.at(name) == "mut" {
		name++
	}
	if !isRustName(r.at(name)) || keyword == "const" && r.at(name+1) != ":" {
		return start
	}
	return r.body(keyword, words+keyword+" "+r.at(name), start, name+1, end)
}

// macro adds the macro whose keyword is at i; see item.
func (r *rustOutline) macro(start, i, end int) int {
	if r.at(i+1) != "!" || !isRustName(r.at(i+2)) {
		return start
	}

	last := min(r.after(i+3), end)
	if r.at(i+3) != "{" && r.at(last) == ";" {
		last++
	}
	r.add("macro_rules! "+r.at(i+2), r.tokens[start].start, r.tokens[last-1].end)
	return last
}

// item adds the item that begins at a token and what is within it; it returns the index after it, or i when there is
// none.
func (r *rustOutline) item(i, end int) int {
	start := i
	words := ""
	if r.at(i) == "pub" {
		i++
		if r.at(i) == "(" {
			i = r.after(i)
		}
		words = r.source(r.tokens[start].start, r.tokens[i-1].end) + " "
	}

	modifiers := i
	for i < end && (lists.HasWord("async unsafe extern default const", r.at(i)) || r.at(i) == "" && i > modifiers) &&
		r.leadsToFn(i, end) {
		i++
	}

	if i > modifiers && r.at(i) == "fn" {
		words += r.source(r.tokens[modifiers].start, r.tokens[i-1].end) + " "
	}

	switch r.at(i) {
	case "fn", "struct", "enum", "trait", "mod", "type", "const", "static":
		return r.named(start, i, end, words)
	case "impl":
		return r.impl(start, i+1, end)
	case "unsafe":
		if lists.HasWord("impl trait", r.at(i+1)) {
			return max(r.item(i+1, end), start)
		}
	case "macro_rules":
		return r.macro(start, i, end)
	case "use":
		for i < end && r.at(i) != ";" {
			i++
		}
		return i + 1
	}

	return start
}

// leadsToFn reports whether there are only modifiers before "fn".
func (r *rustOutline) leadsToFn(i, end int) bool {
	for last := min(end, len(r.tokens), i+maxModifiers); i < last; i++ {
		if r.at(i) == "fn" {
			return true
		}
		if r.at(i) != "" && !lists.HasWord("async unsafe extern default const", r.at(i)) {
			return false
		}
	}
	return false
}

func isRustName(s string) bool {
	c, _ := utf8.DecodeRuneInString(s)
	return s != "" && s != "_" && (c == '_' || unicode.IsLetter(c))
}

// body ends an item at its braces or its semicolon, and adds what is within.
func (r *rustOutline) body(keyword, text string, start, i, end int) int {
	value := false // what follows "=" may have braces of its own
	for i < end && r.at(i) != ";" && (r.at(i) != "{" || value) {
		value = value || r.at(i) == "=" && keyword != "fn"
		if r.at(i) == "[" || r.at(i) == "(" || r.at(i) == "{" {
			i = r.after(i)
			continue
		}
		i++
	}

	last := min(r.after(i), end)
	r.add(text, r.tokens[start].start, r.tokens[last-1].end)
	if r.at(i) != "{" {
		return last
	}

	switch keyword {
	case "struct":
		r.fields(i+1, last-1)
	case "enum":
		r.variants(i+1, last-1)
	case "fn":
		r.items(i+1, last-1, true)
	case "trait", "mod":
		r.items(i+1, last-1, false)
	}

	return last
}

// impl adds an implementation; its own parameters in angles are left out.
func (r *rustOutline) impl(start, i, end int) int {
	if r.at(i) == "<" {
		i = r.angles(i, end)
	}

	parts := []string{"impl"}
	from := i
	stop := func() {
		if i > from {
			parts = append(parts, r.source(r.tokens[from].start, r.tokens[i-1].end))
		}
	}

	ended := false
	for i < end && r.at(i) != "{" && r.at(i) != ";" {
		switch {
		case ended: // what follows is no part of the name
		case r.at(i) == "for" && r.at(i+1) != "<":
			stop()
			parts = append(parts, "for")
			from = i + 1
		case r.at(i) == "where":
			stop()
			ended = true
		case r.at(i) == "<":
			i = r.angles(i, end) - 1
		}

		i++
	}

	if !ended {
		stop()
	}

	last := min(r.after(i), end)
	r.add(strings.Join(parts, " "), r.tokens[start].start, r.tokens[last-1].end)
	r.items(i+1, last-1, false)
	return last
}

// angles is the index after the angle that closes the one at an index.
func (r *rustOutline) angles(i, end int) int {
	depth := 0
	for ; i < end; i++ {
		switch r.at(i) {
		case "<":
			depth++
		case ">":
			if i > 0 && (r.at(i-1) == "-" || r.at(i-1) == "=") {
				continue
			}
			depth--
			if depth == 0 {
				return i + 1
			}
		}
	}

	return end
}

// parts cuts a list of fields or variants at its commas, without attributes.
func (r *rustOutline) parts(i, end int) (parts [][2]int) {
	for i < end {
		for r.at(i) == "#" && i < end {
			i = r.after(i + 1)
		}

		from := i
		for i < end && r.at(i) != "," {
			switch r.at(i) {
			case "<":
				i = r.angles(i, end)
			default:
				i = r.after(i)
			}
		}

		i = min(i, end)
		if i > from {
			parts = append(parts, [2]int{from, i})
		}

		i++
	}

	return parts
}

// fields adds the fields of a struct, which stand between two tokens.
func (r *rustOutline) fields(i, end int) {
	for _, p := range r.parts(i, end) {
		name := p[0] + slices.IndexFunc(r.tokens[p[0]:p[1]], func(t rustToken) bool { return t.text == ":" }) - 1
		if name < p[0] {
			continue
		}

		text := r.at(name)
		if name > p[0] {
			text = r.source(r.tokens[p[0]].start, r.tokens[name-1].end) + " " + text
		}

		r.add(text, r.tokens[p[0]].start, r.tokens[p[1]-1].end)
	}
}

// variants adds the variants of an enum, and their fields.
func (r *rustOutline) variants(i, end int) {
	for _, p := range r.parts(i, end) {
		r.add(r.at(p[0]), r.tokens[p[0]].start, r.tokens[p[1]-1].end)
		if at := p[0] + 1; r.at(at) == "{" && at < p[1] {
			r.fields(at+1, min(r.tokens[at].close, p[1]))
		}
	}
}
