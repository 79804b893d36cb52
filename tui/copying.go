package tui

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/tools"
	"eyeline/tui/capture"
	"eyeline/tui/jobs"
	"eyeline/tui/screens"
	"eyeline/tui/words"
)

// noteMsg is a message for the bottom of the screen.
type noteMsg screens.Note

// clipboardLimit is the largest text, in bytes, that is sent to the terminal for its clipboard: terminals drop or cut
// longer OSC 52 sequences, most of them without a word (xterm at 1 MB of base64, tmux and others at about as much).
const clipboardLimit = 740_000

// copyText sends a text to the terminal's clipboard. Whether the terminal takes it is not known, so the message says what
// was sent: what, its size and what else is known of it.
func (m *Model) copyText(what, text string, known ...string) tea.Cmd {
	if len(text) > clipboardLimit {
		m.warn(fmt.Sprintf("%s is %s; terminals take no more than %s into the clipboard: %s writes it to a file",
			what, size(int64(len(text))), size(clipboardLimit), m.keyName(keymap.Write)))
		return nil
	}
	put := m.opts.Clipboard
	return func() tea.Msg {
		if put == nil {
			return noteMsg{Text: "this terminal has no clipboard", Bad: true}
		}
		if err := put(text); err != nil {
			return noteMsg{Text: "cannot copy: " + plain(err.Error()), Bad: true}
		}
		return noteMsg{Text: "sent to the terminal: " + strings.Join(append([]string{what, size(int64(len(text)))}, known...), ", ")}
	}
}

// finishedOutput is the captured output of the shown reading, or why there is none.
func (m *Model) finishedOutput() (*capture.Capture, string) {
	switch r := m.reading; {
	case r == nil || m.jobs.Runs(jobs.Read):
		return nil, "the window is still being read"
	case r.refused != "" || r.failed != nil || r.out == nil:
		return nil, "there is no output: the tool refused"
	default:
		return r.out, ""
	}
}

func (m *Model) copyOutput(int64, bool) tea.Cmd {
	if m.givesMarked() {
		return m.copyMarked()
	}
	out, why := m.finishedOutput()
	if out == nil {
		if r := m.reading; r != nil && r.refused != "" && !m.jobs.Runs(jobs.Read) {
			return m.copyText("the tool's error", r.refused)
		}
		m.say(why)
		return nil
	}
	if out.Total() > clipboardLimit {
		m.warn(fmt.Sprintf("the output is %s; terminals take no more than %s into the clipboard: %s writes it to a file",
			size(out.Total()), size(clipboardLimit), m.keyName(keymap.Write)))
		return nil
	}
	text := make([]byte, out.Size())
	if n, err := out.ReadAt(text, 0); n < len(text) && err != nil {
		m.warn("cannot copy: " + plain(err.Error()))
		return nil
	}
	return m.copyText("the output", string(text), m.reading.result())
}

// requestJSON is the current request as a batch line.
func (m *Model) requestJSON() string {
	line, err := json.Marshal(struct {
		Tool      string          `json:"tool"`
		Arguments json.RawMessage `json:"arguments"`
		Root      string          `json:"root,omitempty"`
	}{m.req.ToolName(), m.req.Args(m.doc.Argument(m.req.Tool())), m.doc.Root()})
	if err != nil {
		return ""
	}
	return string(line)
}

func (m *Model) copyRequest(int64, bool) tea.Cmd {
	text := m.requestJSON()
	return m.copyText("the request", text, plain(text))
}

func (m *Model) copyCommand(int64, bool) tea.Cmd {
	text := m.commandLine()
	return m.copyText("the command", text, plain(text))
}

// commandLine is the eyeline emit command that prints the shown output.
func (m *Model) commandLine() string {
	return m.commandOf(m.req.Tool(), m.req.Args(m.doc.Argument(m.req.Tool())))
}

// commandOf is the eyeline emit command that makes a call.
func (m *Model) commandOf(tool *tools.Tool, args json.RawMessage) string {
	parts := []string{"eyeline", "emit", "--tool", tool.Name}
	if tool.Paths != tools.PathAbsolute || m.opts.Confine {
		parts = append(parts, "--root", words.Quote(m.doc.Root()))
	}
	if m.opts.Confine {
		parts = append(parts, "--confine")
	}
	for _, p := range tool.Settings {
		if n := m.opts.Settings[tool.Name][p.Flag]; n > 0 {
			parts = append(parts, "--"+p.Flag, fmt.Sprint(n))
		}
	}
	parts = append(parts, "--args", words.Quote(string(args)))
	if m.doc.Revision() != "" {
		parts = append(parts, words.Quote(m.doc.Revision()))
	}
	return strings.Join(parts, " ")
}

// givesMarked reports whether what is copied, written and printed are the marked lines, and not the tool's output.
func (m *Model) givesMarked() bool { return m.toolOff || m.marking.on }

// content returns a function that writes what is given: the marked lines or, when none are and a tool is on, the shown output.
// When there is nothing to give it returns nil and says why.
func (m *Model) content() (func(context.Context, io.Writer) error, string) {
	if m.givesMarked() {
		return m.markedContent()
	}
	out, why := m.finishedOutput()
	if out == nil {
		return nil, why
	}
	return m.writerOf(out), ""
}
