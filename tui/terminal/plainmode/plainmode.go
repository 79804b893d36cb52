// Package plainmode, which changes without notice, runs a viewer without a screen, for screen readers and terminals
// that cannot move their cursor: commands are typed on a prompt line, and what they show is printed as plain lines.
package plainmode

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

const (
	// prompt is what each command is typed after.
	prompt = "eyeline> "
	// longestCommand is the most bytes of a command.
	longestCommand = 1 << 20
	// quiet is how long no message may come for a command to have had its effect, and busy the same while something
	// runs for it.
	quiet, busy = 60 * time.Millisecond, time.Minute
)

// viewer is what is read by lines.
type viewer interface {
	tea.Model
	// Leaving reports whether the viewer has left.
	Leaving() bool
}

// commands are what a person may type.
type commands interface {
	// Busy reports whether something runs that a command waits for before its effect is printed.
	Busy() bool
	// Command does what a line asks for, and prints what came of it.
	Command(ctx context.Context, line string)
	// Show prints what there is to see.
	Show()
}

// Session is a viewer with what it prints. Its methods are called from one goroutine.
type Session struct {
	viewer   viewer
	commands commands
	out      *bufio.Writer
	msgs     chan tea.Msg
	over     bool
}

// New returns the session of a viewer that prints to out.
func New(v viewer, c commands, out io.Writer) *Session {
	return &Session{viewer: v, commands: c, out: bufio.NewWriter(out), msgs: make(chan tea.Msg, 256)}
}

// Run shows a screen of a size and does the commands that in has, until one leaves or they end.
func (s *Session) Run(ctx context.Context, size tea.WindowSizeMsg, in io.Reader) error {
	s.Do(s.viewer.Init())
	s.Send(size)
	s.Settle(ctx)
	s.commands.Show()
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, longestCommand)

	for !s.over {
		fmt.Fprint(s.out, prompt)
		if err := s.out.Flush(); err != nil {
			return err
		}
		if !lines.Scan() || ctx.Err() != nil {
			break
		}

		s.commands.Command(ctx, strings.TrimRight(lines.Text(), "\r"))
	}

	return errors.Join(lines.Err(), s.out.Flush())
}

// Over reports whether the viewer has left.
func (s *Session) Over() bool { return s.over }

// Println prints a line.
func (s *Session) Println(line string) { fmt.Fprintln(s.out, line) }

// Flush writes what was printed. A later write fails as well where this one does.
func (s *Session) Flush() { _ = s.out.Flush() }

// Do runs a command in the background.
func (s *Session) Do(cmd tea.Cmd) {
	if cmd != nil {
		go func() { s.msgs <- cmd() }()
	}
}

// Send gives the viewer a message.
func (s *Session) Send(msg tea.Msg) {
	switch msg := msg.(type) {
	case nil: // nothing was to be done
	case tea.BatchMsg:
		for _, c := range msg {
			s.Do(c)
		}
	case tea.QuitMsg:
		s.over = true
	default:
		_, cmd := s.viewer.Update(msg)
		s.Do(cmd)
	}
}

// Settle waits until a command has had its effect: nothing runs that it waits for, and no message has come for a
// moment.
func (s *Session) Settle(ctx context.Context) {
	for !s.over {
		if s.viewer.Leaving() {
			s.over = true // the message that ends the program says no more than that
			return
		}

		wait := quiet
		if s.commands.Busy() {
			wait = busy
		}

		select {
		case msg := <-s.msgs:
			s.Send(msg)
		case <-time.After(wait):
			return
		case <-ctx.Done():
			return
		}
	}
}
