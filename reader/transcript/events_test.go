package transcript_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"eyeline/reader/source"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/transcripttest"
)

// sdkEvents is a run in the store of OpenHands' SDK: a view of lines 3 to 4, a shell's read, a view that fails, an
// edit, and a condensation that forgets the first view.
func sdkEvents() map[string]string {
	call := func(n int, tool string, action object) object {
		return object{
			"kind": "ActionEvent", "id": fmt.Sprint("action-", n), "timestamp": "2026-06-16T05:39:48Z", "source": "agent", "thought": []object{},
			"action": action, "tool_name": tool, "tool_call_id": fmt.Sprint("call-", n), "llm_response_id": "r",
		}
	}
	answer := func(n int, tool string, seen object) object {
		return object{
			"kind": "ObservationEvent", "id": fmt.Sprint("seen-", n), "timestamp": "2026-06-16T05:39:49Z", "source": "environment",
			"tool_name": tool, "tool_call_id": fmt.Sprint("call-", n), "action_id": fmt.Sprint("action-", n), "observation": seen,
		}
	}
	text := func(s string) []object { return []object{{"cache_prompt": false, "type": "text", "text": s}} }
	events := []object{
		{"kind": "SystemPromptEvent", "id": "0", "source": "agent", "tools": []object{}},
		{"kind": "ConversationStateUpdateEvent", "id": "1", "source": "environment", "key": "stats", "value": object{}},
		call(1, "file_editor", object{"command": "view", "path": "/w/a.py", "view_range": []int{3, 4}, "kind": "FileEditorAction"}),
		answer(1, "file_editor", object{
			"content":  text("Here's the result of running `cat -n` on /w/a.py:\n     3\tone\n     4\ttwo\n"),
			"is_error": false, "command": "view", "path": "/w/a.py",
		}),
		call(2, "terminal", object{"command": "head -n 2 /w/a.py", "kind": "TerminalAction"}),
		answer(2, "terminal", object{"content": text("a\nb\n"), "is_error": false, "exit_code": 0}),
		call(3, "file_editor", object{"command": "view", "path": "/w/gone"}),
		answer(3, "file_editor", object{"content": text("The path /w/gone does not exist."), "is_error": true}),
		call(4, "file_editor", object{"command": "str_replace", "path": "/w/a.py", "old_str": "two", "new_str": "2"}),
		answer(4, "file_editor", object{"output": "The file /w/a.py has been edited.", "is_error": false}),
		call(5, "terminal", object{"command": "ls"}),
		{
			"kind": "AgentErrorEvent", "id": "e", "source": "agent", "tool_name": "terminal", "tool_call_id": "call-5",
			"error": "no such tool",
		},
		{"kind": "Condensation", "id": "c", "source": "environment", "forgotten_event_ids": []string{"action-1", "seen-1"}},
		{"kind": "NewEvent", "id": "n", "source": "environment"},
	}
	files := map[string]string{
		"base_state.json": `{"id": "run-1", "workspace": {"working_dir": "/w", "kind": "LocalWorkspace"},` + "\n" +
			` "execution_status": "idle", "agent": {"llm": {"model": "m"}}}`,
		"events/.eventlog.lock": "", "events/notes.json": "{}",
	}
	for n, e := range events {
		files[fmt.Sprintf("events/event-%05d-0123abcd-%d.json", n, 9-n%10)] = strings.Replace(transcripttest.JSON(e), `{`, "{\n", 1)
	}
	return files
}

// v0Events is one in the store of OpenHands 0.x, whose names do not sort as their numbers do.
func v0Events() map[string]string {
	files := map[string]string{"metadata.json": "{}"}
	for n := range 12 {
		e := object{"id": n, "timestamp": "2025-06-16T05:39:48Z", "source": "user", "action": "message", "args": object{"content": "x"}}
		switch n {
		case 2:
			e = object{"id": n, "source": "agent", "action": "read", "args": object{"path": "/w/a.py"}}
		case 10:
			e = object{
				"id": n, "source": "agent", "cause": 2, "observation": "read", "extras": object{"path": "/w/a.py"},
				"content": "Here's the result of running `cat -n` on /w/a.py:\n     1\tone\n     2\ttwo\n",
			}
		}
		files[fmt.Sprintf("events/%d.json", n)] = transcripttest.JSON(e)
	}
	return files
}

