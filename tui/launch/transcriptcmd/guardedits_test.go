package transcriptcmd

import (
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/transcripttest"
)

// TestGuardAndEditsAgree: the guard refuses an edit where the list of edits calls it blind, and lets it through where
// that is not known: after a formatter, or whatever else is not understood, the agent may know what became of a file.
func TestGuardAndEditsAgree(t *testing.T) {
	const refused, unknown = "You have not been sent", "let through: a command that is not understood"
	root := t.TempDir()
	file := filepath.Join(root, "a.go")
	const now = "alpha one here\nbeta  two formatted\n}\n"
	transcripttest.Write(t, file, []byte(now))
	read := transcripttest.ClaudeRead(1, root, file, 1, "alpha one here", "beta two here", "}")
	first := transcripttest.ClaudeRead(1, root, file, 1, "alpha one here")
	first = strings.Replace(first, `"totalLines":1`, `"totalLines":3`, 1)
	shell := func(n int, command string) string {
		return transcripttest.ClaudeStep(n, root, "Bash", object{"command": command}, "", nil)
	}
	tool := func(path string) string {
		return transcripttest.ClaudeStep(2, root, "mcp__refactor__rename", object{"file": path}, "done", nil)
	}
	long := transcripttest.ClaudeRead(3, root, filepath.Join(root, "b.go"), 1, strings.Repeat("x", 1<<18))
	for name, c := range map[string]struct{ run, want string }{
		"nothing":                     {read, refused},
		"a formatter of all files":    {read + shell(2, "make fmt"), unknown},
		"a formatter of the file":     {read + shell(2, "myfmt -w a.go"), unknown},
		"a formatter in a condition":  {read + shell(2, "test -f none && make fmt"), unknown},
		"a formatter before the read": {shell(2, "make fmt") + read, refused},
		"a formatter, a part is read": {shell(2, "make fmt") + first, unknown},
		"a formatter, much after it":  {read + shell(2, "make fmt") + long, unknown},
		"what git has":                {read + shell(2, "git stash pop"), unknown},
		"tests and looks":             {read + shell(2, "go test ./... && ls -l | xargs grep -P x"), refused},
		"a change of another file":    {read + shell(2, "sed -i s/a/b/ b.go"), refused},
		"a tool that names the file":  {read + tool(file), unknown},
		"a tool that names a folder":  {read + tool(root), unknown},
		"a tool that names another":   {read + tool("/elsewhere/b"), refused},
		"a file that is made of it":   {read + shell(2, "myfmt < a.go > a2; mv a2 a.go"), unknown},
		"a formatter of a sub-agent":  {read + bySub(shell(2, "make fmt"), "inside"), unknown},
		"a formatter, all is read":    {shell(2, "make fmt") + read + shell(3, "git status"), refused},
		"a formatter, all is written": {shell(2, "make fmt") + wrote(root, file), refused},
	} {
		t.Run(name, func(t *testing.T) {
			run := filepath.Join(t.TempDir(), "run.jsonl")
			edit := object{"file_path": file, "old_string": "beta  two formatted", "new_string": "x"}
			transcripttest.Write(t, run, []byte(c.run))
			request := transcripttest.JSON(object{
				"hook_event_name": "PreToolUse", "transcript_path": run, "cwd": root, "tool_input": edit,
			})
			out, err := runCommand(t, request, "--guard")
			if err != nil || !strings.Contains(out, c.want) {
				t.Errorf("the guard: %v: %q", err, out)
			}
			then := transcripttest.ClaudeStep(9, root, "Edit", edit, "ok", nil)
			made := transcripttest.Decode(t, "run.jsonl", c.run+then)
			all, err := coverage.Of(t.Context(), made, root)
			if err != nil {
				t.Fatal(err)
			}
			edits := all.Edits(false)
			last := edits[len(edits)-1]
			if last.IsBlind() != (c.want == refused) || last.IsKnown() != (c.want == refused) {
				t.Errorf("the list of edits: blind %t, known %t", last.IsBlind(), last.IsKnown())
			}
		})
	}
}

// wrote is a write of all of a file.
func wrote(root, file string) string {
	input := object{"file_path": file, "content": "alpha one here\nbeta two here\n}\n"}
	return transcripttest.ClaudeStep(4, root, "Write", input, "ok", nil)
}
