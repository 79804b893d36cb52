package transcriptcmd

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"eyeline/reader/transcript/transcripttest"
	"eyeline/tui/options"
	"eyeline/tui/settingsfile"
)

// asked is what eyeline transcript prints with arguments, or its error.
func asked(t *testing.T, args ...string) string {
	t.Helper()
	viewer := func(context.Context, options.Options) (int, error) { return 0, nil }
	cmd := Command(viewer, func() (*settingsfile.File, error) { return &settingsfile.File{}, nil }, time.Now())
	var out bytes.Buffer
	cmd.SetOut(&out)
	cmd.SetErr(&bytes.Buffer{})
	cmd.SetArgs(args)
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	if err := cmd.ExecuteContext(t.Context()); err != nil {
		return "error: " + strings.TrimPrefix(err.Error(), "eyeline: ")
	}
	return out.String()
}

// TestRequests: requests are listed, and one is laid beside the one before it or any other; what is no request is said.
func TestRequests(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	path := filepath.Join(t.TempDir(), "run.jsonl")
	transcripttest.Write(t, path, []byte(transcripttest.Requests(t, transcripttest.Conversation()...)))
	transcripttest.Write(t, filepath.Join(root, "a.txt"), []byte(strings.Repeat("another line\n", 2)))
	other := filepath.Join(t.TempDir(), "other.jsonl")
	transcripttest.Write(t, other, []byte(transcripttest.ClaudeRead(1, "/w", "/w/a", 1, "one")))
	for args, want := range map[string]string{
		path + " --requests":                "main, went back",
		path + " --requests --json":         `"new_results":[3]`,
		path + " --request 4":               "gone: results of call 2",
		path + " --request 3,5":             "Beside request 3, gone: results of call 2",
		path + " --request 5,3 --json":      `"against":5`,
		path + " --request 9":               "error: there is no request 9; there are 5",
		path + " --request 0":               "error: --request takes the number",
		path + " --request 2,2":             "two different ones",
		path + " --request x":               "error: --request takes the number",
		path + " --request 1 --calls":       "error: --requests and --request go with one transcript",
		path + " --requests --paging":       "do not go together",
		path + " --request 1":               ": 1 message, 1 of them new, ",
		path + " --request 1 --format html": "error: --format goes with",
		path + " --requests --format x":     "error: --format is html or",
		path + " --requests --contents":     "error: --contents goes with",
		path + " --requests --tokens":       "error: --tokens goes with",
		path + " --request 1 --now":         "error: --requests and --request go with one transcript",
		path + " --reads --tokens":          "error: --reads goes without",
		"--requests":                        "error: --requests and --request go with one transcript",
		other + " --requests":               "no recorded requests",
		other + " --request 1":              "no recorded requests",
		path + " " + other + " --request 1": "error: --requests and --request go with one transcript",
	} {
		words := append(strings.Fields(args), "--root", root)
		if got := asked(t, words...); !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %q", args, got, want)
		}
	}
}

// TestLinesWithoutTheirKeys: of a line that stands in a request without its key it is not known whether it was sent.
func TestLinesWithoutTheirKeys(t *testing.T) {
	t.Parallel()
	root, path := t.TempDir(), filepath.Join(t.TempDir(), "run.jsonl")
	requests := transcripttest.Requests(t, transcripttest.Conversation()...)
	transcripttest.Write(t, path, []byte(strings.ReplaceAll(requests, "number 2", "[key] 2")))
	transcripttest.Write(t, filepath.Join(root, "a.txt"), []byte("line number 1\nline sk-0123456789 2\nanother\n"))
	for args, want := range map[string]string{
		"a.txt:1":        "sent  Claude Code",
		"a.txt:2":        "It is not known whether line 2 of a.txt was sent.\n",
		"a.txt:2 --json": `"not_known":true`,
		"a.txt:3":        "Line 3 of a.txt was sent by no call that is understood.\n",
	} {
		got := asked(t, append([]string{path, "--root", root, "--line"}, strings.Fields(args)...)...)
		if !strings.Contains(got, want) {
			t.Errorf("%s: %s", args, got)
		}
	}
}
