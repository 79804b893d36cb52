package cline

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"eyeline/reader/contextfiles"
	"eyeline/reader/internal/runtime/isbinary"
	"eyeline/reader/internal/runtime/js"
)

// ruleFiles are the rules of a folder; form is that of all files.
func ruleFiles(dir string) []contextfiles.Files {
	f := contextfiles.AllOf(dir+"/*.md", dir+"/*.txt")
	f.Sorted, f.Item = true, "## {name}\n{text}"
	return []contextfiles.Files{f}
}

// one is a file under a heading.
func one(name, heading string) contextfiles.Files {
	return contextfiles.Files{Names: []string{name}, Item: "## " + heading + "\n{text}"}
}

// Context is what Cline gets of files before it reads (CONTEXT-cline).
var Context = &contextfiles.Profile{
	Tool: Tool, Mention: mention,
	Start: []contextfiles.Block{{
		Open: "# Rules\n", Join: "\n\n", OnceName: true,
		Form: contextfiles.Form{Trim: contextfiles.TrimEnds, FrontMatter: true},
		From: []contextfiles.Place{
			contextfiles.In(contextfiles.Home, one(".agents/AGENTS.md", "Global AGENTS.md")),
			contextfiles.In(contextfiles.Home, ruleFiles(".cline/rules")...),
			contextfiles.In(contextfiles.Home, ruleFiles("Documents/Cline/Rules")...),
			contextfiles.In(contextfiles.Cwd, one(".clinerules", ".clinerules")),
			contextfiles.In(contextfiles.Cwd, ruleFiles(".clinerules")...),
			contextfiles.In(contextfiles.Cwd, ruleFiles(".cline/rules")...),
			contextfiles.In(contextfiles.Cwd, one("AGENTS.md", "Workspace AGENTS.md")),
		},
	}},
	Aside: "of rules with the same name the last is taken, which was seen once; mentions below the top are unsure",
}

// mention gives each file as it is.
func mention(m *contextfiles.Mention) {
	for typed, path := range m.There() {
		dir, _ := m.IsDir(path)
		switch {
		case m.Top() != m.Env().Root && !strings.Contains(typed, "/"):
			m.Leave(path, "a name without a folder is not found from below the top of the repository")
			continue
		case dir || strings.Contains(typed, " "):
			m.Leave(path, "a mention gives nothing of folders and of names with a space")
			continue
		}
		p, data, ok := m.Whole(path, contextfiles.Form{KeepBOM: true})
		if !ok {
			continue
		}
		if isbinary.ByPackage(data[:min(len(data), isbinary.SampleSize)]) {
			p = m.Named(path, "Error fetching content: Cannot read binary file into context.")
		}
		head := contextfiles.Words("<file_content path=\"" + path + "\">\n")
		foot := contextfiles.Words("\n</file_content>")
		m.Add(slices.Concat([]contextfiles.Piece{head}, shortened(p), []contextfiles.Piece{foot})...)
	}
}

const mostMentioned = 50000 // UTF-16 units of a file that is mentioned

// shortened is a text without its middle where it is too long.
func shortened(p contextfiles.Piece) []contextfiles.Piece {
	text := p.Text()
	over := int(js.Length(text)) - mostMentioned
	if over <= 0 {
		return []contextfiles.Piece{p}
	}
	mark := func(n int) string { return fmt.Sprintf("\n\n...[truncated %d chars]...\n\n", n) }
	lost := over + len(mark(over))
	said := mark(lost)
	keep := mostMentioned - len(said)
	head := js.Prefix(text, int64((keep+1)/2))
	tail := text[len(js.Prefix(text, js.Length(text)-int64(keep/2))):]
	if !utf8.ValidString(text) || strings.Contains(text, "\uFFFD") {
		return []contextfiles.Piece{p.With(head + said + tail)}
	}
	return []contextfiles.Piece{p.Part(0, len(head)), contextfiles.Words(said), p.Part(len(text)-len(tail), len(text))}
}
