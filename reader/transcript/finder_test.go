package transcript_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	_ "eyeline/reader/tools/agents" // the tools that records are compared with
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/transcripttest"
)

func TestList(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	all := transcripttest.Samples(t)
	at := time.Date(2026, 11, 21, 15, 0, 0, 0, time.UTC)
	put := func(path, sample string, age int) {
		path = filepath.Join(home, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, all[sample], 0o600); err != nil {
			t.Fatal(err)
		}
		when := at.Add(-time.Duration(age) * time.Minute)
		if err := os.Chtimes(path, when, when); err != nil {
			t.Fatal(err)
		}
	}
	put(".claude/projects/-home-ada-harborage/79ea1785.jsonl", "claude_code/session-default.jsonl", 3)
	put(".claude/projects/-home-ada-harborage/79ea1785/subagents/agent-1.jsonl", "claude_code/session-default.jsonl", 0)
	put(".claude/projects/-home-ada-harborage/notes.txt", "claude_code/session-default.jsonl", 0)
	put(".codex/sessions/2026/11/21/rollout-x.jsonl", "codex/exec-gpt-5.5.jsonl", 1)
	put(".gemini/tmp/ws/chats/session-2026-11-21T15-00-0c91412d.jsonl", "gemini_cli/chats/session-2026-11-21T15-00-0c91412d.jsonl", 7)
	put(".gemini/tmp/ws/.project_root", "missing", 7)
	put(".qwen/projects/-home-user-project-ws/chats/a.jsonl", "qwen_code/session.jsonl", 2)
	put("moved/sessions/--home-user-project-ws--/a.jsonl", "pi/session.jsonl", 5)
	put(".copilot/session-state/dd6c/events.jsonl", "copilot_cli/events.jsonl", 4)
	put(".kimi-code/sessions/wd_ws_1/session_01/agents/main/wire.jsonl", "kimi_code/session_01a1fe9f/agents/main/wire.jsonl", 6)
	put(".grok/sessions/%2Fhome%2Fada%2Fseabird/01a1/chat_history.jsonl", "grok_build/chat_history.jsonl", 8)
	put(".cline/data/sessions/1/1.messages.json", "cline/1795273263916_z60pf.messages.json", 9)
	if err := os.WriteFile(filepath.Join(home, ".gemini/tmp/ws/.project_root"), []byte("/home/user/project/ws\n"), 0o600); err != nil {
		t.Fatal(err)
	}

	env := map[string]string{"PI_CODING_AGENT_DIR": filepath.Join(home, "moved")}
	found, err := transcript.List(context.Background(), transcript.Homes{Home: home, Getenv: func(name string) string { return env[name] }})
	if err != nil {
		t.Fatal(err)
	}
	var got, in, elsewhere []string
	for i, f := range found {
		h, err := f.Peek(context.Background())
		if err != nil || h.Format != f.Format.Name || h.Started.IsZero() && h.Format != "grok-build" || !h.Ended.Equal(f.ModTime) || f.Size == 0 {
			t.Errorf("%s: %+v, %v", f.Path, h, err)
		}
		if i > 0 && f.ModTime.After(found[i-1].ModTime) {
			t.Errorf("%s is newer than what comes before it", f.Path)
		}
		got = append(got, h.Format)
		for dir, list := range map[string]*[]string{"/home/user/project/ws": &in, "/home/user/project-ws": &elsewhere} {
			if is, err := f.In(context.Background(), transcript.FolderAt(dir)); err != nil {
				t.Errorf("%s: %v", f.Path, err)
			} else if is {
				*list = append(*list, h.Format)
			}
		}
	}
	if want := "[codex qwen-code claude-code copilot-cli pi kimi-code gemini-cli grok-build cline]"; fmt.Sprint(got) != want {
		t.Errorf("found %v; want %s", got, want)
	}
	if want := "[codex qwen-code pi kimi-code gemini-cli]"; fmt.Sprint(in) != want {
		t.Errorf("in the folder: %v; want %s", in, want)
	}
	if len(elsewhere) > 0 {
		t.Errorf("in a folder whose name looks alike: %v", elsewhere)
	}
	for _, f := range found {
		if is, err := f.In(context.Background(), transcript.FolderAt("/home/ada/seabird")); err != nil || is != (f.Format.Name == "grok-build" || f.Format.Name == "copilot-cli") {
			t.Errorf("%s: in seabird %t, %v", f.Path, is, err)
		}
	}
}

