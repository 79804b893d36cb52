package cline

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"eyeline/reader/contextfiles"
	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/lossy"
	"eyeline/reader/internal/runtime/js"
)

// ruleFiles are the rules of a folder; form is that of all files.
func ruleFiles(dir string) []contextfiles.Files {
	f := contextfiles.AllOf(dir+"/*.txt", dir+"/*.md")
	f.Sorted = true
	f.Fold = true
	f.NoLinks = true
	f.Item = "## {name}\n{text}"
	return []contextfiles.Files{f}
}

// one is a file under a heading.
func one(name, heading string) contextfiles.Files {
	return contextfiles.Files{Names: []string{name}, RepeatSent: true, Name: heading, Item: "## {name}\n{text}"}
}

// Context is what Cline gets of files before it reads (CONTEXT-cline).
var Context = &contextfiles.Profile{
	Tool: Tool, Mention: mention, Adapt: adapt,
	Start: []contextfiles.Block{{
		Open: "# Rules\n", Join: "\n\n", OnceName: true, Order: byName,
		Form: contextfiles.TextRules{
			Trim: contextfiles.TrimEnds, FrontMatter: true, Front: frontMatter, Refuse: refuse,
		},
		From: []contextfiles.Place{
			contextfiles.PlaceIn(contextfiles.Home, one(".agents/AGENTS.md", "Global AGENTS.md")),
			contextfiles.PlaceIn(contextfiles.Home, ruleFiles(".agents/AGENTS.md")...),
			contextfiles.PlaceIn(contextfiles.Cwd, one(".clinerules", ".clinerules")),
			contextfiles.PlaceIn(contextfiles.Cwd, ruleFiles(".clinerules")...),
			contextfiles.PlaceIn(contextfiles.Cwd, ruleFiles(".cline/rules")...),
			contextfiles.PlaceIn(contextfiles.Home, ruleFiles(".cline/rules")...),
			contextfiles.PlaceIn(contextfiles.Home, ruleFiles("Documents/Cline/Rules")...),
			contextfiles.PlaceIn(contextfiles.Cwd, one("AGENTS.md", "Workspace AGENTS.md")),
			contextfiles.PlaceIn(contextfiles.Cwd, ruleFiles("AGENTS.md")...),
		},
	}},
	Aside: "of rules with the same name in one folder, which one is taken is unsure, and so are mentions below the top",
}

// adapt leaves the global file to the workspace where one file is both.
func adapt(s *contextfiles.Setup, p *contextfiles.Profile) {
	if s.Cwd() == filepath.Join(s.Home(), ".agents") {
		p.Start = slices.Clone(p.Start)
		p.Start[0].From = p.Start[0].From[1:]
	}
}

var names = sync.OnceValue(func() *collate.Collator { return collate.New(language.English) })

// byName compares the headings of two files as JavaScript's localeCompare does, for which U+FFFD follows all letters.
func byName(a, b string) int {
	const last = "\U0010FFFD" // follows all letters here
	high := func(name string) string { return strings.ReplaceAll(name, "\uFFFD", last) }
	return names().CompareString(high(a), high(b))
}

var frontBlock = lazy.Regexp(`^---\r?\n(?s:(.*?))\r?\n---\r?\n?`)

// frontMatter reads the front matter of a rule. The keys that matter are "name", "disabled" and "enabled"; "invalid" is
// there where it is no YAML, or where one of them is of another kind.
func frontMatter(text []byte) (n int, keys map[string][]string) {
	m := frontBlock().FindSubmatchIndex(text)
	if m == nil {
		return 0, nil
	}

	keys = map[string][]string{}
	var values map[string]any
	if yaml.Unmarshal(lossy.Decode(text[m[2]:m[3]]), &values) != nil {
		keys["invalid"] = []string{"it is no YAML"}
	}

	for _, key := range []string{"name", "disabled", "enabled"} {
		switch v := values[key].(type) {
		case nil: // the key is not there
		case string:
			keys[key] = []string{strings.TrimSpace(v)}
			if key != "name" {
				keys["invalid"] = []string{key + " is no boolean"}
			}
		case bool:
			keys[key] = []string{strconv.FormatBool(v)}
			if key == "name" {
				keys["invalid"] = []string{"name is no text"}
			}
		default:
			keys["invalid"] = []string{key + " is of another kind"}
		}
	}

	return m[1], keys
}

// refuse says why a rule is left out.
func refuse(keys map[string][]string) string {
	switch {
	case keys["invalid"] != nil:
		return "its front matter is not taken: " + keys["invalid"][0]
	case slices.Equal(keys["disabled"], []string{"true"}), slices.Equal(keys["enabled"], []string{"false"}):
		return "its front matter switches it off"
	}
	return ""
}

const maxSample = 8000 // bytes that are looked through for NUL

// mention gives each file as it is.
func mention(m *contextfiles.Mention) {
	var seen []string
	for i, typed := range m.Typed {
		m.Typed[i] = strings.TrimRight(strings.TrimPrefix(typed, "("), ".,;:!?)")
	}

	for typed, path := range m.ExistingPaths() {
		dir, _ := m.IsDir(path)
		switch {
		case slices.Contains(seen, path):
			continue
		case m.IsLink(path):
			m.Leave(path, "a mention gives nothing of a link")
			continue
		case m.Top() != m.Env().Root && !strings.Contains(typed, "/"):
			m.Leave(path, "a name without a folder is not found from below the top of the repository")
			continue
		case dir || strings.Contains(typed, " "):
			m.Leave(path, "a mention gives nothing of folders and of names with a space")
			continue
		}

		seen = append(seen, path)
		p, data, ok := m.WholeFile(path, contextfiles.TextRules{KeepBOM: true})
		if !ok {
			continue
		}
		if bytes.IndexByte(data[:min(len(data), maxSample)], 0) >= 0 {
			p = m.Named(path, "Error fetching content: Cannot read binary file into context.")
		}

		head := contextfiles.Words("<file_content path=\"" + path + "\">\n")
		foot := contextfiles.Words("\n</file_content>")
		m.Add(slices.Concat([]contextfiles.Piece{head}, shortened(p), []contextfiles.Piece{foot})...)
	}
}

const maxMentioned = 50000 // UTF-16 units of a file that is mentioned

// shortened is a text without its middle where it is too long.
func shortened(p contextfiles.Piece) []contextfiles.Piece {
	text := p.Text()
	over := int(js.Length(text)) - maxMentioned
	if over <= 0 {
		return []contextfiles.Piece{p}
	}

	mark := func(n int) string { return fmt.Sprintf("\n\n...[truncated %d chars]...\n\n", n) }
	lost := over + len(mark(over))
	said := mark(lost)
	keep := maxMentioned - len(said)
	head := js.Prefix(text, int64((keep+1)/2))
	tail := text[len(js.Prefix(text, js.Length(text)-int64(keep/2))):]
	if !utf8.ValidString(text) || strings.Contains(text, "\uFFFD") {
		return []contextfiles.Piece{p.With(head + said + tail)}
	}

	return []contextfiles.Piece{p.Part(0, len(head)), contextfiles.Words(said), p.Part(len(text)-len(tail), len(text))}
}
