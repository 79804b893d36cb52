package tap

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"eyeline/reader/transcript/bodies"
)

// gone is an agent that takes no byte of an answer.
type gone struct{ *httptest.ResponseRecorder }

func (gone) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

// TestAgentsThatGo: an answer that the agent did not take whole is not recorded as whole; one that it took is.
func TestAgentsThatGo(t *testing.T) {
	for name, to := range map[string]http.ResponseWriter{
		"gone": gone{httptest.NewRecorder()}, "there": httptest.NewRecorder(),
	} {
		p, _, record := tapped(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "answer") })
		at := strings.TrimPrefix(p.URL(), "http://"+p.listener.Addr().String())
		p.server.Handler.ServeHTTP(to, httptest.NewRequest(http.MethodPost, at+"/v1/x", strings.NewReader(question)))
		if err := p.Close(); err != nil {
			t.Error(err)
		}
		isSaid := strings.Contains(record.String(), `"error":"`+notTaken+`"`)
		if isSaid != (name == "gone") || !strings.Contains(record.String(), `"status":200`) {
			t.Errorf("%s: %s", name, record)
		}
	}
}

// TestUsage: what was sent has what came from a cache, whatever else is counted and in whichever event, and what came
// has what the model thought.
func TestUsage(t *testing.T) {
	const cached = `{"usage":{"input_tokens":7,"cache_read_input_tokens":100,"cache_creation_input_tokens":20}}`
	for text, want := range map[string]bodies.Usage{
		cached: {Input: 127, Cached: 100, Stored: 20},
		`{"usage":{"input_tokens":0,"cache_read_input_tokens":100,"output_tokens":5}}`: {
			Input: 100, Cached: 100, Output: 5,
		},
		`{"usage":{"input_tokens":0,"cache_creation_input_tokens":100}}`: {Input: 100, Stored: 100},
		cached + "\n" + cached: {Input: 127, Cached: 100, Stored: 20},
		cached + "\n" + `{"usage":{"input_tokens":7,"output_tokens":5}}`: {
			Input: 127, Cached: 100, Stored: 20, Output: 5,
		},
		`{"usage":{"input_tokens":107,"input_tokens_details":{"cached_tokens":100}}}`: {Input: 107, Cached: 100},
		`{"usage":{"prompt_tokens":107,"cache_read_input_tokens":100}}`:               {Input: 107, Cached: 100},
		`{"usageMetadata":{"promptTokenCount":3,"thoughtsTokenCount":9}}` + "\n" +
			`{"usageMetadata":{"promptTokenCount":3,"candidatesTokenCount":4,"thoughtsTokenCount":9}}`: {
			Input: 3, Output: 13,
		},
	} {
		s := usageScan{events: true}
		_, _ = io.WriteString(&s, text)
		if got := s.usage(); got == nil || *got != want {
			t.Errorf("%s: %+v", text, got)
		}
	}
	if s := (usageScan{}); s.usage() != nil {
		t.Error("tokens of nothing")
	}
}
