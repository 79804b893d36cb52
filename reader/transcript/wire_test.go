package transcript_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"eyeline/reader/longtest"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/transcripttest"
)

// wireRun is a run of Claude Code with three reads of /w/a, of two lines each.
func wireRun() string {
	return transcripttest.ClaudeRead(1, "/w", "/w/a", 1, "one", "two") +
		transcripttest.ClaudeRead(2, "/w", "/w/a", 3, "three", "four") +
		transcripttest.ClaudeRead(3, "/w", "/w/a", 5, "five", "six")
}

// claudeRequest is a request with results, by the numbers of their calls.
func claudeRequest(results map[string]any) string {
	content := []object{{"type": "text", "text": "x"}}
	for _, id := range []string{"1", "2", "3", "none"} {
		if text, ok := results[id]; ok {
			content = append(content, object{"type": "tool_result", "tool_use_id": id, "content": text})
		}
	}
	return transcripttest.JSON(object{"model": "m", "messages": []object{
		{"role": "user", "content": "x"}, {"role": "user", "content": content},
	}})
}

// told is what is known of a run by requests: each call's result, whether it was dropped, and what the file has.
func told(t *testing.T, s *transcript.Session) string {
	t.Helper()
	var all []string
	for c := range s.Calls() {
		all = append(all, fmt.Sprintf("%q %s %t", transcripttest.Text(t, s, c.Result), c.Fidelity, c.Pruned))
	}
	of, err := coverage.Of(t.Context(), s, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range of.Files {
		all = append(all, fmt.Sprint(f.Sent, f.Cut, f.ContextNow))
	}
	return strings.Join(all, "; ")
}

// TestWireOfBodies: results are what the first request had of them, and the last one says what is in the context.
func TestWireOfBodies(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	blocks := func(text string) any { return []object{{"type": "text", "text": text}} }
	for i, request := range []map[string]any{
		{"1": "1\tone\n2\ttwo", "none": "of another run"},
		{"none": "of another run"},
		{"1": "1\tone\n2\ttwo", "2": blocks("3\tthree\n4\tfour")},
		{"1": "[Old tool result content cleared]", "2": "3\tthree\n4\tfour", "3": "5\tfive"},
	} {
		path := filepath.Join(dir, string(rune('z'-i))+".request.json")
		transcripttest.Write(t, path, []byte(claudeRequest(request)))
		at := time.Unix(int64(1000+i), 0)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	transcripttest.Write(t, filepath.Join(dir, "x.response.json"), []byte("{"))
	s := transcripttest.Decode(t, "s.jsonl", wireRun())
	if err := s.ReadWire(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	want := `"1\tone\n2\ttwo" sent true; "3\tthree\n4\tfour" sent false; "5\tfive" sent false; [[1 5]] [] [[3 5]]`
	if got := told(t, s); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	const words = "Results are as 3 requests had them; no longer in the context: 1. " +
		"Call 3: the record has 12 bytes, 6 were sent."
	if s.Note() != words {
		t.Error(s.Note())
	}
}

// TestWireOfEarlierRequests: calls after the newest result in a request are still to be sent, and those before it that
// it does not have are gone.
func TestWireOfEarlierRequests(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.request.json")
	transcripttest.Write(t, path, []byte(claudeRequest(map[string]any{"2": "3\tthree\n4\tfour"})))
	s := transcripttest.Decode(t, "s.jsonl", wireRun())
	if err := s.ReadWire(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	want := `"1\tone\n2\ttwo" sent true; "3\tthree\n4\tfour" sent false; "5\tfive\n6\tsix" sent false; [[1 6]] [] [[3 6]]`
	if got := told(t, s); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	alone := transcripttest.Open(t, path)
	if alone.Format != "requests" || alone.Len() != 0 {
		t.Errorf("%s, %d calls", alone.Format, alone.Len())
	}
}

// oneRequest opens a request that is saved as a file.
func oneRequest(t *testing.T, request object) *transcript.Session {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.request.json")
	transcripttest.Write(t, path, []byte(transcripttest.JSON(request)))
	return transcripttest.Open(t, path)
}

// TestOneRequestAsARun: a request has calls and results as a run has.
func TestOneRequestAsARun(t *testing.T) {
	t.Parallel()
	s := oneRequest(t, object{"model": "m", "messages": []object{
		{"role": "assistant", "content": []object{
			{"type": "tool_use", "id": "1", "name": "Read", "input": object{"file_path": "/w/a", "offset": 4}},
		}},
		{"role": "user", "content": []object{
			{"type": "tool_result", "tool_use_id": "1", "is_error": false, "content": "4\tone\n5\ttwo\n\n<system-reminder>\nx"},
		}},
		{"role": "user", "content": strings.Repeat("x", 100_000)}, // more than is looked at to tell the format
	}})
	if got := describe(t, s, s.Call(1)); got != "a 4-5 by text" || s.Agent != "an agent that is not known" {
		t.Error(got, s.Agent)
	}
	s = oneRequest(t, object{
		"model": "m",
		"messages": []object{{"role": "system", "content": []object{
			{"type": "text", "text": "# Environment\n - Primary working directory: /w\n - Shell: bash"},
		}}},
		"system":   []object{{"type": "text", "text": "x-anthropic-billing-header: cc_version=2.1.332.b22;"}},
		"metadata": object{"user_id": `{"session_id":"s"}`},
	})
	if s.Agent != "Claude Code" || s.Version != "2.1.332" || s.Dir != "/w" || s.ID != "s" {
		t.Errorf("%+v", s.Header)
	}
}

// geminiLog is what Gemini CLI writes of requests: values over many lines, with others between them.
func geminiLog(t *testing.T, requests ...[]object) string {
	var log bytes.Buffer
	for i, parts := range requests {
		contents := transcripttest.JSON([]object{{"role": "user", "parts": []object{{"text": "go"}}}, {"role": "user", "parts": parts}})
		for _, attributes := range []object{
			{"event.name": "gemini_cli.config", "session.id": "s"},
			{"event.name": "gemini_cli.api_request", "request_text": contents},
			{"event.name": "gemini_cli.api_request", "request_text": "[]", "role": "utility_next_speaker"},
		} {
			p, err := json.MarshalIndent(object{"hrTime": []int{i, 0}, "attributes": attributes}, "", "  ")
			if err != nil {
				t.Fatal(err)
			}
			log.Write(append(p, '\n'))
		}
	}
	return log.String()
}

// TestWireOfTelemetry: Gemini CLI's and Copilot CLI's requests are texts within records of telemetry.
func TestWireOfTelemetry(t *testing.T) {
	t.Parallel()
	reply := func(id, text string) object {
		return object{"functionResponse": object{"id": id, "name": "read_file", "response": object{"output": text}}}
	}
	gemini := lines(object{"sessionId": "s", "projectHash": "h"}, object{
		"id": "m", "type": "gemini", "toolCalls": []object{
			{"id": "read_file__1", "name": "read_file", "args": object{"file_path": "/w/a"}, "result": []object{reply("read_file__1", "one\ntwo")}},
			{"id": "2", "name": "read_file", "args": object{"file_path": "/w/b"}, "result": []object{reply("2", "three")}},
		},
	})
	copilot := lines(copilotView("1.0.102", "3. one\n4. two")...)
	span := func(attributes any) object { return object{"name": "chat m", "attributes": attributes} }
	given := func(id, text string) string {
		return transcripttest.JSON([]object{{"role": "tool", "parts": []object{{"type": "tool_call_response", "id": id, "response": text}}}})
	}
	messages := given("1", "3. one")
	said := transcripttest.JSON([]object{{"role": "user", "parts": []object{{"type": "text", "content": "go"}}}})
	list := []object{{"key": "gen_ai.input.messages", "value": object{"stringValue": messages}}}
	const viewed = `"3. one" sent false; [[3 3]] [] [[3 3]]`
	for name, c := range map[string]struct{ path, run, wire, want string }{
		"Gemini CLI": {
			"s.jsonl", gemini, geminiLog(t, []object{reply("1", "one\ntwo")}, []object{reply("2", "thr")}),
			`"one\ntwo" sent true; "thr" sent false; [[1 2]] [] []; [[1 1]] [] [[1 1]]`,
		},
		"Copilot CLI": {"events.jsonl", copilot, lines(span(object{"gen_ai.input.messages": messages}), span(nil)), viewed},
		"a span of the whole run": {
			"events.jsonl", copilot, lines(
				span(object{"gen_ai.operation.name": "chat", "gen_ai.input.messages": said}),
				span(object{"gen_ai.operation.name": "chat", "gen_ai.input.messages": messages}),
				span(object{"gen_ai.operation.name": "invoke_agent", "gen_ai.input.messages": said}),
				span(object{"gen_ai.operation.name": "embeddings", "gen_ai.input.messages": said}),
			), viewed,
		},
		"what is new alone": {
			"s.jsonl", gemini,
			lines(span(object{"gen_ai.input.messages": given("read_file__1", "one")}), span(object{"gen_ai.input.messages": given("2", "three")})),
			`"one" sent false; "three" sent false; [[1 1]] [] [[1 1]]; [[1 1]] [] [[1 1]]`,
		},
		"OTLP": {"events.jsonl", copilot, lines(object{"resourceSpans": []object{
			{"scopeSpans": []object{{"spans": []object{span(list)}}}},
		}}), viewed},
	} {
		path := filepath.Join(t.TempDir(), "telemetry.log")
		transcripttest.Write(t, path, []byte(c.wire+`{"attributes": {"request_text": "`)) // it is being written
		s := transcripttest.Decode(t, c.path, c.run)
		if err := s.ReadWire(t.Context(), path); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := told(t, s); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, c.want)
		}
	}
}

// TestBodiesOfWhichOneIsNone: what is no JSON in a folder of bodies, or cannot be unpacked or has no end, is said, and
// the others are told; a line that none of them has is then not known, and not called not sent. A folder of such alone
// is refused.
func TestBodiesOfWhichOneIsNone(t *testing.T) {
	t.Parallel()
	longtest.SkipUnlessLong(t)
	dir := t.TempDir()
	put := func(name, text string) { transcripttest.Write(t, filepath.Join(dir, name), []byte(text)) }
	put("1.body", "\x1a\x00garbage")
	if _, err := transcript.Open(t.Context(), dir); err == nil || !strings.Contains(err.Error(), "invalid character") {
		t.Errorf("of garbage alone it says %v", err)
	}

	put("2.body", claudeRequest(map[string]any{"1": "1\tone\n2\ttwo"}))
	put("3.body.gz", "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03garbage")
	put("4.body", `{"model": "m", "messages": [`)
	put("5.body", claudeRequest(map[string]any{"1": "1\tone\n2\ttwo", "2": "3\tthree\n4\tfour"}))
	put("6.body", `{"model": `) // it is being written
	s := transcripttest.Open(t, dir)
	const some = "Not all of them may be recorded."
	const why = "of 2 requests, which are no JSON, no text is recorded;of a request, which could not be opened or unpacked"
	if got := strings.Join(s.Bypasses(), ";"); !strings.HasPrefix(got, why) {
		t.Errorf("it says %s", got)
	}
	if len(s.Gaps.Unkept) != 2 || len(s.Requests) != 2 || !transcript.IsPartly(s) || !strings.HasSuffix(s.Note(), some) {
		t.Errorf("%v are not kept, %d are: %s", s.Gaps.Unkept, len(s.Requests), s.Note())
	}

	run := transcripttest.Decode(t, "s.jsonl", wireRun())
	if err := run.ReadWire(t.Context(), dir); err != nil || run.Wire.Requests != 2 || len(run.Gaps.Unkept) != 2 {
		t.Errorf("beside a run: %v, %+v", err, run.Wire)
	}
}

// TestWireThatIsNone is refused in a sentence, and the run is as it was.
func TestWireThatIsNone(t *testing.T) {
	t.Parallel()
	longtest.SkipUnlessLong(t)
	dir := t.TempDir()
	for name, text := range map[string]string{
		"other": claudeRequest(map[string]any{"none": "x"}), "broken": "{]", "deep": strings.Repeat("[", 100_000), "empty": "",
		"long":   `{"messages": "` + strings.Repeat("x", 65<<20) + `"}`,
		"nested": `{"spans":` + strings.Repeat(`[{"spans":`, 4000) + "1" + strings.Repeat("}]", 4000) + "}",
		"google": `{"contents": [{"parts": [{"functionResponse": {"id": "1", "response": {"output": 1}}}]}]}`,
	} {
		transcripttest.Write(t, filepath.Join(dir, name), []byte(text))
	}
	for name, want := range map[string]string{
		"other": "no request has", "broken": "invalid character", "deep": "exceeded max depth", "empty": "no request has",
		"long": "more than 64 MiB", "none": "no such file", "nested": "no request has", "google": "",
	} {
		s := transcripttest.Decode(t, "s.jsonl", wireRun())
		err := s.ReadWire(t.Context(), filepath.Join(dir, name))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want) || s.Wire != nil) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestWireBeginsLate: a result of which the first request at hand has a placeholder stays as it is recorded, and is no
// longer in the context; what the agent added by itself is no result that could be dropped.
func TestWireBeginsLate(t *testing.T) {
	t.Parallel()
	result := func(id, text string) object {
		return object{"role": "user", "content": []object{{"type": "tool_result", "tool_use_id": id, "content": text}}}
	}
	path := filepath.Join(t.TempDir(), "x.request.json")
	transcripttest.Write(t, path, []byte(transcripttest.JSON(object{"model": "m", "messages": []object{
		result("1", "[Old tool result content cleared]"), result("2", "3\tthree\n4\tfour"), result("3", "5\tfive"),
	}})))
	s := transcripttest.Decode(t, "s.jsonl", wireRun())
	if err := s.ReadWire(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	want := `"1\tone\n2\ttwo" sent true; "3\tthree\n4\tfour" sent false; "5\tfive" sent false; [[1 5]] [] [[3 5]]`
	if got := told(t, s); got != want || s.Wire.Dropped != 1 || len(s.Wire.Differ) != 1 || s.Wire.Differ[0].Call != 3 {
		t.Errorf("%s, %+v", got, s.Wire)
	}
}
