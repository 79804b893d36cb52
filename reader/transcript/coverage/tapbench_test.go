package coverage_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/bodies"
	"eyeline/reader/transcript/coverage"
)

// tapped writes the record of n requests of about 1 MB: each has the results of ten reads of 100 KB, the last two of
// which no request before it had in the same words, since what is said to the cache moves on. After ten reads the
// conversation begins anew.
func tapped(tb testing.TB, path string, n int) {
	tb.Helper()
	f, err := os.Create(path)
	if err != nil {
		tb.Fatal(err)
	}
	defer func() {
		if err := f.Close(); err != nil {
			tb.Fatal(err)
		}
	}()
	w := bufio.NewWriter(f)
	var r bodies.Recorder
	_, _ = w.Write(r.Header(bodies.Header{Agent: "claude-code", Dir: "/w"}))
	const system = `"system":[{"type":"text","text":"You are Claude Code, Anthropic's official CLI for Claude."}],` +
		`"tools":[{"name":"Read"},{"name":"Edit"}]`
	var said []string
	for i := range n {
		if i%10 == 0 {
			said = []string{fmt.Sprintf(`{"role":"user","content":"task %d"}`, i/10)}
		}
		last := strings.Replace(said[len(said)-1], `"}]}`, `","cache_control":{"type":"ephemeral"}}]}`, 1)
		body := fmt.Sprintf(`{"model":"m",%s,"messages":[%s]}`, system,
			strings.Join(append(said[:len(said)-1:len(said)-1], last), ","))
		record, number := r.Request(bodies.Request{Time: time.Unix(int64(i), 0), Path: "/v1/messages", Body: []byte(body)})
		_, _ = w.Write(record)
		_, _ = w.Write(r.Response(bodies.Response{N: number, Status: 200, Usage: &bodies.Usage{Input: 250_000}}))
		said = append(said,
			fmt.Sprintf(`{"role":"assistant","content":[{"type":"tool_use","id":"toolu_%d","name":"Read",`+
				`"input":{"file_path":"/w/file%d.go","offset":%d}}]}`, i, i%40, i/40*1000+1),
			fmt.Sprintf(`{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_%d","content":%s}]}`,
				i, strconv.Quote(numbered(i%40, i/40*1000+1))),
		)
	}
	if err := w.Flush(); err != nil {
		tb.Fatal(err)
	}
}

// numbered are 1,500 lines of a file as Claude Code gives them, from a line on.
func numbered(file, from int) string {
	var b strings.Builder
	for n := from; n < from+1500; n++ {
		fmt.Fprintf(&b, "%d\t\tif err := garden.Water(plot[%d], %q); err != nil { // %d\n", n, n*7, "as it was told", file)
	}
	return b.String()
}

// BenchmarkTapped measures opening a record of 1,000 requests, and laying it against its files, and how long that takes
// beside `jq -c .type` where there is jq: x-jq is to be at most 0.5.
func BenchmarkTapped(b *testing.B) {
	path := filepath.Join(b.TempDir(), "tap.jsonl")
	tapped(b, path, 1000)
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	jq, asked := 0.0, time.Now()
	if exec.Command("jq", "-c", ".type", path).Run() == nil {
		jq = time.Since(asked).Seconds()
	}
	for _, laid := range []string{"open", "cover"} {
		b.Run(laid, func(b *testing.B) {
			b.SetBytes(info.Size())
			b.ReportAllocs()
			for b.Loop() {
				s, err := transcript.Open(b.Context(), path)
				if err != nil || s.Len() != 900 {
					b.Fatal(s.Len(), err)
				}
				if laid == "cover" {
					if _, err := coverage.Of(b.Context(), s, b.TempDir()); err != nil {
						b.Fatal(err)
					}
				}
				if err := s.Close(); err != nil {
					b.Fatal(err)
				}
			}
			if jq > 0 {
				b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/jq, "x-jq")
			}
		})
	}
}
