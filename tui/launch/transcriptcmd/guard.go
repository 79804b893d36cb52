package transcriptcmd

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"eyeline/reader/access"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/formats"
	"eyeline/reader/transcript/record"
	"eyeline/reader/wait"
	"eyeline/tui/cells"
	"eyeline/tui/launch/cmdkit"
)

// hookCall is what an agent's hook says of a call that is about to be made: the PreToolUse of Claude Code and of Codex,
// whose apply_patch has a patch as its command, and Gemini CLI's BeforeTool have the same names. Copilot CLI's
// preToolUse names the session, and no event.
type hookCall struct {
	Event      string          `json:"hook_event_name"`
	Transcript string          `json:"transcript_path"`
	Session    string          `json:"sessionId"`
	Dir        string          `json:"cwd"`
	Agent      string          `json:"agent_id"` // of Claude Code's sub-agent that makes the call
	Input      json.RawMessage `json:"tool_input"`
	Args       json.RawMessage `json:"toolArgs"`
}

// replaced are the texts that the edit takes out, by their files.
func (h *hookCall) replaced() map[string][]string {
	all := map[string][]string{}
	for _, e := range append(transcript.EditsIn(h.Input), transcript.EditsIn(h.Args)...) {
		for _, hunk := range e.Hunks {
			var old []string
			for _, line := range hunk.Lines {
				if line[0] != '+' {
					old = append(old, line[1:])
				}
			}
			if len(old) > 0 && e.Path != "" {
				all[e.Path] = append(all[e.Path], strings.Join(old, "\n"))
			}
		}
	}
	return all
}

// mostRead is how much the guard reads of a hook's request, and of a file, in bytes.
const mostRead = 16 << 20

// guard answers a hook: an edit over lines that the model was not sent as they are is refused, with the read that would
// mend it. When in doubt the call is let through, and why is said on notice.
func guard(ctx context.Context, in io.Reader, out, notice io.Writer) error {
	text, err := io.ReadAll(io.LimitReader(in, mostRead))
	var call hookCall
	if err == nil {
		err = json.Unmarshal(text, &call)
	}
	why := ""
	if err == nil {
		why, err = call.blind(ctx)
	}
	if err != nil {
		_, err = fmt.Fprintln(notice, "eyeline: the edit is let through: "+cells.Sanitize(err.Error()))
		return err
	}
	if why == "" {
		return nil
	}
	switch call.Event {
	case "BeforeTool":
		return cmdkit.PrintLine(out, map[string]string{"decision": "deny", "reason": why})
	case "":
		return cmdkit.PrintLine(out, map[string]string{"permissionDecision": "deny", "permissionDecisionReason": why})
	}
	return cmdkit.PrintLine(out, map[string]any{"hookSpecificOutput": map[string]string{
		"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": why,
	}})
}

// blind says what of the call's edit the model was not sent; "" where there is nothing.
func (h *hookCall) blind(ctx context.Context) (string, error) {
	all := h.replaced()
	if len(all) == 0 {
		return "", nil // it makes files, or changes none
	}
	if h.Session != "" && filepath.IsLocal(h.Session) {
		h.Transcript = cmp.Or(h.Transcript, filepath.Join(homes().Home, ".copilot/session-state", h.Session, "events.jsonl"))
	}
	if h.Transcript == "" || h.Dir == "" {
		return "", errors.New("the hook names no transcript or no folder")
	}
	for _, path := range slices.Sorted(maps.Keys(all)) {
		content, f, err := h.file(ctx, path)
		if err != nil {
			return "", err
		}
		missing := record.Ranges{}
		for _, old := range all[path] {
			missing = append(missing, unsentIn(f, content, old)...)
		}
		if missing.Sort(); len(missing) > 0 {
			first, last := missing[0][0], missing[len(missing)-1][1]
			const text = "You have not been sent lines %s of %s as they are now. " +
				"Read them first (offset %d, limit %d), then edit."
			return fmt.Sprintf(text, rangesText(missing), path, first, last-first+1), nil
		}
	}
	return "", nil
}

// file is the content of a file, and what the running transcript has sent of it.
func (h *hookCall) file(ctx context.Context, path string) (string, *coverage.File, error) {
	if !filepath.IsAbs(path) {
		path = filepath.Join(h.Dir, path)
	}
	file, err := access.OpenIn(ctx, h.Dir, path)
	if err != nil {
		return "", nil, err
	}
	defer file.Close()
	if file.Size() > mostRead {
		return "", nil, errors.New("the file is too large")
	}
	content, err := io.ReadAll(io.NewSectionReader(file, 0, file.Size()))
	if err != nil {
		return "", nil, err
	}
	for end := time.Now().Add(writePatience); ; {
		f, err := h.sent(ctx, filepath.ToSlash(path))
		if !errors.Is(err, errNotUnderstood) || time.Now().After(end) || wait.For(ctx, writePause) != nil {
			return string(content), f, err
		}
	}
}

// Claude Code may ask before it has written the result of a read. So where none is understood the guard looks again every
// writePause, for writePatience.
const (
	writePause    = 25 * time.Millisecond
	writePatience = 400 * time.Millisecond
)

var errNotUnderstood = errors.New("a read of the file is not understood")

// sent is what the running transcript has sent of a file.
func (h *hookCall) sent(ctx context.Context, path string) (*coverage.File, error) {
	s, err := transcript.OpenMentions(ctx, h.Transcript, path, h.Agent)
	if err != nil {
		return nil, err
	}
	c, err := coverage.Of(ctx, s, h.Dir)
	if err != nil {
		return nil, err
	}
	f := c.File(s.Workspace(h.Dir).Short(path))
	switch {
	case f == nil:
		f = &coverage.File{}
	case f.Unknown > 0:
		err = errNotUnderstood
	}
	return f, err
}

// unsentIn are the lines that a text is in, where it is first, and that were neither sent nor written as they are.
func unsentIn(f *coverage.File, content, old string) (missing record.Ranges) {
	at := strings.Index(content, old)
	if at < 0 || old == "" {
		return nil // the agent refuses it itself
	}
	from := int64(strings.Count(content[:at], "\n")) + 1
	for n := from; n <= from+int64(strings.Count(strings.TrimSuffix(old, "\n"), "\n")); n++ {
		if !f.Sent.Has(n) && !f.Written.Has(n) {
			missing.Add(n)
		}
	}
	return missing
}

// install prints the setting that makes an agent ask the guard, and changes nothing.
func install(agent string, out io.Writer) error {
	var known []string
	for _, f := range formats.All() {
		if f.Hook == "" {
			continue
		}
		if f.Name == agent {
			_, err := io.WriteString(out, f.Hook)
			return err
		}
		known = append(known, f.Name)
	}
	return cmdkit.Usage("--install knows %s, not %s", strings.Join(known, " and "), cells.Sanitize(agent))
}
