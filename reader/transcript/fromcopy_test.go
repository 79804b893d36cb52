package transcript_test

import (
	"path/filepath"
	"testing"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/transcripttest"
)

// editsOf are the changes of the calls of a transcript at a path, described.
func editsOf(t *testing.T, path string) (all []string) {
	t.Helper()
	s, err := transcript.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()

	for c := range s.Calls() {
		edits, err := s.Edits(c)
		if err != nil {
			t.Fatal(err)
		}
		described := transcripttest.DescribeEdits(edits)
		if len(edits) == 1 && edits[0].Existed {
			described += " existed"
		}
		all = append(all, described)
	}
	return all
}

// TestKimiCopiesFiles: the copy that Kimi Code makes of a file before a change tells which lines the change replaced. A
// copy that is gone proves still that there was such a file, and without one nothing is said.
func TestKimiCopiesFiles(t *testing.T) {
	t.Parallel()
	call := func(id, tool, args string) string {
		return `{"type":"context.append_loop_event","event":{"type":"tool.call","toolCallId":"` + id + `","name":"` + tool +
			`","args":` + args + `},"time":2}
{"type":"context.append_loop_event","event":{"type":"tool.result","toolCallId":"` + id + `","result":{"output":"ok"}},"time":3}
`
	}
	tracked := func(path, key string) string {
		return `{"type":"file_history.tracked","path":"` + path + `","entry":{"key":"file-history/` + key +
			`","version":1,"size":9},"time":2}` + "\n"
	}
	const began = `{"type":"metadata","protocol_version":"1","created_at":1}` + "\n"
	const write = `{"path":"/w/sub/a.txt","content":"one\nnew\nthree\n"}`
	const edit = `{"path":"/w/b.txt","old_string":"b","new_string":"new"}`

	for name, c := range map[string]struct {
		records string
		want    string
	}{
		"write":         {tracked("sub/a.txt", "a") + call("1", "Write", write), "/w/sub/a.txt [{1 [ one -two +new  three]}]"},
		"edit":          {tracked("b.txt", "b") + call("1", "Edit", edit), "/w/b.txt [{1 [ a -b +new]}]"},
		"several":       {tracked("b.txt", "twice") + call("1", "Edit", edit), "/w/b.txt new [\"new\"] existed"},
		"other text":    {tracked("b.txt", "a") + call("1", "Edit", edit), "/w/b.txt new [\"new\"] existed"},
		"copy is gone":  {tracked("sub/a.txt", "gone") + call("1", "Write", write), `/w/sub/a.txt whole "one\nnew\nthree\n" existed`},
		"of no file":    {call("1", "Write", write), `/w/sub/a.txt whole "one\nnew\nthree\n"`},
		"of another":    {tracked("ub/a.txt", "a") + call("1", "Write", write), `/w/sub/a.txt whole "one\nnew\nthree\n"`},
		"leads outside": {tracked("sub/a.txt", "../../a") + call("1", "Write", write), "/w/sub/a.txt [{1 [ one -two +new  three]}]"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "session_1", "agents", "main")
			for key, text := range map[string]string{"a": "one\ntwo\nthree\n", "b": "a\nb\n", "twice": "b\nb\n"} {
				transcripttest.Write(t, filepath.Join(dir, "file-history", key), []byte(text))
			}
			main := filepath.Join(dir, "wire.jsonl")
			transcripttest.Write(t, main, []byte(began+c.records))
			if got := editsOf(t, main); len(got) != 1 || got[0] != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// TestGrokCopiesFiles: a copy that Grok Build makes of a file tells what the change replaced within which it was made.
func TestGrokCopiesFiles(t *testing.T) {
	t.Parallel()
	const history = `{"type":"user","content":"go"}
{"type":"assistant","content":"","tool_calls":[{"id":"c1","name":"search_replace","arguments":"{\"file_path\":\"/w/a.txt\",\"old_string\":\"\",\"new_string\":\"one\\nnew\\n\"}"}]}
{"type":"tool_result","tool_call_id":"c1","content":"The file /w/a.txt has been created successfully."}
`
	update := func(kind, status, millisecond string) string {
		return `{"method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"` + kind + `","toolCallId":"c1",` + status +
			`"content":[{"type":"diff","path":"/w/a.txt"}]},"_meta":{"agentTimestampMs":1795876802` + millisecond + `}}}` + "\n"
	}
	updates := update("tool_call", "", "522") + update("tool_call_update", `"status":"completed",`, "523")
	point := func(content, at string) string {
		return `{"prompt_index":0,"file_snapshots":{"a.txt":{"path":"a.txt","content":` + content + `,"captured_at":"2026-11-28T14:40:02.` + at + `Z"}}}` + "\n"
	}

	const placed = "/w/a.txt [{1 [ one -two +new]}]"
	const asked = `/w/a.txt new ["one\nnew\n"]`
	for name, c := range map[string]struct{ points, want string }{
		"within":   {point(`"one\ntwo\n"`, "523449972"), placed},
		"before":   {point(`"one\ntwo\n"`, "521999999"), asked},
		"after":    {point(`"one\ntwo\n"`, "524000001"), asked},
		"no file":  {point("null", "523449972"), asked},
		"no point": {"", asked},
		"broken":   {"{\"file_snapshots\":\n" + point(`"one\ntwo\n"`, "523449972"), placed},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			main := filepath.Join(dir, "chat_history.jsonl")
			transcripttest.Write(t, main, []byte(history))
			transcripttest.Write(t, filepath.Join(dir, "updates.jsonl"), []byte(updates))
			transcripttest.Write(t, filepath.Join(dir, "rewind_points.jsonl"), []byte(c.points))
			if got := editsOf(t, main); len(got) != 1 || got[0] != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
