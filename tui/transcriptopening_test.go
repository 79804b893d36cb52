package tui

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"eyeline/reader/decode"
	"eyeline/reader/transcript/transcripttest"
	"eyeline/tui/file/filepages"
	"eyeline/tui/file/linestates"
)

// TestKeysTypedWhileARecordedFileOpens are for the file: they wait for its lines.
func TestKeysTypedWhileARecordedFileOpens(t *testing.T) {
	t.Parallel()
	o := Transcript{Path: unpackedTranscript(t), Root: workspaceAfter(t)}
	onTranscript(t, 80, 24, o, func(s *screen) {
		s.keys("ctrl+x", "type:log.txt")
		for _, name := range []string{"enter", "]"} {
			s.send(key(name))
		}
		s.settle()
		s.has(" ▸2198 ·│ ")
		s.lacks("still being counted")
	})
	if err := os.Remove(filepath.Join(o.Root, "log.txt")); err != nil {
		t.Fatal(err)
	}
	onTranscript(t, 120, 24, o, func(s *screen) {
		s.keys("ctrl+x", "type:log.txt")
		for _, name := range []string{"enter", "j", "j"} {
			s.send(key(name))
		}
		s.settle()
		s.has("▸   3 █│ ", "file not there · put together from what was sent", "q back")
	})
}

// readOf is a run of Claude Code with one read of a file of /r: the members of its result.
func readOf(t *testing.T, file, result string) string {
	t.Helper()
	return written(t, "run.jsonl", `{"type":"assistant","cwd":"/r","sessionId":"s","version":"2.1.330","timestamp":"2026-11-21T10:00:00Z","message":{"role":"assistant","content":[{"type":"tool_use","id":"1","name":"Read","input":{"file_path":"/r/`+file+`"}}]}}
{"type":"user","cwd":"/r","sessionId":"s","timestamp":"2026-11-21T10:00:01Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"1",`+result+`}]}}
`)
}

// TestAChangeOfAFileThatIsGoneIsShown: a file that is not there opens at the lines that a change replaced, or at the gap
// that has them. How many lines its stand-in has is neither said nor being counted.
func TestAChangeOfAFileThatIsGoneIsShown(t *testing.T) {
	t.Parallel()
	lines := make([]string, 20)
	for i := range lines {
		lines[i] = "line " + strconv.Itoa(i+1)
	}
	edit := func(n, from int, old string) string {
		patch := map[string]any{"structuredPatch": []any{map[string]any{
			"oldStart": from, "oldLines": 1, "newStart": from, "newLines": 1, "lines": []string{"-" + old, "+new"},
		}}}
		input := map[string]any{"file_path": "/r/a.txt", "old_string": old, "new_string": "new"}
		return transcripttest.ClaudeStep(n, "/r", "Edit", input, "done", patch)
	}
	read := transcripttest.ClaudeRead(1, "/r", "/r/a.txt", 1, lines...)
	read = strings.Replace(read, `"totalLines":20`, `"totalLines":200`, 1)
	run := written(t, "run.jsonl", read+edit(2, 150, "unsent")+
		edit(3, 12, "line 12"))
	onTranscript(t, 200, 24, Transcript{Path: run, Root: t.TempDir()}, func(s *screen) {
		s.keys("enter")
		s.has("▸     ·│ -- the lines from 21 on were not sent --", "call 2", "  20 █│ line 20")
		s.lacks("counting lines", "200 B")
		s.keys("q", "down", "enter")
		s.has("▸  12 █│ line 12", "call 3")
	})
}

// TestMarksOfWideText: in a file in UTF-16 the lines that a call gave are marked, too.
func TestMarksOfWideText(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "a.txt"), []byte("\xff\xfeo\x00n\x00e\x00\n\x00t\x00w\x00o\x00\n\x00"), 0o600); err != nil {
		t.Fatal(err)
	}
	path := readOf(t, "a.txt", `"content":"1\tone"`)
	onTranscript(t, 100, 24, Transcript{Path: path, Root: root}, func(s *screen) {
		s.keys("enter")
		s.has("▌▸   1 █│ one", "     2 ·│ two")
	})
}

// TestCoverageOfAPackedFile: no line of what a packed file decodes to was sent, unless its bytes were sent as they are;
// then those are shown.
func TestCoverageOfAPackedFile(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	text := strings.Repeat("one\n", 20)
	for _, sent := range []bool{false, true} {
		packed := gzipped(t, text)
		if err := os.WriteFile(filepath.Join(root, "a.txt.gz"), []byte(packed), 0o600); err != nil {
			t.Fatal(err)
		}
		result := `"is_error":true,"content":"This tool cannot read binary files."`
		if sent {
			result = `"content":` + strconv.Quote("1\t"+strings.ToValidUTF8(strings.Split(packed, "\n")[0], "\ufffd"))
		}
		path := readOf(t, "a.txt.gz", strings.ReplaceAll(result, `\x`, `\u00`))
		onTranscript(t, 100, 24, Transcript{Path: path, Root: root}, func(s *screen) {
			s.keys("enter")
			state, known := s.m.file.RecordedLines.State(filepages.Unit{Number: 1})
			if !known || sent != (state != linestates.Never) || sent != (s.m.file.Text.Doc.Form().Compression == decode.None) {
				t.Errorf("sent %t: line 1 is %q, known %t\n%s", sent, state, known, s.text())
			}
		})
	}
}

// TestAFileOfWhichNothingWasSent is not shown as an empty one: how long it was is not known.
func TestAFileOfWhichNothingWasSent(t *testing.T) {
	t.Parallel()
	path := readOf(t, "a.txt", `"is_error":true,"content":"File does not exist."`)
	onTranscript(t, 140, 24, Transcript{Path: path, Root: t.TempDir()}, func(s *screen) {
		s.keys("enter")
		s.has("   no line of it is known to have been sent; the file is gone", " · file not there · no line known\n")
		s.lacks("empty", "0 B", "0 lines", "this is what was sent of it")
	})
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "a.txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	onTranscript(t, 140, 24, Transcript{Path: path, Root: root}, func(s *screen) {
		s.keys("enter")
		s.has("   the file is empty", "0 B")
	})
}

// TestAShareThatIsNotKnown: of a file with a read that is not understood it is not said that 0 % of it was sent.
func TestAShareThatIsNotKnown(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "a.ipynb"), []byte("one\ntwo\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for result, want := range map[string][3]string{
		`"content":"<cell id=\"c\">print(1)</cell id=\"c\">"`:       {"???     1     - 1 not understood", "2 not known", "0%"},
		`"is_error":true,"content":"File is too large to be read."`: {" 100%     -", "2 not sent · 0% sent", "?  "},
		`"content":"1\tone"`: {" 50%     1 ", "1 not sent · 50% sent", "?  "},
	} {
		onTranscript(t, 140, 24, Transcript{Path: readOf(t, "a.ipynb", result), Root: root}, func(s *screen) {
			s.has(want[0])
			s.keys("enter")
			s.has(want[1])
			if strings.Contains(strings.Split(s.text(), "\n")[0], want[2]) {
				t.Error(s.text())
			}
		})
	}
}
