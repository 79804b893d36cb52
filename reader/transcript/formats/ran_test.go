package formats

import (
	"slices"
	"strings"
	"testing"

	"eyeline/reader/internal/jsonskim"
)

// TestOutputs takes what agents put around the output of a command off it, and finds where something is left out.
func TestOutputs(t *testing.T) {
	for _, c := range []struct {
		format  *Format
		text    string
		pieces  string // with "|" between them
		noStart bool
		noEnd   bool
	}{
		{format: codex, text: "Chunk ID: 1\nWall time: 0 seconds\nOutput:\none\ntwo\n", pieces: "one\ntwo\n"},
		{format: codex, text: "Chunk ID: 1\nOutput:\nWarning: truncated output (original token count: 9)\n" +
			"Total output lines: 7\n\none\ntw…5 tokens truncated…ix\nseven\n", pieces: "one\ntw|ix\nseven\n"},
		{format: codex, text: "{\"output\":\"one\\n\",\"metadata\":{}}", pieces: "one\n"},
		{format: claudeCode, text: "one\ntwo", pieces: "one\ntwo"},
		{format: claudeCode, text: "Exit code 1\none", pieces: "one"},
		{format: claudeCode, text: "<persisted-output>\nOutput too large (99KB). Full output saved to: /x\n\n" +
			"Preview (first 2KB):\none\ntwo\n...\n</persisted-output>", pieces: "one\ntwo", noEnd: true},
		{
			format: geminiCLI, text: "<untrusted_context>\nOutput: one\ntwo\nProcess Group PGID: 7\n" +
				"</untrusted_context>",
			pieces: "one\ntwo",
		},
		{format: geminiCLI, text: "Output: (empty)\nExit Code: 1", pieces: ""},
		{format: geminiCLI, text: "Output too large. Showing first 8,000 and last 32,000 characters. For " +
			"full output see: /x\n" +
			"<untrusted_context>\nOutput: one\ntw\n\n... [71,331 characters omitted] ...\n\nix\nseven\n" +
			"Process Group PGID: 7\n" +
			"</untrusted_context>", pieces: "one\ntw|ix\nseven"},
		{format: qwenCode, text: "Command: cat a\nDirectory: (root)\nOutput: one\nError: (none)\nExit " +
			"Code: 0\nSignal: (none)\n" +
			"Process Group PGID: 7", pieces: "one"},
		{format: qwenCode, text: "Tool output was too large and has been truncated.\n\nTruncated part of " +
			"the output:\n" +
			"Command: cat a\nDirectory: (root)\nOutput: one\ntw...\n\n---\n... [CONTENT TRUNCATED] ...\n" +
			"---\n\n...ix\nseven\n" +
			"Error: (none)", pieces: "one\ntw|ix\nseven"},
		{format: copilotCLI, text: "one\n<shellId: 0 completed with exit code 0>", pieces: "one"},
		{format: copilotCLI, text: "one\n<exited with exit code 1>", pieces: "one"},
		{format: copilotCLI, text: "Output too large to read at once (9 KB). Saved to: /x\nConsider\n\n" +
			"Preview (first 500 chars):\n" +
			"one\ntw\n<shellId: 5 completed with exit code 0>", pieces: "one\ntw", noEnd: true},
		{format: grokBuild, text: "exit: 0\none\n", pieces: "one\n"},
		{format: grokBuild, text: "exit: 0 [truncated: showing first/last 1 KB of 9 KB - full output at: " +
			"/x]\none\ntw\n\n" +
			"... (output truncated) ...\n\nix\n", pieces: "one\ntw|ix\n"},
		{format: pi, text: "one\n\n\nCommand exited with code 1", pieces: "one\n"},
		{format: pi, text: "six\nseven\n\n[Showing lines 6-7 of 7 (50.0KB limit). Full output: " +
			"/x]", pieces: "six\nseven", noStart: true},
		{format: kimiCode, text: "one\nCommand failed with exit code: 1.", pieces: "one"},
		{format: kimiCode, text: "<system>Tool output is empty.</system>", pieces: ""},
		{format: kimiCode, text: "Tool output exceeded 50000 characters; the full output was saved to a " +
			"file.\nnext_step: Read\n\n" +
			"[preview: chars [0, 6)]\none\ntw\n\n[preview: chars [90, 96)]\nix\nend\n\ntask_id: " +
			"bash-1", pieces: "one\ntw|ix\nend", noEnd: true},
		{format: openCode, text: "...output truncated...\n\nFull output saved to: /x\n\nsix\nseven\n" +
			"", pieces: "six\nseven\n", noStart: true},
		{
			format: openCode, text: "one\ntwo\n\n...7 lines truncated...\n\nThe tool call succeeded but " +
				"the output was truncated.",
			pieces: "one\ntwo", noEnd: true,
		},
		{format: claudeCode, text: "(Bash completed with no output)", pieces: ""},
		{format: openCode, text: "(no output)", pieces: ""},
		{format: pi, text: "(no output)\n\nCommand exited with code 1", pieces: ""},
		{format: kimiCode, text: "Command executed successfully.", pieces: ""},
		{format: openCode, text: "one\n\n<bash_metadata>\nbash tool terminated\n</bash_metadata>", pieces: "one"},
	} {
		o := c.format.OutputIn(c.text)
		if got := strings.Join(o.Pieces, "|"); got != c.pieces || o.NoStart != c.noStart || o.NoEnd != c.noEnd {
			t.Errorf("%s: %q gives %q %v %v; want %q", c.format.Name, c.text, got, o.NoStart, o.NoEnd, c.pieces)
		}
	}
}

