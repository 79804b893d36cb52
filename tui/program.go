package tui

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"golang.org/x/term"

	"eyeline/tui/signals"
	"eyeline/tui/terminal"
)

const (
	// signalled is the exit status after a signal.
	signalled = 143
	// failedInside is the exit status after an internal error (EX_SOFTWARE of sysexits.h).
	failedInside = 70
)

// program is the Model as Bubble Tea runs it: each screen goes straight to the terminal instead of to the library's
// renderer, and a panic, in a command or in the Model, ends the program with the terminal restored and a message.
type program struct {
	*Model
	in        *terminal.Input
	out       *terminal.Output
	questions *questions
	failed    *failedMsg
	size      *tea.WindowSizeMsg // the terminal's size as Init found it, until the library has sent one; nil otherwise
}

// signalMsg says that a signal asks the viewer to end.
type signalMsg struct{}

// patienceMsg says that the first screen of a file has waited long enough.
type patienceMsg struct{}

// failedMsg says what panicked.
type failedMsg struct {
	what  any
	stack []byte
}

func (f *failedMsg) Error() string {
	return fmt.Sprintf("internal error in eyeline, please report it: %v\n\n%s", f.what, f.stack)
}

// Init starts the Model, and the clock of the first screen. A panic is caught here, since the library's words for one may not be
// initialised yet.
func (p *program) Init() (start tea.Cmd) {
	defer func() {
		if r := recover(); r != nil {
			start = p.fail(failedMsg{r, debug.Stack()})
		}
	}()
	p.sheet.began = time.Now()
	if d := p.doc; d != nil && d.IsStream() {
		d.Refresh() // something may have arrived since it was opened
	}
	cmds := []tea.Cmd{guard(p.Model.Init())}
	if w, h, err := term.GetSize(int(p.out.Fd())); err == nil && w > 0 && h > 0 {
		// The library sends the size too, but only once all of it has started.
		var load tea.Cmd
		p.firstPage = func(cmd tea.Cmd) { load = guard(cmd) }
		size := tea.WindowSizeMsg{Width: w, Height: h}
		_, cmd := p.Update(size)
		p.firstPage, p.size = nil, &size
		cmds = append(cmds, p.loadFirst(load), cmd)
	}
	return tea.Batch(append(cmds, waitForFirstPage())...)
}

// waitForFirstPage draws the screen after firstPatience, if it has not been drawn before.
func waitForFirstPage() tea.Cmd {
	return tea.Tick(firstPatience, func(time.Time) tea.Msg { return patienceMsg{} })
}

// Update updates the Model and draws the screen: before the library hands the command, which is guarded, to another goroutine.
func (p *program) Update(msg tea.Msg) (next tea.Model, cmd tea.Cmd) {
	defer func() {
		if r := recover(); r != nil {
			next, cmd = p, p.fail(failedMsg{r, debug.Stack()})
		}
	}()
	cmd = p.update(msg)
	p.draw()
	return p, cmd
}

func (p *program) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case failedMsg:
		return p.fail(msg)
	case patienceMsg: // draw looks at the clock
		return collectSooner
	case tea.WindowSizeMsg:
		known := p.size
		p.size = nil
		if known != nil && msg == *known {
			return nil
		}
		p.out.Forget()
	}
	stays := !p.leaving
	_, cmd := p.Model.Update(msg)
	if stays && p.leaving {
		return p.leaveTerminal
	}
	return guard(cmd)
}

// leaveTerminal restores the terminal's screen, waits until the terminal has shown that and has answered all it was asked, and
// ends the program, which then restores how the terminal takes keys. That order keeps Ctrl-C from dropping what the terminal
// has not shown yet.
func (p *program) leaveTerminal() tea.Msg {
	deadline := time.Now().Add(leavePatience)
	answers := p.settle(deadline)
	if err := p.out.Leave(); err == nil {
		if answers {
			p.questions.finish(deadline)
		}
		p.out.Drain(deadline)
	}
	p.in.End() // what is typed from now on is for the shell
	return tea.QuitMsg{}
}

// settle waits until no answer of the terminal is on its way, as settle of questions does. Before the first frame the terminal has not
// been asked yet, and would answer the shell.
func (p *program) settle(deadline time.Time) bool {
	if p.out.Begin() {
		p.questions.begun()
	}
	return p.questions.settle(deadline)
}

