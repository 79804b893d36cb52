package tap

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"eyeline/reader/longtest"
)

// TestLongRequests: two requests of 50 MB at once reach the model as they are, and are recorded whole.
func TestLongRequests(t *testing.T) {
	longtest.SkipUnlessLong(t)
	const size = 50 << 20
	p, m, record := tapped(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok") })
	var both sync.WaitGroup
	sent := map[string]struct{}{}
	for _, letter := range []string{"a", "b"} {
		body := `{"model":"m","messages":[{"role":"user","content":"` + strings.Repeat(letter, size) + `"}]}`
		sent[body] = struct{}{}
		both.Go(func() {
			status, _, got, err := ask(t, p.URL()+"/v1/messages", body)
			if err != nil || status != http.StatusOK || string(got) != "ok" {
				t.Error(status, string(got), err)
			}
		})
	}
	both.Wait()
	if err := p.Close(); err != nil || p.Recorded() != 2 {
		t.Errorf("%d recorded, %v", p.Recorded(), err)
	}
	for _, body := range m.bodies {
		sum := sha256.Sum256(body)
		if _, ok := sent[string(body)]; !ok || !bytes.Contains(record.Bytes(), []byte(hex.EncodeToString(sum[:]))) {
			t.Errorf("%d bytes that begin with %.60s", len(body), body)
		}
		delete(sent, string(body))
	}
	if len(sent) > 0 || record.Len() < 2*size {
		t.Errorf("%d bodies did not come, %d bytes recorded", len(sent), record.Len())
	}
}
