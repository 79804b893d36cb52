package file

import (
	"eyeline/reader/search"
	"eyeline/tui/cells"

	tea "github.com/charmbracelet/bubbletea"
)

// LessOptions are the options of less, which are typed while no tool is on.
type LessOptions struct{ screen *Screen }

// lessOptions are the options of less that are typed after "-" while no tool is on: each turns what it names on or off.
var lessOptions = map[rune]func(s *Screen) tea.Cmd{
	'N': func(s *Screen) tea.Cmd { return s.panes.toggleNumbers(1, false) },
	'S': func(s *Screen) tea.Cmd { return s.panes.toggleWrap(1, false) },
	'i': func(s *Screen) tea.Cmd { return s.less.toggleCase(search.MatchCase) },
	'I': func(s *Screen) tea.Cmd { return s.less.toggleCase(search.IgnoreCase) },
	'R': func(s *Screen) tea.Cmd { return s.less.toggleOwnColours() },
	'F': func(s *Screen) tea.Cmd { return s.less.leaveIfOneScreen() },
	'X': func(s *Screen) tea.Cmd { return s.less.toggleKeepScreen() },
}

const lessOptionLetters = "N S i I R F X"

// askLessOption waits for the letter of an option of less.
func (l *LessOptions) askLessOption(int64, bool) tea.Cmd {
	l.screen.overlays.AskLetter("option: "+lessOptionLetters, func(r rune) tea.Cmd {
		toggle, ok := lessOptions[r]
		if !ok {
			l.screen.desk.Say("no option -" + cells.Sanitize(string(r)) + "; there are " + lessOptionLetters)
			return nil
		}
		return toggle(l.screen)
	})
	return nil
}

// toggleCase makes searches compare letters in a way, or again so that a pattern without upper-case letters ignores case.
func (l *LessOptions) toggleCase(c search.Case) tea.Cmd {
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
func (l *LessOptions) toggleOwnColours() tea.Cmd {
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
func (l *LessOptions) leaveIfOneScreen() tea.Cmd {
	place := l.screen.text.File().Position()
	if l.screen.text.Doc() == nil || !l.screen.text.Doc().Shown().Complete() || place.Top > 0 || place.TopRow > 0 || !l.screen.text.File().ShowsEnd() {
		l.screen.desk.Say("the text is longer than the screen")
		return nil
	}
	l.screen.opts.KeepScreen = true
	return l.screen.host.Quit()
}

func (l *LessOptions) toggleKeepScreen() tea.Cmd {
	l.screen.opts.KeepScreen = !l.screen.opts.KeepScreen
	if l.screen.opts.KeepScreen {
		l.screen.desk.Say("leaving keeps the last screen on the terminal")
	} else {
		l.screen.desk.Say("leaving brings back what was on the terminal before")
	}
	return nil
}
