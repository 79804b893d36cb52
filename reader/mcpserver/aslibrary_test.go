package mcpserver_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"eyeline/reader/mcpserver"
	"eyeline/reader/tools"
)

// TestAsTheLibrary: what is a plain call, and what is only almost one, is answered as the library does.
func TestAsTheLibrary(t *testing.T) {
	t.Parallel()
	root, tool := folder(t), tools.Default(tools.ModeBlock)
	o, name := mcpserver.Options{Root: root, Tools: []*tools.Tool{tool}}, mcpserver.Name(tool)
	file := string(tools.Encode(root + "/a.go"))
	call := func(params string) string {
		return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":` + params + `}`
	}
	with := func(members string) string {
		return `{"jsonrpc":"2.0",` + members + `,"method":"tools/call","params":{"name":"read_lines","arguments":{"path":"crlf.txt"}}}`
	}
	sessionless := func(meta string) string {
		return call(`{"name":"read_lines","arguments":{"path":"a.go"},"_meta":{` + meta + `}}`)
	}
	key := func(name, value string) string { return `"io.modelcontextprotocol/` + name + `":` + value }
	newer, able := key("protocolVersion", `"2026-07-28"`), key("clientCapabilities", "{}")
	who := key("clientInfo", `{"name":"x","version":"1"}`)
	for _, line := range []string{
		sessionless(newer + "," + able + "," + who),
		sessionless(newer + "," + able),
		sessionless(newer + "," + able + `,"progressToken":null`),
		sessionless(newer + "," + able + `,"other":1`),
		sessionless(newer + "," + who),
		sessionless(newer),
		sessionless(able),
		sessionless(newer + "," + key("clientCapabilities", "null")),
		sessionless(newer + "," + key("clientCapabilities", "[]")),
		sessionless(newer + "," + key("clientCapabilities", `{"roots":{"listChanged":true},"sampling":{}}`)),
		sessionless(newer + "," + key("clientCapabilities", `{"roots":7}`)),
		sessionless(newer + "," + key("clientCapabilities", `{"x":{}}`)),
		sessionless(newer + "," + able + "," + key("clientInfo", "null")),
		sessionless(newer + "," + able + "," + key("clientInfo", "7")),
		sessionless(newer + "," + able + "," + key("clientInfo", `{"name":7}`)),
		sessionless(newer + "," + able + "," + key("logLevel", `"debug"`)),
		sessionless(newer + "," + able + "," + key("other", "1")),
		sessionless(key("protocolVersion", `"2025-06-18"`) + "," + able),
		sessionless(key("protocolVersion", `"2031-01-01"`) + "," + able),
		sessionless(key("protocolVersion", `7`) + "," + able),
		strings.Replace(sessionless(newer+","+able), "a.go", "none.go", 1),
		strings.Replace(sessionless(newer+","+able), "read_lines", "none", 1),
		strings.Replace(sessionless(newer+","+able), `"a.go"`, `7`, 1),
		call(`{"name":"read_lines","arguments":{"path":"a.go","Line":5}}`),
		call(`{"name":"read_lines","arguments":{"path":"a.go","line":5,"LINE":6}}`),
		call(`{"name":"read_lines","arguments":{"path":"a.go","line":5,"line":6}}`),
		call(`{"name":"read_lines","name":"read_block","arguments":{"path":"a.go","line":5,"line":6}}`),
		call(`{"name":"read_lines","arguments":{"path":"a.go","line":5},"arguments":{"path":"a.go","lines":2}}`),
		call(`{"name":"read_lines","arguments":{"PATH":"a.go"}}`),
		call(`{"name":"read_lines","arguments":{"path":"a.go"},"x":1}`),
		call(`{"name":"read_block","arguments":{"path":"line"}}`),
		call(`{"Name":"read_lines","arguments":{"path":"a.go"}}`),
		call(`{"name":"read_lines","Arguments":{"path":"a.go"}}`),
		call(`{"name":"read_lines","arguments":[]}`),
		call(`{"name":"read_lines","arguments":null}`),
		call(`{"name":"read_lines","arguments":{}}`),
		call(`{"name":"read_lines"}`),
		call(`null`),
		call(`[]`),
		call(`{"name":"read_lines","arguments":{"path":null}}`),
		call(`{"name":"read_lines","arguments":{"path":"null"}}`),
		call(`{"name":"read_lines","arguments":{"path":"a.go","line":null}}`),
		call(`{"name":"read_block","arguments":{"path":"a.go","line":3,"levels":null}}`),
		call(`{"name":"read_lines","arguments":{"path":"\u0061.go"}}`),
		call(`{"name":"read_lines","arguments":{"\u0070ath":"a.go"}}`),
		call(`{"name":"read_lines","arguments":{"path":"\ud800.go"}}`),
		call("{\"name\":\"read_lines\",\"arguments\":{\"path\":\"\xff.go\"}}"),
		call("{\"name\":\"read_lines\",\"arguments\":{\"path\":\"a.go\"},\"_meta\":{\"\xff\":1}}"),
		call(`{"name":"read_lines","arguments":{"path":"a\/.go"}}`),
		call(`{"name":"read_lines","arguments":{"path":"a\u0000.go"}}`),
		call(`{"name":"read_lines","arguments":{"path":""}}`),
		call(`{"name":"read_lines","arguments":{"path":"a.go","line":-5}}`),
		call(`{"name":"read_lines","arguments":{"path":"a.go","line":1.0}}`),
		call(`{"name":"read_lines","arguments":{"path":"a.go","line":1e0}}`),
		call(`{"name":"read_lines","arguments":{"path":"a.go","line":1.5}}`),
		call(`{"name":"read_lines","arguments":{"path":"a.go","line":1e40}}`),
		call(`{"name":"read_lines","arguments":{"path":"a.go","line":9223372036854775808}}`),
		call(`{"name":"read_lines","arguments":{"path":"a.go","line":9007199254740993}}`),
		call(`{"name":"read_lines","arguments":{"path":"sub/b.txt","lines":9007199254740993}}`),
		call(`{"name":"read_lines","arguments":{"path":"a.go","line":-0}}`),
		call(`{"name":"read_lines","arguments":{"path":"a.go","line":"5"}}`),
		call(`{"name":"read_lines","arguments":{"path":"a.go","line":true}}`),
		call(`{"name":"read_lines","arguments":{"path":"a.go"},"_meta":null}`),
		call(`{"name":"read_lines","arguments":{"path":"a.go"},"_meta":[]}`),
		call(`{"name":"read_lines","arguments":{"path":"a.go"},"_meta":{"progressToken":null}}`),
		call(`{"name":"read_lines","arguments":{"path":"a.go"},"_meta":{"progressToken":1.5}}`),
		call(`{"name":"read_lines","arguments":{"path":"a.go"},"_meta":{"progressToken":{}}}`),
		call(`{"name":"` + name + `","arguments":[]}`),
		call(`{"name":"` + name + `","arguments":null}`),
		call(`{"name":"` + name + `","arguments":7}`),
		call(`{"name":"` + name + `"}`),
		call(`{"name":"` + name + `","arguments":{}}`),
		call(`{"name":"` + name + `","arguments":{"file_path":1}}`),
		call("{\"name\":\"" + name + "\",\"arguments\":{\"file_path\":\"\xff\"}}"),
		call(`{"name":"` + name + `","arguments":{"file_path":` + file + `,"offset":1e2}}`),
		call(`{"name":"` + name + `","arguments":{"file_path":` + file + `,"offset":2,"limit":3}}`),
		call(`{"name":"` + name + `", "arguments" : { "file_path" : ` + file + ` , "offset":2,"limit":3} }`),
		call(`{"name":"` + name + `","inputResponses":{},"arguments":{"file_path":` + file + `,"offset":2,"limit":3}}`),
		with(`"id":"a"`),
		with(`"id":"\u0061\"<"`),
		with(`"id":""`),
		with(`"id":-1`),
		with(`"id":0`),
		with(`"id":1,"id":2`),
		with(`"id":1,"result":{}`),
		with(`"id":1,"x":{}`),
		`{"jsonrpc":"2.0","id":1,"method":"tools\/call","params":{"name":"read_lines","arguments":{"path":"crlf.txt"}}}`,
	} {
		lines := answered(t, o, line, func(s *mcpserver.Server, in io.ReadCloser, out io.WriteCloser) error {
			return s.RunOn(context.Background(), in, out)
		})
		library := answered(t, o, line, func(s *mcpserver.Server, in io.ReadCloser, out io.WriteCloser) error {
			return s.Run(context.Background(), &mcp.IOTransport{Reader: in, Writer: out})
		})
		if !reflect.DeepEqual(lines, library) {
			t.Errorf("%q: %.300v; the library: %.300v", line, lines, library)
		}
	}
}

