package claudecode

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/runtime/js"
)

var (
	frontOpen  = lazy.Regexp(`^---[\s\x{FEFF}\x{A0}]*\n`)
	frontClose = lazy.Regexp(`---[\s\x{FEFF}\x{A0}]*`)
	frontLine  = lazy.Regexp(`^([a-zA-Z_-]+):\s+(.+)$`)
	frontQuote = lazy.Regexp("[{}\\[\\]*&#!|>%@`]|: ")
)

// maxFront is the size of the largest front matter that is parsed as YAML, in bytes.
const maxFront = 1 << 20

// frontMatter parses the front matter of a file. Its only key is "paths", with a rule's patterns; it is missing if they
// match all files, or are not strings.
func frontMatter(text []byte) (n int, keys map[string][]string) {
	open := frontOpen().FindIndex(text[:min(len(text), maxFront)])
	if open == nil {
		return 0, nil
	}

	rest := text[open[1]:]
	end := frontClose().FindIndex(rest[:min(len(rest), maxFront)])
	if end == nil {
		return 0, nil
	}

	n = open[1] + end[1]
	if i := strings.LastIndexByte(string(text[open[1]+end[0]:n]), '\n'); i >= 0 {
		n = open[1] + end[0] + i + 1 // white space includes the last line end
	}

	patterns := patternsOf(pathsIn(string(rest[:end[0]])))
	if patterns == nil {
		return n, nil
	}

	return n, map[string][]string{"paths": patterns}
}

// pathsIn returns the values of the key "paths" in YAML; if that cannot be parsed, it tries again with quotes around
// values.
func pathsIn(text string) []string {
	var doc yaml.Node
	if yaml.Unmarshal([]byte(text), &doc) != nil {
		lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
		for i, line := range lines {
			lines[i] = quoted(line)
		}

		if yaml.Unmarshal([]byte(strings.Join(lines, "\n")), &doc) != nil {
			return nil
		}
	}

	if len(doc.Content) == 0 || doc.Content[0].Kind != yaml.MappingNode {
		return nil
	}

	var values []string
	content := doc.Content[0].Content
	for i := 0; i+1 < len(content); i += 2 {
		if content[i].Value == "paths" {
			values = texts(content[i+1]) // the last of several counts
		}
	}

	return values
}

// quoted adds quotes around a line's value that YAML would not take for a string.
func quoted(line string) string {
	m := frontLine().FindStringSubmatch(line)
	if m == nil {
		return line
	}

	value := m[2]
	if len(value) > 1 && (value[0] == '"' || value[0] == '\'') && value[len(value)-1] == value[0] ||
		!frontQuote().MatchString(value) {
		return line
	}

	return m[1] + `: "` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value) + `"`
}

// texts returns the strings of a value: one, or those of a list.
func texts(n *yaml.Node) (all []string) {
	switch {
	case n.Kind == yaml.ScalarNode && n.ShortTag() == "!!str":
		return []string{n.Value}
	case n.Kind == yaml.SequenceNode:
		for _, item := range n.Content {
			if item.Kind == yaml.ScalarNode && item.ShortTag() == "!!str" {
				all = append(all, item.Value)
			}
		}
	}

	return all
}

// patternsOf returns the patterns of values; nil if they match all files.
func patternsOf(values []string) (all []string) {
	every := true
	for _, value := range values {
		for _, part := range byComma(value) {
			for _, p := range braces(nil, part) {
				p = strings.TrimSuffix(p, "/**")
				if p != "" {
					all = append(all, p)
					every = every && p == "**"
				}
			}
		}
	}

	if every {
		return nil
	}

	return all
}

// byComma splits a value at commas outside of braces.
func byComma(value string) (all []string) {
	depth := 0
	from := 0
	add := func(end int) {
		if part := js.Trim(value[from:end]); part != "" {
			all = append(all, part)
		}
	}

	for i := range len(value) {
		c := value[i]
		switch {
		case c == '{':
			depth++
		case c == '}':
			depth--
		case c == ',' && depth == 0:
			add(i)
			from = i + 1
		}
	}

	add(len(value))
	return all
}

var brace = lazy.Regexp(`(?s)^([^{]*)\{([^}]+)\}(.*)$`)

// maxBraces is how many patterns one expands to.
const maxBraces = 4096

// braces appends the expansions of a pattern with {a,b}. Nested braces end with the first closing one.
func braces(all []string, pattern string) []string {
	m := brace().FindStringSubmatch(pattern)
	if m == nil || len(all) >= maxBraces {
		return append(all, pattern)
	}
	for choice := range strings.SplitSeq(m[2], ",") {
		all = braces(all, m[1]+js.Trim(choice)+m[3])
	}
	return all
}