// scriptCall is a call of Codex' code mode.
func scriptCall(script, result string, parts ...string) Called {
	c := Called{Tool: "exec", Args: jsonskim.Parse([]byte(script)), Result: jsonskim.Parse([]byte(result))}
	for _, p := range parts {
		c.Parts = append(c.Parts, jsonskim.Parse([]byte(p)))
	}
	return c
}

// TestScripts finds what a script of Codex ran and which part of the outputs it gave.
func TestScripts(t *testing.T) {
	const one = `{"type":"CommandExecution","command":["/bin/bash","-lc","cat a"],"cwd":"file:///w","exit_code":0,` +
		`"aggregated_output":"one\ntwo\n"}`
	const other = `{"type":"CommandExecution","command":["/bin/bash","-lc","cat b"],"cwd":"file:///w/sub","exit_code":1,` +
		`"aggregated_output":"three\nfour\n"}`
	const head = `{"type":"input_text","text":"Script completed\nWall time 0.1 seconds\nOutput:\n"}`
	for _, c := range []struct {
		name string
		call Called
		want []string
	}{
		{"one", scriptCall(`""`, `[`+head+`,{"text":"one\ntwo\n"}]`, one), []string{"cat a in file:///w: " +
			"one\ntwo\n"}},
		{
			"several, in another order", scriptCall(`""`, `[`+head+`,{"text":"three\nfour\n"},{"text":"one\ntwo\n"}]`, one, other),
			[]string{"cat a in file:///w: one\ntwo\n", "cat b in file:///w/sub failed: three\nfour\n"},
		},
		{
			"joined", scriptCall(`""`, `[`+head+`,{"text":"one\ntwo\n---\nthree\nfour\n"}]`, one, other),
			[]string{"cat a in file:///w: one\ntwo\n", "cat b in file:///w/sub failed: three\nfour\n"},
		},
		{"as " +
			"JSON", scriptCall(`""`, `[`+head+`,{"text":"[{\"output\":\"one\\ntwo\\n\"}]"}]`, one), []string{"cat a in file:///w: one\ntwo\n"}},
		{"a part", scriptCall(`""`, `[`+head+`,{"text":"two"}]`, one), []string{"cat a in file:///w: ~two"}},
		{"not given", scriptCall(`""`, `[`+head+`,{"text":"2"}]`, one), []string{"cat a in file:///w: ?"}},
		{"a word of it", scriptCall(`""`, `[`+head+`,{"text":"twofold"}]`, one), []string{"cat a in file:///w: ?"}},
		{
			"without records", scriptCall(`"const r = await tools.exec_command({cmd: 'cat a', workdir: \"/w\"}); text(r.output)"`,
				`[`+head+`,{"text":"one\n"}]`),
			[]string{"cat a in /w: one\n"},
		},
		{
			"several without records", scriptCall(`"for (const c of [tools.exec_command({cmd: 'cat a'}), tools.exec_command({cmd: 'cat b'})]) text((await c).output)"`,
				`[`+head+`,{"text":"one\n"},{"text":"three\n"}]`),
			[]string{"cat a in : one\n", "cat b in : three\n"},
		},
		{
			"a command that is not a literal", scriptCall(`"text((await tools.exec_command({cmd: 'cat ' + name})).output)"`,
				`[`+head+`,{"text":"one\n"}]`),
			nil,
		},
	} {
		ran, isOf := codexRan(c.call)
		var got []string
		for _, one := range ran {
			text := one.Command + " in " + one.Dir
			if one.Failed {
				text += " failed"
			}
			out, whole := one.Output.Whole()
			switch {
			case len(one.Output.Pieces) == 0:
				out = "?"
			case !whole:
				out = "~" + one.Output.Sent()
			}
			got = append(got, text+": "+out)
		}
		if !isOf || !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestPatchesOfScripts(t *testing.T) {
	c := scriptCall(`"const r = await tools.apply_patch(\"*** Begin Patch\\n*** End Patch\\n\"); text(r)"`, `[]`)
	if got := codexPatches(c); len(got) != 1 || got[0] != "*** Begin Patch\n*** End Patch\n" {
		t.Errorf("%q", got)
	}
}