// TestLargeIDs: an ID beyond the doubles comes back as it was sent, which the library's does not.
func TestLargeIDs(t *testing.T) {
	t.Parallel()
	line := `{"jsonrpc":"2.0","id":9007199254740993,"method":"tools/call","params":{"name":"read_lines","arguments":{"path":"a.go"}}}`
	answer := answered(t, mcpserver.Options{Root: folder(t)}, line, func(s *mcpserver.Server, in io.ReadCloser, out io.WriteCloser) error {
		return s.RunOn(context.Background(), in, out)
	})
	if got := answer["id"]; got != json.Number("9007199254740993") {
		t.Errorf("%v", got)
	}
}

// answered is the answer to a line behind a handshake.
func answered(
	t *testing.T, o mcpserver.Options, line string, run func(*mcpserver.Server, io.ReadCloser, io.WriteCloser) error,
) (answer map[string]any) {
	t.Helper()
	s, err := mcpserver.New(o)
	if err != nil {
		t.Fatal(err)
	}
	in, to := io.Pipe()
	from, out := io.Pipe()
	go func() {
		_ = run(s, in, out)
		_, _ = in.Close(), out.Close()
		s.Close()
	}()
	lines := bufio.NewReaderSize(from, 1<<20)
	_, _ = io.WriteString(to, initialize("2025-06-18")+"\n")
	_, _ = lines.ReadString('\n')
	_, _ = io.WriteString(to, `{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n"+line+"\n")
	got, err := lines.ReadString('\n')
	_, _ = to.Close(), from.Close()
	numbers := json.NewDecoder(strings.NewReader(got))
	numbers.UseNumber()
	if err != nil || numbers.Decode(&answer) != nil {
		t.Errorf("%q: %q, %v", line, got, err)
	}
	return answer
}
