//go:build unix

package mcpserver_test

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"eyeline/reader/longtest"
	"eyeline/reader/mcpserver"
	"eyeline/reader/tools"
)

// lazily sends a request on a connection whose client has little room for the answer, of which it reads a part every so
// often; 0: nothing.
func (s *site) lazily(request string, part int, every time.Duration) {
	s.t.Helper()
	c := s.send("")
	if err := c.(*net.TCPConn).SetReadBuffer(4096); err != nil {
		s.t.Fatal(err)
	}
	if _, err := io.WriteString(c, request); err != nil {
		s.t.Fatal(err)
	}
	if every > 0 {
		go func() {
			for b := make([]byte, part); ; time.Sleep(every) {
				if _, err := io.ReadFull(c, b); err != nil {
					return
				}
			}
		}()
	}
}

// TestClientsThatDoNotRead: clients without a session that do not read, or hardly, hold an ordinary call up for no more
// than a second, however many they are, in each version of the protocol.
func TestClientsThatDoNotRead(t *testing.T) {
	longtest.SkipUnlessLong(t)                 // under the race detector too little is made in the time
	whole, _ := tools.Lookup("mcp_filesystem") // it gives files whole
	root := folder(t)
	path := filepath.Join(root, "long.txt")
	if err := os.WriteFile(path, bytes.Repeat([]byte("\x01\x01\x01\n"), 900_000), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, is := range map[string]struct {
		version string
		part    int
		every   time.Duration
	}{
		"nothing": {version: newest}, "nothing, with a handshake": {version: "2025-06-18"},
		"a little": {newest, 8 << 10, 100 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			s := sited(t, mcpserver.Options{Root: root, Tools: []*tools.Tool{whole}})
			for id := range 40 {
				call := `"method":"tools/call","params":{"name":"mcp_filesystem","arguments":{"path":"` + path + `"},`
				message := `{"jsonrpc":"2.0","id":` + strconv.Itoa(id) + `,` + call +
					`"_meta":{` + metaOf(is.version) + `}}}`
				request := overHTTP(s.host, is.version, message)
				request = strings.Replace(request, "Mcp-Name: read_lines", "Mcp-Name: mcp_filesystem", 1)
				s.lazily(request, is.part, is.every)
			}
			end := time.Now().Add(20 * time.Second)
			for mcpserver.Unsent(s.server) < mcpserver.MaxUnsent {
				if time.Sleep(time.Millisecond); time.Now().After(end) {
					t.Fatalf("only %d bytes are unsent", mcpserver.Unsent(s.server))
				}
			}
			for range 3 {
				from := time.Now()
				c := s.send(overHTTP(s.host, is.version, shortCall("7", metaOf(is.version))))
				got, err := http.ReadResponse(bufio.NewReader(c), nil)
				if err != nil {
					t.Fatal(err)
				}
				text, err := io.ReadAll(got.Body)
				took := time.Since(from)
				if err != nil || !strings.Contains(string(text), "L1: one") {
					t.Fatalf("%.300s, %v", text, err)
				}
				if t.Logf("it took %v", took); took > 20*time.Second {
					t.Error("it took long") // on a machine that is busy with other things, too
				}
			}
		})
	}
}