// View gives the library an empty screen, which it has nothing to do for.
func (p *program) View() string {
	return ""
}

// draw hands the screen on to the terminal.
func (p *program) draw() {
	if p.failed != nil || p.showsFile() && p.awaited() && time.Since(p.sheet.began) < firstPatience {
		return
	}
	if rows := p.screenRows(); len(rows) > 0 {
		p.out.ShowRows(rows)
	}
}

// collectAt lets garbage grow to this much of what is in use, in per cent, before it is collected, and to 2 MiB. What is in use
// is about 1 MiB, also with the largest file, and a key makes some tens of KiB of garbage, so collecting stays rare.
const collectAt = 50

// collectSooner comes once the first screen is drawn, since nothing should be collected before that.
func collectSooner() tea.Msg {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(collectAt)
	}
	return nil
}

// awaited reports whether there is nothing yet to show of the file, or of a stream that may still bring something.
func (p *program) awaited() bool {
	if d := p.doc; d != nil && d.IsStream() && p.file.Empty() && (d.Raw().Size() > 0 || !d.Raw().Complete()) {
		return true
	}
	return !p.file.Arrived()
}

// fail keeps the first failure and ends the program.
func (p *program) fail(f failedMsg) tea.Cmd {
	if p.failed == nil {
		p.failed = &f
		p.leaving = true
		return p.leaveTerminal
	}
	return nil
}

// guard makes a panic in a command a message.
func guard(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		defer func() {
			if r := recover(); r != nil {
				msg = failedMsg{r, debug.Stack()}
			}
		}()
		msg = cmd()
		if batch, ok := msg.(tea.BatchMsg); ok {
			guarded := make(tea.BatchMsg, len(batch))
			for i, c := range batch {
				guarded[i] = guard(c)
			}
			return guarded
		}
		return msg
	}
}

// runOnTerminal runs the program on a terminal.
func (m *Model) runOnTerminal(ctx context.Context, in, out *os.File) (Outcome, error) {
	input, output := terminal.NewInput(in), terminal.NewOutput(out)
	defer output.End()
	m.tty = [2]*os.File{in, out}
	m.opts.Clipboard = func(text string) error { return output.Raw(terminal.Clipboard(text, os.Getenv)) }
	running := &program{Model: m, in: input, out: output, questions: newQuestions(output.Raw)}
	programOptions := []tea.ProgramOption{
		// The library's own handler waits for ever when a signal comes while it shuts down.
		tea.WithoutSignalHandler(), tea.WithContext(ctx), tea.WithInput(input), tea.WithOutput(output), tea.WithAltScreen(),
		tea.WithFPS(1), // the library draws nothing
	}
	if m.opts.Mouse {
		programOptions = append(programOptions, tea.WithMouseCellMotion())
	}
	p := tea.NewProgram(running, programOptions...)
	running.questions.listen(input, p.Send)
	input.OnGone = func() { p.Send(signalMsg{}) }
	if terminal.HearsAnswers && os.Getenv("TERM") != "dumb" {
		output.Greet(running.questions.begin())
		m.settle = running.settle
		if m.opts.AskBackground {
			m.askBackground = running.questions.askBackground
		}
	}
	before, _ := term.GetState(int(in.Fd()))
	restore := func() {
		if before != nil {
			_ = term.Restore(int(in.Fd()), before)
		}
		_, _ = out.WriteString(terminal.Reset) // last, since a terminal may take no output
	}
	release := signals.Watch(signals.Guard{End: func() { p.Send(signalMsg{}) }, Restore: restore, Code: signalled})
	_, err := p.Run()
	input.End()
	release()
	if err != nil {
		restore() // the library does not when it fails at the start, such as for want of file descriptors
	}
	switch {
	case running.failed != nil:
		return Outcome{Code: failedInside}, running.failed
	case errors.Is(err, tea.ErrProgramPanic):
		return Outcome{Code: failedInside}, err
	case errors.Is(err, tea.ErrProgramKilled), errors.Is(err, tea.ErrInterrupted):
		return Outcome{Code: pickerLeft}, nil
	case err != nil:
		return Outcome{}, err
	}
	return m.leave, nil
}
