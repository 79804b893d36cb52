package transcriptcmd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"eyeline/reader/access"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/formats"
	"eyeline/reader/transcript/record"
	"eyeline/tui/cells"
	"eyeline/tui/launch/cmdkit"
)

// hookCall is what an agent's hook says of a call that is about to be made: Claude Code's PreToolUse and Gemini CLI's
// BeforeTool have the same names.
type hookCall struct {
	Event      string `json:"hook_event_name"`
	Transcript string `json:"transcript_path"`
	Dir        string `json:"cwd"`
	Input      struct {
		FilePath string `json:"file_path"`
		Old      string `json:"old_string"`
		Edits    []struct {
			Old string `json:"old_string"`
		} `json:"edits"`
	} `json:"tool_input"`
}

// Limits of what the guard reads.
const (
	mostOfHook = 16 << 20
	mostOfFile = 16 << 20
)

// guard answers a hook: an edit over lines that the model was not sent as they are is refused, with the read that would
// mend it. When in doubt the call is let through, and why is said on notice.
func guard(ctx context.Context, in io.Reader, out, notice io.Writer) error {
	text, err := io.ReadAll(io.LimitReader(in, mostOfHook))
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
	if call.Event == "BeforeTool" {
		return cmdkit.PrintLine(out, map[string]string{"decision": "deny", "reason": why})
	}
	return cmdkit.PrintLine(out, map[string]any{"hookSpecificOutput": map[string]string{
		"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": why,
	}})
}

// blind says what of the call's edit the model was not sent; "" where there is nothing.
func (h *hookCall) blind(ctx context.Context) (string, error) {
	texts := []string{h.Input.Old}
	for _, e := range h.Input.Edits {
		texts = append(texts, e.Old)
	}
	if h.Input.FilePath == "" || strings.Join(texts, "") == "" {
		return "", nil // it makes a file, or changes none
	}
	if h.Transcript == "" || h.Dir == "" {
		return "", errors.New("the hook names no transcript or no folder")
	}
	content, f, err := h.file(ctx)
	if err != nil {
		return "", err
	}
	missing := record.Ranges{}
	for _, old := range texts {
		missing = append(missing, unsentIn(f, content, old)...)
	}
	if missing.Sort(); len(missing) == 0 {
		return "", nil
	}
	first, last := missing[0][0], missing[len(missing)-1][1]
	const text = "You have not been sent lines %s of %s as they are now. Read them first (offset %d, limit %d), then edit."
	return fmt.Sprintf(text,
		rangesText(missing), h.Input.FilePath, first, last-first+1), nil
}

// file is the content of the call's file, and what the running transcript has sent of it.
func (h *hookCall) file(ctx context.Context) (string, *coverage.File, error) {
	path := h.Input.FilePath
	if !filepath.IsAbs(path) {
		path = filepath.Join(h.Dir, path)
	}
	file, err := access.OpenIn(ctx, h.Dir, path)
	if err != nil {
		return "", nil, err
	}
	defer file.Close()
	if file.Size() > mostOfFile {
		return "", nil, errors.New("the file is too large")
	}
	content, err := io.ReadAll(io.NewSectionReader(file, 0, file.Size()))
	if err != nil {
		return "", nil, err
	}
	s, err := transcript.OpenMentions(ctx, h.Transcript, filepath.ToSlash(path))
	if err != nil {
		return "", nil, err
	}
	c, err := coverage.Of(ctx, s, h.Dir)
	if err != nil {
		return "", nil, err
	}
	f := c.File(s.Workspace(h.Dir).Short(filepath.ToSlash(path)))
	switch {
	case f == nil:
		f = &coverage.File{}
	case f.Unknown > 0:
		err = errors.New("a read of the file is not understood")
	}
	return string(content), f, err
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
