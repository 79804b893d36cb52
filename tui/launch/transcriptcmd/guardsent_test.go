package transcriptcmd

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/longtest"
	"eyeline/reader/transcript/transcripttest"
)

// TestGuardRefusesNothingSent: over made-up runs of several agents, the guard refuses no edit of a line whose text
// stood in a result before it: of a read of the file, or of a call that names another file, early or late, and
// perhaps within other text. It does refuse edits of lines that stood in none.
func TestGuardRefusesNothingSent(t *testing.T) {
	t.Parallel()
	for agent, step := range map[string]guardStep{
		"Claude Code": claudeGuardStep, "Codex": codexGuardStep, "Gemini CLI": geminiGuardStep,
		"Copilot CLI": copilotGuardStep,
	} {
		t.Run(agent, func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(1, uint64(len(agent))))
			refused := 0
			runs := 5
			if longtest.IsRequested() {
				runs = 50
			}
			for n := range runs {
				run := madeUpRun(random, filepath.Join(t.TempDir(), "w"), step)
				refused += run.check(t, n)
			}
			if refused == 0 {
				t.Error("no edit of a line that was not sent is refused")
			}
		})
	}
}

// sentRun is a run of which it is known what was sent of a file.
type sentRun struct {
	root, file string
	lines      []string // of the file
	isSent     []bool
	records    string
}

// madeUpRun makes a run in a folder.
func madeUpRun(random *rand.Rand, root string, step guardStep) *sentRun {
	r := &sentRun{root: root, file: filepath.Join(root, "a.go"), isSent: make([]bool, 24)}
	for n := range r.isSent {
		r.lines = append(r.lines, fmt.Sprintf("value%d := compute%x(other%x)", n, random.Uint32(), random.Uint32()))
	}

	var all strings.Builder
	for n := range 5 + random.IntN(60) {
		path := filepath.Join(root, fmt.Sprintf("other%d.go", random.IntN(5)))
		var lines []string
		for range 1 + random.IntN(300) {
			lines = append(lines, fmt.Sprintf("filler%x beside %x", random.Uint32(), random.Uint32()))
		}

		switch random.IntN(12) {
		case 0: // the first lines of the file
			path = r.file
			lines = r.lines[:1+random.IntN(6)]
			for n := range lines {
				r.isSent[n] = true
			}
		case 1: // lines of it in another result
			for range 1 + random.IntN(4) {
				n := random.IntN(len(r.lines))
				around := []string{"%s", "  %s", "a.go:3:%s", "- %s.", "see `%s` there"}[random.IntN(5)]
				lines[random.IntN(len(lines))] = fmt.Sprintf(around, r.lines[n])
			}
		}

		all.WriteString(step(n, root, path, lines...))
	}

	r.records = all.String()
	for n, line := range r.lines {
		r.isSent[n] = r.isSent[n] || strings.Contains(r.records, line)
	}
	return r
}

// check asks about an edit of each third line of the file. It returns how many were refused.
func (r *sentRun) check(t *testing.T, number int) (refused int) {
	t.Helper()
	path := filepath.Join(filepath.Dir(r.root), "run.jsonl")
	transcripttest.Write(t, path, []byte(r.records))
	transcripttest.Write(t, r.file, []byte(strings.Join(r.lines, "\n")+"\n"))
	for n := number % 3; n < len(r.lines); n += 3 {
		out, err := runCommand(t, transcripttest.JSON(object{
			"hook_event_name": "PreToolUse", "transcript_path": path, "cwd": r.root,
			"tool_input": object{"file_path": r.file, "old_string": r.lines[n], "new_string": "x"},
		}), "--guard")
		isRefused := strings.Contains(out, "You have not been sent")
		if err != nil || isRefused && r.isSent[n] {
			t.Errorf("run %d, line %d, which was sent: %v, %s", number, n+1, err, out)
		}
		if isRefused {
			refused++
		}
	}
	return refused
}
