package clinetext

import (
	"encoding/json"
	"slices"
	"strings"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/transcript/patch"
	"eyeline/reader/transcript/record"
)

// calls are the calls of tools on files that are in the text of a message of older versions.
var calls = lazy.Regexp(`(?s)<(?:read_file>\s*<.*?</read_file|write_to_file>\s*<.*?</write_to_file|` +
	`replace_in_file>\s*<.*?</replace_in_file|execute_command>\s*<.*?</execute_command|` +
	`search_files>\s*<.*?</search_files)>`)

// Calls are the calls of tools on files that are in the text of a message of older versions.
func Calls(text string) []string { return calls().FindAllString(text, -1) }

// IsWrite reports whether a text of the model has the text of a whole file, which may not have been written.
func IsWrite(text string) bool { return strings.Contains(text, "<write_to_file>") }

// Head cuts the head "[TOOL for 'X'] Result:" off the beginning of a result.
func Head(text string) (head, result string, ok bool) {
	head, body, ok := strings.Cut(text, "] Result:")
	if !ok || !strings.HasPrefix(head, "[") {
		return "", text, false
	}
	return head[1:], strings.TrimPrefix(body, "\n"), true
}

// Details is how many bytes of a text are looked at for the working folder.
const Details = 64 << 10

var folder = lazy.Regexp(`# Current (?:Working|Workspace) Directory \(([^\n]+)\) Files`)

// Folder is the working folder, where a text has what is sent with a question, by Cline or by Roo Code; else "".
func Folder(text string) string {
	if m := folder().FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}

// Fails reports whether a result says that the call failed or was refused.
func Fails(result string) bool {
	for _, start := range []string{
		"The tool execution failed", "The user denied this operation", "Command was not executed", "Error ",
		"The model used search patterns that don't match",
	} {
		if strings.HasPrefix(result, start) {
			return true
		}
	}
	return false
}

// Arguments makes JSON of the first call of a tool that is XML in a text.
func Arguments(tool, text string) []byte {
	all := Calls(text)
	i := slices.IndexFunc(all, func(call string) bool { return strings.HasPrefix(call, "<"+tool+">") })
	if i < 0 {
		return nil
	}

	call := all[i]
	args := map[string]any{}
	for _, name := range []string{"path", "content", "command", "regex", "start_line", "end_line"} {
		value := strings.TrimRight(Between(call, "<"+name+">", "</"+name+">"), " \t\r\n")
		value = strings.TrimPrefix(value, "\n")
		if name != "content" {
			value = strings.TrimSpace(value)
		}
		if value != "" {
			args[name] = value
		}
	}

	if edits := patch.SearchReplace(Between(call, "<diff>", "</diff>")); edits != nil {
		args["edits"] = edits
	}

	p, _ := json.Marshal(args) // texts always can
	return p
}

// Between is what is between two texts, the first of which is there first; "" where one is not.
func Between(text, before, after string) string {
	_, rest, _ := strings.Cut(text, before)
	inner, _, found := strings.Cut(rest, after)
	if !found {
		return ""
	}
	return inner
}

// Attached is a file that stands in a text.
type Attached struct {
	Path, Text string
	Lines      []record.Line // by their offsets in Text
}

// attached is what is sent of a file that a person mentions, after a change, and where one failed: all of it.
var attached = lazy.Regexp(`(?s)<(?:final_)?file_content path="([^"\n]+)">\n(.*?)\n</(?:final_)?file_content>`)

// notAttached begins what stands in the place of a file that could not be read.
const notAttached = "Error fetching content: "

// AttachedIn are the files that stand in a text, each whole: plain or with numbers before the lines.
func AttachedIn(text string) (all []Attached) {
	if !strings.Contains(text, "file_content path=") {
		return nil
	}

	for _, m := range attached().FindAllStringSubmatch(text, -1) {
		if strings.HasPrefix(m[2], notAttached) {
			continue
		}

		one := Attached{Path: m[1], Text: m[2], Lines: record.SplitLines(strings.TrimSuffix(m[2], "\n"))}
		if first, _, ok := record.NumberBefore(one.Text, " | "); ok && first == 1 {
			one.number()
		}
		if len(one.Lines) > 0 {
			all = append(all, one)
		}
	}

	return all
}

// number takes the numbers before the lines off, up to the first line without.
func (a *Attached) number() {
	for i := range a.Lines {
		l := &a.Lines[i]
		n, after, ok := record.NumberBefore(a.Text[l.Start:l.End], " | ")
		if !ok || n != l.Number {
			a.Lines = a.Lines[:i]
			return
		}
		l.Start += after
	}
}

// tooLarge comes after the first bytes of a file of which no more is sent.
const tooLarge = "\n\n---\n\n[FILE TRUNCATED: "

// End is where in a text of a file the words begin that say that there is more; the line before them may be cut.
func End(text string) (end int, isCut bool) {
	i := strings.LastIndex(text, tooLarge)
	if i >= 0 && !strings.Contains(text[i+len(tooLarge):], "\n") {
		return i, true
	}
	return len(text), false
}

// Output is what a command printed, in the text of its result.
func Output(text string) string {
	const furthest = 400 // bytes before it
	_, body, _ := Head(text)
	for _, before := range []string{
		"\nOutput:\n", "\nHere's the output so far:\n", "\nOutput captured before cancellation:\n",
		"Command executed.\n",
	} {
		if i := strings.Index(body, before); i >= 0 && i < furthest {
			body = body[i+len(before):]
			break
		}
	}

	for _, after := range []string{
		"\n\nYou will be updated on the terminal status and new output in the future.",
		"\n\nThe user provided the following feedback:\n<feedback>\n",
	} {
		if i := strings.LastIndex(body, after); i >= 0 {
			body = body[:i]
		}
	}

	return body
}
