//go:build unix

package mcpserver_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"eyeline/reader/emit"
	"eyeline/reader/longtest"
	"eyeline/reader/mcpserver"
	"eyeline/reader/tools"
)

// cpuTime is the processor time of this process, which other programs do not add to.
func cpuTime() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// calls are the lines of a client that makes n calls.
type calls struct {
	params  string
	next, n int
	rest    []byte
}

func callsOf(params string, n int) *calls {
	hello := initialize("2025-06-18") + "\n" + `{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"
	return &calls{params: params, n: n, rest: []byte(hello)}
}

func (c *calls) Read(p []byte) (int, error) {
	if len(c.rest) == 0 {
		if c.next++; c.next > c.n {
			return 0, io.EOF
		}
		c.rest = fmt.Appendf(c.rest, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":%s}`+"\n", c.next, c.params)
	}
	n := copy(p, c.rest)
	c.rest = c.rest[:copy(c.rest, c.rest[n:])]
	return n, nil
}

// BenchmarkCall makes calls of 100 lines over one connection: of a tool of the registry, of a read of the server's own,
// and the first one in a batch.
func BenchmarkCall(b *testing.B) {
	root := folder(b)
	tool := tools.Default(tools.ModeBlock)
	args := tools.BuildArgs(tool, root+"/sub/b.txt", tools.Values{"limit": int64(100)})
	served := func(params string) func(b *testing.B) {
		return func(b *testing.B) {
			s, err := mcpserver.New(mcpserver.Options{Root: root, Tools: []*tools.Tool{tool}})
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			if err := s.RunOn(context.Background(), callsOf(params, b.N), io.Discard); err != nil {
				b.Fatal(err)
			}
		}
	}
	for _, one := range []struct {
		name string
		run  func(b *testing.B)
	}{
		{"server", served(fmt.Sprintf(`{"name":%q,"arguments":%s}`, mcpserver.Name(tool), args))},
		{"own", served(`{"name":"read_lines","arguments":{"path":"sub/b.txt","lines":100}}`)},
		{"batch", func(b *testing.B) {
			line := fmt.Sprintf(`{"tool":%q,"arguments":%s}`+"\n", tool.Name, args)
			env := tools.Env{Root: root, Confine: true}
			if err := emit.Batch(context.Background(), strings.NewReader(strings.Repeat(line, b.N)), io.Discard, env); err != nil {
				b.Fatal(err)
			}
		}},
	} {
		b.Run(one.name, func(b *testing.B) {
			b.ReportAllocs()
			from := cpuTime()
			one.run(b)
			b.ReportMetric(float64((cpuTime()-from).Nanoseconds())/float64(b.N), "cpu-ns/op")
		})
	}
}

var soak = flag.Int("soak", 20_000, "how many calls TestFlatMemory makes")

// counting counts answers of 100 lines.
type counting struct{ answers, whole atomic.Int64 }

func (c *counting) Write(p []byte) (int, error) {
	c.answers.Add(1)
	if bytes.Contains(p, []byte("L100: ")) {
		c.whole.Add(1)
	}
	return len(p), nil
}

// TestFlatMemory: the server needs as much memory after many calls as after few, and leaves no file and no goroutine.
func TestFlatMemory(t *testing.T) {
	longtest.CollectAsUsual(t)
	if !longtest.IsRequested() {
		*soak = min(*soak, 2000)
	}
	s, err := mcpserver.New(mcpserver.Options{Root: folder(t)})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	held := func() (files, goroutines int) {
		entries, _ := os.ReadDir("/proc/self/fd")
		return len(entries), runtime.NumGoroutine()
	}
	files, goroutines := held()
	run := func(n int) (heap uint64) {
		out := &counting{}
		look := looking(func() { // at the end of the calls, when all are answered
			for out.answers.Load() <= int64(n) {
				time.Sleep(time.Millisecond)
			}
			var m runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&m)
			heap = m.HeapAlloc
		})
		in := callsOf(`{"name":"read_lines","arguments":{"path":"sub/b.txt","lines":100}}`, n)
		if err := s.RunOn(context.Background(), io.MultiReader(in, look), out); err != nil {
			t.Fatal(err)
		}
		if got := out.whole.Load(); got != int64(n) {
			t.Errorf("%d answers of %d", got, n)
		}
		return heap
	}
	first, last := run(*soak/10), run(*soak)
	t.Logf("%d calls: %d bytes, %d calls: %d", *soak/10, first, *soak, last)
	if last > first+4<<20 { // what calls that have ended leave for a moment is bounded, and no more with more calls
		t.Errorf("%d bytes, before that %d", last, first)
	}
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) { // goroutines end just after the connection
		f, g := held()
		if f <= files && g <= goroutines {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("%d files of %d, %d goroutines of %d", f, files, g, goroutines)
		}
	}
}

// looking is the end of what is read, at which look is called.
type looking func()

func (l looking) Read([]byte) (int, error) {
	l()
	return 0, io.EOF
}