// TestDashed: letters and digits of a path stay in the name of its folder, all else is a dash.
func TestDashed(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{"/home/my_app/": "home-my-app", "0/9:A@Z[a`z{b": "0-9-A-Z-a-z-b"} {
		if got := transcript.Dashed(path); got != want {
			t.Errorf("%q is %q, want %q", path, got, want)
		}
	}
}

// TestListIsWhatThePatternsName: files alone, in folders alone, the newest first.
func TestListIsWhatThePatternsName(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	put := func(path string) {
		path = filepath.Join(home, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const many = 1500
	for i := range many {
		put(fmt.Sprintf(".claude/projects/-a-%d/%05d.jsonl", i%3, i))
	}
	for _, path := range []string{
		".claude/projects/-home-ada-x/here.jsonl", ".claude/projects/-z/z.jsonl", ".claude/projects/-home-ada-x/.hidden.jsonl",
		".qwen/projects/-home-ada-x/chats/here.jsonl", ".qwen/projects/-y/chats/y.jsonl", ".qwen/projects/-y/other/y.jsonl",
		".codex/sessions/2026/11/20/rollout-a.jsonl", ".codex/sessions/2026/11/21/rollout-b.jsonl", ".codex/sessions/2026/11/21/c.jsonl",
		".codex/archived_sessions/rollout-d.jsonl", ".codex/archived_sessions/2026/1/1/rollout-e.jsonl",
		".copilot/session-state/1/events.jsonl", ".copilot/session-state/2/other.jsonl", ".copilot/session-state/file",
		".grok/sessions/%2Fhome%2Fada%2Fx/1/chat_history.jsonl", ".pi/agent/sessions/file.jsonl",
	} {
		put(path)
	}
	if err := os.Mkdir(filepath.Join(home, ".claude/projects/-z/folder.jsonl"), 0o700); err != nil {
		t.Fatal(err)
	}
	homes := transcript.Homes{Home: home, Getenv: func(string) string { return "" }}

	var want []string
	for i := range many {
		want = append(want, fmt.Sprintf(".claude/projects/-a-%d/%05d.jsonl", i%3, i))
	}
	want = append(want, ".claude/projects/-home-ada-x/here.jsonl", ".claude/projects/-z/z.jsonl",
		".claude/projects/-home-ada-x/.hidden.jsonl", ".qwen/projects/-home-ada-x/chats/here.jsonl",
		".qwen/projects/-y/chats/y.jsonl", ".codex/sessions/2026/11/20/rollout-a.jsonl",
		".codex/sessions/2026/11/21/rollout-b.jsonl", ".codex/archived_sessions/rollout-d.jsonl",
		".codex/archived_sessions/2026/1/1/rollout-e.jsonl", ".copilot/session-state/1/events.jsonl",
		".grok/sessions/%2Fhome%2Fada%2Fx/1/chat_history.jsonl")
	found, err := transcript.List(t.Context(), homes)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i, one := range found {
		got = append(got, strings.TrimPrefix(filepath.ToSlash(one.Path), filepath.ToSlash(home)+"/"))
		if i > 0 && one.ModTime.After(found[i-1].ModTime) {
			t.Errorf("%s is newer than the one before it", one.Path)
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("found %d, want %d", len(got), len(want))
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := transcript.List(ctx, homes); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// BenchmarkList lists ten thousand transcripts.
func BenchmarkList(b *testing.B) {
	home := b.TempDir()
	for i := range 10000 {
		path := filepath.Join(home, fmt.Sprintf(".claude/projects/-home-ada-%d/%d.jsonl", i%50, i))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			b.Fatal(err)
		}
	}
	homes := transcript.Homes{Home: home, Getenv: func(string) string { return "" }}
	for b.Loop() {
		if found, err := transcript.List(b.Context(), homes); err != nil || len(found) != 10000 {
			b.Fatal(len(found), err)
		}
	}
}
