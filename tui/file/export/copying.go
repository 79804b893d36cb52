package export

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/tools"
	"eyeline/tui/file/tooloutput"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/screens"
	"eyeline/tui/kit/shellword"
)

// NoteMsg is a message for the bottom of the screen.
type NoteMsg screens.Note

// CopyText copies a text. The message says what was copied, its size and what else is known of it: what and known are
// drawn as they are, so the content and the names of files in them must have gone through [cells.Sanitize].
func (g *Exporter) CopyText(what, text string, known ...string) tea.Cmd {
	said := strings.Join(append([]string{what, humanize.Size(int64(len(text)))}, known...), ", ")
	write := g.program.KeyName(keymap.Write)
	return func() tea.Msg { return NoteMsg(g.copying(text, said, write)) }
}

// finishedOutput is the captured output of the shown reading, or why it cannot be had.
func (g *Exporter) finishedOutput() (*tooloutput.Capture, string) {
	r := g.preview.Reading
	switch {
	case r == nil || g.jobs.Runs(jobs.Read):
		return nil, "the window is still being read"
	case r.Refused != "" || r.Failed != nil || !r.HasOutput():
		return nil, "there is no output: the tool refused"
	default:
		return r.Exact(), ""
	}
}

// CopyOutput copies the marked lines or, when none are, the shown output.
func (g *Exporter) CopyOutput(int64, bool) tea.Cmd {
	if g.GivesMarked() {
		return g.copyMarked()
	}

	out, why := g.finishedOutput()
	if out == nil {
		r := g.preview.Reading
		if r != nil && r.Refused != "" && !r.NotKnown && !g.jobs.Runs(jobs.Read) {
			return g.CopyText("the tool's error", r.Refused)
		}
		return g.program.Say(why)
	}

	if out.Total() > programRoom {
		return g.program.Warn(tooLong(programRoom, g.program.KeyName(keymap.Write)))
	}

	text := make([]byte, out.Size())
	if n, err := out.ReadAt(text, 0); n < len(text) && err != nil {
		return g.program.Warn("cannot copy: " + cells.Sanitize(err.Error()))
	}

	what := "the output"
	known := []string{g.preview.Reading.InWords()}
	if n := len(g.preview.Reading.Notes); n > 0 { // each is a message of its own
		what += " but not the " + humanize.Count(int64(n), "note") + " after it"
	}
	if cut := g.text.Raw().Cut(); cut != nil && !g.preview.IsRecorded() {
		known = append(known, cells.Sanitize(cut.Error()))
	}

	return g.CopyText(what, string(text), known...)
}

// requestJSON is the current request as a batch line.
func (g *Exporter) requestJSON() string {
	line, _ := json.Marshal(struct { // texts and JSON can be encoded
		Tool      string          `json:"tool"`
		Arguments json.RawMessage `json:"arguments"`
		Root      string          `json:"root,omitempty"`
	}{
		g.preview.Request.ToolName(), g.args(), g.text.Doc.Root(),
	})
	return string(line)
}

// CopyRequest copies the current request as a batch line.
func (g *Exporter) CopyRequest(int64, bool) tea.Cmd {
	text := g.requestJSON()
	return g.CopyText("the request", text, cells.Sanitize(text))
}

// CopyCommand copies the command line that makes the current request.
func (g *Exporter) CopyCommand(int64, bool) tea.Cmd {
	text := g.CommandLine()
	return g.CopyText("the command", text, cells.Sanitize(text))
}

// CommandLine is the eyeline emit command that prints the shown output.
func (g *Exporter) CommandLine() string {
	return g.CommandOf(g.preview.Request.Tool(), g.args())
}

// args are the arguments of the current request.
func (g *Exporter) args() []byte {
	return g.preview.Request.Args(g.text.Doc.Argument(g.preview.Request.Tool()))
}

