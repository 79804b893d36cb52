package transcript_test

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	_ "eyeline/reader/tools/agents" // the tools that records are compared with
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/transcripttest"
)

// TestSamples opens a recorded run of every agent and asks for all of its calls.
func TestSamples(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		path   string
		header record.Header // without times
		began  string
		calls  string // each tool with ! where it failed, * where there is more than text
		kinds  string
	}{
		{
			path:   "claude_code/session-default.jsonl",
			header: record.Header{Format: "claude-code", Agent: "Claude Code", Version: "2.1.330", ID: "79ea1785-0ade-4889-9b51-218058413526", Dir: "/home/ada/harborage"},
			began:  "2026-11-21T14:34:57.338Z",
			calls:  "Read Read Read Read Read! Read Read Read Read Read Read! Read* Edit Read Bash Read Read Read",
			kinds:  "read read read read read read read read read read read read change read shell read read read",
		},
		{
			path:   "codex/exec-gpt-5.5.jsonl",
			header: record.Header{Format: "codex", Agent: "Codex", Version: "0.169.0", ID: "01a1fe9f-bf69-7ed3-bee2-83b893884145", Dir: "/home/user/project/ws"},
			began:  "2026-11-21T15:00:44.54Z",
			calls:  "exec_command exec_command exec_command! exec_command",
			kinds:  "shell shell shell shell",
		},
		{
			path:   "codex/code-mode.jsonl",
			header: record.Header{Format: "codex", Agent: "Codex", Version: "0.169.0", ID: "01a1fe9f-c25d-7210-9275-d1fbf770b392", Dir: "/home/user/project/ws"},
			began:  "2026-11-21T15:00:45.298Z",
			calls:  "exec exec exec",
			kinds:  "shell shell shell",
		},
		{
			path:   "codex/exec-unknown-model.jsonl",
			header: record.Header{Format: "codex", Agent: "Codex", Version: "0.169.0", ID: "01a1fe9f-c5ee-77a3-b30f-836958d2693b", Dir: "/home/user/project/ws"},
			began:  "2026-11-21T15:00:46.21Z",
			calls:  "exec_command exec_command",
			kinds:  "shell shell",
		},
		{
			path:   "gemini_cli/chats/session-2026-11-21T15-00-0c91412d.jsonl",
			header: record.Header{Format: "gemini-cli", Agent: "Gemini CLI", ID: "0c91412d-f1d2-44e1-8622-e0749ea6b564"},
			began:  "2026-11-21T15:00:48.663Z",
			calls:  "read_file read_file read_file!",
			kinds:  "read read read",
		},
		{
			path:   "qwen_code/session.jsonl",
			header: record.Header{Format: "qwen-code", Agent: "Qwen Code", Version: "0.24.4", ID: "3475aea9-11fa-4dc0-9843-4b166980f31a", Dir: "/home/user/project/ws"},
			began:  "2026-11-21T15:00:54.643Z",
			calls:  "read_file read_file read_file!",
			kinds:  "read read read",
		},
		{
			path:   "pi/session.jsonl",
			header: record.Header{Format: "pi", Agent: "pi", ID: "01a1fe9f-d26d-72fe-b27a-6deed92ddd59", Dir: "/home/user/project/ws"},
			began:  "2026-11-21T15:00:49.39Z",
			calls:  "read read read!",
			kinds:  "read read read",
		},
		{
			path:   "copilot_cli/events.jsonl",
			header: record.Header{Format: "copilot-cli", Agent: "Copilot CLI", Version: "1.0.102", ID: "dd6c553a-3c6f-4ca4-b321-95b04de51157", Dir: "/home/ada/seabird"},
			began:  "2026-11-21T15:09:43.112Z",
			calls:  "view view view view! view view",
			kinds:  "read read read read read other",
		},
		{
			path:   "kimi_code/session_01a1fe9f/agents/main/wire.jsonl",
			header: record.Header{Format: "kimi-code", Agent: "Kimi Code", ID: "01a1fe9f", Dir: "/home/user/project/ws"},
			began:  "2026-11-21T15:00:51.568Z",
			calls:  "Read Read Read!",
			kinds:  "read read read",
		},
		{
			path:   "grok_build/chat_history.jsonl",
			header: record.Header{Format: "grok-build", Agent: "Grok Build", ID: "01a1fea7-eab0-7293-a1be-e301b0414286", Dir: "/home/ada/seabird"},
			began:  "2026-11-21T15:09:39.891527464Z",
			calls:  "read_file read_file read_file read_file! read_file! read_file read_file",
			kinds:  "read read read read read read read",
		},
		{
			path:   "cline/1795273263916_z60pf.messages.json",
			header: record.Header{Format: "cline", Agent: "Cline", Version: "3.0.65", ID: "1795273263916_z60pf"},
			began:  "2026-11-21T15:01:04.142Z",
			calls:  "read_files read_files read_files!",
			kinds:  "read read read",
		},
		{
			path:   "opencode/export.json",
			header: record.Header{Format: "opencode", Agent: "opencode", Version: "1.18.33", ID: "ses_e0177819bffexbssql6YK0sdER", Dir: "/home/ada/harborage"},
			began:  "2026-11-21T14:35:20.548Z",
			calls:  "read read read read read! read read read read read read read* edit read bash read read! read!",
			kinds:  "read read read read read read read read read read read read change read shell read read read",
		},
	} {
		t.Run(c.path, func(t *testing.T) {
			s := transcripttest.Open(t, transcripttest.Sample(t, c.path))
			var calls, kinds []string
			for call := range s.Calls() {
				i := len(calls)
				if call.Number != i+1 || call.Agent != -1 || !call.Answered() || call.Time.IsZero() {
					t.Errorf("call %d: %+v", i+1, call)
				}
				var args map[string]any
				if a := transcripttest.Text(t, s, call.Args); call.Tool != "exec" && json.Unmarshal([]byte(a), &args) != nil {
					t.Errorf("call %d: arguments %q", i+1, a)
				}
				name := call.Tool
				if call.Failed {
					name += "!"
				}
				if call.Media {
					name += "*"
				}
				calls, kinds = append(calls, name), append(kinds, call.Kind.String())
			}
			if got := strings.Join(calls, " "); got != c.calls {
				t.Errorf("calls\n got %s\nwant %s", got, c.calls)
			}
			if got := strings.Join(kinds, " "); got != c.kinds {
				t.Errorf("kinds\n got %s\nwant %s", got, c.kinds)
			}
			if got := s.Started.Format("2006-01-02T15:04:05.999999999Z07:00"); got != c.began || !s.Ended.After(s.Started) {
				t.Errorf("from %s to %s; want from %s", got, s.Ended, c.began)
			}
			got := s.Header
			got.Started, got.Ended = c.header.Started, c.header.Ended
			if got != c.header {
				t.Errorf("header\n got %+v\nwant %+v", got, c.header)
			}
			if s.Unknown != 0 || s.Damage.BadCount != 0 || len(s.Agents) != 0 || len(s.Compactions) != 0 {
				t.Errorf("%d unknown records, %d bad lines, agents %v, compactions %v", s.Unknown, s.Damage.BadCount, s.Agents, s.Compactions)
			}
		})
	}
}

