package markdown

import (
	"fmt"
	"strings"
)

// Roff writes blocks for man(1). Headings become .SH, those below level .SS.
func Roff(blocks []Block, level int) string {
	var b strings.Builder
	for i, block := range blocks {
		switch block.Kind {
		case Heading:
			macro := ".SS "
			if block.Level <= level {
				macro = ".SH "
			}
			b.WriteString(macro + RoffText(block.Text) + "\n")
		case Paragraph:
			b.WriteString(".PP\n" + RoffText(block.Text) + "\n")
		case Item:
			if block.Level > 0 && (blocks[i-1].Kind != Item || blocks[i-1].Level == 0) {
				b.WriteString(".RS 2\n")
			}
			b.WriteString(".IP \\(bu 2\n" + RoffText(block.Text) + "\n")
			if block.Level > 0 && (i+1 == len(blocks) || blocks[i+1].Kind != Item || blocks[i+1].Level == 0) {
				b.WriteString(".RE\n")
			}
		case Code:
			b.WriteString(".PP\n.nf\n")
			for line := range strings.SplitSeq(block.Text, "\n") {
				b.WriteString("\\&    " + Escape(line) + "\n")
			}
			b.WriteString(".fi\n")
		case Table:
			for _, row := range block.Rows[1:] {
				b.WriteString(".TP\n" + RoffText(row[0]) + "\n" + roffCells(block.Rows[0][1:], row[1:]) + "\n")
			}
		}
	}
	return b.String()
}

// roffCells are the cells of a row after its first: the next, and others with their headings.
func roffCells(headings, cells []string) string {
	var parts []string
	for i, c := range cells {
		switch {
		case c == "":
		case i == 0:
			parts = append(parts, RoffText(c))
		default:
			parts = append(parts, RoffText(headings[i]+": "+c))
		}
	}
	if len(parts) == 0 {
		return `\&`
	}
	return strings.Join(parts, "\n.br\n")
}

// RoffText is a text of Markdown for troff, on one line.
func RoffText(text string) string {
	s := inline(text, func(st style, s string) string {
		switch {
		case s == "":
			return ""
		case st == bold || st == code:
			return `\fB` + escape(s) + `\fR`
		case st == emphasis:
			return `\fI` + escape(s) + `\fR`
		}
		return escape(s)
	})
	return guard(s)
}

// Escape is s without any markup for troff, on one line.
func Escape(s string) string { return guard(escape(s)) }

// guard keeps a line that begins as a macro from being one.
func guard(s string) string {
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") {
		return `\&` + s
	}
	return s
}

func escape(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n", " ").Replace(s)
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
