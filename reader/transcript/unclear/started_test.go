package unclear_test

import (
	"path/filepath"
	"testing"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/transcripttest"
	"eyeline/reader/transcript/unclear"
)

// TestRecordedSubAgent: a call that starts a sub-agent changed nothing by itself where the calls of the sub-agent are
// recorded, though what it is asked names a file; of another sub-agent it is not known what it changed. That is so for
// the whole run and for what the guard reads of it.
func TestRecordedSubAgent(t *testing.T) {
	const head = `{"sessionId":"s","projectHash":"37ad","startTime":"2026-11-21T15:00:48.663Z","kind":"main",` +
		`"directories":["/w"]}` + "\n"
	const call = `{"id":"1","timestamp":"2026-11-21T15:00:48.751Z","type":"gemini","content":"","toolCalls":[{"id":"c1",` +
		`"name":"invoke_agent","args":{"agent_name":"generalist","prompt":"look at a.go"},"status":"success",` +
		`"agentId":"x1","result":[{"functionResponse":{"id":"c1","name":"invoke_agent","response":{"output":"a.go"}}}]}]}`
	const said = `{"id":"2","timestamp":"2026-11-21T15:00:49.751Z","type":"gemini","content":"a.go is fine"}` + "\n"
	for _, one := range []struct {
		name, file, text string
		want             bool
	}{
		{"its own", "x1.jsonl", head + said, false},
		{"another's", "x2.jsonl", head + said, true},
		{"its own with nothing that it did", "x1.jsonl", head, true},
		{"its own, which is cut", "x1.jsonl", head + said[:40], true},
		{"its own, cut at the end", "x1.jsonl", head + said + said[:40], true},
		{"its own, empty", "x1.jsonl", "", true},
	} {
		file, want := one.name, one.want
		run := filepath.Join(t.TempDir(), "session-1.jsonl")
		transcripttest.Write(t, run, []byte(head+call+"\n"))
		transcripttest.Write(t, filepath.Join(filepath.Dir(run), "s", one.file), []byte(one.text))
		s, err := transcript.Open(t.Context(), run)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = s.Close() }()
		named, isAny := unclear.Changes(s, s.Call(1))
		if got := len(named) > 0 || isAny; got != want {
			t.Errorf("beside %s: changes %q, any %t", file, named, isAny)
		}
		m := transcript.NewMentions(run, "/w/a.go", "", nil, unclear.Found("/w", "/w/a.go"))
		if _, err := m.Advance(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := m.OfFile(t.Context()); err != nil {
			t.Fatal(err)
		}
		later, ok := m.Later(t.Context(), nil)
		got := false
		for _, one := range later {
			got = got || unclear.MayHaveMade(t.Context(), one.Session, "/w", "/w/a.go", one.Calls)
		}
		if got = got || !ok; got != want {
			t.Errorf("beside %s: the guard: may have made %t", file, got)
		}
	}
}
