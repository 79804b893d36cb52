package bodies

import (
	"encoding/json"
	"strings"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/internal/lazy"
	"eyeline/reader/transcript/record"
)

// Agents attach files to a request as if the model had read them: a text names the tool with its arguments, and the
// next text has the result. Claude Code puts each into a reminder, and names the tool in the second one, too; up to
// about 2.1.40 it wrote the result as a text of JSON. opencode has both as they are.

var (
	calledText = lazy.Regexp(
		`(?s)\A(?:<system-reminder>\n)?Called the (\w{1,64}) tool with the following input: (\{.*\})\s*` +
			`(?:</system-reminder>\s*)?\z`)
	resultText = lazy.Regexp(
		`(?s)\A(?:<system-reminder>\n)?Result of calling the \w{1,64} tool:[ \n](.*?)\n?(?:</system-reminder>\s*)?\z`)
)

// maxWords is within how many bytes a text of either kind shows what it is.
const maxWords = 128

// AttachedCall is the tool that a text says was called, where the text begins an attached file. The text as
// [record.AsFormat] is the arguments.
func AttachedCall(text jsonskim.Value) (tool string, is bool) {
	if text.Kind != jsonskim.String || !strings.Contains(text.Text(maxWords), "Called the ") {
		return "", false
	}
	m := calledText().FindStringSubmatch(text.Text(record.TextLimit))
	if m == nil {
		return "", false
	}
	return m[1], true
}

// IsAttachedResult reports whether a text is the result of a call that stands in a text before it. The text as
// [record.AsFormat] is the result alone.
func IsAttachedResult(text jsonskim.Value) bool {
	if text.Kind != jsonskim.String {
		return false
	}
	begin := text.Text(maxWords)
	return strings.HasPrefix(begin, "<path>") || strings.HasPrefix(begin, "<file>") || resultText().MatchString(begin)
}

// attached is what a text of an attached file has: the arguments, or the result.
func attached(text jsonskim.Value) (inner string, is bool) {
	begin := text.Text(maxWords)
	if !strings.Contains(begin, "Called the ") && !strings.Contains(begin, "Result of calling the ") {
		return "", false
	}

	whole := text.Text(record.TextLimit)
	if m := calledText().FindStringSubmatch(whole); m != nil {
		return m[2], true
	}

	m := resultText().FindStringSubmatch(whole)
	if m == nil {
		return "", false
	}

	inner = m[1]
	var plain string
	if strings.HasPrefix(inner, `"`) && json.Unmarshal([]byte(inner), &plain) == nil {
		inner = plain
	}

	return inner, true
}
