package tui

import (
	"context"
	"io"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/search"
)

// lessOptions are the options of less that are typed after "-" while no tool is on: each turns what it names on or off.
var lessOptions = map[rune]func(m *Model) tea.Cmd{
	'N': func(m *Model) tea.Cmd { return m.toggleNumbers(1, false) },
	'S': func(m *Model) tea.Cmd { return m.toggleWrap(1, false) },
	'i': func(m *Model) tea.Cmd { return m.toggleCase(search.MatchCase) },
	'I': func(m *Model) tea.Cmd { return m.toggleCase(search.IgnoreCase) },
	'R': (*Model).toggleOwnColours,
	'F': (*Model).leaveIfOneScreen,
	'X': (*Model).toggleKeepScreen,
}

const lessOptionLetters = "N S i I R F X"

// askLessOption waits for the letter of an option of less.
func (m *Model) askLessOption(int64, bool) tea.Cmd {
	m.push(&letter{text: "option: " + lessOptionLetters, take: func(m *Model, r rune) tea.Cmd {
		toggle, ok := lessOptions[r]
		if !ok {
			m.say("no option -" + plain(string(r)) + "; there are " + lessOptionLetters)
			return nil
		}
		return toggle(m)
	}})
	return nil
}

// toggleCase makes searches compare letters in a way, or again so that a pattern without upper-case letters ignores case.
func (m *Model) toggleCase(c search.Case) tea.Cmd {
	if m.opts.Case == c {
		c = search.SmartCase
	}
	m.opts.Case = c
	m.say(map[search.Case]string{
		search.SmartCase:  "searches ignore case, unless the pattern has an upper-case letter",
		search.MatchCase:  "searches tell upper from lower case",
		search.IgnoreCase: "searches ignore case",
	}[c])
	return nil
}

// compile reads a pattern as searches and filters take it.
func (m *Model) compile(text string) (*search.Pattern, error) {
	return search.Compile(text, search.Options{Case: m.opts.Case, Styled: m.styled && m.file.Options().Colours})
}

// toggleOwnColours shows the colours that the text sets, or the sequences that set them.
func (m *Model) toggleOwnColours() tea.Cmd {
	on := !m.file.Options().Colours
	if on {
		m.opts.Invisibles = false // with it every byte is shown
	}
	m.opts.ANSI = map[bool]string{true: "always", false: "never"}[on]
	m.setCellOptions()
	m.say("the text's own colours are " + map[bool]string{true: "shown", false: "marks"}[on])
	return nil
}

// leaveIfOneScreen leaves, with the text on the terminal, when all of it is on the screen.
func (m *Model) leaveIfOneScreen() tea.Cmd {
	place := m.file.Position()
	if m.doc == nil || !m.doc.Shown().Complete() || place.Top > 0 || place.TopRow > 0 || !m.file.ShowsEnd() {
		m.say("the text is longer than the screen")
		return nil
	}
	m.opts.KeepScreen = true
	return m.quit()
}

func (m *Model) toggleKeepScreen() tea.Cmd {
	m.opts.KeepScreen = !m.opts.KeepScreen
	if m.opts.KeepScreen {
		m.say("leaving keeps the last screen on the terminal")
	} else {
		m.say("leaving brings back what was on the terminal before")
	}
	return nil
}

// lastScreen writes the rows of the panes as they are now, without the blanks at their ends.
func (m *Model) lastScreen() func(context.Context, io.Writer) error {
	rows := m.paneRows()
	for len(rows) > 0 && strings.TrimSpace(rows[len(rows)-1]) == "" {
		rows = rows[:len(rows)-1]
	}
	for i := range rows {
		rows[i] = strings.TrimRight(rows[i], " ")
	}
	return func(_ context.Context, w io.Writer) error { return printRows(w, rows) }
}
