package page

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"eyeline/reader/lists"
)

// maxComment is GitHub's limit for a comment or issue, in bytes.
const maxComment = 65_536

// Markdown writes a page for a comment, an issue or a pull request, with its title as a heading of level 3. It is cut
// at maxComment bytes.
func Markdown(w io.Writer, p Page) error {
	b := &markdownWriter{}
	if p.Title != "" {
		fmt.Fprintf(b, "### %s\n", markdown(p.Title))
	}
	for i := range p.Sections {
		b.section(&p.Sections[i])
	}
	_, err := w.Write(atMost(bytes.TrimPrefix(b.Bytes(), []byte("\n")), maxComment))
	return err
}

// atMost cuts a text after a line so that it has at most most bytes, including a note about the cut.
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

// openFence returns the code fence that is open at the end of a text; "" if no fence is.
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

// texts escapes a text for Markdown, also inside a cell of a table. A backslash becomes an entity, so that it escapes
// nothing; URLs are escaped because GitHub links them.
var texts = strings.NewReplacer(
	`\`, "&#92;", "|", `\|`, "&", "&amp;", "<", "&lt;", ">", "&gt;", "`", "&#96;", "*", `\*`, "_", `\_`,
	"[", `\[`, "]", `\]`, "@", "&#64;", "#", `\#`, "$", `\$`, "~", `\~`, "://", "&#58;//", "www.", "www&#46;",
)

// markdown escapes a text for Markdown.
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

// paragraph escapes a text at the start of a line, where it could be an item of a list.
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

// legend explains the signs of strips.
func (b *markdownWriter) legend(used []State) {
	if len(used) > 0 {
		said := lists.Map(used, func(s State) string { return states[s].sign + " " + states[s].words })
		fmt.Fprintf(b, "\n%s\n", markdown(strings.Join(said, " · ")))
	}
}

func (b *markdownWriter) row(cells []Cell) {
	for i, c := range cells {
		text := markdown(c.Text)
		if c.Strip != nil {
			if signs := c.Strip.signs(); signs != "" { // a bar may be too short for a sign
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

// lines writes lines of a file in a code fence that does not occur in them.
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
