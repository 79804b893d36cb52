package tap

import (
	"net/http"
	"testing"
)

// TestCounts: a request of any method has come, and those with a body alone are recorded.
func TestCounts(t *testing.T) {
	p, m, _ := tapped(t, func(http.ResponseWriter, *http.Request) {})
	for _, method := range []string{http.MethodGet, http.MethodHead} {
		r, err := http.NewRequestWithContext(t.Context(), method, p.URL()+"/v1/models", nil)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
	}
	if p.Requests() != 2 {
		t.Error(p.Requests())
	}
	if _, _, _, err := ask(t, p.URL()+"/v1/messages", question); err != nil {
		t.Error(err)
	}
	if err := p.Close(); err != nil || p.Requests() != 3 || p.Recorded() != 1 || len(m.bodies) != 3 {
		t.Error(err, p.Requests(), p.Recorded(), len(m.bodies))
	}
}
