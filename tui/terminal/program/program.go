// Package program, which changes without notice, runs a model on a terminal by Bubble Tea. It has what comes before and
// after the model's screens and beside them: what the terminal is asked, the wait for something to show, signals,
// commands that get the terminal, the way out.
//
// Bubble Tea draws by a clock. Here the screen goes to package terminal at the end of each Update, and Bubble Tea gets
// an empty one.
package program

import (
	"context"
	"errors"
	"os"
	"runtime/debug"
	"strconv"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"golang.org/x/term"

	"eyeline/reader/wait"
	"eyeline/tui/terminal"
	"eyeline/tui/terminal/signals"
)

// viewer is what runs on a terminal. Its View is not used.
type viewer interface {
	tea.Model
	// Rows are the rows of the screen, which the model does not change afterwards; none as long as it does not know its
	// size, and once it leaves.
	Rows() []string
	// Awaited reports whether there is nothing to show yet of what was opened, and when that was opened.
	Awaited() (since time.Time, awaited bool)
	// Leaving reports whether the model has left. Then it uses no key any more.
	Leaving() bool
}

// Options say how a program runs.
type Options struct {
	Mouse         bool // the model gets what the mouse does
	AskBackground bool // the model gets a BackgroundMsg, if the terminal answers
}

// Exit statuses of a program that its model has not left.
const (
	cancelled = 130 // its context has ended
	ended     = 143 // a signal has ended it, or its terminal is gone
	faulty    = 70  // an internal error (EX_SOFTWARE of sysexits.h)
)

// restorePatience is how long a terminal that takes no output may keep a program that ends.
const restorePatience = 100 * time.Millisecond

// Run runs a model on the terminal until it is left. It returns 0 if the model has left, and otherwise the exit status;
// the error is what went wrong, for standard error.
func (t *Terminal) Run(ctx context.Context, m viewer, o Options) (status int, err error) {
	if err := checkMemory(); err != nil {
		return 1, err
	}

	p := newProgram(t, m, o)
	options := []tea.ProgramOption{
		// The library's own handler waits for ever when a signal comes while it shuts down.
		tea.WithoutSignalHandler(), tea.WithContext(ctx), tea.WithInput(p.in), tea.WithOutput(p.out),
		tea.WithAltScreen(), tea.WithFPS(1), // the library draws nothing
	}
	if o.Mouse {
		options = append(options, tea.WithMouseCellMotion())
	}

	library := tea.NewProgram(p, options...)
	p.listen(library.Send)
	before, _ := term.GetState(int(t.in.Fd()))
	keys := func() {
		if before != nil {
			_ = term.Restore(int(t.in.Fd()), before)
		}
	}
	restore := func() {
		keys()
		_, _ = t.out.WriteString(terminal.Reset) // last, since a terminal may take no output
	}
	release := signals.Watch(signals.Guard{
		End: func() { library.Send(endMsg{}) }, Restore: restore, Code: ended,
		Continue: func() { library.Send(continuedMsg{}) },
	})
	err = p.runIn(library)
	p.in.End()
	release()
	back := keys
	if err != nil {
		back = restore // the library does not when it fails at the start, such as for want of file descriptors
	}

	wait.AtMost(restorePatience, back)
	if !errors.Is(err, errStuck) {
		defer p.out.End()
	}
	switch {
	case p.fault != nil:
		return faulty, p.fault
	case errors.Is(err, errStuck):
		return p.status, nil
	case errors.Is(err, tea.ErrProgramPanic):
		return faulty, err
	case errors.Is(err, tea.ErrProgramKilled) && ctx.Err() == nil:
		return ended, nil // the terminal was gone when the library asked it for its size
	case errors.Is(err, tea.ErrProgramKilled):
		return cancelled, nil
	case err != nil:
		return 1, err
	}

	return p.status, nil
}

// errStuck says that the terminal takes no output: the library waits for it, and is left behind.
var errStuck = errors.New("the terminal takes no output")

// program is a model as Bubble Tea runs it: each screen goes straight to the terminal, and a panic, in a command or in
// the model, ends the program with the terminal restored and a message.
type program struct {
	model     viewer
	options   Options
	in        *terminal.Input
	out       *terminal.Output
	questions *questions

	size    *tea.WindowSizeMsg // the terminal's size as Init found it, until the library has sent one; nil otherwise
	patient bool               // a patienceMsg is to come
	leaving bool               // the terminal is being given back
	ended   chan struct{}      // closed when the library has ended
	stuck   chan struct{}      // closed when it is not waited for any more

	mouse    bool      // the mouse is on
	suspends bool      // the program is about to be suspended
	back     time.Time // when the terminal last came back from another program

	status int // see Run
	fault  *fault
}

// runIn runs the program in the library, until it ends or is stuck.
func (p *program) runIn(library *tea.Program) error {
	defer close(p.ended)
	done := make(chan error, 1)
	go func() {
		_, err := library.Run()
		done <- err
	}()
	select {
	case err := <-done:
		return err
	case <-p.stuck:
		return errStuck
	}
}

func newProgram(t *Terminal, m viewer, o Options) *program {
	p := &program{
		model: m, options: o, in: terminal.NewInput(t.in), out: terminal.NewOutput(t.out), mouse: o.Mouse,
		ended: make(chan struct{}), stuck: make(chan struct{}),
	}
	p.questions = newQuestions(p.out.Raw)
	t.running = p
	return p
}

