package transcript_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "eyeline/reader/tools/agents" // the tools that records are compared with
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/transcripttest"
)

// TestGenerated opens generated runs and asks for every call and its result.
func TestGenerated(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"claude-code", "codex", "pi"} {
		var p bytes.Buffer
		calls, err := generate(&p, generated{Format: format, Size: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		s, err := transcript.Decode(context.Background(), "run.jsonl", bytes.NewReader(p.Bytes()), int64(p.Len()))
		if err != nil {
			t.Fatal(err)
		}
		if s.Format != format || s.Len() != calls || s.Unknown != 0 || s.Damage.BadCount != 0 {
			t.Errorf("%s: %d of %d calls, %d unknown, %d bad", s.Format, s.Len(), calls, s.Unknown, s.Damage.BadCount)
		}
		for c := range s.Calls() {
			if !c.Answered() || transcripttest.Text(t, s, c.Result) == "" {
				t.Fatalf("%s: call %d has no result", format, c.Number)
			}
		}
	}
}

// BenchmarkOpen measures opening a transcript of 256 MiB, and how long it takes beside `jq -c .type` where there is jq:
// x-jq is to be at most 0.5.
func BenchmarkOpen(b *testing.B) {
	for _, format := range []string{"claude-code", "codex", "pi"} {
		b.Run(format, func(b *testing.B) {
			path := filepath.Join(b.TempDir(), "run.jsonl")
			f, err := os.Create(path)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := generate(f, generated{Format: format, Size: 256 << 20}); err != nil {
				b.Fatal(err)
			}
			info, err := f.Stat()
			if err != nil {
				b.Fatal(err)
			}
			if err := f.Close(); err != nil {
				b.Fatal(err)
			}
			b.SetBytes(info.Size())
			b.ReportAllocs()
			for b.Loop() {
				s, err := transcript.Open(context.Background(), path)
				if err != nil {
					b.Fatal(err)
				}
				if err := s.Close(); err != nil {
					b.Fatal(err)
				}
			}
			if jq, err := exec.LookPath("jq"); err == nil {
				start := time.Now()
				if err := exec.Command(jq, "-c", ".type", path).Run(); err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/time.Since(start).Seconds(), "x-jq")
			}
		})
	}
}

// BenchmarkUses measures what the list of calls needs of each after opening: what it gave of files and what it changed.
// x-pass is how long that takes beside finding the line ends of the same bytes.
func BenchmarkUses(b *testing.B) {
	for _, format := range []string{"claude-code", "codex", "pi"} {
		b.Run(format, func(b *testing.B) {
			var p bytes.Buffer
			if _, err := generate(&p, generated{Format: format, Size: 32 << 20}); err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(p.Len()))
			b.ReportAllocs()
			for b.Loop() {
				s, err := transcript.Decode(b.Context(), "run.jsonl", bytes.NewReader(p.Bytes()), int64(p.Len()))
				if err != nil {
					b.Fatal(err)
				}
				for c := range s.Calls() {
					if _, _, err := s.ReadsAndEdits(c); err != nil {
						b.Fatal(err)
					}
				}
			}
			start := time.Now()
			if bytes.Count(p.Bytes(), []byte("\n")) == 0 {
				b.Fatal("there are no records")
			}
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/time.Since(start).Seconds(), "x-pass")
		})
	}
}

// BenchmarkCoverage measures what comes after opening: every result is decoded, and all calls are replayed.
func BenchmarkCoverage(b *testing.B) {
	var p bytes.Buffer
	if _, err := generate(&p, generated{Format: "claude-code", Size: 64 << 20}); err != nil {
		b.Fatal(err)
	}
	s, err := transcript.Decode(context.Background(), "run.jsonl", bytes.NewReader(p.Bytes()), int64(p.Len()))
	if err != nil {
		b.Fatal(err)
	}
	root := b.TempDir()
	b.SetBytes(int64(p.Len()))
	for b.Loop() {
		if _, err := coverage.Of(context.Background(), s, root); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkGrowing measures a run whose one call names 1, 10 and 100 times as many files, which a patch adds or a
// command prints.
func BenchmarkGrowing(b *testing.B) {
	for _, n := range []int{100, 1_000, 10_000} {
		var added, printed strings.Builder
		for i := range n {
			fmt.Fprintf(&added, "*** Add File: dir/file%05d.txt\n+one line\n", i)
			fmt.Fprintf(&printed, "cat dir/file%05d.txt && ", i)
		}
		patch := "*** Begin Patch\n" + added.String() + "*** End Patch"
		command, err := json.Marshal(map[string]string{"cmd": printed.String() + "true"})
		if err != nil {
			b.Fatal(err)
		}
		type object = map[string]any
		for name, call := range map[string]object{
			"files of a patch":   {"type": "custom_tool_call", "call_id": "c", "name": "apply_patch", "input": patch},
			"files of a command": {"type": "function_call", "call_id": "c", "name": "exec_command", "arguments": string(command)},
		} {
			var run strings.Builder
			for kind, payload := range []object{
				{"id": "x", "cwd": "/w", "cli_version": "0.169.0"},
				call,
				{"type": strings.Replace(call["type"].(string), "call", "call_output", 1), "call_id": "c", "output": "Success.\n"},
			} {
				line, err := json.Marshal(object{
					"timestamp": "2026-11-21T10:00:00Z", "type": []string{"session_meta", "response_item"}[min(kind, 1)], "payload": payload,
				})
				if err != nil {
					b.Fatal(err)
				}
				run.Write(append(line, '\n'))
			}
			root := b.TempDir()
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					s, err := transcript.Decode(b.Context(), "run.jsonl", strings.NewReader(run.String()), int64(run.Len()))
					if err != nil || s.Len() != 1 {
						b.Fatal(s.Len(), err)
					}
					if _, err := coverage.Of(b.Context(), s, root); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
