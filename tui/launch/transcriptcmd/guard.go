package transcriptcmd

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"eyeline/reader/access"
	"eyeline/reader/source"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/formats"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/unclear"
	"eyeline/reader/wait"
	"eyeline/tui/kit/cells"
	"eyeline/tui/launch/cmdkit"
)

// hookCall is what an agent's hook says of a call that is about to be made: the PreToolUse of Claude Code, Qwen Code,
// Grok Build and of Codex, whose apply_patch has a patch as its command, and Gemini CLI's BeforeTool have the same
// names. Kimi Code's and Copilot CLI's name the session instead of the transcript, and Copilot CLI's no event.
type hookCall struct {
	Event      string          `json:"hook_event_name"`
	Transcript string          `json:"transcript_path"`
	Session    string          `json:"session_id"`
	CLISession string          `json:"sessionId"`    // of Copilot CLI
	ID         string          `json:"tool_use_id"`  // of the call, where the transcript has not the next
	CallID     string          `json:"tool_call_id"` // of Qwen Code and Kimi Code
	Time       json.RawMessage `json:"timestamp"`    // of the request; with Copilot CLI in milliseconds
	Dir        string          `json:"cwd"`
	Agent      string          `json:"agent_id"` // of Claude Code's sub-agent that makes the call
	Input      json.RawMessage `json:"tool_input"`
	Args       json.RawMessage `json:"toolArgs"`

	doing *stage
}

// replaced are the texts that the edit takes out, by their files.
func (h *hookCall) replaced() map[string][]replacedText {
	all := map[string][]replacedText{}
	for _, e := range append(transcript.EditsIn(h.Input), transcript.EditsIn(h.Args)...) {
		for _, hunk := range e.Hunks {
			var old []string
			for _, line := range hunk.Lines {
				if line[0] != '+' {
					old = append(old, line[1:])
				}
			}

			if len(old) > 0 && e.Path != "" {
				all[e.Path] = append(all[e.Path], replacedText{strings.Join(old, "\n"), hunk.Everywhere})
			}
		}
	}

	return all
}

// blind says which part of the call's edit the model was not sent; "" when it was sent all of it.
func (h *hookCall) blind(ctx context.Context) (string, error) {
	all := h.replaced()
	if len(all) == 0 {
		return "", nil // it makes files, or changes none
	}

	h.Session = cmp.Or(h.Session, h.CLISession)
	if h.Transcript+h.Session == "" || h.Dir == "" {
		return "", errors.New("the hook names no transcript or no folder")
	}

	for _, path := range slices.Sorted(maps.Keys(all)) {
		if why, err := h.unsent(ctx, path, all[path]); why != "" || err != nil {
			return why, err
		}
	}

	return "", nil
}

// Claude Code may ask before it has written the result of the read before, and Copilot CLI writes what happens a tenth
// of a second later. So before a call is refused, the guard looks again every writePause, for writePatience, whether
// the transcript has come to that call. That leaves some of answerTime for the last look.
const (
	writePause    = 25 * time.Millisecond
	writePatience = 180 * time.Millisecond
)

// errBehind: it is not known what the model was sent, since the agent may still have to write the read before the call.
var errBehind = errors.New("the transcript has not come to the call, so that what was sent before it is not known")

// unsent says which of the lines that an edit removes the model was not sent as they are; "" when it was sent all of
// them.
func (h *hookCall) unsent(ctx context.Context, path string, replaced []replacedText) (string, error) {
	if !filepath.IsAbs(path) {
		path = filepath.Join(h.Dir, path)
	}

	h.doing.Store("the file was read")
	content, err := h.content(ctx, path)
	if err != nil {
		return "", err
	}

	lines, err := linesOf(ctx, content, replaced)
	if err != nil {
		return "", err
	}

	w := watch{hookCall: h, file: filepath.ToSlash(path), content: content, lines: lines}
	for end := time.Now().Add(writePatience); ; {
		h.doing.Store("the transcript was read")
		why, behind, err := w.look(ctx)
		switch {
		case !behind || err != nil && time.Now().After(end):
			return why, err
		case time.Now().After(end):
			return "", errBehind
		}

		h.doing.Store("the transcript had not come to the call")
		if err := wait.For(ctx, writePause); err != nil {
			return "", err
		}
	}
}

func (h *hookCall) content(ctx context.Context, path string) (string, error) {
	file, err := access.OpenIn(ctx, h.Dir, path)
	if err != nil {
		return "", err
	}

	defer file.Close()
	if file.Size() > maxRead {
		return "", errors.New("the file is too large")
	}

	content, err := io.ReadAll(io.NewSectionReader(file, 0, file.Size()))
	return string(content), err
}

// watch looks at a running transcript again and again until that has come to the call.
type watch struct {
	*hookCall
	file    string
	content string
	lines   record.Ranges        // that the edit replaces
	all     *transcript.Mentions // nil as long as only its end was looked at
	last    lookedAt
}

// lookedAt is the result of one look.
type lookedAt struct {
	why    string
	behind bool
	err    error
}

