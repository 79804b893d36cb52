package transcript_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	_ "eyeline/reader/tools/agents" // the tools that records are compared with
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/transcripttest"
)

// describe is the reads of a call in short: path, lines, how they are known, and of how many.
func describe(t *testing.T, s *transcript.Session, c *record.Call) string {
	t.Helper()
	reads, err := s.Reads(c)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, r := range reads {
		text := r.Path
		if s.Dir != "" {
			text = strings.TrimPrefix(text, s.Dir+"/")
		}
		if r.Rev != "" {
			text = r.Rev + ":" + text
		}
		if n := len(r.Lines); n > 0 {
			text += fmt.Sprintf(" %d-%d", r.Lines[0].Number, r.Lines[n-1].Number)
		}
		if r.Total >= 0 {
			text += fmt.Sprintf(" of %d", r.Total)
		}
		text += " by " + r.How.String()
		if r.Disagreement != "" {
			text += " but " + r.Disagreement
		}
		out = append(out, text)
	}
	return strings.Join(out, " & ")
}

func TestReadsOfSamples(t *testing.T) {
	t.Parallel()
	all := transcripttest.Samples(t)
	for name, want := range map[string][]string{
		"claude_code/session-default.jsonl": {
			"src/inventory.py 1-75 of 75 by record", "src/inventory.py 20-34 of 76 by record", "src/ring.go 1-52 of 52 by record",
			"src/slider.ts 1-5 of 32 by record", "src/missing.go by unknown", "log.txt 1-2197 of 3601 by record", "log.txt 3590-3600 of 3600 by record",
			"latin1.txt 1-1 of 1 by record", "empty.txt of 1 by none", "crlf.txt 2-2 of 2 by record", "src by unknown", "dot.png by none", "",
			"src/README.md 1-6 of 29 by record", "", "crlf.txt 1-3 of 3 by record", "src/README.md of 29 by none", "src/README.md 3-4 of 29 by record",
		},
		"opencode/export.json": {
			"src/inventory.py 1-75 of 75 by record", "src/inventory.py 20-34 by record", "src/ring.go 1-52 of 52 by record",
			"src/slider.ts 1-5 by record", "src/missing.go by unknown", "log.txt 1-1341 by record", "log.txt 3590-3600 of 3600 by record",
			"latin1.txt 1-1 of 1 by record", "empty.txt of 0 by none", "crlf.txt 2-2 of 2 by record", "src by unknown", "dot.png by none", "",
			"src/README.md 1-6 by record", "", "crlf.txt 1-3 of 3 by record", "src/README.md by unknown", "src/README.md by unknown",
		},
		"codex/exec-gpt-5.5.jsonl": {"edge/final.txt 1-5 by arguments", "src/queue.go 10-20 by text", "gone.txt by unknown", "size/s25000p1.txt 1-7 by arguments"},
		"codex/code-mode.jsonl":    {"src/clock.ts 1-20 by arguments", "size/s25000p1.txt 1-4 by arguments", "gone.txt by unknown"},
		"qwen_code/session.jsonl":  {"edge/final.txt 1-5 by arguments", "src/queue.go 3-9 of 52 by text", "gone.txt by unknown"},
		"pi/session.jsonl":         {"edge/final.txt 1-5 by arguments", "src/queue.go 3-9 by arguments", "gone.txt by unknown"},
		"copilot_cli/events.jsonl": {"src/main.py 1-48 by arguments", "src/main.py 12-20 by arguments", "long.txt 1-1205 by arguments", "missing.txt by unknown", "e/nul1.txt 1-1 by arguments", ""},
		"grok_build/chat_history.jsonl": {
			"src/main.py 1-48 by text", "src/main.py 12-20 by text", "e/crlf.txt 1-3 by text", "e/nul1.txt by none", "missing.txt by none", "long.txt 1-1000 by text", "long.txt 1001-1205 by text",
		},
		"kimi_code/session_01a1fe9f/agents/main/wire.jsonl":        {"edge/final.txt 1-5 by text", "src/queue.go 3-9 by text", "gone.txt by unknown"},
		"cline/1795273263916_z60pf.messages.json":                  {"/home/user/project/ws/edge/final.txt 1-5 by text", "/home/user/project/ws/src/queue.go 3-9 by text", "/home/user/project/ws/gone.txt by unknown"},
		"gemini_cli/chats/session-2026-11-21T15-00-0c91412d.jsonl": {"edge/final.txt 1-5 by arguments", "src/queue.go 3-9 of 52 by text", "gone.txt by unknown"},
	} {
		p := all[name]
		s, err := transcript.Decode(context.Background(), name, bytes.NewReader(p), int64(len(p)))
		if err != nil {
			t.Fatal(err)
		}
		if s.Format == "grok-build" {
			s.Dir = "/home/ada/seabird"
		}
		for i, w := range want {
			if got := describe(t, s, s.Call(i+1)); got != w {
				t.Errorf("%s, call %d:\n got %s\nwant %s", name, i+1, got, w)
			}
		}
		if s.Len() != len(want) {
			t.Errorf("%s: %d calls", name, s.Len())
		}
	}
}