// CommandOf is the eyeline emit command that makes a call.
func (g *Exporter) CommandOf(tool *tools.Tool, args json.RawMessage) string {
	parts := []string{"eyeline", "emit", "--tool", tool.Name}
	if tool.Paths != tools.PathAbsolute || g.opts.Confine {
		parts = append(parts, "--root", shellword.Quote(g.text.Doc.Root()))
	}
	if g.opts.Confine {
		parts = append(parts, "--confine")
	}
	if g.opts.Input.System != "" {
		parts = append(parts, "--system", string(g.opts.Input.System))
	}

	for _, p := range tool.Settings {
		if n := g.opts.Settings[tool.Name][p.Flag]; n > 0 {
			parts = append(parts, "--"+p.Flag, fmt.Sprint(n))
		}
	}

	parts = append(parts, "--args", shellword.Quote(string(args)))
	if g.text.Doc.Revision() != "" {
		parts = append(parts, shellword.Quote(g.text.Doc.Revision()))
	}

	return strings.Join(parts, " ")
}

// GivesMarked reports whether what is copied, written and printed are the marked lines, and not the tool's output.
func (g *Exporter) GivesMarked() bool { return g.text.ToolOff || g.text.Marking.On }

// Content returns a function that writes what is given: the marked lines or, when none are and a tool is on, the shown
// output. When there is nothing to give it returns nil and says why.
func (g *Exporter) Content() (func(context.Context, io.Writer) error, string) {
	if g.GivesMarked() {
		if content := g.text.Marking.MarkedContent(); content != nil {
			return content, ""
		}
		return nil, g.nothingMarked()
	}

	out, why := g.finishedOutput()
	if out == nil {
		return nil, why
	}

	content := g.writerOf(out)
	cut := g.text.Raw().Cut()
	if g.preview.IsRecorded() || cut == nil {
		return content, ""
	}

	return func(ctx context.Context, w io.Writer) error { return cmp.Or(content(ctx, w), cut) }, ""
}

// nothingMarked says why there is nothing to give while no tool is on.
func (g *Exporter) nothingMarked() string {
	key := g.program.KeyName
	return "nothing is marked: " + key(keymap.MarkLines) + " marks lines, " + key(keymap.ToggleTool) + " turns " +
		g.preview.Request.ToolName() + " on"
}

// NotByCommand says why no command can read the file again; "" when one can.
func (g *Exporter) NotByCommand() string {
	if d := g.text.Doc; !d.IsStream() || d.Revision() != "" {
		return ""
	}
	return "standard input cannot be read again by a command; " + g.program.KeyName(keymap.Write) +
		" writes the output to a file"
}

// copyMarked copies the marked lines: as they look, without the sequences that colour them.
func (g *Exporter) copyMarked() tea.Cmd {
	content := g.text.Marking.MarkedContent()
	if content == nil {
		return g.program.Say(g.nothingMarked())
	}
	if g.busyWriting() {
		return nil
	}

	bare := g.text.File.Options.Colours
	write := g.program.KeyName(keymap.Write)
	g.text.Marking.Unmark()
	return jobs.Ask(g.jobs, jobs.Write, func(ctx context.Context) screens.Note {
		var b limited
		err := content(ctx, &b)
		cut := ""
		if isCut(err) {
			cut = "; " + cells.Sanitize(err.Error())
			err = nil
		}

		text := b.String()
		if bare {
			text = cells.Uncoloured(text)
		}

		switch {
		case errors.Is(err, errTooLong):
			return screens.Note{Text: tooLong(programRoom, write), Bad: true}
		case err != nil:
			return screens.Note{Text: "cannot copy: " + cells.Sanitize(err.Error()), Bad: true}
		}

		n := strings.Count(strings.TrimSuffix(text, "\n"), "\n") + 1
		note := g.copying(text, humanize.Count(int64(n), "line")+", "+humanize.Size(int64(len(text)))+cut, write)
		note.Bad = note.Bad || cut != ""
		return note
	}, func(said screens.Note) tea.Cmd {
		g.program.Tell(said)
		return nil
	})
}

// errTooLong says that a text is longer than can be copied.
var errTooLong = errors.New("too long")

// limited keeps what is written to it, up to programRoom.
type limited struct{ bytes.Buffer }

// Write implements [io.Writer].
func (l *limited) Write(p []byte) (int, error) {
	if l.Len()+len(p) > programRoom {
		return 0, errTooLong
	}
	return l.Buffer.Write(p)
}
