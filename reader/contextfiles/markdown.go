package contextfiles

import (
	"bytes"
	"strings"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/runtime/marked"
)

// Range is a part of a text: half-open byte offsets.
type Range struct{ Start, End int }

// lineEnd returns the offset after the line that has the byte at an offset.
func lineEnd(text []byte, at int) int {
	if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(text)
}

var oneComment = lazy.Regexp(`(?s)<!--.*?-->`)

// in returns the ranges of a text that are removed with its comments.
func (c Comments) in(text []byte) (cuts []Range) {
	if c == EveryComment {
		for closed, at := true, 0; ; {
			i := bytes.Index(text[at:], []byte("<!--"))
			if i < 0 {
				return cuts
			}

			start := at + i
			n := -1
			at = start + len("<!--")
			if closed { // without an end, no later one has one either
				n = bytes.Index(text[at:], []byte("-->"))
			}
			closed = n >= 0
			if closed {
				at += n + len("-->")
			}

			cuts = append(cuts, Range{start, at})
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
			cuts = append(cuts, Range{at(t.Start), at(t.End)})
			continue
		}

		for _, m := range oneComment().FindAllStringIndex(t.Raw, -1) {
			cuts = append(cuts, Range{at(t.Start + m[0]), at(t.Start + m[1])})
		}
	}

	return cuts
}

// withoutReturns returns a text with "\n" in place of "\r\n" and "\r". at maps its offsets, which must not decrease
// from call to call, to those of the given text.
func withoutReturns(text []byte) (plain string, at func(offset int) int) {
	if bytes.IndexByte(text, '\r') < 0 {
		return string(text), func(offset int) int { return offset }
	}

	plain = strings.ReplaceAll(strings.ReplaceAll(string(text), "\r\n", "\n"), "\r", "\n")
	from := 0
	to := 0
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

// frontMatter is FrontMatter. It parses as much of YAML as rules use: strings and lists of strings.
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
		name, rest, ok := strings.Cut(line, ":")
		if !isItem && ok && !strings.HasPrefix(line, " ") {
			key = strings.TrimSpace(name)
			value = strings.TrimSpace(rest)
			keys[key] = yamlValues(value)
		} else if isItem && key != "" {
			keys[key] = append(keys[key], unquote(strings.TrimSpace(value)))
		}
	}

	return 0, nil
}

// yamlValues parses what follows a key on its line: a list or a string.
func yamlValues(value string) (values []string) {
	if inner, ok := strings.CutPrefix(value, "["); ok {
		return ByComma([]string{strings.TrimSuffix(inner, "]")})
	}
	value = unquote(value)
	if value != "" {
		values = []string{value}
	}
	return values
}

// FrontMatter returns the length in bytes of the front matter at the start of a text, and its values by key; 0 if there
// is no front matter.
func FrontMatter(text []byte) (n int, keys map[string][]string) { return frontMatter(text) }

// ByComma splits values at commas outside of braces, and unquotes them.
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
		v = unquote(strings.TrimSpace(v))
		if v != "" {
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
