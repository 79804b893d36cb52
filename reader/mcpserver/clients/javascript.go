package clients

import (
	"strings"
	"unicode/utf16"

	"eyeline/reader/tools"
)

// separators are the two characters that Go's JSON escapes in each string and JavaScript's does not, by their escapes.
var separators = strings.NewReplacer(`\\`, `\\`, `\u2028`, "\u2028", `\u2029`, "\u2029")

// stringify returns v as JSON in the spelling of JavaScript.
func stringify(v any) string { return separators.Replace(string(tools.Encode(v))) }

// Quoted is a text within JSON, in the spelling of JavaScript and without the quotes around it.
func Quoted(text string) string {
	quoted := stringify(text)
	return quoted[1 : len(quoted)-1]
}

// content is the JSON of the texts of a result as a server sends them.
func content(texts []string) string {
	type part struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	parts := []part{} // of no text, too, it is a list
	for _, text := range texts {
		parts = append(parts, part{"text", text})
	}
	return stringify(parts)
}

// wholeResult is the JSON of a result. What a server sends besides is left out, such as annotations of a text.
func wholeResult(r Result) string {
	result := `{"content":` + content(r.Texts)
	if r.Structured != "" {
		result += `,"structuredContent":` + r.Structured
	}
	if r.Failed {
		result += `,"isError":true`
	}
	return result + "}"
}

// units is the length of a text in JavaScript: in UTF-16 code units.
func units(text string) (n int) {
	for _, r := range text {
		n += utf16.RuneLen(r)
	}
	return n
}

// firstUnits are the first most code units of a text, or all of it. The first half of a pair at the end, which is no
// character, becomes U+FFFD.
func firstUnits(text string, most int) string {
	for i, r := range text {
		size := utf16.RuneLen(r)
		if size <= most {
			most -= size
			continue
		}
		if most == 1 {
			return text[:i] + "\uFFFD"
		}
		return text[:i]
	}
	return text
}

// lastUnits are the last most code units of a text, or all of it. The second half of a pair at its start becomes
// U+FFFD.
func lastUnits(text string, most int) string {
	skip := units(text) - most
	for i, r := range text {
		if skip <= 0 {
			return text[i:]
		}
		skip -= utf16.RuneLen(r)
		if skip < 0 {
			return "\uFFFD" + text[i+len(string(r)):]
		}
	}
	return ""
}