// TestResultsAreWhatWasSent compares results with what a recording model was sent in the same runs, or in runs of the
// same tool with the same arguments.
func TestResultsAreWhatWasSent(t *testing.T) {
	t.Parallel()
	all := transcripttest.Samples(t)
	for _, c := range []struct {
		path, sent string
		fidelity   record.Fidelity
	}{
		{"claude_code/session-default.jsonl", "claude_code/session-default.sent.jsonl", record.Sent},
		{"opencode/export.json", "opencode/session.sent.jsonl", record.Sent},
		{"gemini_cli/chats/session-2026-11-21T15-00-0c91412d.jsonl", "gemini_cli/session.sent.jsonl", record.Sent},
		{"qwen_code/session.jsonl", "qwen_code/session.sent.jsonl", record.Sent},
		{"pi/session.jsonl", "pi/session.sent.jsonl", record.Sent},
		{"kimi_code/session_01a1fe9f/agents/main/wire.jsonl", "kimi_code/session.sent.jsonl", record.Rebuilt},
		{"cline/1795273263916_z60pf.messages.json", "cline/session.sent.jsonl", record.Rebuilt},
	} {
		t.Run(c.path, func(t *testing.T) {
			p := all[c.path]
			s, err := transcript.Decode(context.Background(), c.path, bytes.NewReader(p), int64(len(p)))
			if err != nil {
				t.Fatal(err)
			}
			ids := callIDs(t, p)
			compared := 0
			lines := json.NewDecoder(bytes.NewReader(all[c.sent]))
			for lines.More() {
				var sent struct {
					ID      string          `json:"id"`
					Content json.RawMessage `json:"content"`
				}
				if err := lines.Decode(&sent); err != nil {
					t.Fatal(err)
				}
				i, ok := ids[sent.ID]
				if !ok {
					t.Fatalf("no call %s", sent.ID)
				}
				compared++
				if got := transcripttest.Text(t, s, s.Call(i+1).Result); got != wireText(t, sent.Content) {
					t.Errorf("call %d:\n got %.300q\nwant %.300q", i+1, got, wireText(t, sent.Content))
				}
				if s.Call(i+1).Fidelity != c.fidelity {
					t.Errorf("call %d is marked as %s", i+1, s.Call(i+1).Fidelity)
				}
			}
			if compared < 2 {
				t.Errorf("only %d results compared", compared)
			}
		})
	}
}

