// Package rerun, which changes without notice, makes the recorded calls of read tools again on the files as they are,
// with the tools that imitate them, and compares the texts.
package rerun

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/tools"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/record"
)

// result is what a tool gives now.
type result struct {
	text    string
	refused bool
	verdict Verdict // why there is no answer
	why     string  // in words, for NotImitated
}

// made is a call as it was made.
type made struct {
	*record.Call
	s       *transcript.Session
	args    []byte
	text    string // the result
	tooLong bool   // they are not whole
}

func madeOf(s *transcript.Session, c *record.Call) (made, error) {
	_, place := c.Made()
	args, cutArgs, err := s.Text(place, record.TextLimit)
	result, cutResult, err2 := s.Text(c.Result, record.TextLimit)
	return made{c, s, args, string(result), cutArgs || cutResult}, cmp.Or(err, err2)
}

// candidatesOf are the tools that may have made a call that reads: none for a command that prints no files.
func candidatesOf(s *transcript.Session, c *record.Call) ([]*tools.Tool, error) {
	if c.Kind == record.Shell {
		ran, _ := s.ShellCommands(c)
		reads, err := s.Reads(c)
		if err != nil || len(ran) > 0 && len(reads) == 0 {
			return nil, err
		}
	}
	return s.Profiles(c), nil
}

// maxBytes is the size of the largest file that is read again, as of a check: one may say any size without having it.
const maxBytes = 1 << 30

// run makes the call again. Paths of the folder that is read are put back to those of the recorded one, and of a shell
// the words that differ from run to run.
func (m *made) run(ctx context.Context, t *tools.Tool, folder string, memory *tools.Session) result {
	back := func(text string) string {
		if m.s.Dir != "" {
			text = string(movedPaths([]byte(text), folder, m.s.Dir))
		}
		if m.Kind == record.Shell {
			text = varied(text, m.text)
		}

		return text
	}

	env := tools.Env{Root: folder, Confine: true, MaxBytes: maxBytes, Session: memory}
	r, err := t.Read(ctx, env, argumentsFor(m.s, t, m.args, folder))
	var refusal *tools.Error
	switch {
	case errors.As(err, &refusal) && refusal.Own:
		if refusal.Text == tools.ErrConfined.Error() {
			return result{verdict: Outside}
		}
		return result{verdict: NotImitated, why: strings.TrimPrefix(refusal.Text, "eyeline: ")}
	case errors.As(err, &refusal):
		return result{text: back(refusal.Text), refused: true}
	case err != nil:
		return result{verdict: NotImitated, why: err.Error()}
	}

	defer r.Close()
	if r.Kind != "" {
		return result{verdict: NotText}
	}

	b := record.LimitedBuffer{Limit: record.TextLimit}
	if _, err := r.Render(ctx, &b); err != nil || b.Cut {
		return result{verdict: TooLong}
	}

	return result{text: back(b.String())}
}

// quotedPart is a path as it is within a JSON string.
func quotedPart(path string) string {
	q, _ := json.Marshal(path) // a text always can
	return strings.Trim(string(q), `"`)
}

// varying are the words of shells' answers that differ from run to run, as the tools here write them: what numbers a
// call, a process or a session, where an output is kept, and the time.
var varying = lazy.Regexp(`(?m)(?:\AChunk ID: |^Wall time:? |Process Group PGID: |<shellId: |task_id="|` +
	`^(?:tool_call|task)_id: |^output_path: |aved to: |full output (?:see|at): )` +
	`(0{6}|0\.0+|10000|0|call_0|bash-0|[^\s\]]*/(?:output\.log|tool_0|call_0\.log|` +
	`run_shell_command_0+\.(?:txt|output)|0-copilot-tool-output-0\.txt|0/tool-results/0\.txt))(?:[\s\]"]|\z)`)

// varied is what a shell gives, with the words that differ from run to run as they are in a recorded text, up to where
// the texts differ otherwise.
func varied(text, recorded string) string {
	var out strings.Builder
	at := 0

	for _, m := range varying().FindAllStringSubmatchIndex(text, -1) {
		before := text[at:m[2]]
		rest, ok := strings.CutPrefix(recorded, before)
		end := strings.IndexAny(rest+" ", " \t\r\n]\"")
		if !ok || end == 0 {
			break
		}
		out.WriteString(before + rest[:end])
		at = m[3]
		recorded = rest[end:]
	}

	return out.String() + text[at:]
}

// outputs are a recorded text and another one without the heads that a shell writes before a command's own output and
// that count it, where the outputs differ.
func outputs(s *transcript.Session, recorded, here string) (string, string) {
	out := s.Output(recorded)
	now := s.Output(here)
	if out != now && strings.HasSuffix(recorded, out) {
		return out, now
	}
	return recorded, here
}

var errNoFolder = errors.New("the working folder is not recorded; --root names it")

// folderOf is the folder that stands for the recorded working folder, as tools are given it.
func folderOf(s *transcript.Session, root string) (string, error) {
	folder := s.Workspace(root).Folder
	if folder == "" {
		return "", errNoFolder
	}

	abs, err := filepath.Abs(filepath.FromSlash(folder))
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil { // where links can be followed
		return real, nil
	}

	return abs, nil
}

// argumentsFor makes of recorded arguments those that a tool takes: an object, and paths in the folder that stands for
// the recorded one.
func argumentsFor(s *transcript.Session, t *tools.Tool, args []byte, folder string) []byte {
	if !json.Valid(args) {
		// The tool takes a text: it is its one argument.
		if i := slices.IndexFunc(t.Params, func(p tools.Param) bool {
			return p.Required && p.Type == tools.TypeString && len(p.Path) == 1
		}); i >= 0 {
			args, _ = json.Marshal(map[string]string{t.Params[i].Path[0]: string(args)}) // texts always can
		}
	}

	if s.Dir == "" {
		return args
	}

	if record.IsWindows(s.Dir) && !strings.ContainsRune(folder, '\\') {
		args = []byte(windowsPath().ReplaceAllStringFunc(string(args), func(path string) string {
			if !strings.HasPrefix(path, quotedPart(s.Dir)) {
				return path
			}
			return quotedPart(s.Dir) + strings.ReplaceAll(path[len(quotedPart(s.Dir)):], `\\`, "/")
		}))
	}

	return movedPaths(args, quotedPart(s.Dir), quotedPart(folder))
}

// windowsPath is a path of Windows within JSON.
var windowsPath = lazy.Regexp(`[A-Za-z]:(\\\\[^"\\<>|?*:]+)+`)

// movedPaths puts another folder in the place of one, where that is a whole path or the beginning of one.
func movedPaths(text []byte, from, to string) []byte {
	if from == "" || from == to {
		return text
	}

	var out []byte
	for {
		i := bytes.Index(text, []byte(from))
		if i < 0 {
			return append(out, text...)
		}

		end := i + len(from)
		out = append(out, text[:i]...)
		if partOfName(text, end) || i > 0 && partOfName(text, i-1) {
			out = append(out, from...)
		} else {
			out = append(out, to...)
		}

		text = text[end:]
	}
}

// partOfName reports whether a byte of a text may be part of a file's name.
func partOfName(text []byte, at int) bool {
	if at >= len(text) {
		return false
	}
	b := text[at]
	return b >= 0x80 || b == '-' || b == '_' || b == '.' && at+1 < len(text) && partOfName(text, at+1) ||
		b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}
