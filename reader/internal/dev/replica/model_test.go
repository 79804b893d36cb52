package replica

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
)

var schema = json.RawMessage(`{"type":"object","properties":{"path":{"type":"string"}}}`)

func serveScript(t *testing.T, script *script) string {
	t.Helper()
	s, err := serve(script)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s.URL
}

func next[call any](t *testing.T, c interface{ next() (call, error) }) call {
	t.Helper()
	got, err := c.next()
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// TestConversations has an agent speak each interface, streamed and not: it gets the calls one after another, and the
// script has its results.
func TestConversations(t *testing.T) {
	for _, kind := range interfaces() {
		for _, stream := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s stream=%v", kind, stream), func(t *testing.T) {
				wants := []string{`{"path":"a.txt"}`, `{"path":"b <&> ü.txt"}`}
				script := newScript("violet-mark", []toolCall{{Name: "read", Args: wants[0]}, {Name: "read", Args: wants[1]}})
				url := serveScript(t, script)
				// What helpers of an agent ask gets an answer, and no call of the script.
				helper := newConversation(kind, url, "a title for violet-mark, please", "read", schema, stream)
				helper.withoutTools()
				if got := next(t, helper); got.Name != "" {
					t.Errorf("a helper was told to call %v", got)
				}
				if got := next(t, newConversation(kind, url, "without the mark", "read", schema, stream)); strings.HasPrefix(got.ID, "call_0") {
					t.Errorf("a helper was told to call %v", got)
				}
				talk := newConversation(kind, url, "violet-mark go", "read", schema, stream)
				for i, want := range wants {
					got := next(t, talk)
					if again := next(t, talk); got != again {
						t.Errorf("the request sent again was answered with %v, before with %v", again, got)
					}
					if got.Name != "read" || !sameJSON(got.Args, want) {
						t.Fatalf("call %d is %q with %s, want read with %s", i, got.Name, got.Args, want)
					}
					talk.answer(got, fmt.Sprintf("line %d\n", i), i == 1)
				}
				if got := next(t, talk); got.Name != "" {
					t.Errorf("a call %v after the last one", got)
				}
				select {
				case <-script.Done():
				default:
					t.Error("not done")
				}
				for i, r := range script.Results() {
					if r == nil {
						t.Fatalf("call %d has no result", i)
					}
					if want := fmt.Sprintf("line %d\n", i); r.Text != want || r.Failed != (i == 1 && talk.flagged()) || r.Media {
						t.Errorf("result %d is %+v, want %q", i, r, want)
					}
					if len(r.Notes) == 0 || r.Notes[0] != "by the way" {
						t.Errorf("notes %q", r.Notes)
					}
				}
				if got, err := json.Marshal(script.Offered()["read"]); err != nil || !sameJSON(string(got), string(schema)) {
					t.Errorf("offered %s, %v", got, err)
				}
			})
		}
	}
}

func sameJSON(a, b string) bool {
	var x, y any
	if json.Unmarshal([]byte(a), &x) != nil || json.Unmarshal([]byte(b), &y) != nil {
		return false
	}
	p, _ := json.Marshal(x) // they were JSON
	q, _ := json.Marshal(y)
	return string(p) == string(q)
}

// A tool that takes a text gets it as it is.
func TestCustomCall(t *testing.T) {
	const program = "const r = await tools.exec_command({cmd: \"cat a\"});\ntext(r.output);"
	script := newScript("mark", []toolCall{{Name: "exec", Args: program, Custom: true}})
	got := next(t, newConversation("responses", serveScript(t, script), "mark", "exec", schema, true))
	if got.Name != "exec" || got.Args != program {
		t.Errorf("call %v", got)
	}
}

// A call that never gets a result is given up after some tries, and one that the interface cannot carry is not made.
func TestCallsWithoutResults(t *testing.T) {
	script := newScript("mark", []toolCall{{Name: "read", Args: "not json"}, {Name: "read", Args: "{}"}})
	talk := newConversation("gemini", serveScript(t, script), "mark", "read", schema, false)
	for i := range 5 {
		if got := next(t, talk); (got.Name == "") != (i >= 3) {
			t.Errorf("request %d was answered with %v", i+1, got)
		}
	}
	if r := script.Results(); r[0] == nil || !r[0].Unsent || r[1] != nil {
		t.Errorf("results %+v", r)
	}
}

func TestOtherRequests(t *testing.T) {
	script := newScript("mark", nil)
	url := serveScript(t, script)
	for _, c := range []struct {
		method, path, body string
		status             int
	}{
		{http.MethodGet, "/v1/models", "", 200},
		{http.MethodHead, "/", "", 200},
		{http.MethodPost, "/v1/messages/count_tokens", "{}", 404},
		{http.MethodPost, "/v1beta/models/m:countTokens", "{}", 200},
		{http.MethodPost, "/telemetry", "{}", 404},
		{http.MethodPost, "/v1/messages", "no json", 400},
	} {
		req, err := http.NewRequestWithContext(t.Context(), c.method, url+c.path, strings.NewReader(c.body))
		if err != nil {
			t.Fatal(err)
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		if resp.StatusCode != c.status {
			t.Errorf("%s %s: %d, want %d", c.method, c.path, resp.StatusCode, c.status)
		}
	}
	if got := script.Strange(); !slices.Equal(got, []string{"POST /telemetry"}) {
		t.Errorf("strange requests %q", got)
	}
}
