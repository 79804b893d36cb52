package qwencode

import (
	"strings"
	"unicode/utf8"

	"eyeline/reader/contextfiles"
	"eyeline/reader/internal/runtime/marked"
)

// codeOf returns the code of a text as Qwen Code finds it with the library marked: each token is searched literally in
// the text of its parent. If that fails, as in a quote of two lines, the rest of the parent has no code. Lists and
// tables are skipped. Offsets are those of a text with "\n" as line ends, but used for the original text.
func codeOf(text []byte) []contextfiles.Range {
	plain := strings.ReplaceAll(strings.ReplaceAll(string(text), "\r\n", "\n"), "\r", "\n")
	f := &codeFinder{}
	for _, t := range marked.Lex(plain, true).Tokens {
		f.walk(t, t.Start)
	}
	if len(plain) == len(text) {
		return f.code
	}
	return shifted(f.code, plain, text)
}

type codeFinder struct{ code []contextfiles.Range }

// walk visits a token that begins at an offset.
func (f *codeFinder) walk(t marked.Token, start int) {
	switch t.Kind {
	case marked.Code, marked.CodeSpan:
		f.code = append(f.code, contextfiles.Range{Start: start, End: start + len(t.Raw)})
		return
	case marked.List:
		return
	}

	at := 0
	for _, below := range t.Tokens {
		i := strings.Index(t.Raw[at:], below.Raw)
		if i < 0 {
			return
		}
		f.walk(below, start+at+i)
		at += i + len(below.Raw)
	}
}

// shifted converts ranges of plain to ranges of text at the same index in characters.
func shifted(code []contextfiles.Range, plain string, text []byte) []contextfiles.Range {
	from := 0
	to := 0
	move := func(offset int) int {
		for from < offset && to < len(text) {
			c, n := utf8.DecodeRuneInString(plain[from:])
			from += n
			units := 1 // UTF-16 units
			if c > 0xFFFF {
				units = 2
			}

			for ; units > 0 && to < len(text); units-- {
				c, n = utf8.DecodeRune(text[to:])
				to += n
				if c > 0xFFFF {
					units--
				}
			}
		}

		return to
	}

	moved := make([]contextfiles.Range, 0, len(code))
	for _, r := range code {
		start := move(r.Start)
		moved = append(moved, contextfiles.Range{Start: start, End: move(r.End)})
	}

	return moved
}
