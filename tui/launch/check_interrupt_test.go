package launch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/tui/launch/cmdkit"
	"eyeline/tui/settings"
)

// stopping cancels a context with the first bytes that are written to it.
type stopping struct {
	strings.Builder
	cancel func()
}

func (s *stopping) Write(p []byte) (int, error) {
	s.cancel()
	return s.Builder.Write(p)
}

// An interrupted check prints what is known so far as a whole report, and exits with 130.
func TestCheckInterrupted(t *testing.T) {
	dir := t.TempDir()
	const files = 400
	for i := range files {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("f%d", i)), []byte("x\r\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	out := &stopping{cancel: cancel}
	p := Program{load: func() (*settings.File, error) { return settings.Empty("config.toml"), nil }}
	cmd := p.checkCommand()
	cmd.SetArgs([]string{"--format", "json", dir})
	cmd.SetOut(out)
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	var s cmdkit.Status
	if err := cmd.ExecuteContext(ctx); !errors.As(err, &s) || s.Code != exitInterrupted {
		t.Fatalf("ended with %v, want status %d", err, exitInterrupted)
	}
	var report struct{ Findings []struct{ Path string } }
	if err := json.Unmarshal([]byte(out.String()), &report); err != nil {
		t.Fatalf("%v in %.300s", err, out.String())
	}
	seen := map[string]bool{}
	for _, f := range report.Findings {
		seen[f.Path] = true
	}
	if len(seen) == 0 || len(seen) == files {
		t.Errorf("findings of %d of %d files", len(seen), files)
	}
}
