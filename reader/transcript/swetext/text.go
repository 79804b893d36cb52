// Package swetext, which changes without notice, reads the commands of SWE-agent's editor, and what it says of files.
package swetext

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/shell"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/internal/lazy"
	limits "eyeline/reader/internal/shell"
	"eyeline/reader/transcript/record"
)

// done is what the editor says of a change that was made.
var done = lazy.Regexp(`has been edited|File created successfully|Last edit to`)

// IsDone reports whether the editor says that a change was made.
func IsDone(said string) bool { return done().MatchString(said) }

// longestCommand bounds how many bytes of a command are parsed: a parser may go down for each of them.
const longestCommand = 256 << 10

// Words are the words of the editor's command, none where it is more than words, or has no path.
func Words(command string) []string {
	if !strings.HasPrefix(command, "str_replace_editor ") || len(command) > longestCommand || limits.IsDeep(command) {
		return nil
	}
	words, err := shell.Fields(command, func(string) string { return "" })
	if err != nil || len(words) < 3 {
		return nil
	}
	return words
}

// edit is the command that replaces lines of the open file by their numbers.
var edit = lazy.Regexp(`(?ms)\Aedit (\d{1,9}):(\d{1,9})[ \t]*\n(.*?)^end_of_edit`)

// IsEdit reports whether a command replaces lines of the open file by their numbers.
func IsEdit(command string) bool { return edit().MatchString(command) }

// maxReplaced bounds how many lines one such command is believed to replace.
const maxReplaced = 1 << 16

// LinesReplaced is the change of a command with lines by their numbers, as its arguments have it.
func LinesReplaced(args jsonskim.Value) (h record.Hunk, ok bool) {
	var lines [2]int64
	for i := range lines {
		lines[i], ok = args.Get("lines").Elem(i).Int()
		if !ok {
			return h, false
		}
	}

	n := lines[1] - lines[0] + 1
	put := args.Get("put")
	if lines[0] < 1 || n < 0 || n > maxReplaced || put.Kind != jsonskim.String {
		return h, false
	}
	h = record.Hunk{Old: lines[0], Lines: slices.Repeat([]string{"-"}, int(n)), Unsaid: true}
	h.Lines = append(h.Lines, record.WithMark("+", strings.TrimSuffix(put.Text(record.TextLimit), "\n"))...)
	return h, true
}

// Arguments are those of the editor's command as JSON.
func Arguments(tool, text string) []byte {
	if m := edit().FindStringSubmatch(text); m != nil {
		put, _ := json.Marshal(m[3]) // texts always can
		first := strings.TrimLeft(m[1], "0")
		last := strings.TrimLeft(m[2], "0")
		return fmt.Appendf(nil, `{"lines":[%s,%s],"put":%s}`, first, last, put)
	}

	words := Words(text)
	if tool == "bash" || words == nil {
		return nil
	}

	args := map[string]string{"command": words[1], "path": words[2]}
	for pair := range slices.Chunk(words[3:], 2) {
		if name, ok := strings.CutPrefix(pair[0], "--"); ok && len(pair) == 2 {
			args[name] = pair[1]
		}
	}

	p, _ := json.Marshal(args) // texts always can
	return p
}

// Head finds the words that say which file the lines after them belong to, and how many lines it has; -1 where they do
// not.
func Head(text string) (path string, total int64, ok bool) {
	if _, rest, found := strings.Cut(text, "[File: "); found {
		path, rest, ok = strings.Cut(rest, " (")
		n, _, _ := strings.Cut(rest, " lines total)]")
		total, err := strconv.ParseInt(n, 10, 64)
		return path, total, ok && err == nil
	}
	_, rest, found := strings.Cut(text, "Here's the result of running `cat -n` on ")
	path, _, ok = strings.Cut(rest, ":\n")
	return path, -1, found && ok
}
