package clients

import (
	"strings"

	"eyeline/reader/tools"
)

var qwenCode = Client{
	Name: "Qwen Code", Version: "0.24.4",
	Note: "instructions are not given; a list has the first line of each description, 160 characters of it at most, " +
		"and a search for tools all of it; a text that is too long is saved to a file, each by itself",
	Description: whole,
	Result: func(r Result) string {
		if r.Failed {
			return qwenFailure(r)
		}
		if len(r.Texts) == 0 {
			return "Tool execution succeeded."
		}
		texts := make([]string, len(r.Texts))
		for i, text := range r.Texts {
			texts[i] = qwenText(text)
		}
		return strings.Join(texts, "\n")
	},
}

// qwenFailure is a result that says that the call failed, which is given as JSON and never cut.
func qwenFailure(r Result) string {
	return "MCP tool '" + r.Tool + `' reported tool error for function call: {"name":` + stringify(r.Tool) +
		`,"args":` + string(tools.Encode(r.Args)) + `} with response: ` +
		`[{"functionResponse":{"name":` + stringify(r.Tool) +
		`,"response":{"error":` + wholeResult(r) + `,"content":"[Circular]"}}}]`
}

// Limits of a text for Qwen Code, in UTF-16 code units and lines, and what it writes around one that is longer.
const (
	qwenMostUnits = 25_000
	qwenMostLines = 1000

	qwenHead = "Tool output was too large and has been truncated.\nThe full output has been saved to: " + saved +
		"\nTo read the complete output, use the read_file tool with the absolute file path above.\n" +
		"The truncated output below shows the beginning and end of the content. The marker " +
		"'... [CONTENT TRUNCATED] ...' indicates where content was removed.\n\nTruncated part of the output:\n"
	qwenMark = "\n\n---\n... [CONTENT TRUNCATED] ...\n---\n\n"
)

// qwenText is a text as the model of Qwen Code gets it. Of one that is too long it gets a fifth of what is let through
// from the beginning, and the rest from the end. A line that does not fit is cut, and is the last one on its side.
func qwenText(text string) string {
	lines := strings.Split(text, "\n")
	if len(lines) <= qwenMostLines && units(text) <= qwenMostUnits {
		return text
	}

	mostLines := min(len(lines), qwenMostLines)
	mostFirst := max(mostLines/5, 1)
	first, left := qwenFirst(lines[:mostFirst])
	left += qwenMostUnits - qwenMostUnits/5 - len(qwenMark)
	start := max(len(lines)-(mostLines-mostFirst), len(first))
	return qwenHead + strings.Join(first, "\n") + qwenMark + qwenLast(lines[start:], left)
}

// qwenFirst are the lines from the beginning that fit into a fifth of what is let through, and how much of it is left.
func qwenFirst(lines []string) (first []string, left int) {
	left = qwenMostUnits / 5
	for _, line := range lines {
		if left <= 0 {
			break
		}
		if units(line)+1 > left {
			return append(first, firstUnits(line, max(left-3, 0))+"..."), 0
		}
		first = append(first, line)
		left -= units(line) + 1
	}
	return first, left
}

// qwenLast are the last lines that fit into a number of code units, each with a newline.
func qwenLast(lines []string, left int) string {
	from, cut := len(lines), ""
	for from > 0 && left > 0 {
		line := lines[from-1]
		if units(line)+1 > left {
			if left > 3 { // else it adds the whole line
				line = lastUnits(line, left-3)
			}
			cut = "..." + line
			if from < len(lines) {
				cut += "\n"
			}
			break
		}
		from--
		left -= units(line) + 1
	}
	return cut + strings.Join(lines[from:], "\n")
}
