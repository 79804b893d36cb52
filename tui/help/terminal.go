package help

import (
	"strings"

	"eyeline/tui/kit/cells"
)

const (
	indent  = "  "
	maxText = 80 // the widest paragraph, in columns
	gap     = 2  // between the columns of a table
	least   = 20 // the narrowest column that a table's widest is wrapped to
)

// terminalText writes blocks as [Topic.Text] says.
func terminalText(blocks []block, width int, styled bool) string {
	t := terminal{width: max(width, least), styled: styled}
	for i, b := range blocks {
		if i > 0 && (b.kind != item || blocks[i-1].kind != item) {
			t.WriteByte('\n')
		}

		switch b.kind {
		case heading:
			t.lines("", indent, t.inBold(b.text))
		case paragraph:
			t.lines(indent, indent, t.text(b.text))
		case item:
			t.lines(indent+"- ", indent+"  ", t.text(b.text))
		case code:
			for line := range strings.SplitSeq(b.text, "\n") {
				t.WriteString(strings.TrimRight(indent+indent+line, " ") + "\n")
			}
		case table:
			t.inTable = true
			t.table(b.rows)
			t.inTable = false
		}
	}

	return t.String()
}

type terminal struct {
	strings.Builder
	width           int
	styled, inTable bool
}

// piece is a text in a style, word by word: a line may end between two.
func (t *terminal) piece(st style, s string) string {
	switch {
	case !t.styled && st == typed && !t.inTable:
		return "`" + s + "`"
	case !t.styled || st == usual:
		return s
	}

	words := strings.Split(s, " ")
	for i, w := range words {
		if w != "" {
			words[i] = "\x1b[1m" + w + "\x1b[m"
		}
	}

	return strings.Join(words, " ")
}

func (t *terminal) text(s string) string { return inline(s, t.piece) }

func (t *terminal) inBold(s string) string {
	return inline(s, func(_ style, s string) string { return t.piece(strong, s) })
}

// lines writes a text with one indent before its first line and another, no narrower, before those after it.
func (t *terminal) lines(first, rest, text string) {
	for _, line := range cells.WrapWords(text, min(t.width, maxText+len(indent))-len(rest)) {
		t.WriteString(strings.TrimRight(first+line, " ") + "\n")
		first = rest
	}
}

// table writes rows in columns. The widest is wrapped to what the others leave; where that is too little, each row
// becomes a paragraph.
func (t *terminal) table(rows [][]string) {
	widths := make([]int, len(rows[0]))
	texts := make([][]string, len(rows))
	widest := 0
	over := len(indent) - gap - t.width
	for i := range widths {
		for r, row := range rows {
			text := t.text(row[i])
			if r == 0 {
				text = t.inBold(row[i])
			}
			texts[r] = append(texts[r], text)
			widths[i] = max(widths[i], cells.Width(text))
		}

		over += widths[i] + gap
		if widths[i] > widths[widest] {
			widest = i
		}
	}

	widths[widest] -= max(over, 0)
	if over > 0 && widths[widest] < least {
		t.records(rows)
		return
	}

	for _, row := range texts {
		for _, part := range cells.WrapWords(row[widest], widths[widest]) {
			row[widest] = part
			line := indent
			for i, text := range row {
				line += cells.Pad(text, widths[i]+gap)
			}

			t.WriteString(strings.TrimRight(line, " ") + "\n")
			clear(row)
		}
	}
}

// records writes each row as its first cell, and below it the others with their headings.
func (t *terminal) records(rows [][]string) {
	for i, row := range rows[1:] {
		if i > 0 {
			t.WriteByte('\n')
		}

		t.lines(indent, indent, t.text(row[0]))
		for c, cell := range row[1:] {
			if cell != "" {
				t.lines(indent+indent, indent+indent+indent, t.text(rows[0][c+1]+": "+cell))
			}
		}
	}
}