// look says which of the replaced lines the running transcript has not sent, and how to read them. behind reports that
// the transcript may not have come to the call yet. It reads only the end of the transcript if that has all the lines.
func (w *watch) look(ctx context.Context) (why string, behind bool, err error) {
	if w.Transcript == "" {
		w.Transcript = transcript.UserHomes().Session(w.Session)
	}
	if w.Transcript == "" {
		return "", true, errors.New("the session's transcript is not there")
	}

	if w.all == nil {
		if w.isRecent(ctx) {
			return "", false, nil
		}
		lines := lineTexts(longestOf(w.content, w.lines))
		w.all = transcript.NewMentions(w.Transcript, w.file, w.Agent, lines, unclear.Found(w.Dir, w.file))
	}

	grown, err := w.all.Advance(ctx)
	grown = grown || errors.Is(w.last.err, transcript.ErrNoAgent) // whose file may have come beside it
	if err == nil && !grown {
		return w.last.why, w.last.behind, w.last.err
	}

	if err != nil {
		behind = w.isToCome()
	} else {
		why, behind, err = w.judge(ctx)
	}

	w.last = lookedAt{why, behind, err}
	return why, behind, err
}

// tailSize is how much of a transcript is searched for the call that is asked about, in bytes.
const tailSize = 1 << 20

// isToCome reports whether a transcript that cannot be read may still be written.
func (w *watch) isToCome() bool {
	return w.Agent != "" || !bytes.Contains(tailOf(w.Transcript, min(w.all.End(), tailSize)), []byte("\n"))
}

// isRecent reports whether the end of the transcript has sent all the lines.
func (w *watch) isRecent(ctx context.Context) bool {
	s, ok := transcript.OpenRecent(ctx, w.Transcript, w.file, w.Agent)
	if !ok {
		return false
	}

	f, err := coverage.One(ctx, s, w.Dir, w.file)
	if err != nil || f.Unknown > 0 {
		return false
	}

	missing, err := unsentOf(ctx, &f.File, w.lines)
	return err == nil && len(missing) == 0
}

// judge looks at all records that were found.
func (w *watch) judge(ctx context.Context) (why string, behind bool, err error) {
	s, err := w.all.OfFile(ctx)
	if err != nil {
		return "", w.isToCome(), err
	}

	f, err := coverage.One(ctx, s, w.Dir, w.file)
	if err != nil {
		return "", false, err
	}
	if f.Unknown > 0 {
		return "", true, errors.New("a read of the file is not understood")
	}

	missing, err := unsentOf(ctx, &f.File, w.lines)
	if err != nil || len(missing) == 0 {
		return "", false, err
	}
	if coverage.MayBeFromStart(ctx, s, w.file) {
		return "", false, errors.New("the agent may have been given the file at its start")
	}

	proven, err := w.proven(ctx, missing)
	behind = !w.hasCome(s.Path(), w.all.End())
	if err != nil || len(proven) == 0 {
		return "", behind, cmp.Or(err, errors.New("the lines may stand in another result"))
	}
	if why := w.doubt(ctx, &f); why != nil {
		return "", behind, why
	}

	return refusal(s, w.file, proven, missing), behind, nil
}

// hasCome reports whether the bytes of a transcript before end have the call that is asked about, or it cannot be told:
// it is found by its identity, and Copilot CLI's by the time of its own record of the hook.
func (h *hookCall) hasCome(path string, end int64) bool {
	ms, err := strconv.ParseInt(string(h.Time), 10, 64)
	if h.Event == "" && err == nil {
		tail := tailOf(path, end)
		line, _, _ := bytes.Cut(tail[max(bytes.LastIndex(tail, []byte(`{"type":"hook.start"`)), 0):], []byte("\n"))
		var hook struct{ Timestamp time.Time }
		return json.Unmarshal(line, &hook) == nil && hook.Timestamp.UnixMilli() >= ms
	}
	id := h.id()
	return id == "" || bytes.Contains(tailOf(path, end), []byte(id))
}

// id is the identity of the call that the hook asks about; "" where the hook names none.
func (h *hookCall) id() string { return cmp.Or(h.CallID, h.ID) }

// tailOf returns the last bytes of a file before end, at most tailSize; nil where it cannot be read.
func tailOf(path string, end int64) []byte {
	f, _, err := source.OpenRegular(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	tail, _ := io.ReadAll(io.NewSectionReader(f, max(0, end-tailSize), min(end, tailSize)))
	return tail
}

// unsentOf returns those of some lines that were neither sent nor written as they are.
func unsentOf(ctx context.Context, f *coverage.File, lines record.Ranges) (missing record.Ranges, err error) {
	for _, r := range lines {
		for n := r[0]; n <= r[1]; n++ {
			if n%lookEvery == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}

			if !f.Sent.Has(n) && !f.Written.Has(n) {
				missing.Add(n)
			}
		}
	}

	return missing, nil
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

	return cmdkit.Usage("--install knows %s, not %s", strings.Join(known, ", "), cells.Sanitize(agent))
}
