package page

import (
	"bufio"
	_ "embed"
	"fmt"
	"html"
	"io"
	"strings"
)

// style is the style sheet of all pages.
//
//go:embed page.css
var style string

// head is the beginning of a page; the verbs are for title and style.
const head = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="color-scheme" content="light dark"/>
<title>%s</title>
<style>
%s</style></head>
<body><main>
`

// escaped escapes a text for HTML.
func escaped(s string) string { return html.EscapeString(Clean(s)) }

// HTML writes a self-contained page, without scripts, fonts or pictures from elsewhere. It is light or dark as the
// reader's system, and also well-formed XML.
func HTML(w io.Writer, p Page) error {
	b := htmlWriter{bufio.NewWriterSize(w, 64<<10)}
	fmt.Fprintf(b.w, head, escaped(p.Title), style)
	b.element("h1", "", p.Title)
	for i := range p.Sections {
		b.section(&p.Sections[i])
	}
	fmt.Fprint(b.w, "</main></body></html>\n")
	return b.w.Flush()
}

type htmlWriter struct{ w *bufio.Writer }

// element writes a text in an element with a class, "" for no class.
func (b htmlWriter) element(tag, class, text string) {
	if class != "" {
		class = fmt.Sprintf(" class=%q", class)
	}
	fmt.Fprintf(b.w, "<%s%s>%s</%s>\n", tag, class, escaped(text), tag)
}

func (b htmlWriter) section(s *Section) {
	switch {
	case s.Folded:
		fmt.Fprint(b.w, "<details>\n")
		b.element("summary", "", s.Heading)
	case s.Heading != "":
		b.element(fmt.Sprintf("h%d", s.Level), "", s.Heading)
	}

	for _, text := range s.Text {
		b.element("p", "", text)
	}

	if len(s.List) > 0 {
		fmt.Fprint(b.w, "<ul>\n")
		for _, item := range s.List {
			b.element("li", "", item)
		}
		fmt.Fprint(b.w, "</ul>\n")
	}

	if s.Table != nil {
		b.table(s.Table)
	}

	b.writeLines(s.Lines)
	for _, text := range s.Notes {
		b.element("p", "aside", text)
	}

	if s.Folded {
		fmt.Fprint(b.w, "</details>\n")
	}
}

func (b htmlWriter) table(t *Table) {
	class := ""
	if t.Texts {
		class = ` class="texts"`
	}

	fmt.Fprintf(b.w, "<table%s>\n<tr>", class)
	for i, text := range t.Head {
		class = ""
		if len(t.Rows) > 0 && i < len(t.Rows[0].Cells) && t.Rows[0].Cells[i].Number {
			class = ` class="number"`
		}
		fmt.Fprintf(b.w, "<th%s>%s</th>", class, escaped(text))
	}

	fmt.Fprint(b.w, "</tr>\n")
	used := legendOf(t)
	for _, row := range t.Rows {
		class = ""
		if row.Class != "" {
			class = fmt.Sprintf(" class=%q", row.Class)
		}

		fmt.Fprintf(b.w, "<tr%s>", class)
		for i, cell := range row.Cells {
			tag := "td"
			if i == 0 {
				tag = "th"
			}
			b.cell(tag, nameOf(t.Head, i), cell)
		}

		fmt.Fprint(b.w, "</tr>\n")
	}

	fmt.Fprint(b.w, "</table>\n")
	b.legend(used)
}

// nameOf returns the name of a column; "" if it has no name.
func nameOf(columns []string, i int) string {
	if i < len(columns) {
		return columns[i]
	}
	return ""
}

// cell writes a cell; on a narrow page, the column's name precedes it.
func (b htmlWriter) cell(tag, name string, c Cell) {
	class := ""
	switch {
	case c.Strip != nil:
		class = ` class="strip"`
	case c.Text == "":
		class = ` class="none"`
	case c.Number:
		class = ` class="number"`
	}

	fmt.Fprintf(b.w, `<%s%s data-name="%s">`, tag, class, escaped(name))
	if c.Strip != nil {
		b.strip(c.Strip)
	} else {
		// A path breaks behind a slash rather than within a name.
		text := strings.ReplaceAll(escaped(c.Text), "/", "/<wbr/>")
		fmt.Fprint(b.w, strings.ReplaceAll(text, "/<wbr/> ", "/ "))
	}

	fmt.Fprintf(b.w, "</%s>", tag)
}

func (b htmlWriter) strip(s *Strip) {
	const begin = `<svg viewBox="0 0 1000 10" preserveAspectRatio="none" role="img"><title>%s</title>`
	fmt.Fprintf(b.w, begin, escaped(s.Said))
	if !s.Bar {
		fmt.Fprint(b.w, `<rect class="lost" width="1000" height="10"/>`)
	}
	for _, part := range s.Parts {
		const form = `<rect class="%s" x="%.1f" width="%.1f" height="10"/>`
		fmt.Fprintf(b.w, form, states[part.State].class, 1000*part.From, 1000*(part.To-part.From))
	}

	fmt.Fprint(b.w, "</svg>")
}

// legend explains the colours of strips.
func (b htmlWriter) legend(used []State) {
	if len(used) == 0 {
		return
	}
	fmt.Fprint(b.w, `<p class="aside">`)
	for _, state := range used {
		fmt.Fprintf(b.w, `<span class="key"><i class="%s"></i>%s</span> `, states[state].class, states[state].words)
	}
	fmt.Fprint(b.w, "</p>\n")
}

// writeLines writes lines of a file as one preformatted block, each with the class of its state.
func (b htmlWriter) writeLines(lines []Line) {
	if len(lines) == 0 {
		return
	}
	fmt.Fprint(b.w, "<pre>")
	for _, l := range lines {
		fmt.Fprintf(b.w, "<span class=%q>%s\n</span>", states[l.State].class, html.EscapeString(cleanLine(l.Text)))
	}
	fmt.Fprint(b.w, "</pre>\n")
}
