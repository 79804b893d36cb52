package transcript_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"eyeline/reader/longtest"
	"eyeline/reader/source"
	"eyeline/reader/source/sourcetest"
	_ "eyeline/reader/tools/agents" // the tools that records are compared with
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/transcripttest"
)

// TestMain runs the tests.
func TestMain(m *testing.M) {
	longtest.CollectLess()
	m.Run()
}

func TestBadLinesAndUnknownRecords(t *testing.T) {
	t.Parallel()
	s := transcripttest.Decode(t, "x.jsonl", transcripttest.ClaudeCall("a", 1, "one")+
		"{\"type\":\"user\", broken\n"+
		"\n"+
		"{\"type\":\"from the future\",\"sessionId\":\"s\"}\n"+
		"[1]\n"+
		transcripttest.ClaudeCall("b", 2, "two")+
		"\xff\xfe\n"+
		`{"type":"user","cut in the mid`)
	if s.Len() != 2 || transcripttest.Text(t, s, s.Call(1).Result) != "one" || transcripttest.Text(t, s, s.Call(2).Result) != "two" {
		t.Errorf("%d calls", s.Len())
	}
	if s.Unknown != 1 {
		t.Errorf("%d unknown records", s.Unknown)
	}
	want := []record.BadLine{
		{File: "x.jsonl", Line: 3, After: 1}, {File: "x.jsonl", Line: 6, After: 1}, {File: "x.jsonl", Line: 9, After: 2},
	}
	if !slices.Equal(s.Damage.Bad, want) || s.Damage.BadCount != len(want) {
		t.Errorf("bad lines %v", s.Damage.Bad)
	}
}

func TestNoTranscript(t *testing.T) {
	t.Parallel()
	for _, p := range []string{"", "hello", "{}", `{"type":"x"}`, "[]", "\x00\x01", `{"a":[`} {
		if _, err := transcript.Decode(context.Background(), "x", strings.NewReader(p), int64(len(p))); !errors.Is(err, transcript.ErrFormat) {
			t.Errorf("%q: %v", p, err)
		}
	}
}

// TestFollow lets a transcript grow in pieces that end anywhere.
func TestFollow(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "s.jsonl")
	whole := transcripttest.ClaudeCall("a", 1, "one") + transcripttest.ClaudeCall("b", 2, "two") + transcripttest.ClaudeCall("c", 3, strings.Repeat("three\n", 2000))
	cut := strings.Index(whole, "\n") + 1
	if err := os.WriteFile(path, []byte(whole[:cut]), 0o600); err != nil {
		t.Fatal(err)
	}
	s := transcripttest.Open(t, path)
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for step := 37; cut < len(whole); step = step*3 + 11 {
		next := min(cut+step, len(whole))
		if _, err := f.WriteString(whole[cut:next]); err != nil {
			t.Fatal(err)
		}
		cut = next
		if _, err := s.Update(context.Background()); err != nil {
			t.Fatal(err)
		}
		if want := strings.Count(whole[:cut], "tool_use\",\"id") - strings.Count(whole[:cut], "\n"); s.Len() > 3 || want > 3 {
			t.Fatalf("%d calls at byte %d", s.Len(), cut)
		}
	}
	if s.Len() != 3 || transcripttest.Text(t, s, s.Call(3).Result) != strings.Repeat("three\n", 2000) || s.Damage.BadCount != 0 {
		t.Errorf("%d calls, bad lines %v", s.Len(), s.Damage.Bad)
	}
	if grown, err := s.Update(context.Background()); grown || err != nil {
		t.Errorf("nothing was added, but %t, %v", grown, err)
	}

	if err := os.WriteFile(path, []byte(transcripttest.ClaudeCall("z", 9, "other")), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Update(context.Background()); !errors.Is(err, source.ErrStale) {
		t.Errorf("a rewritten transcript: %v", err)
	}
	if _, _, err := s.Text(s.Call(1).Result, 100); !errors.Is(err, source.ErrStale) {
		t.Errorf("a text of a rewritten transcript: %v", err)
	}
}

