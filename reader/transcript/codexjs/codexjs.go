// Package codexjs, which changes without notice, looks into the scripts of Codex' code mode, and into what they give.
package codexjs

import (
	"strings"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/transcript/record"
)

// Texts are the texts in a text that is an object or a list of JSON, as a script gives what is no text.
func Texts(text string) (found []string) {
	if !strings.HasPrefix(text, "{") && !strings.HasPrefix(text, "[") {
		return nil
	}

	whole, ok := js.Parse([]byte(text))
	if !ok {
		return nil
	}

	for values := []js.Value{whole}; len(values) > 0; {
		v := values[0]
		values = append(append(values[1:], v.Items...), v.Values...)
		if v.Text != "" {
			found = append(found, v.Text)
		}
	}

	return found
}

// HasLines reports whether a text has some lines, the first of them perhaps behind a word.
func HasLines(text, lines string) bool {
	before, after, found := strings.Cut(text, lines)
	return found && (before == "" || strings.HasSuffix(before, "\n") || strings.HasSuffix(before, " ")) &&
		(after == "" || after[0] == '\n')
}

// RunsMore reports whether a script may run something else than the commands and patches that stand in it as literals:
// a tool is named without such an argument, is another one that may change files, or is not named.
func RunsMore(script string) bool {
	for _, tool := range []string{"exec_command", "apply_patch"} {
		if strings.Count(script, tool) != len(Calls(script, tool)) {
			return true
		}
	}

	for _, m := range usesOfTools().FindAllStringSubmatch(script, -1) {
		if m[1] == "exec_command" || m[1] == "apply_patch" { // all their calls are known
			continue
		}
		kind := record.KindByName(m[1])
		if kind != record.ReadFile && kind != record.Search && !record.ChangesNoFile(m[1]) {
			return true
		}
	}

	return false
}

// usesOfTools is a place of a script where it uses the tools, with the name of the one that it uses.
var usesOfTools = lazy.Regexp(`\btools\b(?:\.(\w+))?`)

// maxCalls bounds how many calls of a script are looked at.
const maxCalls = 1000

// Calls are the arguments of a script's calls of a tool, of those whose argument is a literal.
func Calls(script, tool string) (calls []jsonskim.Value) {
	for range maxCalls {
		_, rest, found := strings.Cut(script, tool+"(")
		if !found {
			break
		}

		r := js.Reader{Rest: rest}
		literal, ok := r.Value()
		if ok && (r.All(",") || r.All(")")) {
			calls = append(calls, jsonskim.Parse(literal))
		}

		script = rest
	}

	return calls
}
