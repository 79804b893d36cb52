package transcript

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestList(t *testing.T) {
	home := t.TempDir()
	all := samples(t)
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
	found, err := List(context.Background(), Homes{Home: home, Getenv: func(name string) string { return env[name] }})
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
			if is, err := f.In(context.Background(), dir); err != nil {
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
		if is, err := f.In(context.Background(), "/home/ada/seabird"); err != nil || is != (f.Format == grokBuild || f.Format == copilotCLI) {
			t.Errorf("%s: in seabird %t, %v", f.Path, is, err)
		}
	}
}

// TestListOfMany asks that many transcripts are listed without a look into them.
func TestListOfMany(t *testing.T) {
	home := t.TempDir()
	dir := filepath.Join(home, ".claude", "projects", "-x")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	const many = 500 // ten thousand take as long each, but their making does not belong here
	for i := range many {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%05d.jsonl", i)), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	start := time.Now()
	found, err := List(context.Background(), Homes{Home: home, Getenv: func(string) string { return "" }})
	if err != nil || len(found) != many {
		t.Fatalf("%d, %v", len(found), err)
	}
	if took := time.Since(start); took > 3*time.Second { // 10 ms on an idle machine; this one may be busy
		t.Errorf("it took %s", took)
	}
	t.Logf("%d transcripts in %s", many, time.Since(start))
}
