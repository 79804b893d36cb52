package marked

import (
	"strings"

	"eyeline/reader/internal/lazy"
)

const blockTags = "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|" +
	"dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|" +
	"hr|html|iframe|legend|li|link|main|menu|menuitem|meta|nav|noframes|ol|optgroup|option|p|param|" +
	"search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul"

const attribute = `\s+[a-zA-Z:_][\w.:-]*(?:\s*=\s*"[^"\n]*"|\s*=\s*'[^'\n]*'|\s*=\s*[^\s"'=<>` + "`" + `]+)?`

var (
	rawTag   = lazy.Regexp(`^(?i:<(script|pre|style|textarea)(?:[\s>]|$))`)
	blockTag = lazy.Regexp(`^(?i:</?(?:` + blockTags + `))(?: |\n|/?>|$)`)
	openTag  = lazy.Regexp(`^(?i:<[a-z][\w-]*(?:` + attribute + `)* */?>)[ \t]*(?:\n|$)`)
	closeTag = lazy.Regexp(`^(?i:</[a-z][\w-]*\s*>)[ \t]*(?:\n|$)`)
	rawEnd   = lazy.Regexp(`(?i:</(script|pre|style|textarea)>)`)
)

func isBlockTag(bare string) bool {
	m := blockTag().FindString(bare)
	return m != "" && (len(m) < len(bare) || strings.HasSuffix(m, ">"))
}

// html is the length of the block of HTML at the front of src; 0 without one.
func html(src string) int {
	indent := spacesBefore(src)
	if indent > 3 || !strings.HasPrefix(src[indent:], "<") {
		return 0
	}

	bare := src[indent:]
	n := 0
	m := rawTag().FindStringSubmatch(bare)
	switch {
	case m != nil:
		n = rawLength(bare, m[1])
	case strings.HasPrefix(bare, "<!--"):
		n = comment(bare)
	case strings.HasPrefix(bare, "<?"):
		n = upToText(bare, "?>")
	case strings.HasPrefix(bare, "<![CDATA["):
		n = upToText(bare, "]]>")
	case len(bare) > 2 && bare[1] == '!' && isLetter(bare[2]):
		n = upToText(bare, ">")
	case isBlockTag(bare), openTag().MatchString(bare), closeTag().MatchString(bare):
		n = upToBlank(bare)
	}

	if n == 0 {
		return 0
	}

	return indent + n
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// comment is the length of a comment that is a block, with the rest of its last line and the line ends after that.
func comment(src string) int {
	end := commentEnd(src)
	if end < 0 {
		return len(src)
	}
	return withLineEnds(src, end+len(lineOf(src[end:])))
}

// commentEnd is where the comment at the front of a text ends; -1: nowhere.
func commentEnd(src string) int {
	for _, short := range []string{"<!-->", "<!--->"} {
		if strings.HasPrefix(src, short) {
			return len(short)
		}
	}
	if i := strings.Index(src[4:], "-->"); i >= 0 {
		return 4 + i + 3
	}
	return -1
}

func withLineEnds(src string, n int) int {
	for n < len(src) && src[n] == '\n' {
		n++
	}
	return n
}

// upToText is the length of a text up to the end of what closes it, and the line ends after that.
func upToText(src, end string) int {
	i := strings.Index(src, end)
	if i < 0 {
		return len(src)
	}
	return withLineEnds(src, i+len(end))
}

// upToBlank is the length of a text up to a blank line, and with the blank lines.
func upToBlank(src string) int {
	for n := lineLength(src); n < len(src); n += lineLength(src[n:]) {
		if line := lineOf(src[n:]); isBlank(line) && n+len(line) < len(src) {
			return n + blankLines(src[n:])
		}
	}
	return len(src)
}

// rawLength is the length of an element whose text is no HTML, with the rest of its last line.
func rawLength(src, tag string) int {
	for at := 0; ; {
		m := rawEnd().FindStringSubmatchIndex(src[at:])
		if m == nil {
			return len(src)
		}

		end := at + m[1]
		if strings.EqualFold(src[at+m[2]:at+m[3]], tag) {
			return withLineEnds(src, end+len(lineOf(src[end:])))
		}

		at = end
	}
}
