package mcpserver_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"eyeline/reader/mcpserver"
)

// TestIDs: an ID is answered as it was sent, or refused, on each way through the server.
func TestIDs(t *testing.T) {
	t.Parallel()
	const refused = `"code":-32`
	root := folder(t)
	w, s := greeted(t, root), sited(t, mcpserver.Options{Root: root})
	for id, is := range map[string]string{
		`1`: `"result"`, `0`: `"result"`, `-1`: `"result"`, `"a"`: `"result"`, `""`: `"result"`, `"ä"`: `"result"`, `9007199254740991`: `"result"`,
		`1.5`: refused, `-0.5`: refused, `1e30`: refused, `9007199254740993.0`: refused, `-99999999999999999999`: refused,
		"\"\xff\"": refused, "\"a\xc3\"": refused, `true`: refused, `{}`: refused, `[1]`: refused, `null`: refused,
	} {
		for _, rest := range []string{
			`"method":"ping"`,
			`"method":"tools/call","params":{"name":"read_lines","arguments":{"path":"crlf.txt"}}`,
			`"method":"tools/call","params":{"name":"read_lines","arguments":{"path":"crlf.txt"},"other":1}`,
		} {
			message := `{"jsonrpc":"2.0","id":` + id + `,` + rest + `}`
			want, status := `"id":`+id+`,`+is, http.StatusOK
			if is == refused {
				want, status = is, http.StatusBadRequest
			}
			w.send(message, want)
			if got := s.status(overHTTP(s.host, "2025-06-18", message)); got != status {
				t.Errorf("%s: status %d, want %d", message, got, status)
			}
		}
	}
	c := s.send(overHTTP(s.host, "2025-03-26", `[`+shortCall("1", "")+`,`+shortCall("2.5", "")+`]`, "Connection: close"))
	if got, err := io.ReadAll(c); err != nil || !strings.Contains(string(got), `"id":null,"error":{"code":-32600`) {
		t.Errorf("%s, %v", got, err)
	}
	const token = "\"progressToken\":\"\xff\""
	c = s.send(overHTTP(s.host, "2025-06-18", shortCall("1", token), "Connection: close"))
	if got, err := io.ReadAll(c); err != nil || strings.Contains(string(got), "\xff") {
		t.Errorf("%q, %v", got, err)
	}
}
