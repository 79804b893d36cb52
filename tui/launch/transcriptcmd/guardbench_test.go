package transcriptcmd

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"eyeline/reader/transcript/transcripttest"
)

// guardStep is the nth read of a file, or of its first lines, as the records of an agent.
type guardStep func(n int, root, path string, lines ...string) string

func claudeGuardStep(n int, root, path string, lines ...string) string {
	id := fmt.Sprintf("%08x-1c5d-4b8e-9a0f-%012d", n*2654435761%(1<<32), n)
	head := `{"parentUuid":"` + id + `","isSidechain":false,"uuid":"` + id + `","promptId":"` + id + `",`
	records := strings.ReplaceAll(transcripttest.ClaudeRead(n, root, path, 1, lines...), `"id":"`, `"id":"toolu_01`)
	records = strings.ReplaceAll(records, `"tool_use_id":"`, `"tool_use_id":"toolu_01`)
	return strings.ReplaceAll("\n"+strings.TrimSuffix(records, "\n"), "\n{", "\n"+head)[1:] + "\n" +
		head + `"type":"attachment","attachment":{"type":"todo_reminder","content":[],"itemCount":0}}` + "\n"
}

func codexGuardStep(n int, root, path string, lines ...string) string {
	id, text := fmt.Sprintf("call_%022d", n*2654435761), strings.Join(lines, "\n")+"\n"
	record := func(kind string, payload object) string {
		return transcripttest.JSON(object{"timestamp": "2026-11-21T15:00:44.540Z", "type": kind, "payload": payload})
	}
	start := ""
	if n == 0 {
		start = record("session_meta", object{"id": "s", "cwd": root, "originator": "codex_exec", "cli_version": "0.169.0"})
	}
	command := fmt.Sprintf("head -n %d %s", len(lines), filepath.Base(path))
	call := fmt.Sprintf(`{"timestamp":"2026-11-21T15:00:44.540Z","type":"response_item","payload":{"type":"function_call",`+
		`"name":"exec_command","arguments":%q,"call_id":%q}}`+"\n", transcripttest.JSON(object{"cmd": command}), id)
	return start + call + record("event_msg", object{
		"type": "exec_command_end", "call_id": id, "command": []string{"bash", "-lc", command}, "cwd": root,
		"aggregated_output": text, "exit_code": 0,
	}) + record("response_item", object{
		"type": "function_call_output", "call_id": id,
		"output": "Chunk ID: a1b2c3\nWall time: 0.0100 seconds\nProcess exited with code 0\nOriginal token count: 100\nOutput:\n" + text,
	}) + record("event_msg", object{"type": "token_count", "info": nil})
}

// vanishedGuardStep is a read of Codex of a file of its own that is gone, but for reads of a.go.
func vanishedGuardStep(n int, root, path string, lines ...string) string {
	records := codexGuardStep(n, root, path, lines...)
	if name := filepath.Base(path); name != "a.go" {
		records = strings.ReplaceAll(records, name, fmt.Sprintf("%s/gone/%d.go", filepath.ToSlash(root), n))
	}
	return records
}

func geminiGuardStep(n int, _, path string, lines ...string) string {
	id := fmt.Sprintf("read_file_%d_0", 1795273248697+n)
	message := object{
		"id": fmt.Sprintf("%08x-1c5d-4b8e-9a0f-%012d", n*2654435761%(1<<32), n), "timestamp": "2026-11-21T15:00:48.751Z",
		"type": "gemini", "content": "", "thoughts": []string{}, "model": "gemini-2.5-pro",
		"tokens": object{"input": 100, "output": 10, "cached": 0, "thoughts": 0, "tool": 0, "total": 110},
	}
	all := transcripttest.JSON(message)
	if n == 0 {
		all = transcripttest.JSON(object{
			"sessionId": "s", "projectHash": "37ad", "startTime": "2026-11-21T15:00:48.663Z", "kind": "main",
			"lastUpdated": "2026-11-21T15:00:48.663Z",
		}) + all
	}
	response := object{"id": id, "name": "read_file", "response": object{"output": strings.Join(lines, "\n") + "\n"}}
	message["toolCalls"] = []object{{
		"id": id, "name": "read_file", "args": object{"file_path": path}, "status": "success",
		"result": []object{{"functionResponse": response}}, "timestamp": "2026-11-21T15:00:48.751Z", "description": path,
	}}
	return all + transcripttest.JSON(message) + `{"$set":{"lastUpdated":"2026-11-21T15:00:48.674Z"}}` + "\n"
}

func copilotGuardStep(n int, root, path string, lines ...string) string {
	id, parent := fmt.Sprint("call_", n), fmt.Sprintf("%08x-1c5d-4b8e-9a0f-%012d", n*2654435761%(1<<32), n)
	record := func(kind string, data object) string {
		return transcripttest.JSON(object{
			"type": kind, "data": data, "id": parent, "timestamp": "2026-11-21T15:09:43.112Z", "parentId": parent,
		})
	}
	start := ""
	if n == 0 {
		start = record("session.start", object{
			"sessionId": "s", "version": 1, "producer": "copilot-agent", "copilotVersion": "1.0.102", "context": object{"cwd": root},
		})
	}
	args := object{"path": path, "view_range": []int{1, len(lines)}}
	return start + record("assistant.turn_start", object{"turnId": fmt.Sprint(n), "interactionId": parent}) +
		record("assistant.message", object{
			"messageId": parent, "model": "mock", "content": "", "turnId": fmt.Sprint(n), "interactionId": parent,
			"toolRequests": []object{{"toolCallId": id, "name": "view", "arguments": args, "type": "function"}},
		}) + record("tool.execution_start", object{"toolCallId": id, "toolName": "view", "arguments": args, "model": "mock"}) +
		record("tool.execution_complete", object{
			"toolCallId": id, "model": "mock", "success": true, "interactionId": parent,
			"result": object{"content": strings.Join(lines, "\n") + "\n"},
		})
}

