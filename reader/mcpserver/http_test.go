package mcpserver_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"eyeline/reader/longtest"
	"eyeline/reader/mcpserver"
)

// newest is the newest version of the protocol, which has no handshake; newestMeta is what its calls say instead.
const (
	newest     = "2026-07-28"
	newestMeta = `"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},` +
		`"io.modelcontextprotocol/clientInfo":{"name":"x","version":"1"}`
)

// versions are all versions of the protocol that the server speaks.
var versions = []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", newest}

// metaOf is what a call says of its version.
func metaOf(version string) string {
	if version == newest {
		return newestMeta
	}
	return ""
}

// shortCall is a call that is answered at once.
func shortCall(id, meta string) string {
	return `{"jsonrpc":"2.0","id":` + id + `,"method":"tools/call","params":{"name":"read_lines","arguments":{"path":"crlf.txt"},"_meta":{` + meta + `}}}`
}

// overHTTP is a message as a request, with headers.
func overHTTP(host, version, message string, headers ...string) string {
	method := "tools/call"
	if strings.Contains(message, "notifications/cancelled") {
		method = "notifications/cancelled"
	}
	return "POST / HTTP/1.1\r\nHost: " + host + "\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n" +
		"MCP-Protocol-Version: " + version + "\r\nMcp-Method: " + method + "\r\nMcp-Name: read_lines\r\n" +
		strings.Join(append(headers, ""), "\r\n") + fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(message), message)
}

// site is a server over HTTP.
type site struct {
	t      *testing.T
	server *mcpserver.Server
	host   string
}

func sited(t *testing.T, o mcpserver.Options) *site {
	t.Helper()
	s, err := mcpserver.New(o)
	if err != nil {
		t.Fatal(err)
	}
	at := httptest.NewServer(s.Handler("served.example"))
	t.Cleanup(func() {
		at.CloseClientConnections()
		s.Close()
		at.Close()
	})
	return &site{t, s, strings.TrimPrefix(at.URL, "http://")}
}

// send sends a request on a connection of its own.
func (s *site) send(request string) net.Conn {
	s.t.Helper()
	c, err := net.Dial("tcp", s.host)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = c.Close() })
	if _, err := io.WriteString(c, request); err != nil {
		s.t.Fatal(err)
	}
	return c
}

// status is the status of the answer to a request.
func (s *site) status(request string) int {
	s.t.Helper()
	c := s.send(request)
	defer c.Close()
	got, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		s.t.Fatalf("%.300s: %v", request, err)
	}
	_, _ = io.Copy(io.Discard, got.Body)
	return got.StatusCode
}

// atWork waits until so many calls are at work.
func (s *site) atWork(n int) {
	s.t.Helper()
	for end := time.Now().Add(20 * time.Second); mcpserver.AtWork(s.server) != n; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			s.t.Fatalf("%d calls are at work, want %d", mcpserver.AtWork(s.server), n)
		}
	}
}

// TestCallsEndWithTheirConnection: in each version of the protocol.
func TestCallsEndWithTheirConnection(t *testing.T) {
	t.Parallel()
	s := sited(t, mcpserver.Options{Root: withBig(t)})
	for _, version := range versions {
		c := s.send(overHTTP(s.host, version, longCall("1", metaOf(version))))
		s.atWork(1)
		_ = c.Close()
		s.atWork(0)
	}
}

// TestCallsEndWhenGivenUp: in each version of the protocol, and no call of another session or ID ends.
func TestCallsEndWhenGivenUp(t *testing.T) {
	t.Parallel()
	const mine, theirs = "Mcp-Session-Id: mine", "Mcp-Session-Id: theirs"
	s := sited(t, mcpserver.Options{Root: withBig(t)})
	for _, version := range versions {
		_ = s.send(overHTTP(s.host, version, longCall("1", metaOf(version)), mine))
		_ = s.send(overHTTP(s.host, version, longCall("1", metaOf(version)), theirs))
		s.atWork(2)
		s.cancel(version, "2", mine)
		s.cancel(version, `"1"`, mine)
		s.cancel(version, "1", "Mcp-Session-Id: nobody")
		s.cancel(version, "1")
		time.Sleep(20 * time.Millisecond)
		s.atWork(2)
		s.cancel(version, "1", mine)
		s.atWork(1)
		s.cancel(version, "1", theirs)
		s.atWork(0)
	}
}

