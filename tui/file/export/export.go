// Package export, which changes without notice, is what leaves the program: text for the clipboard, a file, a command,
// an editor, or standard output.
package export

import (
	"context"
	"io"
	"os"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/source"
	"eyeline/reader/wait"
	"eyeline/tui/file/preview"
	"eyeline/tui/file/textview"
	"eyeline/tui/file/tooloutput"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/overlay"
	"eyeline/tui/kit/screens"
	"eyeline/tui/options"
)

// Host is what giving asks of the program.
type Host interface {
	// LendTerminal gives the terminal to a command, and sends what done makes of its end.
	LendTerminal(c tea.ExecCommand, done tea.ExecCallback) tea.Cmd
	// TTY is the terminal, in and out; nil without one.
	TTY() (in, out *os.File)
	// Hold has last called before a signal ends the program, until release is called.
	Hold(last func()) (release func())
}

// Exporter gives what is on the screen away.
type Exporter struct {
	program  screens.Helpers
	host     Host
	overlays *overlay.Stack
	opts     *options.Options
	text     *textview.Text
	preview  *preview.Preview
	jobs     *jobs.Set
	saves    *jobs.Set // of the changes of the settings, whichever file is on the screen then
	showing  showing
	refresh  func() tea.Cmd // looks at the file again
	writes   writes
}

// showing says what of the panes is on the screen now.
type showing interface {
	// MovesOutput reports whether the moving keys move what a tool gives.
	MovesOutput() bool
}

// New makes a Giver; nothing is on the screen yet. refresh looks at the file again.
func New(d textview.Shared, h Host, s showing, refresh func() tea.Cmd) *Exporter {
	return &Exporter{
		program: d.Helpers, host: h, overlays: d.Overlays, opts: d.Options, showing: s, refresh: refresh,
		writes: writes{hold: h.Hold}, saves: jobs.NewSet(nil),
	}
}

// Attach makes another file the one that is given.
func (g *Exporter) Attach(of *textview.Text, p *preview.Preview) {
	g.text = of
	g.preview = p
	g.jobs = of.Jobs
}

// NoEditing says why the file cannot be edited; "" when it can. NoWriting says why nothing can be written.
func (g *Exporter) NoEditing() string {
	switch {
	case g.opts.Secure:
		return "the editor is off: the viewer runs with --secure"
	case g.text.Doc != nil && g.text.Doc.Revision() != "":
		return "a file of a git revision cannot be edited"
	case g.text.Doc == nil || g.text.Doc.IsStream():
		return "standard input cannot be edited"
	}
	return ""
}

// NoWriting says why nothing may be written; "" when it may.
func (g *Exporter) NoWriting() string {
	if g.opts.Secure {
		return "writing is off: the viewer runs with --secure"
	}
	return ""
}

// writerOf writes the shown output: what was captured, or, when that was too much to keep, what the tool gives again.
func (g *Exporter) writerOf(out *tooloutput.Capture) func(context.Context, io.Writer) error {
	if s := g.preview.RecordedFile; s != nil {
		run := s.Run
		call := s.Call
		return func(_ context.Context, w io.Writer) error { return run.WriteResult(w, call) }
	}

	tool := g.preview.Reading.Req.Tool()
	env := g.preview.Env(g.preview.Reading.Req.Tool())
	args := g.preview.Reading.Args
	raw := g.text.Raw().Fixed()
	return func(ctx context.Context, w io.Writer) error {
		if out.Complete() {
			_, err := io.Copy(w, io.NewSectionReader(out, 0, out.Size()))
			return err
		}

		res, err := tool.Read(ctx, env, args)
		if err != nil {
			return err
		}

		defer func() { _ = res.Close() }()
		var size int64
		if _, err = res.Render(ctx, counter{wait.Writer(ctx, w), &size}); err != nil {
			return err
		}
		if size != out.Total() {
			return source.ErrStale // it is another answer than the one on the screen
		}

		return raw.Check(ctx)
	}
}
