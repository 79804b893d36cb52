package mcpserver_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"eyeline/reader/mcpserver"
	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"
)

// wire is a client of a server that writes and reads lines.
type wire struct {
	t   *testing.T
	to  io.WriteCloser
	out *bufio.Reader
	end chan error
}

func wired(t *testing.T, o mcpserver.Options) *wire {
	t.Helper()
	s, err := mcpserver.New(o)
	if err != nil {
		t.Fatal(err)
	}
	in, to := io.Pipe()
	from, out := io.Pipe()
	w := &wire{t, to, bufio.NewReaderSize(from, 1<<20), make(chan error, 1)}
	go func() {
		err := s.RunOn(context.Background(), in, out)
		_, _ = out.Close(), in.Close()
		s.Close()
		w.end <- err
	}()
	t.Cleanup(func() { _, _ = to.Close(), from.Close() })
	return w
}

// send writes a line, and expects is in the next answer.
func (w *wire) send(line, is string) {
	w.t.Helper()
	if _, err := io.WriteString(w.to, line+"\n"); err != nil {
		w.t.Fatalf("%.100s: %v", line, err)
	}
	if is == "" {
		return
	}
	got, err := w.out.ReadString('\n')
	if err != nil || !strings.Contains(got, is) || !json.Valid([]byte(got)) {
		w.t.Errorf("%.100s: %.300s, %v; want %s", line, got, err, is)
	}
}

// initialize is the first message of a client of a version of the protocol.
func initialize(version string) string {
	return `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"` + version +
		`","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`
}

