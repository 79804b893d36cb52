package tap

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
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