// TestFolderOfEvents opens runs of which each event is in a file of its own: by their folder, and the file that a list
// of transcripts has.
func TestFolderOfEvents(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		files    map[string]string
		listed   string
		id, dir  string
		unknown  int
		dropped  int
		describe []string
	}{
		{sdkEvents(), "base_state.json", "run-1", "/w", 1, 1, []string{
			"a.py 3-4 by text", "a.py 1-2 by arguments", "failed", "/w/a.py -two +2", "failed",
		}},
		{v0Events(), ".", "", "", 0, 0, []string{"/w/a.py 1-2 by text"}},
	} {
		dir := t.TempDir()
		for name, text := range c.files {
			transcripttest.Write(t, filepath.Join(dir, filepath.FromSlash(name)), []byte(text))
		}
		for _, path := range []string{".", c.listed} {
			s := transcripttest.Open(t, filepath.Join(dir, path))
			if s.ID != c.id || s.Dir != c.dir || s.Unknown != c.unknown || s.Pruned != c.dropped || s.Damage.BadCount != 0 {
				t.Errorf("%s: %+v, %d unknown, %d dropped, %d bad", path, s.Header, s.Unknown, s.Pruned, s.Damage.BadCount)
			}
			var got []string
			for call := range s.Calls() {
				edits, err := s.Edits(call)
				if err != nil {
					t.Fatal(err)
				}
				switch {
				case call.Failed:
					got = append(got, "failed")
				case len(edits) > 0:
					got = append(got, edits[0].Path+" "+strings.Join(edits[0].Hunks[0].Lines, " "))
				default:
					got = append(got, describe(t, s, call))
				}
			}
			if all := strings.Join(got, "; "); all != strings.Join(c.describe, "; ") {
				t.Errorf("%s:\n got %s", path, all)
			}
		}
	}
}

// TestFolderOfOtherFiles: what is no event is not opened, and one that is not whole or cannot be read is not
// understood, while those after it are.
func TestFolderOfOtherFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	transcripttest.Write(t, filepath.Join(dir, "events", "notes.json"), []byte("{}"))
	var kind *source.KindError
	if _, err := transcript.Open(t.Context(), dir); !errors.As(err, &kind) {
		t.Errorf("a folder without events: %v", err)
	}
	events := v0Events()
	events["events/6.json"] = ""
	events["events/1.json"] = `{"id": 1, "source": "user", "args": {"content": "`
	delete(events, "events/3.json")
	events["events/3.json/deeper"] = ""
	// Neither has a name, so the one is not the other's answer.
	events["events/4.json"] = `{"source": "agent", "action": "read", "args": {"path": "/w/b.py"}}`
	events["events/5.json"] = `{"source": "agent", "observation": "run", "content": "     1\tone\n"}`
	for name, text := range events {
		transcripttest.Write(t, filepath.Join(dir, filepath.FromSlash(name)), []byte(text))
	}
	s := transcripttest.Open(t, dir)
	if s.Unknown != 3 || s.Damage.BadCount != 0 {
		t.Errorf("%d events are not understood, %d bad", s.Unknown, s.Damage.BadCount)
	}
	var answered []bool
	for call := range s.Calls() {
		answered = append(answered, call.Result != record.Place{})
	}
	if want := []bool{true, false}; !slices.Equal(answered, want) {
		t.Errorf("the calls are answered: %v, want %v", answered, want)
	}
}

// TestViewsWithoutLines: what OpenHands' view says of a folder, or of a range that is not there, is no line of a file.
func TestViewsWithoutLines(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"ERROR:\nInvalid `view_range` parameter: [100, 150].":                         "read true",
		"Here's the files and directories up to 2 levels deep in /w:\n/w\n/w/a.py\n":  "other false",
		"Here's the result of running `cat -n` on /w/a.py:\n     1\tone\n     2\ttwo": "read false",
	} {
		s := transcripttest.Decode(t, "x.json", transcripttest.JSON([]object{
			{"id": 7, "source": "agent", "action": "read", "args": object{"path": "/w/a.py"}},
			{"id": 8, "source": "agent", "cause": 7, "observation": "read", "content": said},
		}))
		c := s.Call(1)
		if got := fmt.Sprint(c.Kind, c.Failed); got != want {
			t.Errorf("%q: %s, want %s", said, got, want)
		}
	}
}
