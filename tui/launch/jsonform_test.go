package launch

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"eyeline/reader/transcript/transcripttest"
)

// inOneForm checks that each line of an output is a document in the form that all commands share.
func inOneForm(t *testing.T, command, out string) {
	t.Helper()
	if !strings.HasSuffix(out, "\n") {
		t.Errorf("%s: the output does not end a line: %.80q", command, out)
	}
	for line := range strings.Lines(out) {
		var compact bytes.Buffer
		err := json.Compact(&compact, []byte(line))
		if err != nil || compact.String()+"\n" != line {
			t.Errorf("%s: not a document in one line (%v): %.80q", command, err, line)
			return
		}
		if strings.Contains(line, `\u003c`) || strings.Contains(line, `\u0026`) {
			t.Errorf("%s: a letter is escaped as for HTML in %.200q", command, line)
		}
		// The content of emit is what the model gets, byte for byte; a terminal gets marks in place of these.
		if !strings.HasPrefix(command, "emit") && strings.ContainsAny(line, "\u009b\u202e\x7f") {
			t.Errorf("%s: a terminal obeys what stands in %.200q", command, line)
		}
	}
}

// TestJSONHasOneForm walks what each command prints as JSON. A command that learns to print JSON fails here until it is
// among them.
func TestJSONHasOneForm(t *testing.T) {
	dir := t.TempDir()
	transcripttest.Write(t, filepath.Join(dir, "a.txt"), []byte("a < b && c \u202e\u009b1m\x7f end\n"))
	transcripttest.Write(t, filepath.Join(dir, "code.py"), []byte("# f\ndef f():\n    g('<')\n"))
	transcripttest.Write(t, filepath.Join(dir, "CLAUDE.md"), []byte("be < kind & \u202e\n"))
	transcripttest.Write(t, filepath.Join(dir, ".cursorrules"), []byte("be kind\n"))
	run1 := transcripttest.Sample(t, transcripttest.Claude)
	run2 := transcripttest.Sample(t, "codex/exec-gpt-5.5.jsonl")
	asked := filepath.Join(t.TempDir(), "requests.jsonl")
	transcripttest.Write(t, asked, []byte(transcripttest.Requests(t, transcripttest.Conversation()...)))
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	text, err := os.ReadFile(run1)
	if err != nil {
		t.Fatal(err)
	}
	transcripttest.Write(t, filepath.Join(home, ".claude", "projects", "-w", "one.jsonl"), text)
	in := func(name string) string { return filepath.Join(dir, name) }
	walked := map[string]bool{}
	for _, args := range [][]string{
		{"emit", "--json", in("a.txt")},
		{"emit", "--json", "--tool", "claude_code", in("a.txt"), in("code.py"), in("none.txt")},
		{"emit", "--walk", in("a.txt")},
		{"emit", "--cover", "1-2", "--json", in("code.py")},
		{"tools", "--json"},
		{"tools", "sage", "--json"},
		{"tools", "--report", run1, "--json"},
		{"check", "--all", "--agents", "all", "--format", "json", dir},
		{"check", "--all", "--agents", "all", "--format", "ndjson", dir},
		{"check", "--all", "--agents", "all", "--format", "sarif", dir},
		{"check", "--all", "--agents", "all", "--format", "gitlab", dir},
		{"check", "--all", "--agents", "all", "--format", "rdjson", dir},
		{"check", "--block", "codex", "--format", "json", dir},
		{"context", "--json", "--agent", "all", dir},
		{"search", "--json", "--agent", "all", "b", dir},
		{"transcript", "--all", "--json"},
		{"transcript", "--all", "--paging", "--json"},
		{"transcript", "--all", "--reads"},
		{"transcript", run1, "--json", "--tokens"},
		{"transcript", run1, run2, "--json"},
		{"transcript", run1, "--file", "src/ring.go", "--json"},
		{"transcript", run1, "--line", "src/ring.go:2", "--json"},
		{"transcript", run1, "--calls", "--json"},
		{"transcript", run1, "--call", "2", "--json"},
		{"transcript", run1, "--edits", "--json"},
		{"transcript", run1, "--reads"},
		{"transcript", run1, "--paging", "--json"},
		{"transcript", asked, "--requests", "--json"},
		{"transcript", asked, "--request", "2,4", "--json"},
		{"transcript", run1, "--root", dir, "--diff", "-", "--json"},
	} {
		withInput(t, "--- a/a.go\n+++ b/a.go\n@@ -1,0 +1 @@\n+one\n")
		r := run(t, args...)
		if r.out == "" {
			t.Errorf("%s prints nothing: %v", args, r.err)
			continue
		}
		inOneForm(t, strings.Join(args, " "), r.out)
		walked[args[0]] = true
	}
	for _, cmd := range (Program{}).commands([]string{"help"}).Commands() {
		if writesJSON(cmd) && !walked[cmd.Name()] {
			t.Errorf("%s prints JSON, and is not looked at here", cmd.Name())
		}
	}
}

// writesJSON reports whether a command has a flag for JSON.
func writesJSON(cmd *cobra.Command) bool {
	format := cmd.Flags().Lookup("format")
	return cmd.Flags().Lookup("json") != nil || format != nil && strings.Contains(format.Usage, "json")
}
