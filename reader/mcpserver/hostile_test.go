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
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"eyeline/reader/decode"
	"eyeline/reader/mcpserver"
	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"
)

// wire is a client of a server that writes and reads lines.
type wire struct {
	t      *testing.T
	server *mcpserver.Server
	to     io.WriteCloser
	out    *bufio.Reader
	end    chan error
}

func wired(t *testing.T, o mcpserver.Options) *wire {
	t.Helper()
	s, err := mcpserver.New(o)
	if err != nil {
		t.Fatal(err)
	}
	in, to := io.Pipe()
	from, out := io.Pipe()
	w := &wire{t, s, to, bufio.NewReaderSize(from, 1<<20), make(chan error, 1)}
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
	t.Parallel()
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
		`{"jsonrpc":"1.0","id":1,"method":"ping"}`:                                         `"code":-32600`,
		`{"jsonrpc":"2.0","id":1,"method":"ping"}{"jsonrpc":"2.0","id":2,"method":"ping"}`: `"code":-32700`,
		`{"jsonrpc":"2.0","id":1}`:                                                         `"code":-32600`,
		`{"jsonrpc":"2.0","id":1,"method":"ping"`:                                          `"code":-32700`,
		`{"jsonrpc":"2.0","id":1,"method":"` + strings.Repeat("x", 5<<20) + `"}`:           "longer than 4194304 bytes",
		`{"jsonrpc":"2.0","id":1,"method":"nothing/such"}`:                                 `"code":-32601`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"none"}}`:          `"code":-32602`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":7}`:                        `"error"`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"outline","arguments":` + strings.Repeat("[", 9000) + strings.Repeat("]", 9000) + `}}`: `"code":-32600`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read_lines","arguments":{"path":"a\u0000b"}}}`:                                        `"isError":true`,
	} {
		w.send(line, is)
		w.send(`{"jsonrpc":"2.0","id":9,"method":"ping"}`, `"id":9`)
	}
}

