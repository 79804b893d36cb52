package transcriptcmd

import (
	"io"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/transcript/transcripttest"
)

// BenchmarkGuardOfMuch measures the guard's answer, without its limit of time, to requests that once took seconds or
// minutes: many lines, many edits of a large file, many reads and large changes in the transcript. The figure of a row
// is to grow with the size that it names, and not with its square: each is there twice, the second twice as large.
func BenchmarkGuardOfMuch(b *testing.B) {
	for _, size := range []int{1, 2} {
		lines := 40_000 * size
		content := numberedLines(lines)
		edits := func(n int, end string) (all []object) {
			for i := range n {
				text := content[i*(lines/n)]
				all = append(all, object{"old_string": text[:len(text)-1] + end, "new_string": "x"})
			}
			return all
		}
		half := func(root, file string) string {
			return transcripttest.ClaudeRead(1, root, file, 1, content[:lines/2]...)
		}
		one := object{"old_string": content[lines-1], "new_string": "x"}
		for name, c := range map[string]struct {
			input object
			run   func(root, file string) string
		}{
			"one edit of all lines": {object{"old_string": strings.Join(content, "\n"), "new_string": "x"}, half},
			"edits":                 {object{"edits": edits(3000*size, "x")}, half},
			"edits of what is not":  {object{"edits": edits(3000*size, "y")}, half},
			"reads": {one, func(root, file string) string {
				var all strings.Builder
				for n := range 2500 * size {
					at := n * 7919 % (lines - 10)
					all.WriteString(transcripttest.ClaudeRead(n, root, file, at+1, content[at:at+10]...))
				}
				return all.String()
			}},
			"recorded edits": {one, func(root, file string) string {
				input := object{"file_path": file, "edits": edits(2000*size, "x")}
				return transcripttest.ClaudeRead(1, root, file, 1, content...) +
					transcripttest.ClaudeStep(2, root, "MultiEdit", input, "done", nil)
			}},
			"a recorded patch elsewhere": {one, func(root, file string) string {
				var removed []string
				for _, line := range content[:lines/4] {
					removed = append(removed, "-"+line)
				}
				patch := object{"filePath": file, "structuredPatch": []object{{
					"oldStart": 3, "oldLines": len(removed), "newStart": 3, "newLines": 0, "lines": removed,
				}}}
				return transcripttest.ClaudeRead(1, root, file, 1, content...) +
					transcripttest.ClaudeStep(2, root, "Edit", object{"file_path": file}, "done", patch)
			}},
		} {
			b.Run(name+"/"+strings.Repeat("x", size), func(b *testing.B) {
				root, run := b.TempDir(), filepath.Join(b.TempDir(), "run.jsonl")
				file := filepath.Join(root, "a.go")
				transcripttest.Write(b, file, []byte(strings.Join(content, "\n")+"\n"))
				transcripttest.Write(b, run, []byte(c.run(root, file)))
				c.input["file_path"] = file
				request := transcripttest.JSON(object{
					"hook_event_name": "PreToolUse", "transcript_path": run, "cwd": root, "tool_input": c.input,
				})
				b.ReportAllocs()
				for b.Loop() {
					var notice strings.Builder
					if err := guard(b.Context(), strings.NewReader(request), io.Discard, &notice); err != nil || notice.Len() > 0 {
						b.Fatal(err, notice.String())
					}
				}
			})
		}
	}
}

// numberedLines are lines of about 100 bytes that differ.
func numberedLines(n int) []string {
	content, _ := manyEdits(n / 8)
	return strings.Split(strings.TrimSuffix(content, "\n"), "\n")
}