var program = flag.String("eyeline", "", "measure whole processes of this program, and cat beside it")

// BenchmarkGuard measures the guard's answer with a transcript of 50 MB, and how long it takes beside reading that
// file: it is to answer within 30 ms, which only a machine at rest can show. Most of it are large results, or small
// records. An edit of what was sent of late is let through by the end of the transcript alone; before another one is
// refused, all of it is searched.
func BenchmarkGuard(b *testing.B) {
	for _, c := range []struct {
		name  string
		step  guardStep
		lines int
	}{
		{"claude/large", claudeGuardStep, 700},
		{"claude/small", claudeGuardStep, 8},
		{"codex/large", codexGuardStep, 300},
		{"codex/small", codexGuardStep, 10},
		{"codex/vanished", vanishedGuardStep, 10},
		{"gemini/large", geminiGuardStep, 200},
		{"gemini/small", geminiGuardStep, 8},
		{"copilot/large", copilotGuardStep, 400},
		{"copilot/small", copilotGuardStep, 8},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.Run("refused", func(b *testing.B) { benchmarkGuard(b, c.step, c.lines, "three", "lines 3 of") })
			b.Run("sent", func(b *testing.B) { benchmarkGuard(b, c.step, c.lines, "two", "") })
		})
	}
}

// benchmarkGuard measures the answer to an edit of a line, which has a text in it, or is empty.
func benchmarkGuard(b *testing.B, step guardStep, lines int, line, want string) {
	root, run := b.TempDir(), filepath.Join(b.TempDir(), "run.jsonl")
	file := filepath.Join(root, "a.go")
	transcripttest.Write(b, file, []byte("one\ntwo\nthree\n"))
	source, err := os.ReadFile("guard.go")
	if err != nil {
		b.Fatal(err)
	}
	text := strings.Split(strings.Repeat(string(source), 1+lines/100), "\n")
	var all strings.Builder
	others := make([]string, 200) // an agent reads some files again and again
	for i := range others {
		others[i] = filepath.Join(root, fmt.Sprint("other", i))
		transcripttest.Write(b, others[i], nil)
	}
	for n := 0; all.Len() < 50_000_000; n++ {
		at := n % (len(text) - lines)
		all.WriteString(step(n, root, others[n%len(others)], text[at:at+lines]...))
		if n%97 == 0 {
			all.WriteString(step(n+1<<30, root, file, "one", "two"))
		}
	}
	all.WriteString(step(1<<31, root, file, "one", "two"))
	transcripttest.Write(b, run, []byte(all.String()))
	request, err := json.Marshal(object{
		"hook_event_name": "PreToolUse", "transcript_path": run, "cwd": root,
		"tool_input": object{"file_path": file, "old_string": line, "new_string": "x"},
	})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(all.Len()))
	var answered, processor, read []time.Duration
	for b.Loop() {
		var out strings.Builder
		took, used, err := answer(b.Context(), string(request), &out)
		if err != nil || want == "" && out.Len() > 0 || !strings.Contains(out.String(), want) {
			b.Fatal(err, out.String())
		}
		answered, processor = append(answered, took), append(processor, used)
		if took, err = readFile(run); err != nil {
			b.Fatal(err)
		}
		read = append(read, took)
	}
	for _, all := range [][]time.Duration{answered, processor, read} {
		slices.Sort(all)
	}
	b.ReportMetric(answered[0].Seconds()*1e3, "ms-fastest") // others may use the machine
	b.ReportMetric(answered[len(answered)/2].Seconds()*1e3, "ms-median")
	if *program != "" {
		b.ReportMetric(processor[len(processor)/2].Seconds()*1e3, "ms-processor")
	}
	b.ReportMetric(answered[0].Seconds()/read[0].Seconds(), "x-reading")
}

// answer is the guard's, with how long it took and, of a process, the time of processors.
func answer(ctx context.Context, request string, out io.Writer) (took, processor time.Duration, err error) {
	start := time.Now()
	if *program == "" {
		err = guard(ctx, strings.NewReader(request), out, out)
		return time.Since(start), 0, err
	}
	cmd := exec.Command(*program, "transcript", "--guard")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(request), out, out
	err = cmd.Run()
	return time.Since(start), cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), err
}

// readFile is how long it takes to read a file: by cat where processes are measured.
func readFile(path string) (time.Duration, error) {
	start := time.Now()
	if *program != "" {
		err := exec.Command("cat", path).Run()
		return time.Since(start), err
	}
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	_, err = io.CopyBuffer(struct{ io.Writer }{io.Discard}, struct{ io.Reader }{f}, make([]byte, 1<<20))
	return time.Since(start), err
}
