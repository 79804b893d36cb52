package rerun

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"eyeline/reader/tools"
)

// Difference is the first place at which two answers differ, without the text that is there.
type Difference struct {
	Line   int64 `json:"line"`   // of the answer, 1-based
	Column int   `json:"column"` // bytes before it on that line
	// Where says what is there: "a line of the file", "the number of a line", or "the tool's own words".
	Where string `json:"where"`
	// FileLine is the number of that line of the file; 0 without one.
	FileLine int64 `json:"file_line,omitempty"`
	// Recorded and Here say what kind of character is there: "a letter", "a tab", "the end".
	Recorded string `json:"recorded"`
	Here     string `json:"here"`
	// Only says how the texts compare as a whole: "white space" when they differ in nothing else, "the end" when one
	// begins with the other, else "".
	Only string `json:"only,omitempty"`
}

// differenceOf finds the first difference of a recorded answer and that of the tool here.
func differenceOf(t *tools.Tool, args []byte, recorded, here string, failed bool) *Difference {
	at := firstDifference(recorded, here)
	for at > 0 && at < len(recorded) && !utf8.RuneStart(recorded[at]) {
		at--
	}

	d := &Difference{
		Line:     int64(strings.Count(recorded[:at], "\n")) + 1,
		Column:   at - strings.LastIndexByte(recorded[:at], '\n') - 1,
		Recorded: characterAt(recorded[at:]), Here: characterAt(here[at:]), Where: "the tool's own words",
	}
	switch {
	case strings.HasPrefix(recorded, here), strings.HasPrefix(here, recorded):
		d.Only = "the end"
	case withoutSpace(recorded) == withoutSpace(here):
		d.Only = "white space"
	}

	// Up to the difference the texts are the same, so that the one that can be parsed tells what is there.
	text := here
	parsed, ok := t.ParseContent(json.RawMessage(args), text)
	if !ok {
		text = recorded
		parsed, ok = t.ParseContent(json.RawMessage(args), text)
	}

	i := slices.IndexFunc(parsed.Lines, func(l tools.ParsedLine) bool { return at <= l.End })
	if failed || !ok || i < 0 {
		return d
	}

	switch l := parsed.Lines[i]; {
	case at >= l.Start:
		d.Where = "a line of the file"
		d.FileLine = l.Number
	case !strings.Contains(text[at:l.Start], "\n"):
		d.Where = "the number of a line"
		d.FileLine = l.Number
	}

	return d
}

// firstDifference is how many bytes two texts begin with alike.
func firstDifference(a, b string) int {
	at := 0
	for at < len(a) && at < len(b) && a[at] == b[at] {
		at++
	}
	return at
}

func withoutSpace(text string) string { return strings.Join(strings.Fields(text), "") }

// characters are the kinds of those that have a name.
var characters = map[rune]string{
	'\n': "a line end", '\r': "a carriage return", '\t': "a tab", ' ': "a space", utf8.RuneError: "U+FFFD",
	'\ufeff': "a byte order mark",
}

// characterAt says what kind of character a text begins with.
func characterAt(text string) string {
	r, _ := utf8.DecodeRuneInString(text)
	name, named := characters[r]
	switch {
	case text == "":
		return "the end"
	case named:
		return name
	case r < ' ' || r == 0x7f:
		return "a control character"
	case r >= 0x80:
		return "a character beyond ASCII"
	case '0' <= r && r <= '9':
		return "a digit"
	case unicode.IsLetter(r):
		return "a letter"
	}

	return "punctuation"
}
