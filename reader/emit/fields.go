package emit

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"eyeline/reader/tools"
)

// The fields of a read request, of a context request, and of its object.
var (
	requestFields = []string{"tool", "arguments", "file", "flags", "root", "session", "id", "details", "context"}
	askingFields  = []string{"context", "id"}
	contextFields = []string{"agent", "dir", "home", "root", "mentions", "reads"}
)

// checkNames rejects unknown and repeated fields of a valid JSON object: otherwise a misspelt field would be ignored
// silently.
func checkNames(text []byte, fields map[string]json.RawMessage, known []string) error {
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if slices.Contains(known, name) {
			continue
		}

		meant := tools.Suggestion(tools.Similar(name, known), known)
		return fmt.Errorf("bad request: there is no field %.60q%s", name, meant)
	}

	if twice := tools.DoubledName(text); twice != "" {
		return fmt.Errorf("bad request: `%s` is given twice", twice)
	}

	return nil
}
