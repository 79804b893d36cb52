package transcript_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	_ "eyeline/reader/tools/agents" // the tools that records are compared with
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/formats"
	"eyeline/reader/transcript/transcripttest"
)

func TestList(t *testing.T) {
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
		if is, err := f.In(context.Background(), "/home/ada/seabird"); err != nil || is != (f.Format.Name == "grok-build" || f.Format.Name == "copilot-cli") {
			t.Errorf("%s: in seabird %t, %v", f.Path, is, err)
		}
	}
}

// TestFindsAFewAtATime: of many transcripts those of the working folder come first, and no call looks at many names.
func TestFindsAFewAtATime(t *testing.T) {
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

	var want []string // as patterns of whole paths find them
	for _, format := range formats.All() {
		for _, p := range format.Places {
			root := homes.Root(p)
			names, err := fs.Glob(os.DirFS(root), p.Pattern)
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range names {
				if info, err := os.Stat(filepath.Join(root, name)); err == nil && info.Mode().IsRegular() {
					want = append(want, filepath.Join(root, name))
				}
			}
		}
	}
	slices.Sort(want)

	f := transcript.NewFinder(homes, "/home/ada/x")
	defer f.Close()
	var got []string
	for {
		found, err := f.Next(t.Context(), 50)
		if len(found) > 50+transcript.FolderPart {
			t.Errorf("%d at once", len(found))
		}
		for _, one := range found {
			got = append(got, one.Path)
		}
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	for i, path := range got {
		if here := strings.HasSuffix(path, "here.jsonl") || strings.Contains(path, "grok"); here && i > 20 {
			t.Errorf("%s is the %dth", path, i+1)
		}
	}
	if a, b := slices.Index(got, filepath.Join(home, ".codex/sessions/2026/11/21/rollout-b.jsonl")), slices.Index(got, filepath.Join(home, ".codex/sessions/2026/11/20/rollout-a.jsonl")); a > b {
		t.Errorf("the newest day comes after the one before it: %d, %d", a, b)
	}
	slices.Sort(got)
	if !slices.Equal(got, want) || len(got) < many {
		t.Errorf("found %d, want %d", len(got), len(want))
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := transcript.NewFinder(homes, "").Next(ctx, 50); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// BenchmarkList lists ten thousand transcripts; first is the share of the time after which the first are there.
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
	var first, all time.Duration
	for b.Loop() {
		start := time.Now()
		f := transcript.NewFinder(homes, "/home/ada/7")
		if found, err := f.Next(b.Context(), 256); err != nil || len(found) == 0 {
			b.Fatal(len(found), err)
		}
		first += time.Since(start)
		f.Close()
		start = time.Now()
		if found, err := transcript.List(b.Context(), homes); err != nil || len(found) != 10000 {
			b.Fatal(len(found), err)
		}
		all += time.Since(start)
	}
	b.ReportMetric(float64(first)/float64(all), "first")
}
