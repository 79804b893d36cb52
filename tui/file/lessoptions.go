package file

import (
	"eyeline/reader/search"
	"eyeline/tui/cells"

	tea "github.com/charmbracelet/bubbletea"
)

// lessOptions are the options of less, which are typed while no tool is on.
type lessOptions struct{ screen *Screen }

const lessOptionLetters = "N S i I R F X"

// askLessOption waits for the letter of an option, which turns what it names on or off.
func (l *lessOptions) askLessOption() tea.Cmd {
	l.screen.overlays.AskLetter("option: "+lessOptionLetters, func(r rune) tea.Cmd {
		switch r {
		case 'N':
			return l.screen.panes.toggleNumbers()
		case 'S':
			return l.screen.panes.toggleWrap()
		case 'i':
			return l.toggleCase(search.MatchCase)
		case 'I':
			return l.toggleCase(search.IgnoreCase)
		case 'R':
			return l.toggleOwnColours()
		case 'F':
			return l.leaveIfOneScreen()
		case 'X':
			return l.toggleKeepScreen()
		}
		l.screen.desk.Say("no option -" + cells.Sanitize(string(r)) + "; there are " + lessOptionLetters)
		return nil
	})
	return nil
}

// toggleCase makes searches compare letters in a way, or again so that a pattern without upper-case letters ignores case.
func (l *lessOptions) toggleCase(c search.Case) tea.Cmd {
	if l.screen.opts.Case == c {
		c = search.SmartCase
	}
	l.screen.opts.Case = c
	l.screen.desk.Say(map[search.Case]string{
		search.SmartCase:  "searches ignore case, unless the pattern has an upper-case letter",
		search.MatchCase:  "searches tell upper from lower case",
		search.IgnoreCase: "searches ignore case",
	}[c])
	return nil
}

// toggleOwnColours shows the colours that the text sets, or the sequences that set them.
func (l *lessOptions) toggleOwnColours() tea.Cmd {
	on := !l.screen.text.File().Options().Colours
	if on {
		l.screen.opts.Invisibles = false // with it every byte is shown
	}
	l.screen.opts.ANSI = map[bool]string{true: "always", false: "never"}[on]
	l.screen.panes.SetCellOptions()
	l.screen.desk.Say("the text's own colours are " + map[bool]string{true: "shown", false: "marks"}[on])
	return nil
}

// leaveIfOneScreen leaves, with the text on the terminal, when all of it is on the screen.
func (l *lessOptions) leaveIfOneScreen() tea.Cmd {
	place := l.screen.text.File().Position()
	if l.screen.text.Doc() == nil || !l.screen.text.Doc().Shown().Complete() || place.Top > 0 || place.TopRow > 0 || !l.screen.text.File().ShowsEnd() {
		l.screen.desk.Say("the text is longer than the screen")
		return nil
	}
	l.screen.opts.KeepScreen = true
	return l.screen.host.Quit()
}

func (l *lessOptions) toggleKeepScreen() tea.Cmd {
	l.screen.opts.KeepScreen = !l.screen.opts.KeepScreen
	if l.screen.opts.KeepScreen {
		l.screen.desk.Say("leaving keeps the last screen on the terminal")
	} else {
		l.screen.desk.Say("leaving brings back what was on the terminal before")
	}
	return nil
}
