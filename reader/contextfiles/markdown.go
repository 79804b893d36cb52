package contextfiles

import (
	"bytes"
	"strings"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/runtime/marked"
)

// Code is what of a Markdown text is no running text.
type Code uint8

const (
	Fence         Code = 1 << iota // a block between ``` lines
	TildeFence                     // a block between ~~~ lines
	Indented                       // a line with four columns before it
	Span                           // between backquotes in a line
	Comment                        // an HTML comment that is a block of its own
	InlineComment                  // one in a line
	// Backquotes is everything between two equal runs of backquotes, wherever they stand; it goes with no other.
	Backquotes
)

// AllCode is all kinds of code that Markdown has.
const AllCode = Fence | TildeFence | Indented | Span

// region is a part of a text: half-open byte offsets.
type region struct {
	start, end int
	kind       Code
}

// regions are the parts of a Markdown text that are of some kinds, in order.
func regions(text []byte, kinds Code) (all []region) {
	if kinds&Backquotes != 0 {
		return spans(text, 0, len(text), Backquotes)
	}
	s := &blocks{text: text}
	for s.at < len(text) {
		s.line()
	}
	s.flush(len(text))
	for _, r := range s.all {
		if r.kind&kinds != 0 {
			all = append(all, r)
		}
	}
	return all
}

// blocks goes through the lines of a text.
type blocks struct {
	text      []byte
	at        int
	paragraph int // where the running text begins that is not yet looked through; -1 and below: nowhere
	open      bool
	list      bool
	all       []region
}

var listItem = lazy.Regexp(`^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)`)

// line takes the next line, or the block that begins with it.
func (s *blocks) line() {
	end := lineEnd(s.text, s.at)
	line := s.text[s.at:end]
	bare := bytes.TrimLeft(line, " \t")
	columns := indentOf(line)
	switch {
	case len(bytes.TrimSpace(line)) == 0:
		s.flush(s.at)
	case (columns < 4 || s.list) && s.fence(bare, end):
		return
	case columns < 4 && bytes.HasPrefix(bare, []byte("<!--")):
		s.comment()
		return
	case columns >= 4 && !s.open && !s.list:
		s.all = append(s.all, region{s.at, end, Indented})
	default:
		if listItem().Match(line) {
			s.list = true
		} else if !s.open && columns == 0 {
			s.list = false
		}
		if !s.open {
			s.open, s.paragraph = true, s.at
		}
	}
	s.at = end
}

// fence takes a fenced block that begins with the line at s.at; false where it is not one.
func (s *blocks) fence(bare []byte, end int) bool {
	mark, kind := bare[0], TildeFence
	n := len(bare) - len(bytes.TrimLeft(bare, string(mark)))
	switch {
	case n < 3 || mark == '`' && bytes.IndexByte(bare[n:], '`') >= 0:
		return false
	case mark == '`':
		kind = Fence
	case mark != '~':
		return false
	}
	s.flush(s.at)
	begin := s.at
	for s.at = end; s.at < len(s.text); {
		next := lineEnd(s.text, s.at)
		line := bytes.TrimSpace(s.text[s.at:next])
		s.at = next
		if len(line) >= n && len(bytes.Trim(line, string(mark))) == 0 {
			break
		}
	}
	s.all = append(s.all, region{begin, s.at, kind})
	return true
}

// comment takes an HTML comment, the rest of its last line and the blank lines after it.
func (s *blocks) comment() {
	s.flush(s.at)
	begin := s.at
	s.at = len(s.text)
	if i := bytes.Index(s.text[begin:], []byte("-->")); i >= 0 {
		s.at = lineEnd(s.text, begin+i)
		for s.at < len(s.text) && (s.text[s.at] == '\n' || bytes.HasPrefix(s.text[s.at:], []byte("\r\n"))) {
			s.at = lineEnd(s.text, s.at)
		}
	}
	s.all = append(s.all, region{begin, s.at, Comment})
}

// flush looks through the running text up to an offset.
func (s *blocks) flush(end int) {
	if s.open {
		s.all = append(s.all, spans(s.text, s.paragraph, end, Span)...)
	}
	s.open = false
}

// spans finds code between equal runs of backquotes, and where kind is Span also comments.
func spans(text []byte, from, end int, kind Code) (all []region) {
	runs := runsOf(text[:end], from)
	lastEnd := from + bytes.LastIndex(text[from:end], []byte("-->"))
	for at := from; at < end; {
		switch c := text[at]; {
		case c == '`':
			n := runOf(text[at:end])
			after := at + n
			if end := runs.closing(after, n); end > 0 {
				all = append(all, region{at, end, kind})
				after = end
			}
			at = after
		case c == '<' && kind == Span && at <= lastEnd && bytes.HasPrefix(text[at:end], []byte("<!--")):
			n := bytes.Index(text[at:end], []byte("-->")) + 3
			all = append(all, region{at, at + n, InlineComment})
			at += n
		default:
			at++
		}
	}
	return all
}

// runOf is the number of backquotes at the front of a text.
func runOf(text []byte) int { return len(text) - len(bytes.TrimLeft(text, "`")) }

// backquotes are the offsets after the runs of backquotes of each length, in order.
type backquotes map[int][]int

// runsOf are the runs in a text from an offset on.
func runsOf(text []byte, from int) backquotes {
	all := backquotes{}
	for at := from; ; {
		i := bytes.IndexByte(text[at:], '`')
		if i < 0 {
			return all
		}
		n := runOf(text[at+i:])
		at += i + n
		all[n] = append(all[n], at)
	}
}

