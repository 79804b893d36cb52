package geminicli

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"eyeline/reader/agentsearch"
	"eyeline/reader/internal/lossy"
	"eyeline/reader/internal/textfile"
)

// How many lines around a match are shown, for one match, and for two or three.
const (
	aroundOne = 50
	aroundFew = 15
	few       = 3
)

// maxColumns is how many characters of a line are shown.
const maxColumns = 2000

// shownLine is a line of an answer.
type shownLine struct {
	number int64
	text   string
	match  bool
}

// saySearch writes an answer. where is its name for the folder; rg: it is made of ripgrep's output, else of lines of
// git or grep, which are looked up in the file.
func saySearch(where string, rg bool) func(*agentsearch.Found) (string, error) {
	return func(f *agentsearch.Found) (string, error) {
		if len(f.Files) == 0 {
			return fmt.Sprintf("No matches found for pattern %s %s.", quote(f.Pattern), where), nil
		}

		matches := 0
		for _, file := range f.Files {
			matches += len(file.Lines)
		}

		var out strings.Builder
		for _, file := range f.Files {
			if IsNumber(file.Rel) {
				return "", agentsearch.NewUnsettled("a file whose name is a number stands elsewhere in the answer")
			}

			fmt.Fprintf(&out, "File: %s\n", file.Rel)
			for _, line := range lines(file, matches, rg) {
				sign := "-"
				if line.match {
					sign = ":"
				}
				fmt.Fprintf(&out, "L%d%s %s\n", line.number, sign, cut(line.text))
			}

			out.WriteString("---\n")
		}

		one := "matches"
		limited := ""
		if matches == 1 {
			one = "match"
		}
		if matches >= searchCap.Most {
			limited = fmt.Sprintf(" (results limited to %d matches for performance)", searchCap.Most)
		}

		head := fmt.Sprintf("Found %d %s for pattern %s %s%s:\n---\n", matches, one, quote(f.Pattern), where, limited)
		return strings.TrimFunc(head+out.String(), textfile.IsJSSpace), nil
	}
}

// quote puts a pattern in quotes, without escapes.
func quote(pattern string) string { return `"` + pattern + `"` }

// IsNumber reports whether JavaScript takes a name for an array index, which sorts before other names.
func IsNumber(name string) bool {
	for _, c := range name {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// lines returns the shown lines of a file: the matches, and if they are few, the lines around them.
func lines(file *agentsearch.FoundFile, matches int, rg bool) (shown []shownLine) {
	if matches > few {
		for _, line := range file.Lines {
			shown = append(shown, shownLine{line.Number, string(lossy.Decode([]byte(line.Text))), true})
		}
		return shown
	}

	around := int64(aroundFew)
	if matches == 1 {
		around = aroundOne
	}

	all := file.Text
	if last := len(all) - 1; !rg && strings.HasSuffix(all[last], "\n") {
		all = append(all[:last+1:last+1], "") // it splits the text at line ends
	}

	next := int64(1)
	for _, match := range file.Lines {
		for n := max(next, match.Number-around); n <= min(int64(len(all)), match.Number+around); n++ {
			text := all[n-1]
			if rg && !utf8.ValidString(text) {
				continue
			}
			shown = append(shown, shownLine{n, string(lossy.Decode([]byte(text))), isMatch(file, n)})
		}

		next = max(next, match.Number+around+1)
	}

	return shown
}

func isMatch(file *agentsearch.FoundFile, number int64) bool {
	for _, line := range file.Lines {
		if line.Number == number {
			return true
		}
	}
	return false
}

// cut returns the shown part of a line.
func cut(line string) string {
	line = strings.TrimRightFunc(line, textfile.IsJSSpace)
	if utf8.RuneCountInString(line) <= maxColumns {
		return line
	}
	return string([]rune(line)[:maxColumns]) + "... [truncated]"
}
