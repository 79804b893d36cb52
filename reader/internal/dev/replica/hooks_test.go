package replica

import (
	"context"
	"crypto/rand"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"eyeline/reader/transcript/formats"
)

// hooked is how an agent asks the guard of transcripts before it edits.
type hooked struct {
	format string // whose setting is installed
	file   string // in the home, that the setting is written to; with "./" in the working folder
	more   map[string]string
	read   toolCall // of the first two lines of a.txt
	edit   func(old string) toolCall
	args   []string
}

var hooks = map[string]hooked{
	"claude_code": {
		format: "claude-code", file: ".claude/settings.json",
		read: toolCall{Name: "Read", Args: `{"file_path":"ROOT/a.txt","limit":2}`},
		edit: func(old string) toolCall {
			return toolCall{Name: "Edit", Args: `{"file_path":"ROOT/a.txt","old_string":"` + old + `","new_string":"changed"}`}
		},
	},
	"gemini_cli": {
		format: "gemini-cli", file: ".gemini/settings.json",
		read: toolCall{Name: "read_file", Args: `{"file_path":"ROOT/a.txt","start_line":1,"end_line":2}`},
		edit: func(old string) toolCall {
			return toolCall{Name: "replace", Args: `{"file_path":"ROOT/a.txt","instruction":"x","old_string":"` + old + `","new_string":"changed"}`}
		},
	},
	"codex_exec": {
		format: "codex", file: ".codex/hooks.json",
		args: []string{"--dangerously-bypass-hook-trust"},
		read: toolCall{Name: "exec_command", Args: `{"cmd":"sed -n 1,2p a.txt"}`},
		edit: func(old string) toolCall {
			return toolCall{Name: "apply_patch", Custom: true, Args: "*** Begin Patch\n*** Update File: a.txt\n@@\n-" + old + "\n+changed\n*** End Patch\n"}
		},
	},
	"grok_build": {
		format: "grok-build", file: ".grok/hooks/eyeline.json",
		read: toolCall{Name: "read_file", Args: `{"target_file":"ROOT/a.txt","offset":1,"limit":2}`},
		edit: func(old string) toolCall {
			return toolCall{Name: "search_replace", Args: `{"file_path":"ROOT/a.txt","old_string":"` + old + `","new_string":"changed"}`}
		},
	},
	"kimi_code": {
		format: "kimi-code", file: ".kimi-code/config.toml",
		read: toolCall{Name: "Read", Args: `{"path":"ROOT/a.txt","line_offset":1,"n_lines":2}`},
		edit: func(old string) toolCall {
			return toolCall{Name: "Edit", Args: `{"path":"ROOT/a.txt","old_string":"` + old + `","new_string":"changed"}`}
		},
	},
	"qwen_code": {
		format: "qwen-code", file: ".qwen/settings.json",
		read: toolCall{Name: "read_file", Args: `{"file_path":"ROOT/a.txt","offset":0,"limit":2}`},
		edit: func(old string) toolCall {
			return toolCall{Name: "edit", Args: `{"file_path":"ROOT/a.txt","old_string":"` + old + `","new_string":"changed"}`}
		},
	},
	"copilot_cli": {
		format: "copilot-cli", file: ".copilot/hooks/eyeline.json",
		read: toolCall{Name: "view", Args: `{"path":"ROOT/a.txt","view_range":[1,2]}`},
		edit: func(old string) toolCall {
			return toolCall{Name: "edit", Args: `{"path":"ROOT/a.txt","old_str":"` + old + `","new_str":"changed"}`}
		},
	},
}

