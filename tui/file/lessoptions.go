package file

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/search"
	"eyeline/tui/cells"
	"eyeline/tui/humanize"
)

// lessOptions are the options of less, which are typed while no tool is on.
type lessOptions struct {
	*base
	panes *panes
}

const lessOptionLetters = "N S i I R F X"

// askLessOption waits for the letter of an option, which turns what it names on or off.
func (l *lessOptions) askLessOption() tea.Cmd {
	l.overlays.AskLetter("option: "+lessOptionLetters, func(r rune) tea.Cmd {
		turn := map[rune]func() tea.Cmd{
			'N': l.panes.toggleNumbers,
			'S': l.panes.toggleWrap,
			'i': func() tea.Cmd { return l.toggleCase(search.MatchCase) },
			'I': func() tea.Cmd { return l.toggleCase(search.IgnoreCase) },
			'R': l.toggleOwnColours,
			'F': l.leaveIfOneScreen,
			'X': l.toggleKeepScreen,
		}[r]
		if turn != nil {
			return turn()
		}
		return l.desk.Say("no option -" + cells.Sanitize(string(r)) + "; there are " + lessOptionLetters)
	})
	return nil
}

// meantForLess says, where a tool is on, that a key after "-" is an option of less and that "-" means another thing
// here. It is "" for any other key.
func (l *lessOptions) meantForLess(before, now keymap.Action) string {
	if before != keymap.Smaller || l.Text.ToolOff {
		return ""
	}
	name := l.desk.KeyName
	said, undo := name(before)+" made the read smaller", " ("+name(keymap.Undo)+" undoes)"
	switch now {
	case keymap.Solve:
		return said + undo + "; less's -S is " + name(keymap.Wrap)
	case keymap.PrevMatch:
		return said + undo + "; less's -N: lines have numbers here"
	}
	return ""
}

// toggleCase makes searches compare letters in a way, or again so that a pattern without upper-case letters ignores
// case.
func (l *lessOptions) toggleCase(c search.Case) tea.Cmd {
	if l.opts.Case == c {
		c = search.SmartCase
	}
	l.opts.Case = c
	l.desk.Say(map[search.Case]string{
		search.SmartCase:  "searches ignore case, unless the pattern has an upper-case letter",
		search.MatchCase:  "searches tell upper from lower case",
		search.IgnoreCase: "searches ignore case",
	}[c])
	return nil
}

// toggleOwnColours shows the colours that the text sets, or the sequences that set them.
func (l *lessOptions) toggleOwnColours() tea.Cmd {
	on := !l.Text.File.Options.Colours
	if on {
		l.opts.Invisibles = false // with it every byte is shown
	}
	l.opts.ANSI = humanize.Either(on, "always", "never")
	return l.desk.Say("the text's own colours are " + humanize.Either(on, "shown", "marks"))
}

// leaveIfOneScreen leaves, with the text on the terminal, when all of it is on the screen.
func (l *lessOptions) leaveIfOneScreen() tea.Cmd {
	if l.Text.Doc == nil || !l.Text.Shown().Complete() || !l.Text.File.ShowsEnd() || !l.Text.File.ShowsStart() {
		return l.desk.Say("the text is longer than the screen")
	}
	l.opts.KeepScreen = true
	return l.host.Quit()
}

func (l *lessOptions) toggleKeepScreen() tea.Cmd {
	toggle(l.desk, &l.opts.KeepScreen, "leaving keeps the last screen on the terminal",
		"leaving brings back what was on the terminal before")
	return nil
}
