// Package help has the manual's topics: one Markdown file each, which a host of the repository renders, eyeline help
// shows and eyeline man prints.
//
// A file begins with its heading and one short sentence, which stands for it in the list. Its last paragraph may begin
// with "See also:". What the files may have of Markdown is said by package markdown; a test holds them to it.
package help

import (
	"embed"
	"regexp"
	"strings"

	"eyeline/tui/help/markdown"
)

//go:embed *.md
var sources embed.FS

// Topic is a part of the manual.
type Topic struct {
	// Name is the file's, without ".md".
	Name string
	// About is a sentence without its full stop.
	About string
	// Body is all between that sentence and SeeAlso.
	Body []markdown.Block
	// SeeAlso are the names of the topics that the last paragraph names.
	SeeAlso []string
}

// Topics are all topics, by name.
func Topics() []Topic {
	entries, _ := sources.ReadDir(".") // the folder is part of the program
	all := make([]Topic, len(entries))
	for i, e := range entries {
		text, _ := sources.ReadFile(e.Name())
		all[i] = read(strings.TrimSuffix(e.Name(), ".md"), string(text))
	}
	return all
}

// Find finds a topic by its name.
func Find(name string) (Topic, bool) {
	text, err := sources.ReadFile(name + ".md")
	if err != nil {
		return Topic{}, false
	}
	return read(name, string(text)), true
}

// linked finds the links to other topics.
var linked = regexp.MustCompile(`\]\(([a-z-]+)\.md\)`)

func read(name, text string) Topic {
	t := Topic{Name: name}
	if blocks := markdown.Parse(text); len(blocks) > 2 {
		t.About, t.Body = strings.TrimSuffix(blocks[1].Text, "."), blocks[2:]
	}
	if n := len(t.Body) - 1; n >= 0 && strings.HasPrefix(t.Body[n].Text, "See also: ") {
		for _, link := range linked.FindAllStringSubmatch(t.Body[n].Text, -1) {
			t.SeeAlso = append(t.SeeAlso, link[1])
		}
		t.Body = t.Body[:n]
	}
	return t
}

// Text is the topic for a terminal of a width in columns; styled is as in [markdown.Terminal].
func (t Topic) Text(width int, styled bool) string {
	blocks := append([]markdown.Block{{Kind: markdown.Heading, Text: t.Name + ": " + t.About}}, t.Body...)
	if len(t.SeeAlso) > 0 {
		also := "See also: `eyeline help " + strings.Join(t.SeeAlso, "`, `eyeline help ") + "`"
		blocks = append(blocks, markdown.Block{Kind: markdown.Paragraph, Text: also})
	}
	return markdown.Terminal(blocks, width, styled)
}

// Roff is the topic's body for man(1); headings below a level are those of parts of a section.
func (t Topic) Roff(level int) string { return markdown.Roff(t.Body, level) }
