package requestrun_test

import (
	"fmt"
	"strings"
	"testing"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/transcripttest"
)

// reminder is a text as Claude Code has it in a reminder.
func reminder(text string) string { return "<system-reminder>\n" + text + "\n</system-reminder>\n" }

// saidBlocks is a message of the person's with texts.
func saidBlocks(texts ...string) object {
	var blocks []object
	for _, text := range texts {
		blocks = append(blocks, object{"type": "text", "text": text})
	}
	return object{"role": "user", "content": blocks}
}

// readsOf describes the files that agents attached, and whether the last request has them.
func readsOf(t *testing.T, s *transcript.Session) string {
	t.Helper()
	var all []string
	last, _ := s.LastRequest(record.MainAgent)
	for c := range s.Calls() {
		reads, err := s.Reads(c)
		if err != nil || c.Kind != record.Attachment {
			t.Error(err, c.Kind)
		}
		for _, r := range reads {
			first, end := r.Lines[0], r.Lines[len(r.Lines)-1]
			isIn := last.Calls.Has(int64(c.Order))
			all = append(all, fmt.Sprintf("%s %d-%d %t", r.Path, first.Number, end.Number, isIn))
		}
	}
	return strings.Join(all, "; ")
}

// TestFilesGivenAgain: a file that an agent gives by itself, as a call and its result in two texts, is read as one that
// the model asked for, and is in the context; what only looks like it is not.
func TestFilesGivenAgain(t *testing.T) {
	const claude = "Claude Code, Anthropic's official CLI"
	const called = `Called the Read tool with the following input: {"file_path":"/w/a.txt"}`
	const result = "Result of calling the Read tool:\n1\tone\n2\ttwo\n3\t"
	const opencode = `Called the Read tool with the following input: {"filePath":"/w/a.txt"}`
	for name, c := range map[string]struct {
		agent string
		more  []object
		want  string
	}{
		"two messages": {
			claude,
			[]object{{"role": "user", "content": reminder(called)}, saidBlocks(reminder(result))},
			"/w/a.txt 1-3 true",
		},
		"one message, several files": {
			claude,
			[]object{saidBlocks(
				reminder(called), reminder(result),
				reminder(strings.Replace(called, "/a", "/b", 1)), strings.TrimSpace(reminder(result)),
			)},
			"/w/a.txt 1-3 true; /w/b.txt 1-3 true",
		},
		"an older version": {
			claude,
			[]object{saidBlocks(
				reminder(called), reminder(`Result of calling the Read tool: "     1→one\n     2→two \"x\""`),
			)},
			"/w/a.txt 1-2 true",
		},
		"opencode": {
			"opencode",
			[]object{saidBlocks(
				"look at it", opencode, "<path>/w/a.txt</path>\n<type>file</type>\n<content>\n1: one\n2: two\n\n"+
					"(End of file - total 2 lines)\n</content>",
			)},
			"/w/a.txt 1-2 true",
		},
		"no result": {"opencode", []object{saidBlocks(opencode, "1: one\n2: two")}, ""},
		"no call":   {claude, []object{saidBlocks("see", reminder(result))}, ""},
		"a quotation": {
			claude, []object{saidBlocks("why does it say: "+called, reminder(result))}, "",
		},
		"something between": {
			claude, []object{saidBlocks(reminder(called), "and", reminder(result))}, "",
		},
	} {
		body := strings.Replace(transcripttest.Conversation()[0], claude, c.agent, 1)
		all := []string{body}
		for i := range c.more { // as the requests come, too
			all = append(all, appended(t, all[i], c.more[i]))
		}
		for _, requests := range [][]string{all, {all[len(all)-1]}} {
			s := transcripttest.Decode(t, "run.jsonl", transcripttest.Requests(t, requests...))
			if got := readsOf(t, s); got != c.want {
				t.Errorf("%s, %d requests: %q, want %q", name, len(requests), got, c.want)
			}
		}
	}
}
