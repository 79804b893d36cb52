package transcriptcmd

import (
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/transcript/transcripttest"
)

// TestWhichRunsHadALine: of the runs below a folder those that were sent a line are told with their calls; those that do
// not know the file are counted, and so are those whose file has fewer lines.
func TestWhichRunsHadALine(t *testing.T) {
	t.Parallel()
	root, dir := t.TempDir(), t.TempDir()
	transcripttest.Write(t, filepath.Join(root, "a.txt"), []byte("line one here\nline two here\n"))
	put := func(name, text string) { transcripttest.Write(t, filepath.Join(dir, name), []byte(text)) }
	read := func(file string, first int, lines ...string) string {
		return transcripttest.ClaudeRead(1, root, filepath.Join(root, file), first, lines...)
	}
	put("sent.jsonl", read("a.txt", 1, "line one here", "line two here"))
	put("below/other.jsonl", read("a.txt", 1, "line one here"))
	put("none.jsonl", read("b.txt", 1, "line two"))
	sent := filepath.Join(dir, "sent.jsonl")
	for args, want := range map[string][]string{
		"a.txt:2": {
			sent + " (Claude Code): sent by call 1, Read, 2026",
			"\n3 runs; line 2 of a.txt was sent to or written by: 1; know the file, and had it not: 1; do not know the file: 1\n",
		},
		filepath.Join(root, "a.txt") + ":1": {sent + " (Claude Code): sent by call 1", "other.jsonl (Claude Code): sent by call 1", "written by: 2; do"},
		"a.txt:2 --json": {
			`"path":"a.txt","line":2,"calls":[{"agent":"Claude Code"`,
			`"runs":3,"had":1,"not_known":0,"not_had":1,"not_named":1,"partly":0,"shorter":0,"failed":0}`,
		},
		"a.txt:3":         {"3 runs; line 3 of a.txt was sent to or written by: 0; have the file with fewer lines: 2; do not"},
		"a.txt":           {"error: --line wants FILE:N"},
		"a.txt:1 --calls": {"error: "},
	} {
		got := asked(t, append([]string{dir, "--root", root, "--line"}, strings.Fields(args)...)...)
		for _, part := range want {
			if !strings.Contains(got, part) {
				t.Errorf("%s: %s, want %q", args, got, part)
			}
		}
		if isText := !strings.Contains(args, "--json"); isText && strings.Contains(got, "none.jsonl") {
			t.Errorf("%s: a run that does not know the file is told: %s", args, got)
		}
	}

	if got := asked(t, t.TempDir(), "--line", "a.txt:2"); !strings.Contains(got, "no transcript below") {
		t.Errorf("of a folder without runs: %s", got)
	}
	if got := asked(t, "--edits", "--all"); !strings.Contains(got, "wants a transcript") {
		t.Errorf("of --edits: %s", got)
	}
	for _, args := range [][]string{{"--edits"}, {"--follow"}, {"--diff", "HEAD"}, {"--calls"}, {"--call", "1"}, {"--file", "a"}} {
		if got := asked(t, append(args, dir)...); !strings.Contains(got, dir+" is a folder of them; --reads tells the reads") {
			t.Errorf("of %q and a folder: %s", args, got)
		}
	}
}