// TestUnterminatedRecord asks that a complete record without its line end counts once, and its line too.
func TestUnterminatedRecord(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "s.jsonl")
	first := strings.TrimSuffix(transcripttest.ClaudeCall("a", 1, "one"), "\n")
	if err := os.WriteFile(path, []byte(first), 0o600); err != nil {
		t.Fatal(err)
	}
	s := transcripttest.Open(t, path)
	if s.Len() != 1 || !s.Call(1).Answered() {
		t.Fatalf("%d calls", s.Len())
	}
	if err := os.WriteFile(path, []byte(first+"\n{bad\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Update(context.Background()); err != nil {
		t.Fatal(err)
	}
	if s.Len() != 1 || len(s.Damage.Bad) != 1 || s.Damage.Bad[0].Line != 3 {
		t.Errorf("%d calls, bad lines %v", s.Len(), s.Damage.Bad)
	}
}

func TestSubAgents(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, p string) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(p), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("s.jsonl", transcripttest.ClaudeCall("a", 1, "main 1")+
		`{"type":"system","subtype":"compact_boundary","sessionId":"s","timestamp":"2026-01-02T03:04:00Z"}`+"\n"+transcripttest.ClaudeCall("b", 5, "main 2"))
	write("s/subagents/agent-77.jsonl", transcripttest.ClaudeCall("a", 3, "sub 1")+transcripttest.ClaudeCall("c", 6, "sub 2"))
	write("s/subagents/agent-77.meta.json", `{"agentType":"Explore"}`)
	s := transcripttest.Open(t, filepath.Join(dir, "s.jsonl"))
	var got []string
	for c := range s.Calls() {
		got = append(got, fmt.Sprintf("%d/%d:%s", c.Number-len(got), c.Agent, transcripttest.Text(t, s, c.Result)))
	}
	if want := "1/-1:main 1|1/0:sub 1|1/-1:main 2|1/0:sub 2"; strings.Join(got, "|") != want {
		t.Errorf("%v", got)
	}
	if len(s.Agents) != 1 || s.Agents[0].ID != "77" || s.Agents[0].Type != "Explore" {
		t.Errorf("%+v", s.Agents)
	}
	if len(s.Compactions) != 1 || s.Compactions[0].After != 2 || s.Compactions[0].Agent != -1 {
		t.Errorf("%+v", s.Compactions)
	}
	// What comes later still finds its call.
	write("s/subagents/agent-77.jsonl", transcripttest.ClaudeCall("a", 3, "sub 1")+transcripttest.ClaudeCall("c", 6, "sub 2")+transcripttest.ClaudeCall("d", 7, "sub 3"))
	if _, err := s.Update(context.Background()); err != nil {
		t.Fatal(err)
	}
	write("s/subagents/agent-88.jsonl", transcripttest.ClaudeCall("a", 8, "other"))
	if grown, err := s.Update(context.Background()); err != nil || !grown || s.Len() != 6 || s.Call(6).Agent != 1 || s.Agents[1].ID != "88" {
		t.Errorf("%t, %v, %d calls, agents %v", grown, err, s.Len(), s.Agents)
	}
	if c := *s.Call(5); s.Len() != 6 || c.Agent != 0 || transcripttest.Text(t, s, c.Result) != "sub 3" {
		t.Errorf("%+v", c)
	}
}

