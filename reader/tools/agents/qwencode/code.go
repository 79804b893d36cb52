package qwencode

import (
	"strings"
	"unicode/utf8"

	"eyeline/reader/contextfiles"
	"eyeline/reader/internal/runtime/marked"
)

// codeOf finds the code of a text as Qwen Code does with the library marked: a part is looked for in the text of the
// part that it stands in, literally. Where that fails, as in a quote of two lines, the rest of that part has no code.
// The parts of lists and tables are not looked at. Offsets are those of a text whose lines end with "\n" alone, and are
// used for the text as it is.
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

// walk looks through a token that begins at an offset.
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

// shifted are ranges of a text by characters, in place of those of another text with as many characters before them.
func shifted(code []contextfiles.Range, plain string, text []byte) []contextfiles.Range {
	from, to := 0, 0
	move := func(offset int) int {
		for from < offset && to < len(text) {
			c, n := utf8.DecodeRuneInString(plain[from:])
			from += n
			units := 1 // of UTF-16
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
