package cline

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"eyeline/reader/briefing"
	"eyeline/reader/internal/runtime/isbinary"
	"eyeline/reader/internal/runtime/js"
)

// ruleFiles are the rules of a folder; form is that of all files.
func ruleFiles(dir string) []briefing.Files {
	f := briefing.AllOf(dir+"/*.md", dir+"/*.txt")
	f.Order, f.Item = briefing.Sorted, "## {name}\n{text}"
	return []briefing.Files{f}
}

// one is a file under a heading.
func one(name, heading string) briefing.Files {
	return briefing.Files{Names: []string{name}, Item: "## " + heading + "\n{text}"}
}

// Context is what Cline gets of files before it reads (CONTEXT-cline).
var Context = &briefing.Profile{
	Tool: Tool, Mention: mention,
	Start: []briefing.Block{{
		Open: "# Rules\n", Join: "\n\n", OnceName: true,
		Form: briefing.Form{Trim: briefing.TrimEnds, FrontMatter: true},
		From: []briefing.Place{
			briefing.In(briefing.Home, one(".agents/AGENTS.md", "Global AGENTS.md")),
			briefing.In(briefing.Home, ruleFiles(".cline/rules")...),
			briefing.In(briefing.Home, ruleFiles("Documents/Cline/Rules")...),
			briefing.In(briefing.Cwd, one(".clinerules", ".clinerules")),
			briefing.In(briefing.Cwd, ruleFiles(".clinerules")...),
			briefing.In(briefing.Cwd, ruleFiles(".cline/rules")...),
			briefing.In(briefing.Cwd, one("AGENTS.md", "Workspace AGENTS.md")),
		},
	}},
	Aside: "of rules with the same name the last is taken, which was seen once; mentions below the top are unsure",
}

// mention gives each file as it is.
func mention(m *briefing.Mention) {
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
		p, data, ok := m.Whole(path, briefing.Form{KeepBOM: true})
		if !ok {
			continue
		}
		if isbinary.ByPackage(data[:min(len(data), isbinary.SampleSize)]) {
			p = m.Named(path, "Error fetching content: Cannot read binary file into context.")
		}
		m.Add(slices.Concat([]briefing.Piece{briefing.Words("<file_content path=\"" + path + "\">\n")}, shortened(p),
			[]briefing.Piece{briefing.Words("\n</file_content>")})...)
	}
}

const mostMentioned = 50000 // UTF-16 units of a file that is mentioned

// shortened is a text without its middle where it is too long.
func shortened(p briefing.Piece) []briefing.Piece {
	text := p.Text()
	over := int(js.Length(text)) - mostMentioned
	if over <= 0 {
		return []briefing.Piece{p}
	}
	mark := func(n int) string { return fmt.Sprintf("\n\n...[truncated %d chars]...\n\n", n) }
	lost := over + len(mark(over))
	said := mark(lost)
	keep := mostMentioned - len(said)
	head := js.Prefix(text, int64((keep+1)/2))
	tail := text[len(js.Prefix(text, js.Length(text)-int64(keep/2))):]
	if !utf8.ValidString(text) || strings.Contains(text, "\uFFFD") {
		return []briefing.Piece{p.With(head + said + tail)}
	}
	return []briefing.Piece{p.Part(0, len(head)), briefing.Words(said), p.Part(len(text)-len(tail), len(text))}
}
