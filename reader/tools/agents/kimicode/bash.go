package kimicode

import (
	"bytes"
	"fmt"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/shelltool"
	"eyeline/reader/ospath"
	"eyeline/reader/tools"
)

// Bash is what Kimi Code's models get for reads in its shell (CONTRACT-shells, kimi_code_bash).
var Bash = shelltool.New(Tool, "kimi_code_bash", "Bash",
	tools.Caps{Output: tools.Cap{
		Most: 50_000, Unit: tools.UTF16, Over: "else lines cut at 2,000, or the first 4,096 and the last 1,024",
	}},
	shelltool.Command{GitBash: true}, answerBash)

const (
	bashHead = 4_096 // UTF-16 units of what is shown of a longer answer at its front
	bashTail = 1_024 // and at its back
	bashLine = 2_000 // limit of a line of an answer that is too long, with its end
)

// bashLines matches a line with its end.
var bashLines = lazy.Regexp(`[^\r\n]*(\r\n|\r|\n)|[^\r\n]+`)

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
	case length > env.Caps().Output.Most:
		longBash(env, t, ans, failed)
		return ans, nil
	case length == 0 && t.Status == 0:
		ans.Header += "Command executed successfully."
	case length == 0:
		ans.Header += fmt.Sprintf("Process exited with code %d\n", t.Status)
	}

	if failed != "" {
		ans.Parts = append(ans.Parts, shelltool.OwnText(failed))
	}

	return ans, nil
}

// longBash returns the answer for an output that is too long: all of it with long lines cut if that is short enough,
// else its start and end.
func longBash(env tools.Env, t *shelltool.Output, ans *shelltool.Answer, failed string) {
	parts := t.Whole()
	size := fmt.Sprintf("output_size_bytes: %d\n", t.Size)
	end := "\n\nCommand executed successfully.\n"
	if failed != "" {
		parts = append(parts, shelltool.OwnText(failed))
		end = "\n\n"
	}

	end += "task_id: bash-0\n" + size +
		"next_step: Use TaskOutput(task_id=\"bash-0\") to query the task output."
	saved := "/tmp/.kimi-code/output.log"
	if env.System.IsWindows() {
		saved = ospath.NodeOn(env.System).Below(env.HomeDir(), ".kimi-code", "output.log")
	}

	path := "output_path: " + saved + "\n" +
		"next_step: Use Read with output_path to page through the saved output, or Grep to search it."
	ans.Cut = true
	ans.Parts = withLinesCut(parts)
	if tools.UTF16.Length(shelltool.Join(ans.Parts)) <= env.Caps().Output.Most {
		pointer := "[Per-line truncation occurred; the complete output was saved to a file.\n" + path + "]" + end
		if !bytes.HasSuffix(shelltool.Join(ans.Parts), []byte("\n")) {
			pointer = "\n" + pointer
		}
		ans.Parts = append(ans.Parts, shelltool.OwnText(pointer))
		return
	}

	ans.Header += fmt.Sprintf("Tool output exceeded 50000 characters; the full output was saved to a file.\n"+
		"tool_name: Bash\ntool_call_id: call_0\noutput_size_chars: %d\n", tools.UTF16.Length(t.Decoded))
	if failed == "" {
		ans.Header += size
	}

	all := shelltool.Join(parts)
	total := tools.UTF16.Length(all)
	ans.Header += path + "\n\n[preview: chars [0, 4096)]\n"
	between := fmt.Sprintf("\n\n[elided: chars [4096, %d)]\n\n[preview: chars [%[1]d, %d)]\n", total-bashTail, total)
	ans.Parts = append(shelltool.Ends(
		parts, shelltool.Units(all, bashHead), between, shelltool.Units(all, total-bashTail),
	),
		shelltool.OwnText(end))
}

// withLinesCut returns parts in which long lines are cut, with a note that counts for their length.
func withLinesCut(parts []shelltool.Part) (cut []shelltool.Part) {
	all := shelltool.Join(parts)
	at := 0
	begin := 0
	for lines := range bytes.SplitAfterSeq(all, []byte("\n")) {
		if tools.UTF16.Length(lines) > bashLine {
			for _, found := range bashLines().FindAllIndex(lines, -1) {
				line := lines[found[0]:found[1]]
				if tools.UTF16.Length(line) > bashLine {
					word := "[...truncated]" + string(line[len(bytes.TrimRight(line, "\r\n")):])
					kept := begin + found[0] + shelltool.Units(line, bashLine-int64(len(word)))
					cut = append(append(cut, shelltool.Between(parts, at, kept)...), shelltool.OwnText(word))
					at = begin + found[1]
				}
			}
		}

		begin += len(lines)
	}

	return append(cut, shelltool.Between(parts, at, len(all))...)
}
