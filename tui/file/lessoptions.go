package file

import (
	"context"
	"io"
	"strings"

	"eyeline/reader/search"
	"eyeline/tui/cells"
	"eyeline/tui/draw"

	tea "github.com/charmbracelet/bubbletea"
)

// lessOptions are the options of less that are typed after "-" while no tool is on: each turns what it names on or off.
var lessOptions = map[rune]func(s *Screen) tea.Cmd{
	'N': func(s *Screen) tea.Cmd { return s.toggleNumbers(1, false) },
	'S': func(s *Screen) tea.Cmd { return s.toggleWrap(1, false) },
	'i': func(s *Screen) tea.Cmd { return s.toggleCase(search.MatchCase) },
	'I': func(s *Screen) tea.Cmd { return s.toggleCase(search.IgnoreCase) },
	'R': (*Screen).toggleOwnColours,
	'F': (*Screen).leaveIfOneScreen,
	'X': (*Screen).toggleKeepScreen,
}

const lessOptionLetters = "N S i I R F X"

// askLessOption waits for the letter of an option of less.
func (s *Screen) askLessOption(int64, bool) tea.Cmd {
	s.overlays.AskLetter("option: "+lessOptionLetters, func(r rune) tea.Cmd {
		toggle, ok := lessOptions[r]
		if !ok {
			s.desk.Say("no option -" + cells.Sanitize(string(r)) + "; there are " + lessOptionLetters)
			return nil
		}
		return toggle(s)
	})
	return nil
}

// toggleCase makes searches compare letters in a way, or again so that a pattern without upper-case letters ignores case.
func (s *Screen) toggleCase(c search.Case) tea.Cmd {
	if s.opts.Case == c {
		c = search.SmartCase
	}
	s.opts.Case = c
	s.desk.Say(map[search.Case]string{
		search.SmartCase:  "searches ignore case, unless the pattern has an upper-case letter",
		search.MatchCase:  "searches tell upper from lower case",
		search.IgnoreCase: "searches ignore case",
	}[c])
	return nil
}

// toggleOwnColours shows the colours that the text sets, or the sequences that set them.
func (s *Screen) toggleOwnColours() tea.Cmd {
	on := !s.text.File().Options().Colours
	if on {
		s.opts.Invisibles = false // with it every byte is shown
	}
	s.opts.ANSI = map[bool]string{true: "always", false: "never"}[on]
	s.SetCellOptions()
	s.desk.Say("the text's own colours are " + map[bool]string{true: "shown", false: "marks"}[on])
	return nil
}

// leaveIfOneScreen leaves, with the text on the terminal, when all of it is on the screen.
func (s *Screen) leaveIfOneScreen() tea.Cmd {
	place := s.text.File().Position()
	if s.text.Doc() == nil || !s.text.Doc().Shown().Complete() || place.Top > 0 || place.TopRow > 0 || !s.text.File().ShowsEnd() {
		s.desk.Say("the text is longer than the screen")
		return nil
	}
	s.opts.KeepScreen = true
	return s.host.Quit()
}

func (s *Screen) toggleKeepScreen() tea.Cmd {
	s.opts.KeepScreen = !s.opts.KeepScreen
	if s.opts.KeepScreen {
		s.desk.Say("leaving keeps the last screen on the terminal")
	} else {
		s.desk.Say("leaving brings back what was on the terminal before")
	}
	return nil
}

// LastScreen writes the rows of the panes as they are now, without the blanks at their ends.
func (s *Screen) LastScreen() func(context.Context, io.Writer) error {
	rows := s.paneRows()
	for len(rows) > 0 && strings.TrimSpace(rows[len(rows)-1]) == "" {
		rows = rows[:len(rows)-1]
	}
	for i := range rows {
		rows[i] = strings.TrimRight(rows[i], " ")
	}
	return func(_ context.Context, w io.Writer) error { return draw.Print(w, rows) }
}
