// Package clients, which changes without notice, knows what clients of the Model Context Protocol do to what a server
// sends before their models get it. The rules were found by running the clients against a server made to be cut, and a
// scripted model.
package clients

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Client is a program that shows a server's tools and results to its model.
type Client struct {
	Name, Version string
	// Note is what else is known of it; "" for nothing.
	Note string

	// Instructions are a server's instructions as the model gets them; nil: it gets nothing of them.
	Instructions func(text string) string
	// Description is a tool's description as the model gets it, Result the text of a result.
	Description func(text string) string
	Result      func(r Result) string
}

// Result is what a server gives for a call.
type Result struct {
	Tool       string          // that was called
	Args       json.RawMessage // with which it was called: an object
	Texts      []string
	Structured string // the structured content as JSON; "" for none
	Failed     bool
	// Most is how many characters the server asks to let through of the tool, "anthropic/maxResultSizeChars"; 0:
	// nothing.
	Most int
}

// All are the clients that are known.
func All() []Client {
	return []Client{claudeCode, codex, opencode, geminiCLI, qwenCode, copilotCLI, continueCLI, clineCLI}
}

func whole(text string) string { return text }

// beginning makes a text of more than most characters its first ones and a mark.
func beginning(most int, mark string) func(string) string {
	return func(text string) string {
		if utf8.RuneCountInString(text) <= most {
			return text
		}
		return string([]rune(text)[:most]) + mark
	}
}

// ends are the first and the last characters of a text that is longer than most, with a mark between them, in which N
// is how many are left out.
func ends(text string, most, first, last int, mark string) string {
	all := []rune(text)
	if len(all) <= most {
		return text
	}
	return string(all[:first]) + strings.Replace(mark, "N", strconv.Itoa(len(all)-first-last), 1) +
		string(all[len(all)-last:])
}

// saved stands for the name of the file to which a client writes a result.
const saved = "FILE"

var claudeCode = Client{
	Name: "Claude Code", Version: "2.1.197",
	Note:         "structured content takes the place of the text; a result that is too long is saved to a file",
	Instructions: beginning(2048, "… [truncated]"),
	Description:  beginning(2048, "… [truncated]"),
	Result: func(r Result) string {
		text, most := strings.Join(r.Texts, "\n"), 50_000
		if r.Most > 0 {
			most = min(r.Most, 500_000)
		}
		switch size := utf8.RuneCountInString(text); {
		case r.Failed:
			return ends(text, 10_000, 5000, 5000, "\n\n... [N characters truncated] ...\n\n")
		case r.Structured != "":
			return r.Structured
		case size > most:
			return fmt.Sprintf("<persisted-output>\nOutput too large (%.1fKB). Full output saved to: %s\n\n"+
				"Preview (first 2KB):\n%s\n...\n</persisted-output>", float64(len(text))/1024, saved, preview(r.Texts))
		}
		return text
	},
}

// preview are the first 2,000 characters of texts as the JSON that Claude Code saves. A server may ask that less is
// saved, too.
func preview(texts []string) string {
	var all bytes.Buffer
	_ = json.Indent(&all, []byte(content(texts)), "", "  ") // it is JSON
	text := []rune(all.String())
	return string(text[:min(len(text), 2000)])
}

var codex = Client{
	Name: "Codex", Version: "0.169.0",
	Note: "a search for tools gives them, and all of the instructions; what is dropped of a result is said " +
		"to be 7 tokens",
	Instructions: beginning(247, "..."),
	Description:  whole,
	Result: func(r Result) string {
		return ends(strings.Join(r.Texts, "\n"), 48_000, 23_982, 23_982, "…7 tokens truncated…")
	},
}

var opencode = Client{
	Name: "OpenCode", Version: "1.18.33",
	Note:         "a result that is too long is saved to a file",
	Instructions: whole,
	Description:  whole,
	Result: func(r Result) string {
		const maxBytes, maxLines = 50 << 10, 2000
		text := strings.Join(r.Texts, "\n\n")
		lines := strings.Split(text, "\n")
		if r.Failed || len(text) <= maxBytes && len(lines) <= maxLines {
			return text
		}
		kept, size := 0, 0
		for kept < min(len(lines), maxLines) && size+len(lines[kept])+1 <= maxBytes {
			size += len(lines[kept]) + 1
			kept++
		}
		left := fmt.Sprintf("%d lines", len(lines)-kept)
		if len(text) > maxBytes {
			left = fmt.Sprintf("%d bytes", len(text)-size)
		}
		return strings.Join(lines[:kept], "\n") + "\n\n..." + left + " truncated...\n\nThe tool call succeeded but " +
			"the output was truncated. Full output saved to: " + saved
	},
}

var geminiCLI = Client{
	Name: "Gemini CLI", Version: "0.61.0",
	Note:         "each text is put between marks",
	Instructions: whole,
	Description:  whole,
	Result: func(r Result) string {
		if r.Failed {
			return strings.Join(r.Texts, "\n")
		}
		var marked []string
		for _, t := range r.Texts {
			marked = append(marked, "<untrusted_context>\n"+t+"\n</untrusted_context>")
		}
		text := strings.Join(marked, "\n")
		cut := ends(text, 40_000, 8000, 32_000, "\n\n... [N characters omitted] ...\n\n")
		if cut != text {
			cut = "Output too large. Showing first 8,000 and last 32,000 characters. For full output see: " + saved +
				"\n" + cut
		}
		return cut
	},
}
