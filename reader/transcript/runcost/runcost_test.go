package runcost_test

import (
	"fmt"
	"strings"
	"testing"

	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/transcripttest"
)

// TestCost: a line counts as sent again where the same agent has it in its context, with the same text at the same
// number; a sub-agent has a context of its own, and a line that was changed is another one.
func TestCost(t *testing.T) {
	read := func(n, from int, lines ...string) string {
		return transcripttest.ClaudeRead(n, "/w", "/w/a.go", from, lines...)
	}
	inside := strings.ReplaceAll(read(4, 1, "one", "two"), `"sessionId"`, `"isSidechain":true,"agentId":"x1","sessionId"`)
	s := transcripttest.Decode(t, "s.jsonl", read(1, 1, "one", "two")+read(2, 2, "two", "three")+read(3, 1, "one new")+inside)
	var c coverage.Coverage
	if err := c.AddCost(t.Context(), s, ""); err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprintf("%+v", c.Cost.Files)
	if want := "[{Path:a.go Reads:4 Tokens:15 Again:2 LinesAgain:1}]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	sum, again := int64(0), int64(0)
	for _, one := range c.Cost.Calls {
		sum, again = sum+one.Tokens, again+one.Again
	}
	if len(c.Cost.Calls) != 4 || sum != c.Cost.Results || again != 2 || c.Cost.Again != 2 || c.Cost.Model != nil {
		t.Errorf("%+v", c.Cost)
	}
}

// TestModelCost: what the record says that the model counted is the sum of its answers, each once, however many records
// tell of it.
func TestModelCost(t *testing.T) {
	claude := func(id string, input, cached, output int) string {
		return fmt.Sprintf(`{"type":"assistant","sessionId":"s","timestamp":"2026-01-02T03:04:05Z","message":{"id":%q,"content":[],`+
			`"usage":{"input_tokens":%d,"cache_read_input_tokens":%d,"output_tokens":%d}}}`+"\n", id, input, cached, output)
	}
	codex := func(total, last int) string {
		return fmt.Sprintf(`{"timestamp":"2026-01-02T03:04:05Z","type":"event_msg","payload":{"type":"token_count","info":{`+
			`"total_token_usage":{"input_tokens":%d},"last_token_usage":{"input_tokens":%d,"cached_input_tokens":3,"output_tokens":2}}}}`+"\n",
			total, last)
	}
	const head = `{"timestamp":"2026-01-02T03:04:05Z","type":"session_meta","payload":{"id":"s","cwd":"/w"}}` + "\n"
	for _, one := range []struct{ text, want string }{
		{claude("a", 10, 90, 1) + claude("a", 10, 90, 7) + claude("b", 20, 100, 3), "{By:record Answers:2 Input:220 Cached:190 Stored:0 Output:10}"},
		{head + codex(50, 50) + codex(50, 50) + codex(120, 70), "{By:record Answers:2 Input:120 Cached:6 Stored:0 Output:4}"},
	} {
		var c coverage.Coverage
		if err := c.AddCost(t.Context(), transcripttest.Decode(t, "s.jsonl", one.text), ""); err != nil || c.Cost.Model == nil {
			t.Fatal(err, c.Cost)
		}
		if got := fmt.Sprintf("%+v", *c.Cost.Model); got != one.want {
			t.Errorf("%s, want %s", got, one.want)
		}
	}
}
