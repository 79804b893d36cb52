package serve_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"eyeline/reader/emit"
	"eyeline/reader/serve"
	"eyeline/reader/tools"
)

// BenchmarkCall makes calls of 100 lines over one connection, and the same in a batch.
func BenchmarkCall(b *testing.B) {
	root := folder(b)
	tool := tools.Default(tools.ModeBlock)
	args := tools.BuildArgs(tool, root+"/sub/b.txt", tools.Values{"limit": int64(100)})
	b.Run("server", func(b *testing.B) {
		s, err := serve.New(serve.Options{Root: root, Tools: []*tools.Tool{tool}})
		if err != nil {
			b.Fatal(err)
		}
		defer s.Close()
		in, to := io.Pipe()
		from, out := io.Pipe()
		go func() { _ = s.RunOn(context.Background(), in, out) }()
		answers := bufio.NewReaderSize(from, 1<<16)
		fmt.Fprintln(to, initialize("2025-06-18"))
		_, _ = answers.ReadString('\n')
		fmt.Fprintln(to, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
		b.ReportAllocs()
		go func() {
			for n := 0; n < b.N; n++ {
				fmt.Fprintf(to, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s}}`+"\n", n, serve.Name(tool), args)
			}
		}()
		b.ResetTimer()
		for range b.N {
			line, err := answers.ReadString('\n')
			if err != nil || !strings.Contains(line, "L100: ") {
				b.Fatal(line, err)
			}
		}
		_ = to.Close()
	})
	b.Run("batch", func(b *testing.B) {
		b.ReportAllocs()
		line := fmt.Sprintf(`{"tool":%q,"arguments":%s}`+"\n", tool.Name, args)
		env := tools.Env{Root: root, Confine: true}
		if err := emit.Batch(context.Background(), strings.NewReader(strings.Repeat(line, b.N)), io.Discard, env); err != nil {
			b.Fatal(err)
		}
	})
}
