package launch

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"eyeline/tui/launch/cmdkit"
	"eyeline/tui/settingsfile"
)

// An interrupted check prints what is known so far as a whole report, and exits with 130.
func TestCheckInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p := Program{load: func() (*settingsfile.File, error) { return settingsfile.Empty("config.toml"), nil }}
	cmd := p.checkCommand()
	cmd.SetArgs([]string{"--format", "json", t.TempDir()})
	out := &strings.Builder{}
	cmd.SetOut(out)
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	var s cmdkit.Status
	if err := cmd.ExecuteContext(ctx); !errors.As(err, &s) || s.Code != exitInterrupted {
		t.Fatalf("ended with %v, want status %d", err, exitInterrupted)
	}
	var report struct{ Interrupted bool }
	if err := json.Unmarshal([]byte(out.String()), &report); err != nil || !report.Interrupted {
		t.Fatalf("%v in %.300s", err, out.String())
	}
}
