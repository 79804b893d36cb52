//go:build unix

package tapcmd

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestNoRoom: where the record may not grow any more the agent goes on and gives its status, what is recorded are whole
// records, and it is said that they are not all.
func TestNoRoom(t *testing.T) {
	model := answering()
	defer model.Close()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	claude, record := filepath.Join(t.TempDir(), "claude"), filepath.Join(t.TempDir(), "run.jsonl")
	if err := os.Symlink(self, claude); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "sh", "-c", `ulimit -f 1; exec "$0" "$@"`, self,
		"--record", record, "--upstream", model.URL, "--", claude)
	cmd.Env = append(os.Environ(), agentMode+"=ask")
	out, err := cmd.CombinedOutput()
	if exitOf(err) != 7 || bytes.Count(out, []byte("ok")) < 3 || !bytes.Contains(out, []byte("the record is not whole")) {
		t.Errorf("%v\n%s", err, out)
	}
	text, err := os.ReadFile(record)
	if err != nil || len(text) == 0 {
		t.Fatal(err, len(text))
	}
	for line := range strings.Lines(string(text)) {
		if !json.Valid([]byte(line)) || !strings.HasSuffix(line, "\n") {
			t.Errorf("%q is no record", line)
		}
	}
}
