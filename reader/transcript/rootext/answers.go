// Package rootext, which changes without notice, reads what Roo Code records of a task: its messages, the answers of
// its read_file in the forms of its versions, and its older calls in XML.
package rootext

import (
	"regexp"
	"strconv"
	"strings"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/transcript/clinetext"
	"eyeline/reader/transcript/record"
)

// heads finds where the answer about a file begins. Each line of a file has a number before it, so that none of them
// looks like a head.
var heads = lazy.Regexp(`(?m)^(?:File: ([^\n]+)|<file>\s*<path>([^\n]*?)</path>|## File Context: ([^\n]+))`)

// hasFiles reports whether a text has an answer about a file.
func hasFiles(text string) bool {
	return heads().MatchString(text) || len(clinetext.AttachedIn(text)) > 0
}

// Files are the reads of a text, in their order. Of an answer in the newest form the text alone is told: the tool
// reads its lines back.
func Files(text string) (reads []record.Read) {
	all := heads().FindAllStringSubmatchIndex(text, -1)
	for i, m := range all {
		end := len(text)
		if i+1 < len(all) {
			end = all[i+1][0]
		}
		reads = append(reads, fileIn(text[m[0]:end], m))
	}

	for _, one := range clinetext.AttachedIn(text) {
		total := int64(len(one.Lines))
		reads = append(reads, record.Read{
			Path: one.Path, Text: one.Text, Lines: one.Lines, How: record.ByText, Total: total,
		})
	}

	return reads
}

// newest are the words before the lines of the newest form that are not all.
const newest = "\nIMPORTANT: File content truncated.\n"

// fileIn is the read of the answer about one file. m are the places of its head, as heads has them.
func fileIn(text string, m []int) record.Read {
	r := record.Read{Text: text, Total: -1}
	for i := 2; i < len(m); i += 2 {
		if m[i] >= 0 {
			r.Path = strings.TrimSpace(text[m[i]-m[0] : m[i+1]-m[0]])
		}
	}

	body := m[1] - m[0]
	isNewest := m[2] >= 0 && !older().MatchString(text[body:])
	if isNewest &&
		(strings.HasPrefix(text[body:], newest) || len(numbered(text, body)) > 0) {
		r.Total = totalIn(text, body)
		return r
	}

	r.Lines = numbered(text, body)
	r.How = record.ByText
	if len(r.Lines) == 0 {
		r.How = record.Unknown
		if noLines().MatchString(text[body:]) {
			r.How = record.NoLines
		}
		r.Text = ""
	}

	return r
}

// total finds how many lines a file has, by the words of the newest form.
var total = lazy.Regexp(`\A\nIMPORTANT: File content truncated\.\n\tStatus: Showing lines \S+ of (\d{1,12}) total|` +
	`\n\nIncluded ranges: [^\n]*\(total: (\d{1,12}) lines\)|\n\n\[File truncated: showing \d+ of (\d{1,12}) total`)

// totalIn is how many lines a file has by an answer in the newest form, as the tool counts: it has one more where the
// last one ends. An answer that says nothing of it goes on to the end. -1 where the numbers are not as wide as the last
// one: such an answer is of some lines by their numbers.
func totalIn(text string, body int) int64 {
	if m := total().FindStringSubmatch(text[body:]); m != nil {
		n, _ := strconv.ParseInt(m[1]+m[2]+m[3], 10, 64)
		return n
	}

	lines := numbered(text, body)
	if len(lines) == 0 {
		return -1
	}
	first := lines[0]
	last := lines[len(lines)-1]
	if first.Start-startOf(text, first) != last.Start-startOf(text, last) {
		return -1
	}
	return last.Number
}

// startOf is where the line begins in which a line of a file stands with its number.
func startOf(text string, l record.Line) int { return strings.LastIndexByte(text[:l.Start], '\n') + 1 }

// older finds the headings of versions before 3.46 in an answer about a file.
var older = lazy.Regexp(`(?m)^(?:Lines \d+-\d+:|Code Definitions:)$`)