// TestLinesAreTheFiles compares each line that was sent with the file as it was.
func TestLinesAreTheFiles(t *testing.T) {
	t.Parallel()
	all := transcripttest.Samples(t)
	for _, name := range []string{"claude_code/session-default.jsonl", "opencode/export.json"} {
		p := all[name]
		s, err := transcript.Decode(context.Background(), name, bytes.NewReader(p), int64(len(p)))
		if err != nil {
			t.Fatal(err)
		}
		compared := 0
		for number := 1; number <= 12; number++ { // before the first change
			reads, err := s.Reads(s.Call(number))
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range reads {
				rel := strings.TrimPrefix(r.Path, s.Dir+"/")
				if len(r.Lines) == 0 || rel == "latin1.txt" {
					continue
				}
				file := strings.Split(string(all["workspace-before/"+rel]), "\n")
				for _, l := range r.Lines {
					if got, want := r.Text[l.Start:l.End], strings.TrimSuffix(file[l.Number-1], "\r"); got != want || l.Cut {
						t.Fatalf("%s, call %d, line %d: %q, cut %t; want %q", name, number, l.Number, got, l.Cut, want)
					}
					compared++
				}
			}
		}
		if compared < 1000 {
			t.Errorf("%s: %d lines compared", name, compared)
		}
	}
}

func TestDisagreement(t *testing.T) {
	t.Parallel()
	s := transcripttest.Decode(t, "s.jsonl", strings.Replace(transcripttest.ClaudeCall("a", 1, "5\tx\n6\ty"), `"}]}}`+"\n", `"}]},"toolUseResult":{"type":"text","file":{"filePath":"/a","content":"x\ny","startLine":4,"numLines":2,"totalLines":9}}}`+"\n", 1))
	if got, want := describe(t, s, s.Call(1)), "/a 4-5 of 9 by record but the record says lines 4-5, the text has lines 5-6"; got != want {
		t.Errorf("%s", got)
	}
}

// TestCutByCharacters reads a page that ends within a line, as current and older versions of Claude Code tell it.
func TestCutByCharacters(t *testing.T) {
	t.Parallel()
	notice := func(banner string) string {
		return `{"type":"attachment","sessionId":"s","attachment":{"type":"read_truncation_notice","toolUseID":"a","banner":"` + banner + `"}}` + "\n"
	}
	for run, want := range map[string]bool{
		transcripttest.ClaudeCall("a", 1, "1\tone\n2\ttw") + notice("[Truncated: PARTIAL view — /a: showing the first 9 of 70000 characters (9 tokens, cap 25000)]"):                               true,
		transcripttest.ClaudeCall("a", 1, "1\tone\n2\ttwo") + notice("[Truncated: PARTIAL view — /a: showing lines 1-2 of 9 total (9 tokens, cap 25000)]"):                                         false,
		transcripttest.ClaudeCall("a", 1, "<system-reminder>[Truncated: PARTIAL view — showing the first 9 of 70000 characters (9 tokens, cap 25000)]</system-reminder>\n\n1\tone\n2\ttw"):         true,
		transcripttest.ClaudeCall("a", 1, "<system-reminder>[Truncated: PARTIAL view — showing lines 1-2 of 9 total (9 tokens, cap 25000)]</system-reminder>\n\n1\tone\n2\ttwo") + notice("other"): false,
	} {
		s := transcripttest.Decode(t, "s.jsonl", run)
		reads, err := s.Reads(s.Call(1))
		if err != nil || len(reads) != 1 || len(reads[0].Lines) != 2 || reads[0].Lines[0].Cut || reads[0].Lines[1].Cut != want {
			t.Errorf("%v, %+v; the last line cut: %t\n%s", err, reads, want, run)
		}
	}
}

// Of a notebook that was given as its cells it is not known which lines of the file were sent, also where the tool
// numbers the lines of its text.
func TestNotebooksAreNotUnderstood(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"<cell id=\"a\">x = 1</cell id=\"a\">":                                      true,
		"<path>/n.ipynb</path>\n<type>file</type>\n<content>\n1: <code_cell>\n2: x": true,
		"1\t{\n2\t \"cells\": []":                                                   false,
	} {
		if got := transcript.IsNotebookText("/n.IPYNB", text); got != want {
			t.Errorf("%q: %t", text, got)
		}
		if transcript.IsNotebookText("/n.py", text) {
			t.Errorf("%q is no notebook", text)
		}
	}
}
