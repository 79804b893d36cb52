package kimicode

import (
	"bytes"
	"fmt"

	"eyeline/reader/internal/shelltool"
	"eyeline/reader/tools"
)

// Bash is what Kimi Code's models get for reads in its shell (CONTRACT-shells, kimi_code_bash).
var Bash = shelltool.New(Tool, "kimi_code_bash", "Bash",
	tools.Caps{Output: tools.Cap{Most: 50_000, Unit: tools.UTF16, Over: "else the first 4,096 and the last 1,024"}},
	"/bin/bash", answerBash)

const (
	bashHead = 4_096 // UTF-16 units of what is shown of a longer answer at its front
	bashTail = 1_024 // and at its back
	bashLine = 2_000 // of a line of an answer that is too long
)

func answerBash(env tools.Env, t *shelltool.Output) (*shelltool.Answer, error) {
	ans := &shelltool.Answer{Header: "Wall time: 0.000 seconds\n", Parts: t.Whole()}
	length := tools.UTF16.Length(t.Decoded)
	failed := ""
	if t.Status != 0 {
		ans.Header += "<system>ERROR: Tool execution failed.</system>\n"
		failed = fmt.Sprintf("Command failed with exit code: %d.", t.Status)
		if n := len(t.Decoded); n > 0 && t.Decoded[n-1] != '\n' {
			failed = "\n" + failed
		}
	}
	switch {
	case length > env.Tool.Caps.Output.Most:
		return ans, longBash(t, ans, length, failed)
	case length == 0 && t.Status == 0:
		ans.Header += "Command executed successfully."
	case length == 0:
		ans.Header += fmt.Sprintf("Process exited with code %d\n", t.Status)
	}
	if failed != "" {
		ans.Parts = append(ans.Parts, shelltool.Own(failed))
	}
	return ans, nil
}

// longBash makes the answer for an output that is too long.
func longBash(t *shelltool.Output, ans *shelltool.Answer, length int64, failed string) error {
	for line := range bytes.Lines(t.Decoded) {
		if tools.UTF16.Length(line) > bashLine {
			return tools.RefuseOwn("eyeline: what Kimi Code makes of a long output " +
				"with lines of more than 2,000 characters is not imitated")
		}
	}
	parts, size := t.Whole(), fmt.Sprintf("output_size_bytes: %d\n", t.Size)
	end := "\n\nCommand executed successfully.\n"
	if failed != "" {
		parts = append(parts, shelltool.Own(failed))
		end = "\n\n"
	}
	ans.Header += fmt.Sprintf("Tool output exceeded 50000 characters; the full output was saved to a file.\n"+
		"tool_name: Bash\ntool_call_id: call_0\noutput_size_chars: %d\n", length)
	if failed == "" {
		ans.Header += size
	}
	all := shelltool.Join(parts)
	total := tools.UTF16.Length(all)
	ans.Header += "output_path: /tmp/.kimi-code/output.log\n" +
		"next_step: Use Read with output_path to page through the saved output, or Grep to search it.\n\n" +
		"[preview: chars [0, 4096)]\n"
	between := fmt.Sprintf("\n\n[elided: chars [4096, %d)]\n\n[preview: chars [%[1]d, %d)]\n", total-bashTail, total)
	ans.Cut = true
	ans.Parts = append(shelltool.Ends(parts, shelltool.Units(all, bashHead), between, shelltool.Units(all, total-bashTail)),
		shelltool.Own(end+"task_id: bash-0\n"+size+
			"next_step: Use TaskOutput(task_id=\"bash-0\") to query the task output."))
	return nil
}
