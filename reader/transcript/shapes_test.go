package transcript_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	_ "eyeline/reader/tools/agents" // the tools that records are compared with
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/transcripttest"
)

// toldOf says of a call what it is, what it read and what it changed.
func toldOf(t *testing.T, s *transcript.Session, c *record.Call) string {
	t.Helper()
	text := c.Tool
	if c.Agent >= 0 {
		text = s.SubAgent(c).ID + ": " + text
	}
	if c.Failed {
		text += "!"
	}
	if reads := describe(t, s, c); reads != "" {
		text += " reads " + reads
	}
	edits, err := s.Edits(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range edits {
		path := e.Path
		if s.Dir != "" {
			path = strings.TrimPrefix(path, s.Dir+"/")
		}
		text += " changes " + path
		for _, h := range e.Hunks {
			text += " " + strings.Join(h.Lines, "/")
		}
		if e.IsWhole {
			text += " =" + strings.TrimSpace(e.Whole)
		}
	}
	return text
}

// TestShapes opens a run of each form that is read without a sample by the agent itself: the samples are made up.
func TestShapes(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]struct {
		format, agent, dir string
		calls              []string
	}{
		"cline_editor/api_conversation_history.json": {"cline", "Cline", "/home/ada/seabird", []string{
			"read_file reads a.txt 1-4 by text", "read_file reads b.txt 1-2 by text",
			"replace_in_file changes a.txt -barley basket/+barley boat", "final_file_content reads a.txt " +
				"1-4 of 4 by text",
			"write_to_file! changes c.txt =new", "execute_command reads a.txt 3-4 by command", "read_file! " +
				"reads gone.txt by unknown",
		}},
		"roo_code/tasks/0190b7c2/api_conversation_history.json": {"roo-code", "Roo Code", "/home/ada/seabird", []string{
			"read_file reads b.txt 1-2 of 2 by text", "read_file reads a.txt 1-4 of 4 by text",
			"read_file reads a.txt 2-3 of 5 by text", "apply_diff changes a.txt -barley basket/+barley boat",
			"write_to_file! changes c.txt =new", "edit changes b.txt -cinder/+candle",
			"execute_command reads a.txt 3-4 by command", "read_file! reads gone.txt by none",
			"search_files reads a.txt 1-2 by text",
		}},
		"roo_code/tasks/older/api_conversation_history.json": {"roo-code", "Roo Code", "/home/ada/seabird", []string{
			"read_file reads a.txt 1-4 by text & b.txt 1-2 by text & gone.txt by none",
			"apply_diff changes a.txt -barley basket/+barley boat", "insert_content changes a.txt +first",
			"search_and_replace changes b.txt -cinder/+candle", "write_to_file! changes c.txt =new",
			"execute_command reads a.txt by unknown",
		}},
		"mini_swe_agent/run.traj.json": {"mini-swe-agent", "mini-SWE-agent", "/home/ada/seabird", []string{
			"bash reads a.txt 1-4 by arguments", "bash reads a.txt 3-4 by command", "bash! reads " +
				"gone.txt by unknown",
			"bash changes c.txt =new",
		}},
		"mini_swe_agent/first.traj.json": {"mini-swe-agent", "mini-SWE-agent", "", []string{
			"bash reads /testbed/a.txt 1-2 by arguments",
		}},
		"openhands/output.jsonl": {"openhands", "OpenHands", "", []string{
			"read reads /workspace/a.txt 1-4 by text", "run reads /workspace/b.txt by unknown",
			"ada__seabird-2: run reads /workspace/a.txt 1-4 by command",
		}},
		"aider/.aider.chat.history.md": {"aider", "aider", "", []string{
			"add reads a.txt by unknown", "edit changes a.txt -barley basket/+barley boat", "edit changes c.txt =new",
			"add reads b.txt by unknown",
		}},
		"specstory/2026-11-28_10-00-00Z-change-a.md": {"specstory", "Claude Code", "", []string{
			"Read reads /home/ada/seabird/a.txt 2-4 by text", "Bash reads /home/ada/seabird/b.txt by unknown",
			"Bash reads /home/ada/seabird/b.txt 1-1 by arguments", "Edit changes /home/ada/seabird/a.txt",
			"Read! reads /home/ada/seabird/gone.txt by unknown",
		}},
		"crush/crush.sql": {"crush", "Crush", "/home/ada/seabird", []string{
			"view reads a.txt 2-3 by text", "bash reads b.txt by unknown",
			"s2: view reads b.txt 1-2 by text", "edit changes a.txt -barley basket/+barley boat",
			"view! reads gone.txt by unknown",
		}},
		"cursor/agent-transcripts/7a/7a.jsonl": {"cursor", "Cursor", "", []string{
			"Read reads /home/ada/seabird/a.txt by unknown", "Shell reads /home/ada/seabird/b.txt by unknown",
			"StrReplace changes /home/ada/seabird/a.txt -barley basket/+barley boat",
		}},
		"kimi_cli/e37937a60b91e21011aa037eae3945ea/0a1b2c3d-1111-4222-8333-444455556666/context.jsonl": {
			"kimi-cli", "Kimi CLI", "/home/ada/seabird", []string{
				"ReadFile reads a.txt 1-4 by text", "ReadFile reads a.txt 2-3 by text",
				"StrReplaceFile changes a.txt -barley basket/+barley boat",
				"StrReplaceFile changes a.txt -cedar/+cherry -dory/+dinghy", "WriteFile changes c.txt =new",
				"WriteFile changes b.txt +last", "Shell reads a.txt 3-4 by command", "ReadFile! reads gone.txt by unknown",
			},
		},
		"droid/session.jsonl": {"droid", "Droid", "/home/ada/seabird", []string{
			"Read reads a.txt 1-4 by arguments", "Execute reads b.txt by unknown",
			"Edit changes a.txt -barley basket/+barley boat", "Create! changes c.txt =new",
		}},
		"antigravity/brain/9b/.system_generated/logs/transcript_full.jsonl": {"antigravity", "Antigravity", "", []string{
			"view_file reads /home/ada/seabird/a.txt 2-3 by text", "run_command reads " +
				"/home/ada/seabird/b.txt by unknown",
			"replace_file_content changes /home/ada/seabird/a.txt -barley basket/+barley boat",
		}},
		"opencode_files/storage/session/p1/ses_1.json": {"opencode", "opencode", "/home/ada/seabird", []string{
			"read reads a.txt 1-4 by text",
		}},
		"pi_headless/session.jsonl": {"pi", "pi", "", []string{"read reads /home/ada/seabird/a.txt 1-4 " +
			"by arguments"}},
		"openclaw/agents/main/sessions/e1.jsonl": {"openclaw", "OpenClaw", "/home/ada/seabird", []string{
			"read reads a.txt 1-4 by arguments",
		}},
	} {
		file := transcripttest.Sample(t, path)
		if strings.HasSuffix(path, ".sql") {
			db := filepath.Join(t.TempDir(), ".crush", "crush.db")
			transcripttest.Write(t, db, nil)
			sqlite(t, db, string(transcripttest.Samples(t)[path]))
			file = db
		}
		s := transcripttest.Open(t, file)
		folder := filepath.ToSlash(filepath.Dir(file))
		if want.format == "crush" {
			folder = filepath.Dir(folder)
		}
		if s.Dir == folder { // it lies beside what it is about
			if want.dir == "" {
				want.dir = folder
			} else {
				s.Dir = want.dir
			}
		}
		if s.Format != want.format || s.Agent != want.agent || s.Dir != want.dir {
			t.Errorf("%s: %s of %s in %q", path, s.Format, s.Agent, s.Dir)
		}
		var calls []string
		for c := range s.Calls() {
			calls = append(calls, toldOf(t, s, c))
		}
		if !slices.Equal(calls, want.calls) {
			t.Errorf("%s:\n got %q\nwant %q", path, calls, want.calls)
		}
	}
}

// sqlite has sqlite3 change a database.
func sqlite(t *testing.T, db, statements string) {
	t.Helper()
	cmd := exec.Command("sqlite3", "-batch", "-bail", "-init", os.DevNull, db)
	cmd.Stdin = strings.NewReader(statements)
	if out, err := cmd.CombinedOutput(); err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			t.Skip("sqlite3 is not installed")
		}
		t.Fatalf("%v: %s", err, out)
	}
}