// noLines finds the words of an answer that has no line of its file.
var noLines = lazy.Regexp(`\A\s*(?:Error: |Status: |Note: |Notice: |Binary file |\[Image file |<error>|<status>|` +
	`<notice>|<binary_file |<content ?/>)`)

// failed finds the words of an answer that refuses a file.
var failed = lazy.Regexp(`\A\s*(?:Error: |Status: Denied|<error>|<status>)`)

// failsAll reports whether each of the files in a text was refused.
func failsAll(text string) bool {
	all := heads().FindAllStringIndex(text, -1)
	for _, m := range all {
		if !failed().MatchString(text[m[1]:]) {
			return false
		}
	}
	return len(all) > 0
}

// definition is a line of a declaration, which ends at another one: "12--34 | func main() {".
var definition = lazy.Regexp(`^(\d{1,9}--\d{1,9}) \| `)

// cutEnd finds the end of a text that was cut at some character: what closes the text stands behind it in its line.
var cutEnd = lazy.Regexp(`[^\n]</content>\n(?:<notice>|<list_code|</file>)`)

// numbered are the lines with numbers in a text, from a byte on: all lines of files have one.
func numbered(text string, from int) (lines []record.Line) {
	cut := endOf(cutEnd(), text)
	for _, l := range record.SplitLines(text[from:]) {
		l.Start += from
		l.End += from
		own := text[l.Start:l.End]
		number, after, ok := record.NumberBefore(own, " | ")
		if m := definition().FindStringSubmatchIndex(own); m != nil {
			first, _, _ := strings.Cut(own, "--")
			number, _, ok = record.NumberBefore(first+" | ", " | ")
			after = m[1]
		}

		if !ok {
			continue
		}

		l.Number = number
		l.Start += after
		if cut > l.Start && cut <= l.End {
			l.End = cut
			l.Cut = true
		}

		lines = append(lines, l)
	}

	return lines
}

// endOf is the byte behind the first one of the first match; -1 without a match.
func endOf(pattern *regexp.Regexp, text string) int {
	m := pattern.FindStringIndex(text)
	if m == nil {
		return -1
	}
	return strings.Index(text[m[0]:], "</content>") + m[0]
}

// Fails reports whether the text of a result says that the call failed or was refused.
func Fails(text string) bool { return fails().MatchString(text) }

var fails = lazy.Regexp(`\A(?:\{"status":"(?:denied|error)"|The user denied |The tool execution failed|Error:? |` +
	`Changes were rejected|Delete operation was rejected|No changes needed|No file operations |Missing value for |` +
	`Skipping (?:MCP )?tool |(?:MCP )?[Tt]ool \[|Invalid tool call|Cannot insert |Working directory '|Access to |` +
	`Unable to apply |File does not exist |Changes to [^\n]* were not approved|<error_details>|` +
	`[^\n]*\n\n<error_details>)`)

// Marks are the marks of Roo Code where something is left out of an output, or stands for lines that are the same.
var Marks = lazy.Regexp(`\n?\[\.\.\.\d+ (?:characters|lines|bytes) omitted\.\.\.\]\n\n?|` +
	`<previous line repeated \d+ additional times>\n?|<VSCE [^\n>]*>`)

// Output is what a command printed, in the text of its result. isKnown is false where the text has none.
func Output(text string) (output string, isKnown bool) {
	const furthest = 1000 // bytes before it
	for _, before := range []string{"\nOutput:\n", "\n\nPreview:\n", "\nHere's the output so far:\n"} {
		if i := strings.Index(text, before); i >= 0 && i < furthest {
			output = text[i+len(before):]
			isKnown = true
			break
		}
	}

	for _, after := range []string{
		"\n\nUse read_command_output tool to view full output if needed.",
		"\n\nYou will be updated on the terminal status and new output in the future.",
		"\n\n<user_message>\n", "\n<user_message>\n",
	} {
		if i := strings.LastIndex(output, after); i >= 0 {
			output = output[:i]
		}
	}

	return output, isKnown
}
