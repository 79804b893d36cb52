package requestrun_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"eyeline/reader/transcript/transcripttest"
)

// geminiBody is a request of Gemini CLI. Without tools it is one that the agent makes for itself.
func geminiBody(tools bool, contents ...object) string {
	request := object{
		"contents":          contents,
		"systemInstruction": object{"parts": []object{{"text": "You are Gemini CLI, an interactive CLI agent"}}},
	}
	if tools {
		request["tools"] = []object{{"functionDeclarations": []object{{"name": "read_file"}, {"name": "replace"}}}}
	} else {
		request["systemInstruction"] = object{"parts": []object{{"text": "Judge whether the agent is in a loop"}}}
	}
	return strings.TrimSpace(transcripttest.JSON(request))
}

// geminiRead is a read without an identifier, and its result.
func geminiRead(file string) []object {
	args := object{"file_path": "/w/" + file}
	text := object{"output": "text of " + file}
	return []object{
		{"role": "model", "parts": []object{{"functionCall": object{"name": "read_file", "args": args}}}},
		{"role": "user", "parts": []object{{"functionResponse": object{"name": "read_file", "response": text}}}},
	}
}

// TestRequestsAsideMakeNoCalls: a request in which the agent has the end of its conversation judged repeats calls, also
// one that the conversation's own request has only later. A call that the model makes again is another one.
func TestRequestsAsideMakeNoCalls(t *testing.T) {
	said := object{"role": "user", "parts": []object{{"text": "read both"}}}
	judge := object{"role": "user", "parts": []object{{"text": "Is it a loop?"}}}
	first := append([]object{said}, geminiRead("a.txt")...)
	second := append(slices.Clone(first), geminiRead("b.txt")...)
	third := append(slices.Clone(second), geminiRead("a.txt")...)
	s := transcripttest.Decode(t, "run.jsonl", transcripttest.Requests(t,
		geminiBody(true, said), geminiBody(true, first...),
		geminiBody(false, append(slices.Clone(second[1:]), judge)...), // before the conversation has b.txt
		geminiBody(true, second...),
		geminiBody(false, append(slices.Clone(second[3:]), judge)...),
		geminiBody(true, third...),
	))
	var calls []string
	for c := range s.Calls() {
		args, _ := s.Value(c.Args)
		calls = append(calls, args.Get("file_path").Text(40)+" "+transcripttest.Text(t, s, c.Result))
	}
	const want = "/w/a.txt text of a.txt, /w/b.txt text of b.txt, /w/a.txt text of a.txt"
	if got := strings.Join(calls, ", "); got != want {
		t.Errorf("%s, not %s", got, want)
	}
	for i, want := range []string{"0 false", "1 false", "2 true", "2 false", "1 true", "3 false"} {
		if got := fmt.Sprint(s.Requests[i].Calls.Count(), " ", s.Requests[i].Aside); got != want {
			t.Errorf("request %d has %s results, not %s", i+1, got, want)
		}
	}
}

// TestTheFolderOfPathsOfWindows: where no request names the working folder, it is what the paths of the calls have in
// common, whatever the agent's system; a drive alone is none.
func TestTheFolderOfPathsOfWindows(t *testing.T) {
	read := func(file string) object {
		args := object{"file_path": file}
		return object{"role": "model", "parts": []object{{"functionCall": object{"name": "read_file", "args": args}}}}
	}
	said := object{"role": "user", "parts": []object{{"text": "read"}}}
	for _, c := range []struct{ one, two, want string }{
		{"/w/a/x.txt", "/w/b/y.txt", "/w"},
		{`C:\w\a\x.txt`, `C:\w\b\y.txt`, "C:/w"},
		{`C:\w\a\x.txt`, `C:/w/a/below/y.txt`, "C:/w/a"},
		{`\\host\share\x.txt`, `C:\w\y.txt`, "C:/w"},
	} {
		s := transcripttest.Decode(t, "run.jsonl", transcripttest.Requests(t, geminiBody(true, said, read(c.one), read(c.two))))
		if s.Dir != c.want {
			t.Errorf("%s and %s: %q, want %q", c.one, c.two, s.Dir, c.want)
		}
	}
}
