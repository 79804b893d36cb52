package transcriptcmd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"eyeline/reader/nextcalls"
	"eyeline/reader/tools"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/record"
	"eyeline/tui/kit/cells"
)

// answerTime is when the guard answers at the latest, counted from the start of the process. An agent waits for at most
// 300 ms; the rest is for printing the answer and ending the process.
const answerTime = 250 * time.Millisecond

// maxRead is how many bytes the guard reads of a hook's request, and of a file.
const maxRead = 16 << 20

// stage names what the guard is doing, for the message of one that ran out of time.
type stage struct{ atomic.Value }

// guardAnswer is the answer of the guard about a call.
type guardAnswer struct {
	call hookCall
	why  string // the call is refused; "" where it is not
	err  error  // why it could not be judged
}

// longestError is how many cells of an error are printed: it may have a path in it.
const longestError = 1000

// guard answers a hook: an edit over lines that the model was not sent as they are is refused, with the read that would
// mend it. When in doubt the call is let through, and why is said on notice. The answer comes when ctx ends at the
// latest, also where standard input, a disk or a scan does not hear the context: it is not waited for.
func guard(ctx context.Context, in io.Reader, out, notice io.Writer) error {
	var doing stage
	doing.Store("the hook's request was read")
	answers := make(chan guardAnswer, 1)
	go func() { answers <- judge(ctx, in, &doing) }()
	var a guardAnswer
	select {
	case a = <-answers:
	case <-ctx.Done():
	}

	if ctx.Err() != nil {
		a.err = fmt.Errorf("there was no answer within 300 ms, while %s", doing.Load())
	}

	if a.err != nil {
		reason := cells.Truncate(cells.SanitizeFirst(a.err.Error(), longestError), longestError, "…")
		_, err := fmt.Fprintln(notice, "eyeline: the edit is let through: "+reason)
		return err
	}

	return a.print(out)
}

// judge reads a hook's request and decides whether its call is refused.
func judge(ctx context.Context, in io.Reader, doing *stage) (a guardAnswer) {
	text, err := io.ReadAll(io.LimitReader(in, maxRead+1))
	switch {
	case err != nil:
		a.err = err
		return a
	case len(text) > maxRead:
		a.err = errors.New("the hook's request is larger than 16 MiB")
		return a
	}

	a.err = json.Unmarshal(text, &a.call)
	if a.err == nil {
		a.call.doing = doing
		a.why, a.err = a.call.blind(ctx)
	}

	return a
}

// print writes a refusal in the form of the agent that asks, and nothing where the call is not refused.
func (a *guardAnswer) print(out io.Writer) error {
	if a.why == "" {
		return nil
	}

	switch a.call.Event {
	case "BeforeTool":
		return tools.WriteJSON(out, map[string]string{"decision": "deny", "reason": a.why})
	case "":
		return tools.WriteJSON(out, map[string]string{"permissionDecision": "deny", "permissionDecisionReason": a.why})
	}

	return tools.WriteJSON(out, map[string]any{"hookSpecificOutput": map[string]string{
		"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": a.why,
	}})
}

// What a model reads of a refusal is bounded: cells of a file's name, ranges of lines, and bytes of the call that reads
// them.
const (
	longestName  = 300
	maxRanges    = 12
	longestCall  = 1000
	refusalWords = "You have not been sent lines %s of %s as they are now. Read them first%s, then edit."
)

// refusal is the reason that the model reads: which lines of a file it has not been sent, and how to read them. The
// name of the file reaches the model without characters that control or hide text.
func refusal(s *transcript.Session, path string, proven, missing record.Ranges) string {
	lines := rangesText(proven[:min(len(proven), maxRanges)])
	last := proven[len(proven)-1][1]
	if len(proven) > maxRanges {
		lines += fmt.Sprintf(" and others up to %d", last)
	}
	name := cells.Truncate(cells.SanitizeFirst(path, longestName), longestName, "…")
	return fmt.Sprintf(refusalWords, lines, name, readCall(s, path, missing))
}

// readCall is, in brackets, the call of the agent's tool that reads lines of a file; "" where the tool is not known, or
// where the call has characters that control or hide text, which a model would have to repeat.
func readCall(s *transcript.Session, path string, lines record.Ranges) string {
	agent := s.Context()
	if agent == nil {
		return ""
	}

	place, ok := agent.Tool.WindowParams(tools.ModeSlice)
	if !ok {
		return ""
	}

	first := lines[0][0]
	last := lines[len(lines)-1][1]
	values := nextcalls.CallValues(place, first, last-first+1)
	call := string(agent.Tool.Call(place, path, values))
	if len(call) > longestCall || cells.Sanitize(call) != call {
		return ""
	}

	return fmt.Sprintf(" (%s %s)", agent.Tool.Recorded[0], call)
}