// TestSubAgentsInTheMainFile is what older versions of Claude Code recorded.
func TestSubAgentsInTheMainFile(t *testing.T) {
	t.Parallel()
	s := transcripttest.Decode(t, "s.jsonl", transcripttest.ClaudeCall("a", 1, "main")+strings.ReplaceAll(transcripttest.ClaudeCall("a", 2, "sub"), `"sessionId"`, `"isSidechain":true,"agentId":"x1","sessionId"`)+
		strings.ReplaceAll(transcripttest.ClaudeCall("b", 3, "main again"), `"sessionId"`, `"isSidechain":false,"sessionId"`))
	var got []string
	for c := range s.Calls() {
		got = append(got, fmt.Sprintf("%d:%s", c.Agent, transcripttest.Text(t, s, c.Result)))
	}
	if want := "-1:main|0:sub|-1:main again"; strings.Join(got, "|") != want || len(s.Agents) != 1 || s.Agents[0].ID != "x1" {
		t.Errorf("%v, agents %v", got, s.Agents)
	}
}

func TestATIF(t *testing.T) {
	t.Parallel()
	s := transcripttest.Decode(t, "trajectory.json", `{"schema_version":"ATIF-v1.6","session_id":"x","agent":{"name":"terminus","version":"2.0","model_name":"m"},
 "steps":[{"step_id":1,"source":"user","message":"go"},
  {"step_id":2,"timestamp":"2026-01-02T03:04:05Z","source":"agent","message":"","tool_calls":[
    {"tool_call_id":"1","function_name":"read_file","arguments":{"path":"a"}},{"tool_call_id":"2","function_name":"bash","arguments":{"command":"cat b"}}],
   "observation":{"results":[{"source_call_id":"2","content":"text of b"},{"source_call_id":"1","content":[{"type":"text","text":"text of a"}]}]}},
  {"step_id":3,"source":"agent","tool_calls":[{"tool_call_id":"1","function_name":"read_file","arguments":{"path":"c"}}],"observation":{"results":[{"content":"text of c"}]}}],
 "subagent_trajectories":[{"trajectory_id":"sub","agent":{"name":"explorer"},"steps":[{"tool_calls":[{"tool_call_id":"1","function_name":"grep","arguments":{}}],"observation":{"results":[{"source_call_id":"1","content":"d"}]}}]}]}`)
	var got []string
	for c := range s.Calls() {
		got = append(got, fmt.Sprintf("%d %s %s %s", c.Agent, c.Tool, c.Kind, transcripttest.Text(t, s, c.Result)))
		if c.Fidelity != record.Recorded {
			t.Errorf("%s is marked as %s", c.Tool, c.Fidelity)
		}
	}
	if want := "-1 read_file read text of a|-1 bash shell text of b|-1 read_file read text of c|0 grep search d"; strings.Join(got, "|") != want {
		t.Errorf("%v", got)
	}
	if s.Agent != "terminus" || s.Version != "2.0" || s.ID != "x" || len(s.Agents) != 1 || s.Agents[0].Type != "explorer" {
		t.Errorf("%+v, %+v", s.Header, s.Agents)
	}
}

// TestWholeValueCutShort asks for the calls of a value that is being written, or broken in the middle.
func TestWholeValueCutShort(t *testing.T) {
	t.Parallel()
	whole := `{"sessionId":"x","projectHash":"y","startTime":"2026-01-02T03:04:05Z","messages":[
 {"id":"1","type":"gemini","toolCalls":[{"id":"a","name":"read_file","args":{},"status":"success","result":[{"functionResponse":{"id":"a","response":{"output":"one"}}}]}]},
 {"id":"2","type":"gemini","toolCalls":[{"id":"b","name":"read_file","args":{},"status":"error","result":[{"functionResponse":{"id":"b","response":{"error":"two"}}}]}]}]}`
	second := strings.Index(whole, `{"id":"2"`)
	for _, c := range []struct {
		p    string
		want int
		bad  string
	}{
		{whole, 2, "[]"},
		{whole[:second+20], 1, "[]"},
		{whole[:second+9] + "!" + whole[second+9:], 1, "[{session-1.json 3 1}]"},
	} {
		s := transcripttest.Decode(t, "session-1.json", c.p)
		if s.Len() != c.want || fmt.Sprint(s.Damage.Bad) != c.bad || s.ID != "x" {
			t.Errorf("%d calls, bad lines %v, header %+v; want %d, %s", s.Len(), s.Damage.Bad, s.Header, c.want, c.bad)
		}
	}
}

