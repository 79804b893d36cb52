//go:build unix

package mcpserver_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"eyeline/reader/longtest"
	"eyeline/reader/mcpserver"
)

// serverRoot is the environment variable by which this program is a server of a folder, over HTTP if serverHTTP is set,
// and one that hastens if serverHasty is.
const (
	serverRoot  = "EYELINE_TEST_SERVER_ROOT"
	serverHTTP  = "EYELINE_TEST_SERVER_HTTP"
	serverHasty = "EYELINE_TEST_SERVER_HASTY"
)

// TestServerOfAChild is the server that other tests start.
func TestServerOfAChild(t *testing.T) {
	t.Parallel()
	root := os.Getenv(serverRoot)
	if root == "" {
		t.Skip("no other test has started it")
	}
	s, err := mcpserver.New(mcpserver.Options{Root: root})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if os.Getenv(serverHasty) != "" {
		mcpserver.Hasten(s)
	}
	if os.Getenv(serverHTTP) == "" {
		if err := s.RunOn(context.Background(), os.Stdin, os.Stdout); err != nil {
			t.Fatal(err)
		}
		return
	}
	at, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		stop()
	}()
	fmt.Printf("at %s\n", at.Addr())
	if err := s.ServeOn(ctx, at); err != nil {
		t.Fatal(err)
	}
}

// child is a server in a process of its own.
type child struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

func started(t *testing.T, root string, env ...string) *child {
	t.Helper()
	c := &child{cmd: exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestServerOfAChild$")}
	c.cmd.Env = append(append(os.Environ(), serverRoot+"="+root, "GOGC=100"), env...)
	c.cmd.Stderr = os.Stderr
	in, err := c.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	c.in, c.out = in, bufio.NewReaderSize(out, 1<<20)
	return c
}

// peak is how much memory the process has had at most, and how many files it has open.
func (c *child) peak(t *testing.T) (memory int64, files int) {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.cmd.Process.Pid))
	if err != nil {
		t.Skip(err) // there is no /proc
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	number, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	kib, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	open, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", c.cmd.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	return kib << 10, len(open)
}

// Bounds on a server that has many long calls at once.
const (
	manyLong  = 1500
	maxMemory = 200 << 20
)

// TestManyLongCalls: 1,500 long calls at once, of each version of the protocol, take little memory and few files, and a
// short one behind them is answered.
func TestManyLongCalls(t *testing.T) {
	longtest.SkipMemoryUnderRace(t)
	root := withBig(t)
	for _, version := range []string{"2025-06-18", newest} {
		t.Run(version, func(t *testing.T) {
			c := started(t, root)
			defer func() { _, _ = c.in.Close(), c.cmd.Process.Kill() }()
			meta := ""
			if version == newest {
				meta = newestMeta
			} else {
				_, _ = io.WriteString(c.in, initialize(version)+"\n"+`{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n")
			}
			for id := range manyLong {
				_, _ = io.WriteString(c.in, longCall(strconv.Itoa(1000+id), meta)+"\n")
			}
			from := time.Now()
			_, _ = io.WriteString(c.in, shortCall("7", meta)+"\n")
			for {
				line, err := c.out.ReadString('\n')
				if err != nil {
					t.Fatal(err)
				}
				if strings.Contains(line, `"id":7,`) {
					if !strings.Contains(line, "L1: one") {
						t.Errorf("%.300s", line)
					}
					break
				}
			}
			memory, files := c.peak(t)
			t.Logf("%d MiB, %d files; the short one took %v", memory>>20, files, time.Since(from))
			if memory > maxMemory || files > 60 {
				t.Errorf("%d MiB, %d files", memory>>20, files)
			}
		})
	}
}

// TestManyLongCallsOverHTTP is the same for clients over HTTP, also for those that want to hear of the progress.
func TestManyLongCallsOverHTTP(t *testing.T) {
	longtest.SkipMemoryUnderRace(t)
	clients := map[string]string{"progress": `"progressToken":1`}
	if longtest.IsRequested() { // each keeps the processors busy for seconds
		clients["2025-06-18"] = ""
		clients[newest] = newestMeta
	}

	for what, meta := range clients {
		version := "2025-06-18"
		if what == newest {
			version = newest
		}
		t.Run(what, func(t *testing.T) { manyOverHTTP(t, version, meta) })
	}
}

func manyOverHTTP(t *testing.T, version, meta string) {
	c := started(t, withBig(t), serverHTTP+"=1")
	defer func() { _, _ = c.in.Close(), c.cmd.Process.Kill() }()
	said, err := c.out.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	at := strings.TrimSpace(strings.TrimPrefix(said, "at "))
	for id := range manyLong {
		conn, err := net.Dial("tcp", at)
		if err != nil {
			t.Skip(err) // so many may not be open here
		}
		defer conn.Close()
		_, _ = io.WriteString(conn, overHTTP(at, version, longCall(strconv.Itoa(id), meta)))
	}
	from := time.Now()
	conn, err := net.Dial("tcp", at)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_, _ = io.WriteString(conn, overHTTP(at, version, shortCall("7", meta)))
	got, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(got.Body)
	if err != nil || !strings.Contains(string(text), "L1: one") {
		t.Errorf("%.300s, %v", text, err)
	}
	memory, files := c.peak(t)
	t.Logf("%d MiB, %d files; the short one took %v", memory>>20, files, time.Since(from))
	if memory > maxMemory || files > manyLong+100 {
		t.Errorf("%d MiB, %d files", memory>>20, files)
	}
}

// TestEndOfInput: a server whose input has ended ends, also with a long call under way, and answers short ones before.
func TestEndOfInput(t *testing.T) {
	for _, version := range []string{"2025-06-18", newest} {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			c := started(t, withBig(t), serverHasty+"=yes")
			meta := newestMeta
			if version != newest {
				meta = ""
				_, _ = io.WriteString(c.in, initialize(version)+"\n"+`{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n")
			}
			_, _ = io.WriteString(c.in, longCall("1", meta)+"\n"+shortCall("7", meta)+"\n")
			_ = c.in.Close()
			out, err := io.ReadAll(c.out)
			if err != nil || !strings.Contains(string(out), "L1: one") {
				t.Errorf("%.300s, %v", out, err)
			}
			ended := make(chan error, 1)
			go func() { ended <- c.cmd.Wait() }()
			select {
			case <-ended:
			case <-time.After(time.Minute):
				_ = c.cmd.Process.Signal(syscall.SIGKILL)
				t.Error("the server goes on")
			}
		})
	}
}
