package record

import (
	"testing"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/tools"
	_ "eyeline/reader/tools/agents"
)

// A tool whose recorded name is unknown here would look as if it had never read anything.
func TestEveryRecordedNameHasAKind(t *testing.T) {
	for _, tool := range tools.AllVersions() {
		for _, name := range tool.Recorded {
			if kindOf(name, jsonskim.Value{}) == Other {
				t.Errorf("%s: it is not known what %q does to files", tool.Name, name)
			}
		}
	}
}
