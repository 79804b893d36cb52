package emit

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"eyeline/reader/tools"
)

// The fields of a request, of one for a context, and of what that asks for.
var (
	requestFields = []string{"tool", "arguments", "file", "flags", "root", "session", "id", "details", "context"}
	askingFields  = []string{"context", "id"}
	contextFields = []string{"agent", "dir", "home", "root", "mentions", "reads"}
)

// checkNames refuses an object that is valid JSON with a field that it cannot have, or that it has twice: what is asked
// for by a misspelt field would be left out without a word.
func checkNames(text []byte, fields map[string]json.RawMessage, known []string) error {
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if slices.Contains(known, name) {
			continue
		}
		meant := tools.Instead(tools.Near(name, known), known)
		return fmt.Errorf("bad request: there is no field %.60q%s", name, meant)
	}
	if twice := tools.DoubledName(text); twice != "" {
		return fmt.Errorf("bad request: `%s` is given twice", twice)
	}
	return nil
}
