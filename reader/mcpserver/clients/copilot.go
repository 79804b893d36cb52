package clients

import (
	"fmt"
	"strings"
)

// copilotMostBytes is how many bytes of a result Copilot CLI gives its model; a longer one goes to a file.
const copilotMostBytes = 20 << 10

var copilotCLI = Client{
	Name: "Copilot CLI", Version: "1.0.102",
	Note: "instructions are not given; texts follow each other without a separator, then structured content that is " +
		"not the same text; SERVER is its name in the settings; a result that is too long is saved to a file",
	Description: whole,
	Result: func(r Result) string {
		text := strings.Join(r.Texts, "")
		switch {
		case text == "":
			text = r.Structured
		case r.Structured != "" && r.Structured != text:
			text += "\n\n" + r.Structured
		}
		if r.Failed {
			if text == "" {
				text = "Tool execution failed"
			}
			text = "MCP server 'SERVER': " + text
		}

		if len(text) <= copilotMostBytes {
			return text
		}
		return fmt.Sprintf("Output too large to read at once (%.1f KB). Saved to: %s\nConsider using tools like grep "+
			"(for searching), head/tail (for viewing start/end), view with view_range (for specific sections), or jq "+
			"(for JSON) to examine portions of the output.\n\nPreview (first 500 chars):\n%s",
			float64(len(text))/1024, saved, firstUnits(text, 500))
	},
}
