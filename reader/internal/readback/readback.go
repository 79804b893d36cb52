// Package readback parses answers of tools back to lines, for Tool.Parse.
package readback

import (
	"encoding/json"
	"math"
	"strings"

	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/tools"
)

// ByArgument returns a Tool.Parse for answers of raw lines that begin with the line of the argument first. object names
// the object that has the arguments, "" for the arguments themselves.
func ByArgument(object, first string) func(json.RawMessage, string) (tools.Parsed, bool) {
	return func(args json.RawMessage, content string) (tools.Parsed, bool) {
		p := tools.Parsed{Total: -1, Derived: true}
		var fields map[string]json.RawMessage
		_ = json.Unmarshal(args, &fields) // invalid arguments have no line
		if object != "" {
			inner := fields[object]
			fields = nil
			_ = json.Unmarshal(inner, &fields)
		}

		number := int64(1)
		if raw, ok := fields[first]; ok {
			if json.Unmarshal(raw, &number) != nil {
				return p, false
			}
		}

		return Raw(p, content, 0, max(number, 1)), content != ""
	}
}

// Raw adds the lines of content from offset at on, which have no numbers; number is that of the first one.
func Raw(p tools.Parsed, content string, at int, number int64) tools.Parsed {
	if at < len(content) {
		text := strings.TrimSuffix(content, "\n")
		p.Lines = append(p.Lines, Lines(text, at, number, math.MaxInt64, 0, "")...)
	}
	return p
}

// Lines returns the lines of a content from offset at on, which have no numbers and are joined by "\n": at most count,
// numbered from first. A line of limit UTF-16 units before mark is cut; limit 0 is no limit.
func Lines(content string, at int, first, count, limit int64, mark string) []tools.ParsedLine {
	var lines []tools.ParsedLine
	for ; int64(len(lines)) < count && at <= len(content); first++ {
		end := len(content)
		if i := strings.IndexByte(content[at:], '\n'); i >= 0 {
			end = at + i
		}

		l := tools.ParsedLine{Number: first, Start: at, End: end}
		text, ok := strings.CutSuffix(content[at:end], mark)
		if ok && limit > 0 && js.Length(text) == limit {
			l.End = at + len(text)
			l.Cut = true
		}

		lines = append(lines, l)
		at = end + 1
	}

	return lines
}

// IsNotice reports whether a content is one line that begins with prefix.
func IsNotice(content, prefix string) bool {
	return strings.HasPrefix(content, prefix) && !strings.Contains(content, "\n")
}
