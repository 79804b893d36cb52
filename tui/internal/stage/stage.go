// Package stage drives a part of the viewer in a test, in the place of the program: it runs the part's commands, gives
// it their answers, and keeps what it says on the last row.
//
// A test runs in a synctest bubble, so waiting takes no time and is over when nothing happens any more.
package stage

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"eyeline/keymap"
	"eyeline/themes"
	"eyeline/tui/kit/bar"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/draw"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/keypress"
	"eyeline/tui/kit/screens"
)

// Stage is the program as a part of the viewer knows it: a [screens.Program], and the host of overlays.
type Stage struct {
	T             *testing.T
	Columns, High int // of the terminal, in cells
	Theme         *themes.Theme
	Map           *keymap.Map
	ReadOnly      bool // what Secure reports

	Note    screens.Note             // the message on the last row; "" without one
	Told    []screens.Note           // what was done in the background
	Entered []screens.Screen         // the screens put in front of the others
	Left    int                      // how often a screen was left
	Helped  int                      // how often the help was asked for
	Done    []keymap.Action          // what overlays had done
	Others  []tea.Msg                // messages that are for the program
	Off     map[keymap.Action]string // why actions can do nothing
	At      bar.Position             // where the screen is in the file

	// After is called after each message and each key; nil for nothing.
	After func() tea.Cmd

	msgs chan tea.Msg
	ends []func()
}

// Play runs a test on a terminal of a size, in a bubble of its own time.
func Play(t *testing.T, columns, rows int, test func(*Stage)) {
	t.Helper()
	theme, err := themes.New(themes.DefaultDark, themes.None)
	if err != nil {
		t.Fatal(err)
	}

	synctest.Test(t, func(t *testing.T) {
		s := &Stage{
			T: t, Columns: columns, High: rows, Theme: theme, Map: keymap.Default(), msgs: make(chan tea.Msg, 1024),
		}
		defer func() {
			for i := len(s.ends) - 1; i >= 0; i-- {
				s.ends[i]()
			}
			time.Sleep(time.Minute) // of the bubble's own time, for what only waits for a moment
			synctest.Wait()
		}()
		test(s)
	})
}

// AtEnd has something done when the test ends, the last first, while the bubble still runs.
func (s *Stage) AtEnd(do func()) { s.ends = append(s.ends, do) }

// Run runs a command, and what follows from its answers, until nothing happens any more.
func (s *Stage) Run(cmd tea.Cmd) {
	s.T.Helper()
	s.Begin(cmd)
	s.Settle()
}

// Begin runs a command in the background. Its answer comes when the stage settles.
func (s *Stage) Begin(cmd tea.Cmd) {
	if cmd != nil {
		go func() { s.msgs <- cmd() }()
	}
}

// stillness is how long nothing must happen, in the bubble's own time, for the stage to be settled.
const stillness = 220 * time.Millisecond

// Settle gives the parts the answers that come until nothing happens any more.
func (s *Stage) Settle() {
	s.T.Helper()
	for {
		synctest.Wait()
		select {
		case msg := <-s.msgs:
			s.deliver(msg)
			continue
		default: // no answer has come
		}

		time.Sleep(stillness)
		synctest.Wait()
		if len(s.msgs) == 0 {
			return
		}
	}
}

// Later lets some seconds of the bubble's time pass, for what looks now and then.
func (s *Stage) Later() {
	s.T.Helper()
	for range 8 {
		time.Sleep(stillness)
		s.Settle()
	}
}

// Withhold settles, but keeps back the answers that keep picks, for [Stage.Give] to give later.
func (s *Stage) Withhold(keep func(tea.Msg) bool) (kept []tea.Msg) {
	s.T.Helper()
	for quiet := 0; quiet < 2; quiet++ {
		time.Sleep(stillness / 2)
		synctest.Wait()
		for len(s.msgs) > 0 {
			quiet = 0
			if msg := <-s.msgs; keep(msg) {
				kept = append(kept, msg)
			} else {
				s.deliver(msg)
			}

			synctest.Wait()
		}
	}

	return kept
}

// Give gives the parts an answer that was kept back. What follows from it is still to come.
func (s *Stage) Give(msg tea.Msg) { s.deliver(msg) }

