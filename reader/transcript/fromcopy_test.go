package transcript_test

import (
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"strings"
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
	event := func(event string) string {
		return `{"type":"context.append_loop_event","event":{"type":` + event + `},"time":2}` + "\n"
	}
	asks := func(id, tool, args string) string {
		return event(`"tool.call","toolCallId":"` + id + `","name":"` + tool + `","args":` + args)
	}
	answers := func(id string) string {
		return event(`"tool.result","toolCallId":"` + id + `","result":{"output":"ok"}`)
	}
	call := func(id, tool, args string) string { return asks(id, tool, args) + answers(id) }
	copies := map[string]string{
		"a": "one\ntwo\nthree\n", "b": "a\nb\n", "twice": "b\nb\n", "latin": "\xe9\nb\n", "changed": "a\nb\n",
		"same": "one\nnew\nthree\n",
	}
	copied := map[string]string{"changed": "b\n", "gone": "b\n", "empty": "", "../../a": copies["a"]}
	tracked := func(path, key string) string {
		text, isOther := copied[key]
		if !isOther {
			text = copies[key]
		}
		const form = `{"type":"file_history.tracked","path":"%s","entry":{"key":"file-history/%s","version":1,` +
			`"contentHash":"%x","size":%d},"time":2}` + "\n"
		return fmt.Sprintf(form, path, key, sha256.Sum256([]byte(text)), len(text))
	}
	const began = `{"type":"metadata","protocol_version":"1","created_at":1}
{"type":"profile.bind","environmentDisclosure":{"cwd":"/w"},"systemPrompt":"","time":1}
`
	const write = `{"path":"/w/sub/a.txt","content":"one\nnew\nthree\n"}`
	const edit = `{"path":"/w/b.txt","old_string":"b","new_string":"new"}`

	writes := call("1", "Write", write)
	edits := call("1", "Edit", edit)
	two := asks("1", "Edit", edit) + asks("2", "Edit", edit) + answers("1") + answers("2")
	const written = "/w/sub/a.txt [{1 [ one -two +new  three]}]"
	const writtenAny = `/w/sub/a.txt whole "one\nnew\nthree\n"`
	const edited = "/w/b.txt [{1 [ a -b +new]}]"
	const editedAny = `/w/b.txt new ["new"]`

	for name, c := range map[string]struct {
		records string
		want    string
	}{
		"write":         {tracked("sub/a.txt", "a") + writes, written},
		"edit":          {tracked("b.txt", "b") + edits, edited},
		"full path":     {tracked("/w/b.txt", "b") + edits, edited},
		"not of UTF-8":  {tracked("b.txt", "latin") + edits, "/w/b.txt [{1 [ \xe9 -b +new]}]"},
		"several":       {tracked("b.txt", "twice") + edits, editedAny + " existed"},
		"other text":    {tracked("b.txt", "a") + edits, editedAny + " existed"},
		"other copy":    {tracked("b.txt", "changed") + edits, editedAny + " existed"},
		"copy is gone":  {tracked("sub/a.txt", "gone") + writes, writtenAny + " existed"},
		"empty file":    {tracked("sub/a.txt", "empty") + writes, writtenAny},
		"of no file":    {writes, writtenAny},
		"of another":    {tracked("ub/a.txt", "a") + writes, writtenAny},
		"of a name":     {tracked("a.txt", "a") + writes, writtenAny},
		"leads outside": {tracked("sub/a.txt", "../../a") + writes, written},
		"same text":     {tracked("sub/a.txt", "same") + writes, writtenAny},
		"earlier step":  {tracked("b.txt", "b") + event(`"step.begin"`) + edits, editedAny},
		"second change": {tracked("b.txt", "b") + two, edited + "; " + editedAny},
		"while a command runs": {
			asks("0", "Bash", `{"command":"make"}`) + tracked("b.txt", "b") + edits + answers("0"), "; " + editedAny,
		},
		"after a command": {call("0", "Bash", `{"command":"make"}`) + tracked("b.txt", "b") + edits, "; " + edited},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "session_1", "agents", "main")
			for key, text := range copies {
				transcripttest.Write(t, filepath.Join(dir, "file-history", key), []byte(text))
			}
			main := filepath.Join(dir, "wire.jsonl")
			transcripttest.Write(t, main, []byte(began+c.records))
			if got := strings.Join(editsOf(t, main), "; "); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// TestGrokCopiesFiles: a copy that Grok Build makes of a file tells what the change replaced within which it was made.
func TestGrokCopiesFiles(t *testing.T) {
	t.Parallel()
	const history = `{"type":"user","content":"go"}
{"type":"assistant","content":"","tool_calls":[{"id":"c1","name":"search_replace","arguments":"{\"file_path\":\"/w/a.txt\",\"old_string\":\"\",\"new_string\":\"one\\nnew\\n\"}"},{"id":"c2","name":"search_replace","arguments":"{\"file_path\":\"/w/a.txt\",\"old_string\":\"one\",\"new_string\":\"1\"}"}]}
{"type":"tool_result","tool_call_id":"c1","content":"The file /w/a.txt has been created successfully."}
{"type":"tool_result","tool_call_id":"c2","content":"ok"}
`
	update := func(call, kind, status, millisecond string) string {
		return `{"method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"` + kind + `","toolCallId":"` + call + `",` + status +
			`"content":[{"type":"diff","path":"/w/a.txt"}]},"_meta":{"agentTimestampMs":1795876802` + millisecond + `}}}` + "\n"
	}
	const done = `"status":"completed",`
	updates := update("c1", "tool_call", "", "522") + update("c2", "tool_call", "", "522") +
		update("c1", "tool_call_update", done, "523") + update("c2", "tool_call_update", done, "525")
	pointOf := func(path, content, at string) string {
		return `{"prompt_index":0,"file_snapshots":{"a.txt":{"path":"` + path + `","content":` + content + `,"captured_at":"2026-11-28T14:40:02.` + at + `Z"}}}` + "\n"
	}
	point := func(content, at string) string { return pointOf("a.txt", content, at) }

	const second = `; /w/a.txt new ["1"]`
	const placed = "/w/a.txt [{1 [ one -two +new]}]" + second
	const asked = `/w/a.txt new ["one\nnew\n"]` + second
	for name, c := range map[string]struct{ points, want string }{
		"within":     {point(`"one\ntwo\n"`, "523449972"), placed},
		"before":     {point(`"one\ntwo\n"`, "521999999"), asked},
		"after":      {point(`"one\ntwo\n"`, "526000001"), asked},
		"full path":  {pointOf("/w/a.txt", `"one\ntwo\n"`, "523449972"), placed},
		"other file": {pointOf("w/a.txt", `"one\ntwo\n"`, "523449972"), asked},
		"empty":      {point(`""`, "523449972"), asked},
		"no file":    {point("null", "523449972"), asked},
		"no point":   {"", asked},
		"broken":     {"{\"file_snapshots\":\n" + point(`"one\ntwo\n"`, "523449972"), placed},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			main := filepath.Join(dir, "chat_history.jsonl")
			transcripttest.Write(t, main, []byte(history))
			transcripttest.Write(t, filepath.Join(dir, "updates.jsonl"), []byte(updates))
			transcripttest.Write(t, filepath.Join(dir, "summary.json"), []byte(`{"info":{"id":"s","cwd":"/w"}}`))
			transcripttest.Write(t, filepath.Join(dir, "rewind_points.jsonl"), []byte(c.points))
			if got := strings.Join(editsOf(t, main), "; "); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
