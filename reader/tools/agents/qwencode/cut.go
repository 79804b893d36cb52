package qwencode

// cutNote follows the refusal of arguments that seem to be truncated.
const cutNote = " Note: Your previous response was truncated due to max_tokens limit, which caused incomplete tool " +
	"call parameters. Please retry the tool call with complete parameters. If the content is too large for a single " +
	"response, you MUST split it into smaller parts: first write_file with a skeleton/partial content, then use edit " +
	"to add the remaining sections incrementally."

// isCut reports whether arguments end within a bracket or a string, which the agent takes for a truncated response of
// the model.
func isCut(args []byte) bool {
	depth := 0
	inString := false
	escaped := false

	for _, c := range args {
		switch {
		case c == '"' && !escaped:
			inString = !inString
		case (c == '{' || c == '[') && !inString:
			depth++
		case (c == '}' || c == ']') && !inString:
			depth--
		}
		escaped = c == '\\' && !escaped
	}

	return depth > 0 || inString
}
