package help

import (
	"fmt"
	"strings"
)

// ManualWidth is the width of what stands in columns in manual pages, in columns: man indents them.
const ManualWidth = 72

// Roff is the topic's body for man(1). Headings become .SH, those below a level .SS; tables stay as they are on a
// terminal.
func (t Topic) Roff(level int) string {
	var b strings.Builder
	for _, block := range t.body {
		if strings.HasPrefix(block.text, seeAlso) {
			continue // a section of the page
		}

		switch block.kind {
		case heading:
			macro := ".SS "
			if block.level <= level {
				macro = ".SH "
			}
			b.WriteString(macro + roffText(block.text) + "\n")
		case paragraph:
			b.WriteString(".PP\n" + roffText(block.text) + "\n")
		case item:
			b.WriteString(".IP \\(bu 2\n" + roffText(block.text) + "\n")
		case code:
			b.WriteString(Verbatim("    " + strings.ReplaceAll(block.text, "\n", "\n    ")))
		case table:
			text := terminal{width: ManualWidth, inTable: true}
			text.table(block.rows)
			b.WriteString(Verbatim(text.String()))
		}
	}

	return b.String()
}

// Verbatim is a text of several lines for troff, line by line.
func Verbatim(text string) string {
	return ".PP\n.nf\n\\&" + strings.ReplaceAll(escape(strings.TrimSuffix(text, "\n")), "\n", "\n\\&") + "\n.fi\n"
}

// roffText is a text of Markdown for troff, on one line.
func roffText(text string) string {
	return guard(inline(text, func(st style, s string) string {
		if s == "" || st == usual {
			return escape(s)
		}
		return `\fB` + escape(s) + `\fR`
	}))
}

// Escape is s without any markup for troff, on one line.
func Escape(s string) string { return guard(escape(strings.ReplaceAll(s, "\n", " "))) }

// guard keeps a line that begins as a macro from being one.
func guard(s string) string {
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") {
		return `\&` + s
	}
	return s
}

func escape(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(s)
	var b strings.Builder
	for _, r := range s {
		if r < 0x80 {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, `\[u%04X]`, r)
		}
	}

	return b.String()
}
