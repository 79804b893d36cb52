package markdown

import (
	"strings"

	"eyeline/tui/cells"
)

const (
	indent   = "  "
	mostText = 80 // the widest paragraph, in columns
	gap      = 2  // between the columns of a table
	least    = 20 // the narrowest column that a table's widest is wrapped to
)

// Terminal writes blocks for a terminal of a width in columns, each line indented but for headings. Where styled is set,
// SGR sequences set headings, code and emphasis apart; else code in sentences keeps its marks.
func Terminal(blocks []Block, width int, styled bool) string {
	t := terminal{width: max(width, 20), styled: styled}
	for i, b := range blocks {
		if i > 0 && (b.Kind != Item || blocks[i-1].Kind != Item) {
			t.WriteByte('\n')
		}
		switch b.Kind {
		case Heading:
			t.lines("", indent, inline(b.Text, func(_ style, s string) string { return t.piece(bold, s) }))
		case Paragraph:
			t.lines(indent, indent, t.text(b.Text))
		case Item:
			in := indent + strings.Repeat(indent, b.Level)
			t.lines(in+"- ", in+"  ", t.text(b.Text))
		case Code:
			for line := range strings.SplitSeq(b.Text, "\n") {
				t.WriteString(strings.TrimRight(indent+indent+line, " ") + "\n")
			}
		case Table:
			t.table(b.Rows)
		}
	}
	return t.String()
}

type terminal struct {
	strings.Builder
	width   int
	styled  bool
	inTable bool
}

// piece is a text in a style, word by word: a line may end between two.
func (t *terminal) piece(st style, s string) string {
	switch {
	case !t.styled && st == code && !t.inTable:
		return "`" + s + "`"
	case !t.styled || st == usual:
		return s
	}
	begin := "\x1b[1m"
	if st == emphasis {
		begin = "\x1b[3m"
	}
	words := strings.Split(s, " ")
	for i, w := range words {
		if w != "" {
			words[i] = begin + w + "\x1b[m"
		}
	}
	return strings.Join(words, " ")
}

func (t *terminal) text(s string) string { return inline(s, t.piece) }

// lines writes a text with one indent before its first line and another before those after it.
func (t *terminal) lines(first, rest, text string) {
	room := min(t.width, mostText+len(indent)) - len(rest)
	for _, line := range cells.WrapWords(text, max(room, 10)) {
		t.WriteString(strings.TrimRight(first+line, " ") + "\n")
		first = rest
	}
}

// table writes rows in columns. The widest column is wrapped to what the others leave; where that is too little, each row
// becomes a paragraph.
func (t *terminal) table(rows [][]string) {
	t.inTable = true
	defer func() { t.inTable = false }()
	widths := make([]int, len(rows[0]))
	widest, all := 0, len(indent)-gap
	for i := range widths {
		for _, row := range rows {
			widths[i] = max(widths[i], cells.Width(t.text(row[i])))
		}
		if all += widths[i] + gap; widths[i] > widths[widest] {
			widest = i
		}
	}
	if over := all - t.width; over > 0 {
		if widths[widest] -= over; widths[widest] < least {
			t.records(rows)
			return
		}
	}
	for i, row := range rows {
		texts := make([]string, len(row))
		for c, cell := range row {
			if texts[c] = t.text(cell); i == 0 {
				texts[c] = t.piece(bold, texts[c])
			}
		}
		for _, part := range cells.WrapWords(texts[widest], widths[widest]) {
			texts[widest] = part
			line := indent
			for c, text := range texts {
				line += text + strings.Repeat(" ", widths[c]-cells.Width(text)+gap)
			}
			t.WriteString(strings.TrimRight(line, " ") + "\n")
			clear(texts)
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
