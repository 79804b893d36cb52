// Package help, which changes without notice, has the manual's topics: one Markdown file each, which a host of the
// repository renders, eyeline help shows and eyeline man prints.
//
// A file begins with its heading and one short sentence, which stands for it in the list. What follows up to the next
// heading is the introduction, which --help of a command of that name begins with. The last paragraph may begin with
// "See also:".
//
// The files may have headings, paragraphs, lists with "- ", tables, code between fences, and within a text `code`,
// **bold**, *emphasis*, [links](address) and backslashes before marks. Of pictures in HTML their words are taken; all
// other lines of HTML, such as comments, are left out. A test holds the files to this.
package help

import (
	"embed"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"sync"

	"eyeline/reader/lists"
)

//go:embed *.md schemas
var sources embed.FS

// Schemas are the names of the JSON Schemas of what commands print.
func Schemas() []string {
	files, _ := sources.ReadDir("schemas") // the folder is part of the program
	return lists.Map(files, func(f fs.DirEntry) string { return strings.TrimSuffix(f.Name(), ".json") })
}

// Schema is the schema of a name as text.
func Schema(name string) (text string, ok bool) {
	source, err := sources.ReadFile("schemas/" + name + ".json")
	return string(source), err == nil
}

// Topic is a part of the manual.
type Topic struct {
	// Name is the file's, without ".md".
	Name string
	// About is a sentence without its full stop.
	About string
	// SeeAlso are the names of the topics that the last paragraph names.
	SeeAlso []string

	body []block // all after that sentence
}

// Topics are all topics, by name.
func Topics() (all []Topic) {
	entries, _ := sources.ReadDir(".") // the folder is part of the program
	for _, e := range entries {
		if t, ok := Find(strings.TrimSuffix(e.Name(), ".md")); ok {
			all = append(all, t)
		}
	}
	return all
}

const seeAlso = "See also: "

// linked finds the links to other topics.
var linked = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\]\(([a-z-]+)\.md\)`) })

// Find finds a topic by its name.
func Find(name string) (t Topic, ok bool) {
	source, err := sources.ReadFile(name + ".md")
	if err != nil {
		return t, false
	}

	blocks := parse(string(source))
	t = Topic{Name: name, About: strings.TrimSuffix(blocks[1].text, "."), body: blocks[2:]}
	if last := t.body[len(t.body)-1].text; strings.HasPrefix(last, seeAlso) {
		for _, link := range linked().FindAllStringSubmatch(last, -1) {
			t.SeeAlso = append(t.SeeAlso, link[1])
		}
	}

	return t, true
}

// Text is the topic for a terminal of a width in columns, each line indented but for headings. Where styled is set, SGR
// sequences set headings, code and emphasis apart; else code in sentences keeps its marks.
func (t Topic) Text(width int, styled bool) string {
	return terminalText(append([]block{{text: t.Name + ": " + t.About}}, t.body...), width, styled)
}

// Examples are the commands that the topic shows, each on a line of its own; "" for none.
func (t Topic) Examples() (lines string) {
	for _, b := range t.body {
		for line := range strings.Lines(b.text + "\n") {
			if command, ok := strings.CutPrefix(line, "$ "); ok && b.kind == code {
				lines += indent + command
			}
		}
	}
	return strings.TrimSuffix(lines, "\n")
}

// Introduction is what stands before the first heading below the title, as plain text of a width in columns.
func (t Topic) Introduction(width int) string {
	n := slices.IndexFunc(t.body, func(b block) bool { return b.kind == heading })
	text := terminalText(t.body[:max(n, 0)], width, false)
	return strings.TrimPrefix(strings.ReplaceAll("\n"+text, "\n"+indent, "\n"), "\n")
}
