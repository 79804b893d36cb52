package launch

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/longtest"
	"eyeline/reader/transcript/rerun"
)

// A report on an agent that differs: where it does is said, and nothing of a file.
func TestToolsReport(t *testing.T) {
	longtest.SkipUnlessInPart(t)
	withSettings(t, "")
	text, err := os.ReadFile(recorded(t))
	if err != nil {
		t.Fatal(err)
	}
	// As if a newer agent had numbered lines otherwise.
	path := filepath.Join(t.TempDir(), "session-default.jsonl")
	newer := strings.ReplaceAll(string(text), `"version":"2.1.330"`, `"version":"2.9.0"`)
	newer = strings.ReplaceAll(newer, `\n27\t`, `\n27:`)
	if err := os.WriteFile(path, []byte(newer), 0o600); err != nil {
		t.Fatal(err)
	}
	r := run(t, "tools", "--report", path, "--root", workspace)
	for _, want := range []string{
		"Claude Code 2.9.0, 18 calls, 16 reads", "claude_code imitates Claude Code 2.1.332 (ran, 2026-11-29)", " differs\n",
		`Read {"file_path":"/<file 1>.py"`, "in the number of a line (line 27): recorded punctuation, here a tab",
	} {
		if r.err != nil || !strings.Contains(r.out, want) {
			t.Errorf("the report lacks %q: %v\n%s", want, r.err, r.out)
		}
	}
	for _, secret := range []string{"inventory", "harborage", "dataclass", workspace} {
		if strings.Contains(r.out, secret) {
			t.Errorf("the report has %q:\n%s", secret, r.out)
		}
	}
	var a rerun.Answers
	r = run(t, "tools", "--report", path, "--root", workspace, "--json")
	if err := json.Unmarshal([]byte(r.out), &a); err != nil || a.Version != 1 || len(a.Reads) != 16 || a.AgentVersion != "2.9.0" {
		t.Errorf("--json: %v, %v\n%s", r.err, err, r.out)
	}
	r = run(t, "tools", "--report", path, "--json")
	a = rerun.Answers{}
	if err := json.Unmarshal([]byte(r.out), &a); err != nil || len(a.Reads) != 16 {
		t.Errorf("--json: %v, %v\n%s", r.err, err, r.out)
	}
	for _, read := range a.Reads {
		if read.Here != (rerun.Sum{}) {
			t.Errorf("of a folder that only the record names: %+v", read)
		}
	}
	if r = run(t, "tools", "--report", path); r.err != nil || !strings.Contains(r.out, "here      not told") {
		t.Errorf("of a folder that only the record names: %v\n%s", r.err, r.out)
	}
	if r = run(t, "tools", "opencode", "--report", path, "--root", workspace); r.err != nil || !strings.Contains(r.out, "0 reads") {
		t.Errorf("of another tool: %v\n%s", r.err, r.out)
	}
	for _, c := range []struct{ args, want string }{
		{"tools --root .", "--root goes with --report"},
		{"transcript " + path + " --diff - --min 101", "--min takes a number from 0 to 100"},
		{"tools --report no/such/file", "there is no transcript"},
		{"tools no_tool --report " + path, "no tool is called"},
	} {
		if r := run(t, strings.Fields(c.args)...); r.err == nil || !strings.Contains(r.err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.args, r.err, c.want)
		}
	}
}
