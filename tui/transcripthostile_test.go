package tui

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/longtest"
)

// hostileTexts would control a terminal, break a row or hide what follows, if they were drawn as they are.
var hostileTexts = []string{
	"\x1b]0;owned\x07", "\x1b[2J\x1b[H", "\x9b31m", "\u009b31m", "\u202egnp.exe", "a\rb", "a\nb", "tab\there", "\x00", "\x7f",
	"\u2066x\u2069", "\ufeff", "wide 日本語", strings.Repeat("é́", 300), "…█▌", "\U000e0041",
}

// hostileTranscript is a run of Claude Code with a text in every field that is shown.
func hostileTranscript(t *testing.T, text string) string {
	t.Helper()
	var b strings.Builder
	line := func(v map[string]any) {
		for name, value := range map[string]any{
			"cwd": "/home/" + text, "sessionId": "id" + text, "version": "2.1" + text, "timestamp": "2026-11-21T14:34:57.338Z", "uuid": "u",
		} {
			v[name] = value
		}
		p, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(append(p, '\n'))
	}
	call := func(id, tool string, input any, result any, side any) {
		line(map[string]any{"type": "assistant", "message": map[string]any{"role": "assistant", "content": []any{
			map[string]any{"type": "tool_use", "id": id, "name": tool, "input": input},
		}}})
		line(map[string]any{"type": "user", "toolUseResult": side, "message": map[string]any{"role": "user", "content": []any{
			map[string]any{"type": "tool_result", "tool_use_id": id, "content": result},
		}}})
	}
	path := "/home/" + text + "/dir/" + text + ".txt"
	call("1", "Read", map[string]any{"file_path": path, "x" + text: text}, "3\tfirst "+text+"\n4\tsecond\n", map[string]any{
		"type": "text", "file": map[string]any{"filePath": path, "content": "first", "numLines": 2, "startLine": 3, "totalLines": 9},
	})
	call("2", "Edit", map[string]any{"file_path": path, "old_string": "second", "new_string": text}, "changed "+text, map[string]any{
		"filePath": path, "structuredPatch": []any{map[string]any{
			"oldStart": 4, "oldLines": 1, "newStart": 4, "newLines": 1, "lines": []string{"-second", "+" + text},
		}},
	})
	call("3", "Tool"+text, map[string]any{"argument": text}, "result "+text, text)
	call("4", "Bash", map[string]any{"command": "cat '" + text + "'"}, text, map[string]any{"stdout": text})
	return written(t, "hostile.jsonl", b.String())
}

// TestHostileTranscripts shows runs with hostile texts in every field on every screen; the harness checks each frame
// for control characters and its size.
func TestHostileTranscripts(t *testing.T) {
	t.Parallel()
	texts := hostileTexts
	if !longtest.IsRequested() {
		texts = texts[:6]
	}
	for i, text := range texts {
		path := hostileTranscript(t, text)
		home := t.TempDir()
		folder := filepath.Join(home, ".claude", "projects", "-home")
		if err := os.MkdirAll(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		p, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "run.jsonl"), p, 0o600); err != nil {
			t.Fatal(err)
		}
		o := Transcript{All: true, Dir: "/home/" + text}
		o.Homes.Home, o.Homes.Getenv = home, func(string) string { return "" }
		size := [][2]int{{80, 24}, {40, 8}, {130, 20}}[i%3]
		onTranscript(t, size[0], size[1], o, func(s *screen) {
			s.has("1 of 1")
			s.keys("enter")
			s.has("edits", "1 of ")
			s.keys("ctrl+x")
			s.has("sent", "help")
			s.keys("type:dir", "enter")
			if !s.m.file.Preview.IsRecorded() {
				t.Fatalf("%q: the file is not shown:\n%s", text, s.text())
			}
			s.keys("p", "p", "=", "esc", "}", "]", "c", ".", "L")
			for n := range 4 {
				s.keys("home")
				for range n {
					s.keys("down")
				}
				s.keys("enter", "q")
			}
			s.keys("type:tool", "esc", "esc", "ctrl+s", "f1", "q", "type:"+strings.Trim(fmt.Sprintf("%q", text), `"`))
		})
	}
}

// TestKeysAtRandomInTranscripts sends random events to each screen of a transcript, and then leaves.
func TestKeysAtRandomInTranscripts(t *testing.T) {
	longtest.SkipUnlessInPart(t)
	t.Parallel()
	path, root := unpackedTranscript(t), workspaceAfter(t)
	rounds := 6
	if !longtest.IsRequested() {
		rounds = 1
	}
	for i, open := range [][]string{
		{}, {"ctrl+t"}, {"ctrl+x", "type:log", "enter"}, {"ctrl+x", "end", "up", "enter", "p"}, {"ctrl+t", "type:bash", "enter"},
	} {
		for _, leave := range [][]string{{"esc", "esc", "esc"}, {"ctrl+c"}} {
			for round := range rounds {
				onTranscript(t, 60, 12, Transcript{Path: path, Root: root}, func(s *screen) {
					s.keys(open...)
					s.atRandom(rand.New(rand.NewPCG(uint64(i), uint64(round))), 60, leave)
				})
			}
		}
	}
}
