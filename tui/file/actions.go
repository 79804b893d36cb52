package file

import (
	"eyeline/keymap"
	"eyeline/tui/jobs"

	tea "github.com/charmbracelet/bubbletea"
)

// Action is what the key of an action does in the file, and why it may do nothing now.
type Action struct {
	Name keymap.Action
	// Do does it n times, or to line n. given reports whether a person typed the count; else it is 1. It is nil
	// where a panel over the file does it.
	Do func(n int64, given bool) tea.Cmd
	// Why are reasons why it can do nothing now, each "" when it does not hold. The key shows the first that holds,
	// and the help dims the action. Without reasons it can always do something.
	Why []func() string
}

// reasons is short for the last column of a row.
type reasons = []func() string

// once is for an action that a count does not change.
func once(do func() tea.Cmd) func(int64, bool) tea.Cmd {
	return func(int64, bool) tea.Cmd { return do() }
}

// forward is for an action that goes on by the count, and backward for the one that goes back.
func forward(do func(n int64) tea.Cmd) func(int64, bool) tea.Cmd {
	return func(n int64, _ bool) tea.Cmd { return do(n) }
}

func backward(do func(n int64) tea.Cmd) func(int64, bool) tea.Cmd {
	return func(n int64, _ bool) tea.Cmd { return do(-n) }
}

// with is for an action that is one of several by what it is given.
func with[T any](do func(T) tea.Cmd, what T) func(int64, bool) tea.Cmd {
	return func(int64, bool) tea.Cmd { return do(what) }
}

// Act does an action, or says why it cannot.
func (s *Screen) Act(name keymap.Action, n int64, given bool) tea.Cmd {
	a := s.actions[name]
	if a.Do == nil {
		return nil
	}
	if why := s.Disabled(name); why != "" {
		s.desk.Say(why)
		return nil
	}
	if name != keymap.Cancel && name != keymap.Interrupt {
		s.jobs.End(jobs.AwaitPlace) // a person who does something does not wait for the place of the command line
		s.jobs.End(jobs.Unpack)
	}
	return a.Do(n, given)
}

// Disabled is why an action can do nothing now; "" when it can.
func (s *Screen) Disabled(name keymap.Action) string {
	for _, why := range s.actions[name].Why {
		if w := why(); w != "" {
			return w
		}
	}
	return ""
}

// Replace puts another row in the place of the one of its action, for as long as the file is on the screen.
func (s *Screen) Replace(a Action) { s.actions[a.Name] = a }
