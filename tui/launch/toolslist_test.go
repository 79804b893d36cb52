package launch

import (
	"strings"
	"testing"

	"eyeline/reader/tools"
	"eyeline/tui/kit/cells"
	"eyeline/tui/launch/cmdkit"
)

// TestTheListOfToolsFitsATerminal of 80 columns: what comes before the last column leaves the room that its words need.
// In a pipe all columns are there.
func TestTheListOfToolsFitsATerminal(t *testing.T) {
	const most = 80 - 20 // columns: the last column is wrapped in 20
	var terminal, pipe strings.Builder
	if err := listTools(&cmdkit.Output{W: &terminal, Terminal: true}, tools.All()); err != nil {
		t.Fatal(err)
	}
	if err := listTools(&cmdkit.Output{W: &pipe}, tools.All()); err != nil {
		t.Fatal(err)
	}

	silent := tools.SilentAtLimit.String()
	for line := range strings.Lines(terminal.String()) {
		before, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), silent)
		if cells.Width(before) > most {
			t.Errorf("%d cells stand before the last column: %q", cells.Width(before), line)
		}
	}
	if strings.Count(terminal.String(), silent) == 0 || strings.Contains(terminal.String(), "-11-") {
		t.Errorf("on a terminal:\n%s", terminal.String())
	}
	for _, tool := range tools.All() {
		if !strings.Contains(pipe.String(), tool.Origin.Date) || !strings.Contains(terminal.String(), tool.Name) {
			t.Errorf("%s or its date is not there", tool.Name)
		}
	}
}
