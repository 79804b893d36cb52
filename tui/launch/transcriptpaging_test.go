package launch

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/transcript/runstats"
	"eyeline/tui/launch/cmdkit"
)

func TestTranscriptPaging(t *testing.T) {
	withSettings(t, "")
	path := recorded(t)
	r := run(t, "transcript", path, "--paging")
	for _, want := range []string{"log.txt           2      1-2197, 3590-3600  2208   92.7 KiB  91.6 KiB  1.01", "(all 7 files)     11", " lines: "} {
		if r.err != nil || !strings.Contains(r.out, want) {
			t.Errorf("%q is not in %v\n%s", want, r.err, r.out)
		}
	}
	var p runstats.Paging
	if r = run(t, "transcript", path, "--paging", "--json"); json.Unmarshal([]byte(r.out), &p) != nil || p.Agent != "Claude Code" || p.Tools[0].Bytes != 99334 {
		t.Errorf("%v\n%s", r.err, r.out)
	}
	for _, args := range [][]string{{"--follow"}, {"--call", "1"}, {"--diff", "HEAD"}} {
		if r := run(t, append([]string{"transcript", path, "--paging"}, args...)...); r.status != cmdkit.ExitUsage {
			t.Errorf("%v is not refused: %v", args, r.err)
		}
	}
}

// TestTranscriptPagingOfMany brings two runs together.
func TestTranscriptPagingOfMany(t *testing.T) {
	withSettings(t, "")
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	t.Setenv("CLAUDE_CONFIG_DIR", "")
	folder := filepath.Join(home, ".claude", "projects", "-home-ada-harborage")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(recorded(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a.jsonl", "b.jsonl"} {
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r := run(t, "transcript", "--all", "--paging")
	if want := "Claude Code  Read  2     14     22     6 (1-75)"; r.err != nil || !strings.Contains(r.out, want) {
		t.Errorf("%q is not in %v\n%s", want, r.err, r.out)
	}
	var all struct {
		Transcripts int
		Tools       []runstats.PagingDistribution
	}
	if r = run(t, "transcript", "--all", "--paging", "--json"); json.Unmarshal([]byte(r.out), &all) != nil || all.Transcripts != 2 || all.Tools[0].Runs != 2 {
		t.Errorf("%v\n%s", r.err, r.out)
	}
	compiled{}.hold(t, "transcript-paging-all", r.out)
	if r = run(t, "transcript", "--all"); !strings.Contains(r.out, "  16     11     2        290 KiB") {
		t.Errorf("%v\n%s", r.err, r.out)
	}
}