// wireText is the text of a content as it was sent: a string, or the texts of a list of blocks.
func wireText(t *testing.T, content json.RawMessage) string {
	var one string
	if json.Unmarshal(content, &one) == nil {
		return one
	}
	var blocks []struct{ Text string }
	if err := json.Unmarshal(content, &blocks); err != nil {
		t.Fatal(err)
	}
	for _, b := range blocks {
		one += b.Text
	}
	return one
}

// callIDs finds the identifiers of calls in a sample without the package's help: in the order in which they first
// occur.
func callIDs(t *testing.T, p []byte) map[string]int {
	ids := map[string]int{}
	note := func(id string) {
		if _, ok := ids[id]; id != "" && !ok {
			ids[id] = len(ids)
		}
	}
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, e := range v {
				walk(e)
			}
		case map[string]any:
			str := func(key string) string { s, _ := v[key].(string); return s }
			if str("type") == "tool_use" || v["args"] != nil && str("name") != "" {
				note(str("id"))
				note(str("toolCallId"))
			}
			if str("type") == "toolCall" {
				note(str("id"))
			}
			if str("type") == "tool" {
				note(str("callID"))
			}
			if message, ok := v["messages"]; ok { // in order
				walk(message)
			}
			for key, e := range v {
				if key != "messages" {
					walk(e)
				}
			}
		}
	}
	lines := json.NewDecoder(bytes.NewReader(p))
	for lines.More() {
		var v any
		if err := lines.Decode(&v); err != nil {
			t.Fatal(err)
		}
		walk(v)
	}
	return ids
}

// TestCopilotErrors asks that the short text of a failed call is not passed off as what was sent.
func TestCopilotErrors(t *testing.T) {
	t.Parallel()
	p := transcripttest.Samples(t)["copilot_cli/events.jsonl"]
	s, err := transcript.Decode(context.Background(), "events.jsonl", bytes.NewReader(p), int64(len(p)))
	if err != nil {
		t.Fatal(err)
	}
	if c := s.Call(4); c.Fidelity != record.Recorded || transcripttest.Text(t, s, c.Result) != "Path does not exist" {
		t.Errorf("%+v", c)
	}
	if c := s.Call(5); c.Fidelity != record.Sent || transcripttest.Text(t, s, c.Result) != "barley\x00copper\n" {
		t.Errorf("%+v: %q", c, transcripttest.Text(t, s, c.Result))
	}
}

// TestCodexGivesTheOutputAlone asks for the model's text, not the one for people.
func TestCodexGivesTheOutputAlone(t *testing.T) {
	t.Parallel()
	all := transcripttest.Samples(t)
	for name, want := range map[string][]string{
		"codex/exec-gpt-5.5.jsonl": {"Chunk ID: b771ff\nWall time: 0.0000 seconds\nProcess exited with code 0\nOriginal token count: 31\nOutput:\number indigo\n", "Chunk ID: 578045\n"},
		"codex/code-mode.jsonl":    {"Script completed\nWall time 0.1 seconds\nOutput:\nexport type Tick = {", "Script completed\nWall time 0.0 seconds\nOutput:\nWarning: truncated output (original token count: 6251)\n"},
	} {
		s, err := transcript.Decode(context.Background(), name, bytes.NewReader(all[name]), int64(len(all[name])))
		if err != nil {
			t.Fatal(err)
		}
		for i, w := range want {
			if got := transcripttest.Text(t, s, s.Call(i+1).Result); !strings.HasPrefix(got, w) {
				t.Errorf("%s, call %d: %.200q", name, i+1, got)
			}
		}
	}
}
