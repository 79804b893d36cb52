package cline

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"eyeline/reader/agentsearch"
	"eyeline/reader/internal/lossy"
	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/runtime/jsontext"
)

// Limits of an answer: its matches, and of its characters what is kept before the answer of a call is cut as a read's.
const (
	maxFound  = 100
	maxQuery  = 48_000
	maxColumn = 2000
	around    = 2 // lines before and after a match
)

// sayRg writes an answer of what ripgrep prints: where the matches are, and the lines around them. A line before the
// first match of a file stands below the match before that.
func sayRg(f *agentsearch.Found) (string, error) {
	var blocks []string
	block := func(line string) { blocks[len(blocks)-1] += line + "\n" }
	for _, file := range f.Files {
		isMatch := map[int64]int{}
		for _, line := range file.Lines {
			isMatch[line.Number] = line.Starts[0] + 1
		}

		first := file.Lines[0].Number
		for n := max(1, first-around); n <= min(first+around, int64(len(file.Text))); n++ {
			if len(blocks) == maxFound {
				return sayQuery(f, rgAnswer(f, blocks)), nil
			}

			if column := isMatch[n]; column > 0 {
				blocks = append(blocks, fmt.Sprintf("%s:%d:%d\n", file.Rel, n, column))
				continue
			}

			if text := file.Text[n-1]; len(blocks) > 0 && utf8.ValidString(text) {
				block(fmt.Sprintf("  %d: %s", n, text))
			} else if len(blocks) > 0 {
				block(fmt.Sprintf("  %d: ", n))
			}
		}
	}

	return sayQuery(f, rgAnswer(f, blocks)), nil
}

func rgAnswer(f *agentsearch.Found, blocks []string) string {
	return fmt.Sprintf("Found %s for pattern: %s\n\n%s", results(len(blocks)), f.Pattern, withFoot(blocks))
}

// withFoot is the blocks of the matches with what follows them.
func withFoot(blocks []string) string {
	text := strings.Join(blocks, "\n")
	if len(blocks) >= maxFound {
		const more = "\n(Showing first %d results. Refine your search for more specific results.)"
		return text + fmt.Sprintf(more, maxFound)
	}
	return text
}

func results(n int) string {
	if n == 1 {
		return "1 result"
	}
	return fmt.Sprintf("%d results", n)
}

// sayOwn writes an answer of the agent's own search, in which each match of a line counts.
func sayOwn(f *agentsearch.Found) (string, error) {
	var blocks []string
	for _, file := range f.Files {
		all := strings.Split(string(lossy.Decode([]byte(strings.Join(file.Text, "")))), "\n")
		for _, line := range file.Lines {
			text := all[line.Number-1]
			if !utf8.ValidString(line.Text) {
				const words = "%s: the column of a match in a line that is not UTF-8 is not known"
				return "", agentsearch.NewUnsettled(words, file.Rel)
			}

			for _, start := range line.Starts {
				block := fmt.Sprintf("%s:%d:%d\n", file.Rel, line.Number, js.Length(text[:start])+1)
				for n := max(1, line.Number-around); n <= min(line.Number+around, int64(len(all))); n++ {
					sign := " "
					if n == line.Number {
						sign = ">"
					}
					block += fmt.Sprintf("%s %d: %s\n", sign, n, js.Prefix(all[n-1], maxColumn))
				}

				blocks = append(blocks, block)
			}
		}
	}

	switch {
	case len(blocks) == 0:
		return sayQuery(f, fmt.Sprintf(
			"No results found for pattern: %s\nSearched %d files.", f.Pattern, f.Searched)), nil
	case len(blocks) > maxFound || len(blocks) == maxFound && len(f.Files) > 1:
		return "", agentsearch.NewUnsettled("any %d of %d matches", maxFound, len(blocks))
	}

	return sayQuery(f, fmt.Sprintf("Found %s for pattern: %s\nSearched %d files.\n\n%s",
		results(len(blocks)), f.Pattern, f.Searched, withFoot(blocks))), nil
}

// sayQuery is the answer of a call, with the answer for its one pattern.
func sayQuery(f *agentsearch.Found, text string) string {
	if length := js.Length(text); length > maxQuery {
		half := int64(maxQuery / 2)
		text = string(cutBetween([]byte(text), []byte(text), half, length, fmt.Sprintf(
			"\n[... search output truncated: %d chars total. "+
				"Narrow the pattern or scope to view the elided matches ...]\n", length)))
	}
	dst := jsontext.AppendQuote([]byte(`[{"query":`), f.Pattern)
	dst = jsontext.AppendQuote(append(dst, `,"result":`...), cutMiddle(text, Tool.Caps.Then.Most))
	return string(append(dst, `,"success":true}]`...))
}