// closing is the offset after the next run of n backquotes; 0 without one. It is to be called with offsets that go up.
func (b backquotes) closing(at, n int) int {
	for len(b[n]) > 0 && b[n][0] <= at {
		b[n] = b[n][1:]
	}
	if len(b[n]) == 0 {
		return 0
	}
	return b[n][0]
}

// lineEnd is the offset after the line at an offset.
func lineEnd(text []byte, at int) int {
	if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(text)
}

// indentOf is the columns of white space at the front of a line; a tab goes to the next multiple of four.
func indentOf(line []byte) (columns int) {
	for _, c := range line {
		switch c {
		case ' ':
			columns++
		case '\t':
			columns += 4 - columns%4
		default:
			return columns
		}
	}
	return columns
}

var oneComment = lazy.Regexp(`(?s)<!--.*?-->`)

// in are the ranges of a text that taking out comments takes out.
func (c Comments) in(text []byte) (cuts []region) {
	if c == EveryComment {
		for closed, at := true, 0; ; {
			i := bytes.Index(text[at:], []byte("<!--"))
			if i < 0 {
				return cuts
			}
			start, n := at+i, -1
			if at = start + len("<!--"); closed { // else no later one has an end either
				n = bytes.Index(text[at:], []byte("-->"))
			}
			if closed = n >= 0; closed {
				at += n + len("-->")
			}
			cuts = append(cuts, region{start, at, Comment})
		}
	}
	if c != BlockComments || !bytes.Contains(text, []byte("<!--")) {
		return cuts
	}
	plain, at := withoutReturns(text)
	for _, t := range marked.Lex(plain, false).Tokens {
		raw := strings.TrimLeft(t.Raw, " ")
		if t.Kind != marked.HTML || !strings.HasPrefix(raw, "<!--") || !strings.Contains(raw, "-->") {
			continue
		}
		if strings.TrimSpace(oneComment().ReplaceAllString(t.Raw, "")) == "" {
			cuts = append(cuts, region{at(t.Start), at(t.End), Comment})
			continue
		}
		for _, m := range oneComment().FindAllStringIndex(t.Raw, -1) {
			cuts = append(cuts, region{at(t.Start + m[0]), at(t.Start + m[1]), Comment})
		}
	}
	return cuts
}

// withoutReturns is a text in which all lines end with "\n" alone, and a function that tells where an offset in it is
// in the given text. It is to be called with offsets that do not go down.
func withoutReturns(text []byte) (plain string, at func(offset int) int) {
	if bytes.IndexByte(text, '\r') < 0 {
		return string(text), func(offset int) int { return offset }
	}
	plain = strings.ReplaceAll(strings.ReplaceAll(string(text), "\r\n", "\n"), "\r", "\n")
	from, to := 0, 0
	return plain, func(offset int) int {
		for to < offset {
			if text[from] == '\r' && from+1 < len(text) && text[from+1] == '\n' {
				from++
			}
			from++
			to++
		}
		return from
	}
}

// frontMatter is the length of the front matter at the front of a text, and its keys with their values; 0: there is
// none. It is YAML as rules have it: strings and lists of strings.
func frontMatter(text []byte) (n int, keys map[string][]string) {
	first := lineEnd(text, 0)
	if string(bytes.TrimRight(text[:first], " \t\r\n")) != "---" || len(text) == first {
		return 0, nil
	}
	keys = map[string][]string{}
	key := ""
	for at := first; at < len(text); {
		end := lineEnd(text, at)
		line := strings.TrimRight(string(text[at:end]), " \t\r\n")
		at = end
		if line == "---" {
			return at, keys
		}
		value, isItem := strings.CutPrefix(strings.TrimSpace(line), "- ")
		if name, rest, ok := strings.Cut(line, ":"); !isItem && ok && !strings.HasPrefix(line, " ") {
			key, value = strings.TrimSpace(name), strings.TrimSpace(rest)
			keys[key] = yamlValues(value)
		} else if isItem && key != "" {
			keys[key] = append(keys[key], unquote(strings.TrimSpace(value)))
		}
	}
	return 0, nil
}

// yamlValues are the values of a key on its line: a list, or a string.
func yamlValues(value string) (values []string) {
	if inner, ok := strings.CutPrefix(value, "["); ok {
		return ByComma([]string{strings.TrimSuffix(inner, "]")})
	}
	if value = unquote(value); value != "" {
		values = []string{value}
	}
	return values
}

// FrontMatter is the length in bytes of the front matter at the front of a text, and its keys with their values; 0
// without front matter.
func FrontMatter(text []byte) (n int, keys map[string][]string) { return frontMatter(text) }

// ByComma parts values at commas outside of braces.
func ByComma(values []string) (all []string) {
	depth := 0
	for _, v := range strings.FieldsFunc(strings.Join(values, ","), func(c rune) bool {
		switch c {
		case '{':
			depth++
		case '}':
			depth--
		}
		return c == ',' && depth == 0
	}) {
		if v = unquote(strings.TrimSpace(v)); v != "" {
			all = append(all, v)
		}
	}
	return all
}

func unquote(s string) string {
	if len(s) >= 2 && (s[0] == '"' || s[0] == '\'') && s[len(s)-1] == s[0] {
		return s[1 : len(s)-1]
	}
	return s
}