// TestBadMessages: each is answered with one error, and the server lives.
func TestBadMessages(t *testing.T) {
	w := wired(t, mcpserver.Options{Root: folder(t)})
	w.send("garbage", `"code":-32700`)
	w.send("\x00\xff\xfe", `"code":-32700`)
	w.send("", `"code":-32700`)
	w.send(initialize("1999-01-01"), `"protocolVersion":"2025-`)
	w.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`, "")
	for line, is := range map[string]string{
		"[]": `"code":-32600`,
		`[{"jsonrpc":"2.0","id":1,"method":"ping"}]`: `"code":-32600`,
		`7`: `"code":-32600`,
		`{"jsonrpc":"1.0","id":1,"method":"ping"}`:                                `"code":-32600`,
		`{"jsonrpc":"2.0","id":1}`:                                                `"code":-32600`,
		`{"jsonrpc":"2.0","id":1,"method":"ping"`:                                 `"code":-32700`,
		`{"jsonrpc":"2.0","id":1,"method":"` + strings.Repeat("x", 5<<20) + `"}`:  "longer than 4194304 bytes",
		`{"jsonrpc":"2.0","id":1,"method":"nothing/such"}`:                        `"code":-32601`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"none"}}`: `"code":-32602`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":7}`:               `"error"`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"outline","arguments":` + strings.Repeat("[", 9000) + strings.Repeat("]", 9000) + `}}`: `"code":-32600`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read_lines","arguments":{"path":"a\u0000b"}}}`:                                        `"isError":true`,
	} {
		w.send(line, is)
		w.send(`{"jsonrpc":"2.0","id":9,"method":"ping"}`, `"id":9`)
	}
}

// TestVersions: clients of each version of the protocol are served, and no call without a handshake, or of a version that
// is not known.
func TestVersions(t *testing.T) {
	for _, version := range []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"} {
		w := wired(t, mcpserver.Options{Root: folder(t)})
		w.send(initialize(version), `"protocolVersion":"`+version+`"`)
		w.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`, "")
		w.send(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read_lines","arguments":{"path":"crlf.txt"}}}`, `L1: one`)
	}
	for _, version := range []string{"2026-07-28", "2031-01-01"} { // without a handshake
		c := connectedBy(t, mcpserver.Options{Root: folder(t)}, version, nil, byLines)
		if got, want := c.InitializeResult().ProtocolVersion, "2026-07-28"; got != want {
			t.Errorf("%s: the version is %s", version, got)
		}
		if got, refused := called(t, c, "read_lines", map[string]any{"path": "crlf.txt"}); !strings.HasPrefix(got[0], "L1: one") || refused {
			t.Errorf("%s: %q", version, got)
		}
	}
	w := wired(t, mcpserver.Options{Root: folder(t)})
	call := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read_lines","arguments":{"path":"crlf.txt"}`
	w.send(call+"}}", "is invalid during session initialization")
	w.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`, "") // of no handshake
	w.send(call+"}}", "is invalid during session initialization")
	w.send(call+`,"_meta":{"io.modelcontextprotocol/protocolVersion":"2031-01-01","io.modelcontextprotocol/clientCapabilities":{}}}}`, "unsupported protocol version")
}

// TestAClientThatVanishes: the server ends, also in the middle of a message, and leaves no file open.
func TestAClientThatVanishes(t *testing.T) {
	root := folder(t)
	open := func() int {
		entries, _ := os.ReadDir("/proc/self/fd")
		return len(entries)
	}
	before := 0
	for n := range 20 {
		w := wired(t, mcpserver.Options{Root: root})
		w.send(initialize("2025-06-18"), `"result"`)
		w.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`, "")
		_, _ = fmt.Fprintf(w.to, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"outline","arguments":{"path":"one.json"}}}`+"\n{\"half")
		_ = w.to.Close()
		go func() { _, _ = io.Copy(io.Discard, w.out) }()
		select {
		case <-w.end:
		case <-time.After(20 * time.Second):
			t.Fatal("the server goes on")
		}
		if n == 0 {
			before = open()
		}
	}
	if after := open(); after > before+1 {
		t.Errorf("%d files are open, %d before", after, before)
	}
}

// TestLinksThatAreSwapped: a file or folder that becomes a link out of the root between being looked at and being read
// gives nothing of what is outside, by any read.
func TestLinksThatAreSwapped(t *testing.T) {
	swapped := toolstest.Swap(t)
	c := connected(t, mcpserver.Options{Root: swapped.Root, Tools: tools.All()})
	reads := []func(path string) (string, any){}
	for _, name := range own {
		reads = append(reads, func(path string) (string, any) {
			args := map[string]any{"path": path}
			switch name {
			case "read_block":
				args["line"] = 1
			case "read_budget":
				args["tokens"] = 50
			}
			return name, args
		})
	}
	for _, tool := range tools.All() {
		reads = append(reads, func(path string) (string, any) {
			if tool.Paths == tools.PathAbsolute {
				path = swapped.Root + "/" + path
			}
			return mcpserver.Name(tool), tools.BuildArgs(tool, path, nil)
		})
	}
	inside := 0
	for n := range toolstest.Answers(t, 20) * len(reads) {
		name, args := reads[n%len(reads)](swapped.Paths[n/len(reads)%len(swapped.Paths)])
		texts, refused := called(t, c, name, args)
		text := strings.ReplaceAll(strings.Join(texts, "\n"), swapped.Root, "")
		if strings.Contains(text, strings.TrimSpace(toolstest.OutsideLine)) || strings.Contains(text, fmt.Sprint(toolstest.OutsideLines)) {
			t.Fatalf("%s %s gives what is outside: %.300q", name, args, text)
		}
		if !refused && strings.Contains(text, strings.TrimSpace(toolstest.Inside)) {
			inside++
		}
	}
	if inside < 10*len(reads)/2 {
		t.Errorf("only %d answers are of a file inside", inside)
	}
}

// TestHTTP: clients over HTTP get the same, and a page of another site gets nothing.
func TestHTTP(t *testing.T) {
	s, err := mcpserver.New(mcpserver.Options{Root: folder(t)})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	at := httptest.NewServer(s.Handler())
	defer at.Close()
	ctx := context.Background()
	client := mcp.NewClient(&mcp.Implementation{Name: "test"}, nil)
	c, err := client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: at.URL}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	got, refused := called(t, c, "read_lines", map[string]any{"path": "a.go", "line": 11, "lines": 2})
	if got[0] != "L11: \tprintln(2)\nL12: }" || refused {
		t.Errorf("%q", got)
	}
	if got, refused := called(t, c, "outline", map[string]any{"path": "up/secret.txt"}); !refused {
		t.Errorf("%q", got)
	}
}

// TestCancelled: a call that its client gives up ends.
func TestCancelled(t *testing.T) {
	root := folder(t)
	big, err := os.Create(filepath.Join(root, "big.txt"))
	if err == nil {
		err = big.Truncate(1 << 38) // blocks of it are holes
	}
	if err != nil {
		t.Skip(err)
	}
	_ = big.Close()
	c := connected(t, mcpserver.Options{Root: root})
	ctx, stop := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer stop()
	_, err = c.CallTool(ctx, &mcp.CallToolParams{Name: "read_lines", Arguments: map[string]any{"path": "big.txt", "line": 9}})
	if err == nil {
		t.Error("a call of 256 GiB ended")
	}
	if got, _ := called(t, c, "read_lines", map[string]any{"path": "crlf.txt"}); !strings.HasPrefix(got[0], "L1: one") {
		t.Errorf("%q", got)
	}
}

// TestProgress: a client that asks for it hears of a call that takes long.
func TestProgress(t *testing.T) {
	root := folder(t)
	big, err := os.Create(filepath.Join(root, "big.txt"))
	if err == nil {
		err = big.Truncate(1 << 38)
	}
	if err != nil {
		t.Skip(err)
	}
	_ = big.Close()
	for name, to := range map[string]func(*mcpserver.Server) mcp.Transport{"lines": byLines, "library": byLibrary} {
		t.Run(name, func(t *testing.T) { hearProgress(t, root, to) })
	}
}

func hearProgress(t *testing.T, root string, to func(*mcpserver.Server) mcp.Transport) {
	heard := make(chan float64, 10)
	client := &mcp.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, n *mcp.ProgressNotificationClientRequest) { heard <- n.Params.Progress },
	}
	c := connectedBy(t, mcpserver.Options{Root: root}, withHandshake, client, to)
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	params := &mcp.CallToolParams{Name: "read_lines", Arguments: map[string]any{"path": "big.txt", "line": 9}}
	params.SetProgressToken("a token")
	go func() { _, _ = c.CallTool(ctx, params) }()
	select {
	case n := <-heard:
		if n != 1 {
			t.Errorf("the first is %v", n)
		}
	case <-time.After(20 * time.Second):
		t.Error("nothing is heard")
	}
}