// cancel gives a call up.
func (s *site) cancel(version, id string, headers ...string) {
	s.t.Helper()
	message := `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":` + id + `}}`
	if got := s.status(overHTTP(s.host, version, message, headers...)); got != http.StatusAccepted {
		s.t.Errorf("%s: status %d", version, got)
	}
}

// TestALateCancelEndsNothing: a client without a session gives a call up that has ended, and the call of another client
// with the same ID goes on, in each version of the protocol.
func TestALateCancelEndsNothing(t *testing.T) {
	t.Parallel()
	s := sited(t, mcpserver.Options{Root: withBig(t)})
	for _, version := range versions {
		if got := s.status(overHTTP(s.host, version, shortCall("1", metaOf(version)))); got != http.StatusOK {
			t.Errorf("%s: status %d", version, got)
		}
		other := s.send(overHTTP(s.host, version, longCall("1", metaOf(version))))
		s.atWork(1)
		s.cancel(version, "1")
		time.Sleep(50 * time.Millisecond)
		s.atWork(1)
		_ = other.Close()
		s.atWork(0)
	}
}

// TestABatchEndsWithItsCalls: a batch, which one version has, ends when all of its calls are given up, and the end of a
// session ends its calls.
func TestABatchEndsWithItsCalls(t *testing.T) {
	t.Parallel()
	s := sited(t, mcpserver.Options{Root: withBig(t)})
	_ = s.send(overHTTP(s.host, "2025-03-26", "["+longCall("1", "")+","+longCall("2", "")+"]", "Mcp-Session-Id: a"))
	s.atWork(2)
	for _, id := range []string{"1", "2"} {
		message := `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":` + id + `}}`
		s.status(overHTTP(s.host, "2025-03-26", message, "Mcp-Session-Id: a"))
	}
	s.atWork(0)
	_ = s.send(overHTTP(s.host, "2025-06-18", longCall("1", ""), "Mcp-Session-Id: b"))
	s.atWork(1)
	if got := s.status("DELETE / HTTP/1.1\r\nHost: " + s.host + "\r\nMcp-Session-Id: b\r\n\r\n"); got != http.StatusNoContent {
		t.Errorf("status %d", got)
	}
	s.atWork(0)
}

// TestForeignRequests: what a page of another site sends is refused, and so is a name that was made to lead here.
func TestForeignRequests(t *testing.T) {
	t.Parallel()
	s := sited(t, mcpserver.Options{Root: folder(t)})
	_, port, err := net.SplitHostPort(s.host)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		host, origin string
		status       int
	}{
		{s.host, "", http.StatusOK},
		{"localhost:" + port, "", http.StatusOK},
		{"[::1]:" + port, "", http.StatusOK},
		{"served.example:" + port, "", http.StatusOK},
		{"SERVED.example", "", http.StatusOK},
		{s.host, "http://" + s.host, http.StatusOK},
		{s.host, "https://" + s.host, http.StatusOK},
		{s.host, "http://evil.example", http.StatusForbidden},
		{s.host, "http://evil.example:" + port, http.StatusForbidden},
		{s.host, "http://" + s.host + ".evil.example", http.StatusForbidden},
		{s.host, "http://" + s.host + "@evil.example", http.StatusForbidden},
		{s.host, "http://127.0.0.1:1", http.StatusForbidden},
		{s.host, "null", http.StatusForbidden},
		{s.host, "file://", http.StatusForbidden},
		{s.host, "%zz", http.StatusForbidden},
		{"evil.example", "", http.StatusForbidden},
		{"evil.example:" + port, "http://evil.example:" + port, http.StatusForbidden},
		{"127.0.0.1.evil.example", "", http.StatusForbidden},
		{"localhost.evil.example", "", http.StatusForbidden},
		{"10.0.0.1", "", http.StatusForbidden},
		{"", "", http.StatusForbidden},
	} {
		var headers []string
		if c.origin != "" {
			headers = []string{"Origin: " + c.origin}
		}
		if got := s.status(overHTTP(c.host, "2025-06-18", shortCall("1", ""), headers...)); got != c.status {
			t.Errorf("host %q, origin %q: status %d, want %d", c.host, c.origin, got, c.status)
		}
	}
}

