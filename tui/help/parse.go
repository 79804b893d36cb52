package help

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// block is a part of a text.
type block struct {
	kind  kind
	level int        // of a heading, 1 to 6
	text  string     // Markdown on one line; of code its lines, with "\n" between
	rows  [][]string // of a table, the headings first, all of the same length; cells are Markdown
}

type kind uint8

const (
	heading kind = iota
	paragraph
	item
	code
	table
)

const fence = "```"

// picture finds what a picture shows, in words.
var picture = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^<img alt="([^"*]+)"`) })

// parse divides a text into its blocks.
func parse(text string) (blocks []block) {
	goesOn := false // the next line belongs to the last block
	add := func(b block) {
		blocks = append(blocks, b)
		goesOn = b.kind == paragraph || b.kind == item
	}
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for len(lines) > 0 {
		line := strings.TrimSpace(lines[0])
		all := lines
		lines = lines[1:]
		level := len(line) - len(strings.TrimLeft(line, "#"))
		switch {
		case strings.HasPrefix(line, fence):
			end := slices.Index(lines, fence)
			add(block{kind: code, text: strings.Join(lines[:end], "\n")})
			lines = lines[end+1:]
		case strings.HasPrefix(line, "|"):
			end := slices.IndexFunc(all, func(l string) bool { return !strings.HasPrefix(l, "|") })
			add(block{kind: table, rows: tableRows(all[:end])})
			lines = all[end:]
		case line == "" || line[0] == '<':
			goesOn = false
			if m := picture().FindStringSubmatch(line); m != nil {
				add(block{kind: paragraph, text: "*Picture: " + m[1] + "*"})
			}
		case level > 0:
			add(block{level: level, text: strings.TrimSpace(line[level:])})
		case strings.HasPrefix(line, "- "):
			add(block{kind: item, text: line[2:]})
		case goesOn:
			blocks[len(blocks)-1].text += " " + line
		default:
			add(block{kind: paragraph, text: line})
		}
	}

	return blocks
}

// tableRows are the cells of a table's lines, but for the line of dashes. A bar within a cell has a backslash before
// it.
func tableRows(lines []string) (rows [][]string) {
	for _, line := range append(lines[:1:1], lines[2:]...) {
		rows = append(rows, rowCells(strings.TrimSuffix(strings.TrimPrefix(line, "|"), "|")))
	}
	return rows
}

// rowCells are the cells of a row without its outer bars. A cell may be empty.
func rowCells(row string) (all []string) {
	begun := ""
	for part := range strings.SplitSeq(row, "|") {
		begun += part
		if strings.HasSuffix(begun, `\`) {
			begun += "|"
			continue
		}

		all = append(all, strings.TrimSpace(begun))
		begun = ""
	}

	return all
}

// style is how a piece of a text looks.
type style uint8

const (
	usual style = iota
	strong
	typed // as code
)

// marked finds what stands between marks: code, emphasis, a link, a mark after a backslash.
var marked = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("(?:`` (.+?) ``|`([^`]+)`)|" +
		"\\*\\*?([^*]+)\\*\\*?|\\[((?:[^\\]\\\\]|\\\\.)+)\\]\\(([^)]+)\\)|\\\\(.)")
})

// inline gives each piece of a text to write, and returns what that returns, joined.
func inline(text string, write func(style, string) string) string {
	var b strings.Builder
	for {
		at := marked().FindStringSubmatchIndex(text)
		if at == nil {
			return b.String() + write(usual, text)
		}

		m := marked().FindStringSubmatch(text)
		b.WriteString(write(usual, text[:at[0]]))
		text = text[at[1]:]

		switch {
		case m[1]+m[2] != "":
			b.WriteString(write(typed, strings.ReplaceAll(m[1]+m[2], `\|`, "|")))
		case m[3] != "":
			b.WriteString(inline(m[3], func(_ style, s string) string { return write(strong, s) }))
		case m[4] != "":
			b.WriteString(inline(m[4], write))
			if strings.Contains(m[5], "://") {
				b.WriteString(write(usual, " ("+m[5]+")"))
			}
		default:
			b.WriteString(write(usual, m[6]))
		}
	}
}
