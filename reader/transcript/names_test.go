package transcript_test

import (
	"testing"

	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/transcripttest"
)

// searchStep is a record of one search of an agent with its result.
type searchStep func(input transcripttest.Object, result string) string

func claudeSearch(input transcripttest.Object, result string) string {
	return transcripttest.ClaudeStep(1, "/w", "Grep", input, result, nil)
}

func copilotSearch(input transcripttest.Object, result string) string {
	is := func(kind string, data transcripttest.Object) string {
		return transcripttest.JSON(transcripttest.Object{"type": kind, "timestamp": "2026-11-21T10:00:00Z", "data": data})
	}
	return is("session.start", transcripttest.Object{"sessionId": "s", "context": transcripttest.Object{"cwd": "/w"}}) +
		is("tool.execution_start", transcripttest.Object{"toolCallId": "1", "toolName": "grep", "arguments": input}) +
		is("tool.execution_complete", transcripttest.Object{
			"toolCallId": "1", "success": true, "result": transcripttest.Object{"content": result},
		})
}

func kimiSearch(input transcripttest.Object, result string) string {
	is := func(event transcripttest.Object) string {
		return transcripttest.JSON(transcripttest.Object{
			"type": "context.append_loop_event", "time": 1764000000000, "event": event,
		})
	}
	return transcripttest.JSON(transcripttest.Object{"type": "metadata", "protocol_version": "1"}) +
		is(transcripttest.Object{"type": "tool.call", "toolCallId": "1", "name": "Grep", "args": input}) +
		is(transcripttest.Object{
			"type": "tool.result", "toolCallId": "1", "result": transcripttest.Object{"output": result},
		})
}

// TestASearchForNamesGivesNoLines: the names that a search prints may look as if numbers stood in them, and the searches
// of Claude Code, Copilot and Kimi Code print names where they are not asked for lines.
func TestASearchForNamesGivesNoLines(t *testing.T) {
	const names = "docs/2026-07-24-plan.md\ndocs/a.md:12:"
	for agent, step := range map[string]searchStep{
		"claude-code": claudeSearch, "copilot-cli": copilotSearch, "kimi-code": kimiSearch,
	} {
		for mode, want := range map[string]int{"": 0, "files_with_matches": 0, "count": 0, "content": 1} {
			input := transcripttest.Object{"pattern": "x", "-n": true}
			if mode != "" {
				input["output_mode"] = mode
			}

			s := transcripttest.Decode(t, "run.jsonl", step(input, names))
			if s.Len() != 1 {
				t.Fatalf("%s: %d calls", agent, s.Len())
			}
			for c := range s.Calls() {
				reads, err := s.Reads(c)
				if err != nil || len(reads) != want || c.Kind != record.Search || !c.Answered() {
					t.Errorf("%s, %q: %+v, %v", agent, mode, reads, err)
				}
			}
		}
	}
}