// TestHooks has the agents of -agent edit lines that they were sent and lines that they were not, the first before they
// read anything, with the guard of transcripts as their hook: the latter are refused, and a transcript that cannot be
// read stops nothing.
func TestHooks(t *testing.T) {
	if len(asked.agents) == 0 {
		t.Skip("-agent names the tools whose agents are run")
	}
	described, err := agentsOf(asked.agents)
	if err != nil {
		t.Fatal(err)
	}
	dir, err := asked.folder()
	if err != nil {
		t.Fatal(err)
	}
	if asked.keep == "" {
		defer func() { _ = os.RemoveAll(dir) }()
	}
	program := filepath.Join(dir, "eyeline")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", program, "eyeline").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, a := range described {
		h, known := hooks[a.Tool]
		if !known {
			t.Errorf("%s: it is not known how it is told of a hook", a.Tool)
			continue
		}
		at, found := a.Find(asked.folders)
		if !found {
			t.Errorf("%s is not installed", a.Program)
			continue
		}
		for _, broken := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/broken=%t", a.Tool, broken), func(t *testing.T) {
				h.try(t, t.Context(), a, at, program, filepath.Join(dir, fmt.Sprintf("%s-%t", a.Tool, broken)), broken)
			})
		}
	}
}

func (h hooked) try(t *testing.T, ctx context.Context, a *agent, at, program, dir string, broken bool) {
	b, err := makeBox(dir)
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(b.Dir, "root")
	if err := os.MkdirAll(root, 0o755); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(root, "a.txt")
	if err := os.WriteFile(file, []byte("one\ntwo\nthree\nfour\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	formatOf := func(f *formats.Format) bool { return f.Name == h.format && f.Hook != "" }
	setting := formats.All()[slices.IndexFunc(formats.All(), formatOf)].Hook
	said := filepath.Join(b.Dir, "said")
	asks, guard := program+" transcript --guard 2>>"+said+"\n", filepath.Join(b.Dir, "guard")
	if broken { // the transcript that is named is none
		asks = `sed -E 's#"(transcript_path|session_id|sessionId)": *"#&/none#g' | ` + asks
	}
	if err := os.WriteFile(guard, []byte("#!/bin/sh\ntee -a "+said+".in | "+asks), 0o755); err != nil {
		t.Fatal(err)
	}
	setting = strings.ReplaceAll(setting, "eyeline transcript --guard", guard)
	with := *a
	with.Files = func(r agentRun) map[string]string {
		files := map[string]string{}
		if a.Files != nil {
			maps.Copy(files, a.Files(r))
		}
		if was, both := files[h.file]; both {
			if setting = was + "\n" + setting; strings.HasSuffix(h.file, ".json") {
				setting = strings.TrimSuffix(strings.TrimSpace(was), "}") + "," + strings.TrimPrefix(setting[len(was)+1:], "{")
			}
		}
		files[h.file] = setting
		maps.Copy(files, h.more)
		return files
	}
	with.Args = func(r agentRun) []string { return append(slices.Clone(h.args), a.Args(r)...) }
	if len(h.args) > 0 && a.Program == "codex" {
		with.Args = func(r agentRun) []string { return slices.Concat(a.Args(r)[:1], h.args, a.Args(r)[1:]) }
	}
	mark := "eyeline-" + rand.Text()[:12]
	calls := []toolCall{h.edit("two"), h.read, h.edit("two"), h.edit("three")}
	for i := range calls {
		calls[i].Args = strings.ReplaceAll(calls[i].Args, "ROOT", root)
	}
	script := newScript(mark, calls)
	server, err := serve(script)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = server.Close() }()
	rn := &runner{o: asked, agent: &with, program: at, dir: dir, report: &report{Tool: a.Tool}}
	e, err := rn.start(ctx, b, agentRun{URL: server.URL, Home: b.Home, Dir: root, Prompt: mark + " go on"}, script)
	if err != nil {
		t.Fatal(err)
	}
	after, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"one\nchanged\nthree\nfour\n"}
	if broken {
		want = []string{"one\nchanged\nchanged\nfour\n"}
	}
	text, _ := os.ReadFile(said) // there is none where nothing was said
	if !slices.Contains(want, string(after)) || broken != strings.Contains(string(text), "let through") {
		t.Errorf("the file is %q, want %q; the guard said %q; it %s (%s)", after, want, text, e.How, e.Status)
		if e.Output != nil {
			t.Logf("%.3000s", e.Output.String())
		}
		for i, r := range script.Results() {
			t.Logf("%d: %.500q", i, fmt.Sprint(r))
		}
	}
	for i, r := range script.Results() {
		if r != nil {
			t.Logf("call %d: %.200q", i+1, r.Text)
		}
	}
}
