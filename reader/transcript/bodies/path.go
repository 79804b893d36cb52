package bodies

import (
	"slices"
	"strings"
)

// asking are the ends of the paths at which models are asked, in the forms that are known.
var asking = []string{
	"/messages", "/responses", "/chat/completions", "/completions", ":generateContent", ":streamGenerateContent",
}

// AsksModel reports whether a request to a path, without what follows a question mark, asks a model. Counts of tokens,
// lists of models and telemetry go to other paths of the same address.
func AsksModel(path string) bool {
	path = strings.TrimSuffix(path, "/")
	return slices.ContainsFunc(asking, func(end string) bool { return strings.HasSuffix(path, end) })
}
