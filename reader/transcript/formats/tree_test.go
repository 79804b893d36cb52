package formats

import (
	"strings"
	"testing"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/record"
)

// decoded is the run that lines of a format come to.
func decoded(t *testing.T, f *Format, lines ...string) *record.Run {
	t.Helper()
	run := &record.Run{}
	take := f.Decoder(record.NewIndex(run, "", f.SameID).Builder(0))
	for _, line := range lines {
		v, err := jsonskim.FromBytes([]byte(line)).Value(0, int64(len(line)))
		if err != nil || !take(v) {
			t.Fatalf("%s: %v", line, err)
		}
	}
	return run
}

// hadBy says for each call which calls before it were in its conversation: "1:; 2:1".
func hadBy(run *record.Run) string {
	var all []string
	for c := range run.Calls() {
		had := ""
		for n := range run.Calls() {
			if run.Had(c, n) {
				had += string(rune('0' + n.Number))
			}
		}
		all = append(all, string(rune('0'+c.Number))+":"+had)
	}
	return strings.Join(all, " ")
}

func claudeRecord(kind, id, parent, message string) string {
	return `{"type":"` + kind + `","sessionId":"s","uuid":"` + id + `","parentUuid":` + parent +
		`,"message":` + message + `}`
}

func claudeUse(id, parent, message, call string) string {
	return claudeRecord("assistant", id, `"`+parent+`"`,
		`{"id":"`+message+`","content":[{"type":"tool_use","id":"`+call+`","name":"Read","input":{}}]}`)
}

func claudeResult(id, parent, call string) string {
	return claudeRecord("user", id, `"`+parent+`"`,
		`{"content":[{"type":"tool_result","tool_use_id":"`+call+`","content":"x"}]}`)
}

func claudeAsked(id, parent string) string {
	return claudeRecord("user", id, parent, `{"content":"go on"}`)
}

