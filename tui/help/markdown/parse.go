// Package markdown reads the part of Markdown that the manual's topics are written in, and writes it for a terminal and
// for man(1).
//
// That part is: headings, paragraphs, lists with "- ", tables, code between fences, and within a text `code`, **bold**,
// *emphasis*, [links](address) and backslashes before marks. Of pictures in HTML their words are
// taken; all other lines of HTML, such as comments, are left out.
package markdown

import (
	"regexp"
	"strings"
)

// Block is a part of a text.
type Block struct {
	Kind Kind
	// Level is that of a heading, 1 to 6, or how deep an item is, 0 for the outermost.
	Level int
	// Text is Markdown on one line; of code its lines, with "\n" between.
	Text string
	// Rows are those of a table, the headings first; cells are Markdown.
	Rows [][]string
}

// Kind says what a block is.
type Kind uint8

// Kinds of blocks.
const (
	Heading Kind = iota
	Paragraph
	Item
	Code
	Table
)

const fence = "```"

// picture finds what a picture shows, in words.
var picture = regexp.MustCompile(`^<img alt="([^"*]+)"`)

// Parse divides a text into its blocks.
func Parse(text string) (blocks []Block) {
	goesOn := false // the next line belongs to the last block
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i := 0; i < len(lines); i++ {
		line := strings.TrimSpace(lines[i])
		level := len(line) - len(strings.TrimLeft(line, "#"))
		switch {
		case strings.HasPrefix(line, fence):
			var code []string
			for i++; i < len(lines) && !strings.HasPrefix(strings.TrimSpace(lines[i]), fence); i++ {
				code = append(code, lines[i])
			}
			blocks, goesOn = append(blocks, Block{Kind: Code, Text: strings.Join(code, "\n")}), false
		case line == "" || strings.HasPrefix(line, "<"):
			goesOn = false
			if m := picture.FindStringSubmatch(line); m != nil {
				blocks = append(blocks, Block{Kind: Paragraph, Text: "*Picture: " + m[1] + "*"})
			}
		case level > 0:
			blocks, goesOn = append(blocks, Block{Kind: Heading, Level: level, Text: strings.TrimSpace(line[level:])}), false
		case strings.HasPrefix(line, "|"):
			var rows [][]string
			for ; i < len(lines) && strings.HasPrefix(lines[i], "|"); i++ {
				r := row(lines[i])
				if len(rows) > 0 {
					r = append(r, make([]string, len(rows[0]))...)[:len(rows[0])]
				}
				rows = append(rows, r)
			}
			i--
			if len(rows) > 1 {
				rows = append(rows[:1], rows[2:]...) // without the line of dashes
			}
			blocks, goesOn = append(blocks, Block{Kind: Table, Rows: rows}), false
		case strings.HasPrefix(line, "- "):
			indent := len(lines[i]) - len(strings.TrimLeft(lines[i], " "))
			blocks, goesOn = append(blocks, Block{Kind: Item, Level: indent / 2, Text: line[2:]}), true
		case goesOn:
			blocks[len(blocks)-1].Text += " " + line
		default:
			blocks, goesOn = append(blocks, Block{Kind: Paragraph, Text: line}), true
		}
	}
	return blocks
}

// row are the cells of a line of a table.
func row(line string) []string {
	line = strings.ReplaceAll(strings.TrimRight(line, " "), `\|`, "\x00")
	cells := strings.Split(strings.TrimSuffix(line[1:], "|"), "|")
	for i, c := range cells {
		cells[i] = strings.TrimSpace(strings.ReplaceAll(c, "\x00", `\|`))
	}
	return cells
}

// style is how a piece of a text looks.
type style uint8

const (
	usual style = iota
	bold
	emphasis
	code
)

// marked finds what stands between marks: code, bold, emphasis, a link, a mark after a backslash.
var marked = regexp.MustCompile("(?:`` (.+?) ``|`([^`]+)`)|\\*\\*(.+?)\\*\\*|\\*([^*]+)\\*|\\[((?:[^\\]\\\\]|\\\\.)+)\\]\\(([^)]+)\\)|\\\\(.)")

// inline gives each piece of a text to write, and returns what that returns, joined.
func inline(text string, write func(style, string) string) string {
	var b strings.Builder
	at := 0
	for _, m := range marked.FindAllStringSubmatchIndex(text, -1) {
		b.WriteString(write(usual, text[at:m[0]]))
		at = m[1]
		group := func(n int) string {
			if m[2*n] < 0 {
				return ""
			}
			return text[m[2*n]:m[2*n+1]]
		}
		switch span := strings.ReplaceAll(group(1)+group(2), `\|`, "|"); {
		case span != "":
			b.WriteString(write(code, span))
		case group(3) != "":
			b.WriteString(inline(group(3), func(_ style, s string) string { return write(bold, s) }))
		case group(4) != "":
			b.WriteString(inline(group(4), func(_ style, s string) string { return write(emphasis, s) }))
		case group(5) != "":
			b.WriteString(inline(group(5), write))
			if strings.Contains(group(6), "://") {
				b.WriteString(write(usual, " ("+group(6)+")"))
			}
		default:
			b.WriteString(write(usual, group(7)))
		}
	}
	return b.String() + write(usual, text[at:])
}