// TestVersions: clients of each version of the protocol are served, and no call without a handshake, or of a version
// that is not known.
func TestVersions(t *testing.T) {
	t.Parallel()
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
		if runtime.GOOS == "windows" {
			return 0 // what Wine shows there is open in Wine, too
		}
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
	t.Parallel()
	systemtest.SkipOnWindows(t, "making links takes a privilege")
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
	inside, answers := 0, toolstest.Answers(t, 20)
	for n := range answers * len(reads) {
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
	if inside < answers*len(reads)/4 { // about half are
		t.Errorf("only %d answers are of a file inside", inside)
	}
}

// TestHTTP: clients over HTTP get the same, and a page of another site gets nothing.
func TestHTTP(t *testing.T) {
	t.Parallel()
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

// withBig is a folder with a file that nobody waits for: a line of 256 GiB.
func withBig(t *testing.T) string {
	t.Helper()
	root := folder(t)
	big, err := os.Create(filepath.Join(root, "big.txt"))
	if err == nil {
		_, err = big.WriteString(strings.Repeat("x", decode.HeadSize)) // it begins as a text
	}
	if err == nil {
		err = big.Truncate(1 << 38) // blocks of it are holes
	}
	if err != nil {
		t.Skip(err)
	}
	_ = big.Close()
	return root
}

// longCall is a call that goes on until it is given up.
func longCall(id, meta string) string {
	return `{"jsonrpc":"2.0","id":` + id + `,"method":"tools/call","params":{"name":"read_lines","arguments":{"path":"big.txt","line":9},"_meta":{` + meta + `}}}`
}

// greeted is a client that has shaken hands.
func greeted(t *testing.T, root string) *wire {
	t.Helper()
	w := wired(t, mcpserver.Options{Root: root})
	w.send(initialize("2025-06-18"), `"result"`)
	w.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`, "")
	return w
}

// ends waits for the end of the server.
func (w *wire) ends() {
	w.t.Helper()
	_ = w.to.Close()
	select {
	case <-w.end:
	case <-time.After(20 * time.Second):
		w.t.Fatal("the server goes on")
	}
}

// TestNotPlain: what is only almost a call that is answered beside the library is refused.
func TestNotPlain(t *testing.T) {
	t.Parallel()
	w := greeted(t, folder(t))
	call := func(params string) string {
		return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":` + params + `}`
	}
	nested := strings.Repeat(`{"a":`, 1000) + `1` + strings.Repeat("}", 1000)
	for line, is := range map[string]string{
		`{"id":1,"method":"tools/call","params":{"name":"read_lines","arguments":{"path":"a.go"}}}`:    `"code":-32600`,
		`{"jsonrpc":"2.0","id":1,"Method":"tools/call","params":{"name":"read_lines","arguments":{}}}`: `"code":-32600`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","Params":{"name":"read_lines","arguments":{}}}`: `"error"`,
		call(`{"name":"read_lines","arguments":{"path":"a.go"},"_meta":` + nested + `}`):               `"code":-32600`,
		call(`{"name":"read_lines","arguments":{"path":"a.go","line":-99999999999999999999}}`):         `line\": the number -99999999999999999999 is beyond 64 bits"}],"isError":true`,
		call(`{"name":"read_block","arguments":{"path":"a.go","line":1,"levels":1e30}}`):               `levels\": the number 1e30 is beyond 64 bits"}],"isError":true`,
	} {
		w.send(line, is)
	}
}

// TestIDInUse: a second call with the ID of one that is still read is refused, and the first can be given up.
func TestIDInUse(t *testing.T) {
	t.Parallel()
	w := greeted(t, withBig(t))
	w.send(longCall("7", ""), "")
	w.send(longCall("7", ""), `"id":null,"error":{"code":-32600`)
	w.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7,"reason":"x"}}`, "")
	w.ends()
}

// TestClosedMeanwhile: a call that the server's end cuts short is answered.
func TestClosedMeanwhile(t *testing.T) {
	t.Parallel()
	w := greeted(t, withBig(t))
	w.send(longCall("7", ""), "")
	for mcpserver.AtWork(w.server) == 0 {
		time.Sleep(time.Millisecond)
	}
	go w.server.Close()
	if got, err := w.out.ReadString('\n'); !strings.Contains(got, `"id":7,"error":{"code":-32603`) {
		t.Errorf("%s, %v", got, err)
	}
	w.ends()
}

// slow is a client that takes its time for what it hears of calls that are under way.
type slow struct {
	heard chan string
	done  atomic.Bool
}

func (s *slow) Write(p []byte) (int, error) {
	if strings.Contains(string(p), "notifications/progress") {
		s.done.Store(false)
		s.heard <- string(p)
		time.Sleep(100 * time.Millisecond)
		s.done.Store(true)
	}
	return len(p), nil
}

// TestProgressEndsWithTheCall: nothing is told of a call that has ended, and of one with null for a token nothing.
func TestProgressEndsWithTheCall(t *testing.T) {
	t.Parallel()
	s, err := mcpserver.New(mcpserver.Options{Root: withBig(t)})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	mcpserver.Hasten(s)
	in, to := io.Pipe()
	out := &slow{heard: make(chan string, 10)}
	end := make(chan error, 1)
	go func() { end <- s.RunOn(context.Background(), in, out) }()
	for _, line := range []string{
		initialize("2025-06-18"), `{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		longCall("1", `"progressToken":null`), longCall("2", `"progressToken":"a"`),
	} {
		_, _ = io.WriteString(to, line+"\n")
	}
	for range 2 { // in the order of the calls or not
		if heard := <-out.heard; !strings.Contains(heard, `"progressToken":"a"`) {
			t.Error(heard)
		}
	}
	for id := range 2 {
		_, _ = fmt.Fprintf(to, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}`+"\n", id+1)
	}
	_ = to.Close()
	if err := <-end; err != nil || !out.done.Load() {
		t.Errorf("%v, ended before all was told: %t", err, !out.done.Load())
	}
}

// TestCancelled: a call that its client gives up ends.
func TestCancelled(t *testing.T) {
	t.Parallel()
	root := withBig(t)
	c := connected(t, mcpserver.Options{Root: root})
	ctx, stop := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer stop()
	_, err := c.CallTool(ctx, &mcp.CallToolParams{Name: "read_lines", Arguments: map[string]any{"path": "big.txt", "line": 9}})
	if err == nil {
		t.Error("a call of 256 GiB ended")
	}
	if got, _ := called(t, c, "read_lines", map[string]any{"path": "crlf.txt"}); !strings.HasPrefix(got[0], "L1: one") {
		t.Errorf("%q", got)
	}
}

// TestProgress: a client that asks for it hears of a call that takes long.
func TestProgress(t *testing.T) {
	t.Parallel()
	root := withBig(t)
	for name, to := range map[string]func(*mcpserver.Server) mcp.Transport{"lines": byLines, "library": byLibrary} {
		t.Run(name, func(t *testing.T) { hearProgress(t, root, to) })
	}
}

func hearProgress(t *testing.T, root string, to func(*mcpserver.Server) mcp.Transport) {
	heard := make(chan float64, 10)
	client := &mcp.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, n *mcp.ProgressNotificationClientRequest) { heard <- n.Params.Progress },
	}
	c := connectedBy(t, mcpserver.Options{Root: root}, withHandshake, client, func(s *mcpserver.Server) mcp.Transport {
		mcpserver.Hasten(s)
		return to(s)
	})
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