// TestHalfRequests: connections whose client sends half a header or half a body are closed, and a call that takes
// longer than a request may is answered.
func TestHalfRequests(t *testing.T) {
	longtest.SkipUnlessLong(t)
	const patience = 300 * time.Millisecond
	s := sited(t, mcpserver.Options{Root: withBig(t), Patience: patience})
	long := s.send(overHTTP(s.host, "2025-06-18", longCall("1", "")))
	s.atWork(1)
	request := overHTTP(s.host, "2025-06-18", shortCall("1", ""))
	var all []net.Conn
	for range 500 {
		all = append(all, s.send(request[:len(request)-10]))
	}
	for n, c := range all {
		_ = c.SetReadDeadline(time.Now().Add(20 * time.Second))
		got, err := io.ReadAll(c)
		if err != nil || !strings.Contains(string(got), "408 Request Timeout") {
			t.Fatalf("connection %d: %q, %v", n, got, err)
		}
	}
	time.Sleep(patience)
	s.atWork(1)
	_ = long.Close()
	s.atWork(0)
}

// TestLongRequests: of requests that are long only a few are held at once, and one that is too long is refused.
func TestLongRequests(t *testing.T) {
	t.Parallel()
	s := sited(t, mcpserver.Options{Root: folder(t)})
	body := strings.Replace(shortCall("1", ""), "crlf.txt", strings.Repeat("x", 1<<20), 1)
	request := overHTTP(s.host, "2025-06-18", body)
	held := 0
	for range 10 {
		_ = s.send(request[:len(request)-10])
	}
	time.Sleep(200 * time.Millisecond)
	if held = s.status(request); held != http.StatusServiceUnavailable {
		t.Errorf("status %d with ten others", held)
	}
	s = sited(t, mcpserver.Options{Root: folder(t)})
	if got := s.status(request); got != http.StatusOK {
		t.Errorf("status %d alone", got)
	}
	body = strings.Replace(body, "xx", strings.Repeat("x", 4<<20), 1)
	if got := s.status(overHTTP(s.host, "2025-06-18", body)); got != http.StatusRequestEntityTooLarge {
		t.Errorf("status %d", got)
	}
}

// TestEventsOverHTTP: a client that wants to hear of the progress of a call hears of it, and then gets the answer, as
// events; one that does not gets the answer alone.
func TestEventsOverHTTP(t *testing.T) {
	t.Parallel()
	longtest.SkipUnlessLong(t)
	s := sited(t, mcpserver.Options{Root: withBig(t)})
	for _, version := range versions {
		meta := `"progressToken":"a"`
		if version == newest {
			meta += "," + newestMeta
		}
		c := s.send(overHTTP(s.host, version, shortCall("7", meta)))
		got, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			t.Fatal(err)
		}
		text, err := bufio.NewReader(got.Body).ReadString('}')
		if kind := got.Header.Get("Content-Type"); kind != "text/event-stream" || err != nil {
			t.Errorf("%s: %s, %v", version, kind, err)
		}
		if !strings.HasPrefix(text, "event: message\ndata: {") {
			t.Errorf("%s: %q", version, text)
		}
		_ = c.Close()
		c = s.send(overHTTP(s.host, version, longCall("8", meta)))
		got, err = http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			t.Fatal(err)
		}
		text, err = bufio.NewReader(got.Body).ReadString('}')
		if err != nil || !strings.Contains(text, `"progressToken":"a"`) {
			t.Errorf("%s: %q, %v", version, text, err)
		}
		_ = c.Close()
		s.atWork(0)
	}
}

// TestHeadersOverHTTP: a call of the newest version whose headers say something else than its body is refused.
func TestHeadersOverHTTP(t *testing.T) {
	t.Parallel()
	s := sited(t, mcpserver.Options{Root: folder(t)})
	request := overHTTP(s.host, newest, shortCall("1", newestMeta))
	if got := s.status(request); got != http.StatusOK {
		t.Errorf("status %d", got)
	}
	for _, change := range [][2]string{
		{"Mcp-Name: read_lines", "Mcp-Name: outline"},
		{"Mcp-Name: read_lines\r\n", ""},
		{"Mcp-Method: tools/call", "Mcp-Method: tools/list"},
		{"MCP-Protocol-Version: " + newest, "MCP-Protocol-Version: 2025-06-18"},
		{"MCP-Protocol-Version: " + newest + "\r\n", ""},
		{"Content-Type: application/json", "Content-Type: text/plain"},
		{"Accept: application/json, text/event-stream", "Accept: text/html"},
	} {
		changed := strings.Replace(request, change[0], change[1], 1)
		if got := s.status(changed); changed == request || got/100 != 4 {
			t.Errorf("%q: status %d", change, got)
		}
	}
}
