// Package clinetext, which changes without notice, reads and makes the texts of Cline: its calls in XML, the heads of
// its results, the files that it attaches, and what it cuts.
package clinetext

import (
	"bytes"
	"fmt"
	"io"
	"unicode/utf16"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/transcript/record"
)

// Marks are the marks of Cline where something is left out of an output.
var Marks = lazy.Regexp(`\n\n\.\.\.\[truncated \d+ chars\]\.\.\.\n\n` +
	`|\n\[\.\.\. output truncated: [^\n]*\.\.\.\]\n|\n\.\.\. \(output truncated\) \.\.\.\n`)

// limit is how many UTF-16 units of a result are sent.
const limit = 8000

// Middle is what is sent of a text: all of it, or its first and its last UTF-16 units with a mark between them. The
// mark names how many units are left out, and its own length counts in how many are kept.
func Middle(text string) string {
	units := utf16.Encode([]rune(text))
	if len(units) <= limit {
		return text
	}

	for left := len(units) - limit; ; {
		mark := fmt.Sprintf("\n\n...[truncated %d chars]...\n\n", left)
		keep := (limit - len(mark)) / 2
		again := len(units) - 2*keep
		mark = fmt.Sprintf("\n\n...[truncated %d chars]...\n\n", again)
		if again == left || (limit-len(mark))/2 == keep {
			return string(utf16.Decode(units[:keep])) + mark + string(utf16.Decode(units[len(units)-keep:]))
		}

		left = again
	}
}

// Write writes what is sent of the results of several files: compact JSON, with each of its members "result" cut. What
// is too long to be looked into is as recorded.
func Write(v jsonskim.Value, w io.Writer) error {
	if v.Kind == jsonskim.String {
		return v.WriteText(w)
	}
	if v.Len() > record.TextLimit {
		return v.WriteRaw(w)
	}

	var raw bytes.Buffer
	if err := v.WriteRaw(&raw); err != nil {
		return err
	}

	made, ok := js.Parse(raw.Bytes())
	if !ok {
		return v.WriteRaw(w)
	}

	cutResults(&made)
	_, err := io.WriteString(w, made.String())
	return err
}

// cutResults cuts the members "result" of a value.
func cutResults(v *js.Value) {
	for i := range v.Items {
		cutResults(&v.Items[i])
	}

	for i, name := range v.Keys {
		field := &v.Values[i]
		if name == "result" {
			field.Text = Middle(field.Text)
		}

		cutResults(field)
	}
}