// deliver hands an answer to the parts, and begins the commands that follow from it.
func (s *Stage) deliver(msg tea.Msg) {
	switch msg := msg.(type) {
	case nil: // nothing follows
	case tea.BatchMsg:
		for _, cmd := range msg {
			s.Begin(cmd)
		}
	case jobs.Message:
		cmd, _ := msg.Take()
		s.Begin(cmd)
		s.runAfter()
	default:
		s.Others = append(s.Others, msg)
	}
}

func (s *Stage) runAfter() {
	if s.After != nil {
		s.Begin(s.After())
	}
}

// Type types keys one after the other, each once the last has had its effect. A text after "type:" is typed rune by
// rune. key takes each one, once the message of the last row is gone.
func (s *Stage) Type(key func(tea.KeyMsg) tea.Cmd, names ...string) {
	s.T.Helper()
	press := func(msg tea.KeyMsg) {
		s.Note = screens.Note{}
		s.Begin(key(msg))
		s.runAfter()
		s.Settle()
	}

	for _, name := range names {
		text, typed := strings.CutPrefix(name, "type:")
		if !typed {
			press(keypress.Of(name))
			continue
		}

		for _, r := range text {
			press(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
		}
	}
}

// Says fails unless the message on the last row has a text in it.
func (s *Stage) Says(part string) {
	s.T.Helper()
	if !strings.Contains(s.Note.Text, part) {
		s.T.Errorf("it says %q, not %q", s.Note.Text, part)
	}
}

// Silent fails where there is a message on the last row.
func (s *Stage) Silent() {
	s.T.Helper()
	if s.Note.Text != "" {
		s.T.Errorf("it says %q", s.Note.Text)
	}
}

// Bare are rows without styles and without the blanks at their ends. It fails where one of them is not as wide as is
// asked for, or has a control character.
func (s *Stage) Bare(rows []string, width int) []string {
	s.T.Helper()
	out := make([]string, len(rows))
	for i, row := range rows {
		bare := ansi.Strip(row)
		if w := cells.Width(bare); w != width {
			s.T.Errorf("row %d is %d cells wide of %d: %q", i, w, width, row)
		}
		if strings.ContainsFunc(bare, func(r rune) bool { return r < 0x20 || r >= 0x7F && r < 0xA0 }) {
			s.T.Errorf("row %d has a control character: %q", i, row)
		}

		out[i] = strings.TrimRight(bare, " ")
	}

	return out
}

// File makes a file with a text in a folder of the test.
func (s *Stage) File(name, text string) string {
	s.T.Helper()
	path := filepath.Join(s.T.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		s.T.Fatal(err)
	}
	return path
}

// Canvas implements [screens.Host].
func (s *Stage) Canvas() draw.Canvas { return draw.Canvas{Theme: s.Theme, Width: s.Columns} }

// Height implements [screens.Host].
func (s *Stage) Height() int { return s.High - min(s.High-1, 1) }

// Keys implements [screens.Host].
func (s *Stage) Keys() *keymap.Map { return s.Map }

// Say implements [screens.Host].
func (s *Stage) Say(text string) tea.Cmd {
	s.Note = screens.Note{Text: text}
	return nil
}

// Warn implements [screens.Host].
func (s *Stage) Warn(text string) tea.Cmd {
	s.Note = screens.Note{Text: text, Bad: true}
	return nil
}

// Enter implements [screens.Host].
func (s *Stage) Enter(one screens.Screen) tea.Cmd {
	s.Entered = append(s.Entered, one)
	return one.Begin()
}

// Leave implements [screens.Host].
func (s *Stage) Leave() tea.Cmd {
	s.Left++
	return nil
}

// Help implements [screens.Host].
func (s *Stage) Help() tea.Cmd {
	s.Helped++
	return nil
}

// Secure implements [screens.Program].
func (s *Stage) Secure() bool { return s.ReadOnly }

// Quiet implements [screens.Program].
func (s *Stage) Quiet() bool { return s.Note.Text == "" }

// Tell implements [screens.Program].
func (s *Stage) Tell(n screens.Note) { s.Told = append(s.Told, n) }

// BodyHeight is how many rows the panes and the panels below them have together.
func (s *Stage) BodyHeight() int { return max(s.High-3, 1) }

// Position says where the screen is in the file.
func (s *Stage) Position() bar.Position { return s.At }

// Disabled says why an action can do nothing now.
func (s *Stage) Disabled(a keymap.Action) string { return s.Off[a] }

// Do does an action; it keeps only the action's name.
func (s *Stage) Do(a keymap.Action) tea.Cmd {
	s.Done = append(s.Done, a)
	return nil
}
