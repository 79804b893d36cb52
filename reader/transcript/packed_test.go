package transcript_test

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/transcripttest"
)

// packed is a text packed by gzip.
func packed(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestPackedSubAgents: the packed files of sub-agents belong to their packed or unpacked run, as unpacked ones do.
func TestPackedSubAgents(t *testing.T) {
	t.Parallel()
	run := transcripttest.ClaudeRead(1, "/w", "/w/a", 1, "one")
	sub := transcripttest.ClaudeRead(2, "/w", "/w/b", 1, "two")
	const codexMain, codexSub = "01a22290-7516-7370-84d4-489317b35451", "01a22290-7516-7370-84d4-489317b35452"
	codexHead := func(id, source string) string {
		return `{"timestamp":"2026-11-21T14:00:00Z","type":"session_meta","payload":{"id":"` + id +
			`","cwd":"/w","cli_version":"1"` + source + "}}\n"
	}
	spawned := `,"source":{"subagent":{"thread_spawn":{"parent_thread_id":"` + codexMain + `"}}}`
	for _, c := range []struct {
		name  string
		files map[string]string
		main  string
	}{
		{"all packed", map[string]string{"s.jsonl.gz": run, "s/subagents/agent-7.jsonl.gz": sub}, "s.jsonl.gz"},
		{"the run alone", map[string]string{"s.jsonl.gz": run, "s/subagents/agent-7.jsonl": sub}, "s.jsonl.gz"},
		{"the sub-agent alone", map[string]string{"s.jsonl": run, "s/subagents/agent-7.jsonl.gz": sub}, "s.jsonl"},
		{"twice", map[string]string{
			"s.jsonl": run, "s/subagents/agent-7.jsonl": sub, "s/subagents/agent-7.jsonl.gz": sub,
		}, "s.jsonl"},
		{"Codex", map[string]string{
			"rollout-2026-11-21T14-00-00-" + codexMain + ".jsonl.gz": codexHead(codexMain, ""),
			"rollout-2026-11-21T14-00-01-" + codexSub + ".jsonl.gz":  codexHead(codexSub, spawned),
		}, "rollout-2026-11-21T14-00-00-" + codexMain + ".jsonl.gz"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range c.files {
				content := []byte(text)
				if filepath.Ext(name) == ".gz" {
					content = packed(t, text)
				}
				transcripttest.Write(t, filepath.Join(dir, filepath.FromSlash(name)), content)
			}
			main := filepath.Join(dir, c.main)
			if found, err := transcript.FindBelow(t.Context(), dir); err != nil || !slices.Equal(found, []string{main}) {
				t.Errorf("the runs are %q, %v", found, err)
			}
			s, err := transcript.Open(t.Context(), main)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = s.Close() }()
			if len(s.Agents) != 1 {
				t.Errorf("the run has %d sub-agents", len(s.Agents))
			}
		})
	}
}

// TestBelowNamesWhatEndsTooEarly: a packed run that ends too early is a run below its folder, whose opening says what is
// wrong with it; what is no run is not named.
func TestBelowNamesWhatEndsTooEarly(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	whole := packed(t, transcripttest.ClaudeRead(1, "/w", "/w/a", 1, "one"))
	cut := filepath.Join(dir, "cut.jsonl.gz")
	transcripttest.Write(t, cut, whole[:len(whole)-12])
	other := packed(t, "no run, only some words\n")
	transcripttest.Write(t, filepath.Join(dir, "notes.gz"), other[:len(other)-12])
	found, err := transcript.FindBelow(t.Context(), dir)
	if err != nil || !slices.Equal(found, []string{cut}) {
		t.Errorf("the runs are %q, %v", found, err)
	}
	if _, err := transcript.Open(t.Context(), cut); err == nil {
		t.Error("it opened")
	}
}

// TestBrokenSubAgents: a file of a sub-agent that cannot be unpacked is named, and not unpacked again as long as it is
// as it was.
func TestBrokenSubAgents(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	main, sub := filepath.Join(dir, "s.jsonl"), filepath.Join(dir, "s", "subagents", "agent-7.jsonl.gz")
	transcripttest.Write(t, main, []byte(transcripttest.ClaudeRead(1, "/w", "/w/a", 1, "one")))
	whole := packed(t, transcripttest.ClaudeRead(2, "/w", "/w/b", 1, "two"))
	broken := bytes.Clone(whole)
	broken[len(broken)-5] ^= 1 // in the checksum
	at := time.Unix(1_700_000_000, 0)
	write := func(text []byte, at time.Time) {
		t.Helper()
		transcripttest.Write(t, sub, text)
		if err := os.Chtimes(sub, at, at); err != nil {
			t.Fatal(err)
		}
	}
	write(broken, at)
	s, err := transcript.Open(t.Context(), main)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	if unread := s.Unread(); len(unread) != 1 || unread[0].Path != sub || transcript.IsWhole(s) {
		t.Errorf("%v, whole: %v", unread, transcript.IsWhole(s))
	}
	write(whole, at) // in the same file, so that it looks as it did
	if _, err := s.Update(t.Context()); err != nil || len(s.Agents) != 0 {
		t.Errorf("it was unpacked again: %v", err)
	}
	write(whole, at.Add(time.Second))
	if _, err := s.Update(t.Context()); err != nil || len(s.Agents) != 1 || len(s.Unread()) != 0 {
		t.Errorf("%d sub-agents, %v, %v", len(s.Agents), s.Unread(), err)
	}
}