// endMsg says that a signal asks the program to end, or that its terminal is gone.
type endMsg struct{}

// continuedMsg says that another process has stopped the program, and that it goes on.
type continuedMsg struct{}

// BackgroundMsg is the terminal's answer to what its background is.
type BackgroundMsg struct{ Dark bool }

// listen begins to take what the terminal answers.
func (p *program) listen(send func(tea.Msg)) {
	p.in.Tell(terminal.Listener{
		Awaits:   p.questions.awaits,
		OnStatus: p.questions.gotStatus,
		OnBackground: func(dark bool) {
			p.questions.gotBackground()
			send(BackgroundMsg{dark})
		},
		OnGone: func() {
			p.questions.end()
			send(endMsg{})
		},
	})

	if p.asks() {
		p.out.Greet(p.questions.begin())
	}
}

// asks reports whether the terminal is asked anything.
func (*program) asks() bool { return terminal.HearsAnswers && os.Getenv("TERM") != "dumb" }

// Init starts the model and, where the terminal knows its size, draws the first screen. A panic ends the
// program as one in Update does.
func (p *program) Init() (start tea.Cmd) {
	defer func() {
		if r := recover(); r != nil {
			start = p.fail(&fault{r, debug.Stack()})
		}
	}()
	cmds := []tea.Cmd{guard(p.model.Init())}
	if w, h, err := term.GetSize(int(p.out.Fd())); err == nil {
		// The library sends the size too, but only once all of it has started.
		size := sizeOf(w, h)
		_, cmd := p.Update(size)
		p.size = &size
		cmds = append(cmds, p.untilShown(cmd))
	}

	if p.options.AskBackground && p.asks() {
		cmds = append(cmds, p.askForBackground)
	}

	return tea.Batch(append(cmds, tea.Tick(patience, func(time.Time) tea.Msg { return collectSooner() }))...)
}

// Update updates the model and draws the screen: before the library hands the command to another goroutine.
func (p *program) Update(msg tea.Msg) (next tea.Model, cmd tea.Cmd) {
	defer func() {
		if r := recover(); r != nil {
			next = p
			cmd = p.fail(&fault{r, debug.Stack()})
		}
	}()
	cmd = p.update(msg)
	if wait := p.draw(); wait != nil {
		cmd = tea.Batch(cmd, wait)
	}

	return p, cmd
}

func (p *program) update(msg tea.Msg) tea.Cmd {
	if size, ok := msg.(tea.WindowSizeMsg); ok {
		msg = sizeOf(size.Width, size.Height)
	}

	switch msg := msg.(type) {
	case *fault:
		return p.fail(msg)
	case endMsg:
		if !p.leaving {
			p.status = ended
		}
		return p.leave()
	case continuedMsg:
		return p.continued()
	case patienceMsg:
		p.patient = false
		return nil
	case tea.KeyMsg:
		p.questions.hurry()
	case tea.WindowSizeMsg:
		known := p.size
		p.size = nil
		if known != nil && msg == *known {
			return nil
		}
		p.out.Forget()
	}

	if p.leaving {
		return nil // the model is not used any more
	}

	_, cmd := p.model.Update(p.seen(msg))
	if p.model.Leaving() {
		return p.leave()
	}

	return guard(cmd)
}

// maxCells is the most that is believed of $COLUMNS and $LINES.
const maxCells = 1000

// sizeOf is a terminal's size. One that does not know its own, as on a serial line, has that of $COLUMNS and $LINES, or
// that of terminals of old.
func sizeOf(width, height int) tea.WindowSizeMsg {
	or := func(n int, name string, usual int) int {
		if n > 0 {
			return n
		}
		if n, err := strconv.Atoi(os.Getenv(name)); err == nil && n > 0 && n <= maxCells {
			return n
		}

		return usual
	}
	return tea.WindowSizeMsg{Width: or(width, "COLUMNS", 80), Height: or(height, "LINES", 24)}
}

// seen is a message as the model gets it.
func (p *program) seen(msg tea.Msg) tea.Msg {
	switch msg {
	case tea.EnableMouseCellMotion():
		p.mouse = true
	case tea.DisableMouse():
		p.mouse = false
	}

	if key, ok := msg.(tea.KeyMsg); ok && key.Type == tea.KeyEscape {
		key.Alt = false // see package terminal
		return key
	}

	return msg
}

// View gives the library an empty screen, which it has nothing to do for.
func (*program) View() string { return "" }

// draw hands the screen on to the terminal. While something may still come to show it waits; the command ends that.
func (p *program) draw() tea.Cmd {
	if p.leaving {
		return nil
	}
	if since, awaited := p.model.Awaited(); awaited {
		if rest := patience - time.Since(since); rest > 0 {
			return p.waitFor(rest)
		}
	}
	if rows := p.model.Rows(); len(rows) > 0 {
		p.out.ShowRows(rows)
	}

	return nil
}

// collectAt lets garbage grow to this much of what is in use, in per cent, before it is collected, and to 2 MiB. What
// is in use is about 1 MiB, also with the largest file, and a key makes some tens of KiB of garbage, so collecting
// stays rare.
const collectAt = 50

// collectSooner comes once the first screen is drawn, since nothing should be collected before that.
func collectSooner() tea.Msg {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(collectAt)
	}
	return nil
}
