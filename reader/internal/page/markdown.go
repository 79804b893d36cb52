package page

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"eyeline/reader/each"
)

// mostComment is how many bytes GitHub takes of a comment or an issue.
const mostComment = 65_536

// Markdown writes a page for a comment, an issue or a pull request; its title is a heading of the third level. What is
// over mostComment bytes is left out from the end.
func Markdown(w io.Writer, p Page) error {
	b := &markdownWriter{}
	if p.Title != "" {
		fmt.Fprintf(b, "### %s\n", markdown(p.Title))
	}
	for i := range p.Sections {
		b.section(&p.Sections[i])
	}
	_, err := w.Write(atMost(bytes.TrimPrefix(b.Bytes(), []byte("\n")), mostComment))
	return err
}

// atMost is the beginning of a text: whole lines, of at most most bytes with a word about what is left out.
func atMost(text []byte, most int) []byte {
	const left = "\nThe rest is left out, since a comment takes no more.\n"
	if len(text) <= most {
		return text
	}
	text = text[:most-len(left)]
	text = text[:bytes.LastIndexByte(text, '\n')+1]
	if fence := openFence(text); fence != "" {
		text = text[:max(bytes.LastIndexByte(text[:max(len(text)-len(fence)-1, 0)], '\n')+1, 0)]
		text = append(text, fence+"\n"...)
	}
	return append(text, left...)
}

// openFence is the fence that a text ends within; "" where it ends outside of all.
func openFence(text []byte) (open string) {
	for line := range bytes.Lines(text) {
		if s := strings.TrimRight(string(line), "\n"); strings.HasPrefix(s, "```") {
			fence := s[:len(s)-len(strings.TrimLeft(s, "`"))]
			switch {
			case open == "":
				open = fence
			case fence == open:
				open = ""
			}
		}
	}
	return open
}

// texts makes a text say only itself in Markdown, also inside a cell of a table. A backslash is named by its number, so
// that it escapes nothing that comes after it; GitHub makes links of bare addresses too.
var texts = strings.NewReplacer(
	`\`, "&#92;", "|", `\|`, "&", "&amp;", "<", "&lt;", ">", "&gt;", "`", "&#96;", "*", `\*`, "_", `\_`,
	"[", `\[`, "]", `\]`, "@", "&#64;", "#", `\#`, "$", `\$`, "~", `\~`, "://", "&#58;//", "www.", "www&#46;",
)

// markdown is a text as Markdown has it.
func markdown(s string) string { return texts.Replace(Clean(s)) }

type markdownWriter struct{ bytes.Buffer }

func (b *markdownWriter) section(s *Section) {
	switch {
	case s.Folded:
		fmt.Fprintf(b, "\n<details><summary>%s</summary>\n", markdown(s.Heading))
	case s.Heading != "":
		fmt.Fprintf(b, "\n%s %s\n", strings.Repeat("#", s.Level+2), markdown(s.Heading))
	}

	for _, text := range s.Text {
		fmt.Fprintf(b, "\n%s\n", paragraph(text))
	}

	if len(s.List) > 0 {
		fmt.Fprintln(b)
	}

	for _, item := range s.List {
		fmt.Fprintf(b, "- %s\n", markdown(item))
	}

	b.table(s.Table)
	b.lines(s.Lines)
	for _, text := range s.Notes {
		fmt.Fprintf(b, "\n%s\n", paragraph(text))
	}

	if s.Folded {
		fmt.Fprint(b, "\n</details>\n")
	}
}

// paragraph is a text that begins a line: as what it says, and not as an item of a list.
func paragraph(text string) string {
	s := markdown(text)
	rest := strings.TrimLeft(s, "0123456789")
	if s != "" && (strings.ContainsRune("-+=", rune(s[0])) ||
		rest != s && rest != "" && strings.ContainsRune(".)", rune(rest[0]))) {
		return s[:len(s)-len(rest)] + `\` + rest
	}
	return s
}

func (b *markdownWriter) table(t *Table) {
	if t == nil {
		return
	}

	fmt.Fprintln(b)
	rule := "|" + strings.Repeat("---|", len(t.Head))
	if !t.Texts {
		rule = "|---" + strings.Repeat("|---:", len(t.Head)-1) + "|"
	}

	b.row(Texts(t.Head...))
	fmt.Fprintln(b, rule)
	for _, row := range t.Rows {
		b.row(row.Cells)
	}

	b.legend(legendOf(t))
}

// legend says what the signs of strips mean.
func (b *markdownWriter) legend(used []State) {
	if len(used) > 0 {
		said := each.Of(used, func(s State) string { return states[s].sign + " " + states[s].words })
		fmt.Fprintf(b, "\n%s\n", markdown(strings.Join(said, " · ")))
	}
}

func (b *markdownWriter) row(cells []Cell) {
	for i, c := range cells {
		text := markdown(c.Text)
		if c.Strip != nil {
			if signs := c.Strip.signs(); signs != "" { // a bar can be too short for a sign
				text = "`" + signs + "`"
			}
		}
		if i == 0 {
			fmt.Fprint(b, "|")
		}
		fmt.Fprintf(b, " %s |", text)
	}
	fmt.Fprintln(b)
}

// lines writes lines of a file between fences that none of them is.
func (b *markdownWriter) lines(lines []Line) {
	if len(lines) == 0 {
		return
	}

	fence := "```"
	for _, l := range lines {
		for strings.Contains(l.Text, fence) {
			fence += "`"
		}
	}

	fmt.Fprintf(b, "\n%sdiff\n", fence)
	for _, l := range lines {
		fmt.Fprintln(b, cleanLine(l.Text))
	}

	fmt.Fprintln(b, fence)
}