// TestTree: calls of one message are no branches, also where their results are; going back begins one.
func TestTree(t *testing.T) {
	start := []string{
		claudeAsked("q", "null"), claudeUse("a1", "q", "m1", "1"), claudeUse("a2", "a1", "m1", "2"),
		claudeResult("r2", "a2", "2"), claudeResult("r1", "a1", "1"),
	}
	for name, c := range map[string]struct {
		more []string
		want string
	}{
		"on from the last result":    {[]string{claudeUse("b", "r1", "m2", "3")}, "1: 2:1 3:12"},
		"on from the other":          {[]string{claudeUse("b", "r2", "m2", "3")}, "1: 2:1 3:12"},
		"back to the question":       {[]string{claudeUse("b", "q", "m2", "3")}, "1: 2:1 3:"},
		"from nowhere that is known": {[]string{claudeUse("b", "zz", "m2", "3")}, "1: 2:1 3:12"},
		"a record that names itself": {[]string{claudeUse("b", "b", "m2", "3")}, "1: 2:1 3:12"},
		"back and on": {
			[]string{
				claudeUse("b", "r1", "m2", "3"), claudeResult("r3", "b", "3"), claudeAsked("q2", `"r1"`),
				claudeUse("c", "q2", "m3", "4"),
			},
			"1: 2:1 3:12 4:12",
		},
		"all of it again": {append(append([]string{}, start...), claudeUse("b", "r1", "m2", "3")), "1: 2:1 3:12"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := hadBy(decoded(t, claudeCode, append(append([]string{}, start...), c.more...)...)); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// TestTurnsThatAreTakenBack: Codex and Gemini CLI say how far a person went back.
func TestTurnsThatAreTakenBack(t *testing.T) {
	event := func(text string) string { return `{"type":"event_msg","payload":{"type":` + text + `}}` }
	call := func(id string) string {
		return `{"type":"response_item","payload":{"type":"function_call","name":"exec_command","call_id":"` + id +
			`","arguments":"{}"}}`
	}
	turn := event(`"task_started"`)
	got := hadBy(decoded(t, codex, turn, call("1"), turn, call("2"), turn, call("3"),
		event(`"thread_rolled_back","num_turns":2`), turn, call("4"),
		event(`"thread_rolled_back","num_turns":9`), turn, call("5")))
	if want := "1: 2:1 3:12 4:1 5:"; got != want {
		t.Errorf("Codex: %s, want %s", got, want)
	}
	said := func(id, kind, more string) string { return `{"id":"` + id + `","type":"` + kind + `"` + more + `}` }
	use := func(id string) string { return `,"toolCalls":[{"id":"` + id + `","name":"read_file","args":{}}]` }
	got = hadBy(decoded(t, geminiCLI, said("q1", "user", ""), said("a1", "gemini", use("1")), said("q2", "user", ""),
		said("a2", "gemini", use("2")), `{"$rewindTo":"q2"}`, said("q3", "user", ""), said("a3", "gemini", use("3"))))
	if want := "1: 2:1 3:1"; got != want {
		t.Errorf("Gemini CLI: %s, want %s", got, want)
	}
}

func geminiCall(id, call string) string {
	return `{"id":"` + id + `","type":"gemini","content":[{"functionCall":{"id":"` + call + `"}}],` +
		`"toolCalls":[{"id":"` + call + `","name":"read_file","args":{}}]}`
}

// TestCompressedByGemini: calls that a conversation which is written anew does not have were dropped, once it goes on.
func TestCompressedByGemini(t *testing.T) {
	const head = `{"sessionId":"s","projectHash":"h"}`
	const summary = `{"id":"n","type":"user","content":[{"text":"<summary>"}]}`
	const asked = `{"id":"q2","type":"user","content":[{"text":"go on"}]}`
	anew := func(messages ...string) string {
		return `{"$set":{"messages":[` + strings.Join(messages, ",") + `],"lastUpdated":"2026-11-28T14:00:00Z"}}`
	}
	start := []string{head, geminiCall("a", "1"), geminiCall("b", "2"), geminiCall("c", "3")}
	for name, c := range map[string]struct {
		more []string
		want string // the calls that are in the context at the end
	}{
		"goes on":            {[]string{asked}, "123"},
		"resumed":            {[]string{head, anew(summary), anew(start[1:]...), asked}, "123"},
		"compressed":         {[]string{anew(summary, geminiCall("c2", "3")), asked, geminiCall("d", "4")}, "34"},
		"and does not go on": {[]string{anew(summary, geminiCall("c2", "3"))}, "123"},
		"compressed wholly":  {[]string{anew(summary), asked, geminiCall("d", "4")}, "4"},
		"twice": {
			[]string{anew(summary, geminiCall("c2", "3")), asked, anew(summary, geminiCall("c2", "3")), asked}, "3",
		},
	} {
		run := decoded(t, geminiCLI, append(start[:len(start):len(start)], c.more...)...)
		if got := inContext(run); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
		if name == "twice" && len(run.Compactions) != 1 {
			t.Errorf("%d compactions", len(run.Compactions))
		}
	}
}

// inContext are the numbers of the calls that are in the context at the end.
func inContext(run *record.Run) (numbers string) {
	for call := range run.Calls() {
		if run.InContext(call) {
			numbers += string(rune('0' + call.Number))
		}
	}
	return numbers
}

// TestCompactedByOpenCode: a compaction may keep the messages from one on.
func TestCompactedByOpenCode(t *testing.T) {
	message := func(id, parts string) string {
		return `{"info":{"id":"` + id + `","role":"assistant","sessionID":"s"},"parts":[` + parts + `]}`
	}
	tool := func(id string) string {
		const state = `{"status":"completed","input":{},"output":"x"}`
		return message("m"+id, `{"type":"tool","id":"`+id+`","tool":"read","state":`+state+`}`)
	}
	for tail, want := range map[string]string{"": "4", `,"tail_start_id":"m2"`: "234", `,"tail_start_id":"m9"`: "4"} {
		compaction := message("c", `{"type":"compaction","auto":true`+tail+`}`)
		all := []string{tool("1"), tool("2"), tool("3"), compaction, tool("4")}
		run := decoded(t, openCode, `{"info":{"id":"s"},"messages":[`+strings.Join(all, ",")+`]}`)
		if got := inContext(run); got != want {
			t.Errorf("%s: %s, want %s", tail, got, want)
		}
	}
}
