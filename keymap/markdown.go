package keymap

import (
	"fmt"
	"strings"
)

// Markdown is the table for a manual: under a heading of the given level (1 to 6) for each group, one row for each
// action that has a key, with the name that settings know it by. The result ends with a newline.
func (m *Map) Markdown(level int) string {
	var b strings.Builder
	for _, g := range Groups() {
		rows := 0
		for _, row := range m.InGroup(g) {
			if len(row.Keys) == 0 {
				continue
			}
			if rows == 0 {
				if b.Len() > 0 {
					b.WriteByte('\n')
				}
				fmt.Fprintf(&b, "%s %s\n\n", strings.Repeat("#", level), escapeMarkdown(string(g)))
				b.WriteString("| keys | what they do | name in settings |\n|---|---|---|\n")
			}
			rows++
			fmt.Fprintf(&b, "| %s | %s | %s |\n", row.markdownKeys(), row.markdownHelp(), codeSpan(string(row.Action)))
		}
	}
	return b.String()
}

// markdownKeys is the row's keys, and what is typed after them.
func (b binding) markdownKeys() string {
	spans := make([]string, len(b.Keys))
	for i, k := range b.Keys {
		spans[i] = codeSpan(Name(k))
	}
	keys := strings.Join(spans, " ")
	if b.Takes != "" {
		keys += " *" + escapeMarkdown(b.Takes) + "*"
	}
	return keys
}

// markdownHelp is the row's help, marked when a count may be typed before the key.
func (b binding) markdownHelp() string {
	help := escapeMarkdown(b.Help)
	if b.Count {
		help += " (*N*)"
	}
	return help
}

// codeSpan is s as code inside a table's cell: a bar would end the cell, a backtick the code.
func codeSpan(s string) string {
	s = strings.ReplaceAll(s, "|", `\|`)
	if strings.Contains(s, "`") {
		return "`` " + s + " ``"
	}
	return "`" + s + "`"
}

var markdownEscapes = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "|", `\|`, "*", `\*`, "_", `\_`, "<", `\<`, ">", `\>`, "[", `\[`, "]", `\]`,
)

// escapeMarkdown is s as plain text inside a table's cell.
func escapeMarkdown(s string) string { return markdownEscapes.Replace(s) }
