package mcpserver_test

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"eyeline/reader/mcpserver"
)

// batchPage is a page, in bytes, of which a hundred have more than may be unsent.
const batchPage = 39_000

// withWide is a folder with a file whose first 950 lines make a page: 100 such pages have more bytes than may be unsent.
func withWide(t *testing.T) string {
	t.Helper()
	dir := folder(t)
	text := strings.Repeat("a line of some more text\n", 2000)
	if err := os.WriteFile(filepath.Join(dir, "wide.txt"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// batchOfCalls is a batch of calls that read a page each.
func batchOfCalls(n int) string {
	calls := make([]string, n)
	for id := range calls {
		calls[id] = fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call",`+
			`"params":{"name":"read_lines","arguments":{"path":"wide.txt","lines":950}}}`, id)
	}
	return "[" + strings.Join(calls, ",") + "]"
}

// TestBatchOverHTTP: all calls of a batch are answered, also where their answers have more bytes than may be unsent,
// and one with a message too many is refused as a whole.
func TestBatchOverHTTP(t *testing.T) {
	s := sited(t, mcpserver.Options{Root: withWide(t), Page: batchPage})
	c := s.send(overHTTP(s.host, "2025-03-26", batchOfCalls(100), "Connection: close"))
	_ = c.SetReadDeadline(time.Now().Add(time.Minute))
	got, err := io.ReadAll(c)
	if n := strings.Count(string(got), "L900: a line"); n != 100 || err != nil {
		t.Errorf("%d answers, %v", n, err)
	}
	if left := mcpserver.Unsent(s.server); left != 0 {
		t.Errorf("%d bytes are unsent at the end", left)
	}
	for _, batch := range []string{batchOfCalls(101), "[" + strings.Repeat("{},", 1<<20) + "{}]"} {
		c = s.send(overHTTP(s.host, "2025-03-26", batch, "Connection: close"))
		got, err = io.ReadAll(c)
		if want := `"id":null,"error":{"code":-32600,"message":"a batch has 100 messages at most"}`; !strings.Contains(string(got), want) ||
			!strings.HasPrefix(string(got), "HTTP/1.1 400 ") {
			t.Errorf("%.500s, %v", got, err)
		}
	}
	if got := s.status(overHTTP(s.host, "2025-06-18", batchOfCalls(2))); got != http.StatusBadRequest {
		t.Errorf("status %d in a version without batches", got)
	}
}

// TestManyBatches: no more than some batches are taken at once, and a call beside them is answered.
func TestManyBatches(t *testing.T) {
	t.Parallel()
	s := sited(t, mcpserver.Options{Root: withBig(t)})
	for range 8 {
		_ = s.send(overHTTP(s.host, "2025-03-26", "["+longCall("1", "")+","+longCall("2", "")+"]"))
	}
	s.atWork(16)
	if got := s.status(overHTTP(s.host, "2025-03-26", batchOfCalls(2))); got != http.StatusServiceUnavailable {
		t.Errorf("status %d for one batch more", got)
	}
	for _, message := range []string{batchOfCalls(1), shortCall("1", "")} {
		if got := s.status(overHTTP(s.host, "2025-03-26", message)); got != http.StatusOK {
			t.Errorf("status %d for a single message", got)
		}
	}
}

// TestBatchByLines: in the versions that have batches each message of one is answered, and a wrong one is refused.
func TestBatchByLines(t *testing.T) {
	t.Parallel()
	const ping = `{"jsonrpc":"2.0","id":9,"method":"ping"}`
	for _, version := range []string{"2024-11-05", "2025-03-26"} {
		w := wired(t, mcpserver.Options{Root: withWide(t), Page: batchPage})
		w.send("["+ping+"]", `"code":-32600`) // no handshake has said that there are batches
		w.send(initialize(version), `"result"`)
		w.send(`[{"jsonrpc":"2.0","method":"notifications/initialized"}]`, "")
		go func() { _, _ = io.WriteString(w.to, batchOfCalls(100)+"\n") }()
		for n := range 100 {
			if got, err := w.out.ReadString('\n'); err != nil || !strings.Contains(got, "L900: a line") {
				t.Fatalf("answer %d: %.300s, %v", n, got, err)
			}
		}
		w.send(batchOfCalls(101), "a batch has 100 messages at most")
		w.send("[]", `"code":-32600`)
		w.send("[7]", `"code":-32600`)
		w.send("[["+ping+"]]", `"code":-32600`)
		w.send("["+ping, `"code":-32700`)
		w.send("["+ping+"]", `"id":9,"result"`)
		w.send(ping, `"id":9,"result"`)
	}
	w := greeted(t, folder(t))
	w.send("["+ping+"]", `"code":-32600`)
}