// TestClineCut makes what was sent from an uncut result, and compares it with what a model was sent.
func TestClineCut(t *testing.T) {
	t.Parallel()
	var result strings.Builder
	for n := 1; n <= 676; n++ {
		fmt.Fprintf(&result, "%3d | amber basil cedar delta ember fjord gravel harbor indigo jasper\n", n)
	}
	result.WriteString("\n[Showing lines 1-676 of 1025. Use start_line/end_line to read other sections.]")
	p := fmt.Sprintf(`{ "sessionId": "x", "origin": {}, "messages": [ {"role":"assistant","content":[{"type":"tool_use","id":"a","name":"read_files","input":{}}]},
 {"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":[ {"query": "/home/user/project/ws/size/s64kp1.txt", "result": %q, "success": true} ]}]} ] }`, result.String())
	s := transcripttest.Decode(t, "x.messages.json", p)
	if got, want := transcripttest.Text(t, s, s.Call(1).Result), string(transcripttest.Samples(t)["cline/long.sent.txt"]); got != want {
		t.Errorf("\n got %.4200q\nwant %.4200q", got, want)
	}
}

// TestLongLine opens a transcript with a line of 24 MiB, three times the largest buffer.
func TestLongLine(t *testing.T) {
	size := int64(24 << 20)
	if !longtest.IsRequested() {
		size = 4 << 20
	}
	before := transcripttest.ClaudeCall("a", 1, "one") + strings.TrimSuffix(transcripttest.ClaudeCall("b", 2, "@"), "\n")
	head, tail, _ := strings.Cut(before, "@")
	tail += "\n" + transcripttest.ClaudeCall("c", 3, "three")
	r := &stretched{head: head, tail: tail, middle: size}
	runtime.GC()
	var start, end runtime.MemStats
	runtime.ReadMemStats(&start)
	s, err := transcript.Decode(context.Background(), "s.jsonl", r, r.size())
	if err != nil {
		t.Fatal(err)
	}
	counted := &counter{}
	if err := s.WriteText(counted, s.Call(2).Result); err != nil || counted.n != size {
		t.Errorf("%d bytes, %v", counted.n, err)
	}
	runtime.ReadMemStats(&end)
	if grown := end.TotalAlloc - start.TotalAlloc; grown > 16<<20+uint64(size) {
		t.Errorf("%d MiB were allocated", grown>>20)
	}
	if s.Len() != 3 || transcripttest.Text(t, s, s.Call(3).Result) != "three" || s.Damage.BadCount != 0 {
		t.Errorf("%d calls, bad lines %v", s.Len(), s.Damage.Bad)
	}
}

// stretched is a text with a run of one letter in its middle.
type stretched struct {
	head, tail string
	middle     int64
}

func (s *stretched) size() int64 { return int64(len(s.head)) + s.middle + int64(len(s.tail)) }

func (s *stretched) ReadAt(p []byte, off int64) (int, error) {
	n, from := 0, int64(len(s.head))
	if off < from {
		n = copy(p, s.head[off:])
	}
	if more := min(int64(len(p)-n), from+s.middle-off-int64(n)); more > 0 {
		sourcetest.Repeat(p[n:n+int(more)], 0, "x")
		n += int(more)
	}
	if at := off + int64(n) - from - s.middle; at >= 0 && at < int64(len(s.tail)) {
		n += copy(p[n:], s.tail[at:])
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

type counter struct{ n int64 }

func (c *counter) Write(p []byte) (int, error) {
	c.n += int64(len(p))
	return len(p), nil
}

func TestCancel(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p := transcripttest.ClaudeCall("a", 1, "one")
	if _, err := transcript.Decode(ctx, "s.jsonl", strings.NewReader(p), int64(len(p))); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
