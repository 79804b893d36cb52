// Package file is the screen of a file: its text, what a tool gives of it, and all that a person does with both.
//
// [Screen] composes the parts and lets each know what the others did. What belongs to one document is in its sheet:
// opening another file makes a new one. An action is one row of actions.go: what it does and why it may do nothing now.
package file

import (
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/search"
	"eyeline/tui/bar"
	"eyeline/tui/cells"
	"eyeline/tui/document"
	"eyeline/tui/draw"
	"eyeline/tui/export"
	"eyeline/tui/humanize"
	"eyeline/tui/launch/options"
	"eyeline/tui/layout"
	"eyeline/tui/overlay"
	"eyeline/tui/preview"
	"eyeline/tui/readpanels"
	"eyeline/tui/screens"
	"eyeline/tui/sentlines"
	"eyeline/tui/textview"
)

var _ screens.Screen = (*Screen)(nil)

// Settle implements [screens.Screen]: the panes scroll when they move.
func (*Screen) Settle() {}

// Leave implements [screens.Screen]: what it shows of a transcript ends, and an empty sheet is left.
func (s *Screen) Leave() tea.Cmd {
	_, free := s.replace(s.newSheet(nil, s.Preview.Request, s.opts.Wrap))
	return free
}

// Update implements [screens.Screen].
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.MouseMsg:
		return s.mouse.handle(msg)
	case export.EditedMsg:
		return s.Give.HandleEdited(msg)
	case tea.ResumeMsg:
		return s.Files.RefreshSource()
	}
	return nil
}

// Key implements [screens.Screen]: it offers the key to the comparison, takes the digits of a count, and does the
// action of any other key.
func (s *Screen) Key(msg tea.KeyMsg) tea.Cmd {
	s.typed.fresh = false
	if s.beside() != nil {
		if cmd, used := s.beside().Key(msg); used {
			return cmd
		}
	}
	key := msg.String()
	if len(key) == 1 && (key >= "1" && key <= "9" || key == "0" && s.typed.count != "") && len(s.typed.count) < 18 {
		s.typed.count += key
		return nil
	}
	action, ok := s.desk.Keys().Lookup(s.Modes.KeyContext(), key)
	if !ok {
		s.typed.count = ""
		name := cells.Sanitize(keymap.Name(key))
		help := ""
		if keys := s.desk.Keys().KeysIn(s.Modes.KeyContext(), keymap.Help); len(keys) > 0 {
			help = "; " + cells.Sanitize(keymap.Name(keys[0])) + " shows the keys"
		}
		return s.desk.Say("no action on " + name + help)
	}
	n, given := s.takeCount()
	refused := s.typed.refused
	s.typed.refused = ""
	if action == keymap.Redo && refused == action && s.Disabled(action) != "" {
		return s.host.Quit() // ZZ, as in less and vim
	}
	return s.Act(action, n, given)
}

// Rows implements [screens.Screen].
func (s *Screen) Rows(height int) []string {
	a := &s.Panes.areas
	rows := make([]string, 0, height+1)
	if a.Title.Height > 0 {
		rows = append(rows, s.bars.titleBar())
	}
	rows = append(rows, draw.Fill(s.Panes.paneRows(), a.Body.Height, a.Body.Width)...)
	if a.ModelLine.Height > 0 {
		rows = append(rows, s.bars.modelLine())
	} else if len(rows) > 0 && s.beside() == nil && s.Modes.now().state == keymap.Reading {
		rows[len(rows)-1] = s.bars.read().Over(s.desk.Theme(), rows[len(rows)-1], s.desk.Width())
	}
	return rows
}

// Footer implements [screens.Screen].
func (s *Screen) Footer() bar.Footer {
	f := bar.Footer{Waiting: s.isSlow, Keys: s.hints(), Position: s.bars.Position()}
	var stops bool
	if f.Running, stops = s.jobs.Working(); stops || s.isSlow {
		f.Stop = s.desk.KeyName(keymap.Cancel)
	}
	if s.Modes.now().state == keymap.Paging {
		s.bars.pagerFooter(&f)
	}
	return f
}

// Begin implements [screens.Screen]: it shows the document at the place asked for on the command line.
func (s *Screen) Begin() tea.Cmd {
	if s.Text.Doc == nil {
		if s.Files.folder != nil {
			s.Files.ShowFolder(s.Files.folder)
		}
		return nil
	}
	if s.opts.Warning != "" {
		s.desk.Warn(s.opts.Warning)
	} else {
		s.Text.Arrival.FormWords()
	}
	if why := s.Panes.noRoomForWhy(); why != "" && s.desk.Quiet() {
		s.desk.Say(why)
	}
	if s.opts.Hex {
		s.Text.Hex = true
		s.Text.File.SetStride(textview.StrideFor(s.Text.File.Width - s.Panes.columns(s.Text.File.Width).width()))
	}
	if e := s.opts.Input.Encoding; e != nil && *e != s.Text.Doc.Form().Encoding {
		return tea.Batch(s.Text.Arrival.ShowEncoding(*e), s.Preview.Read(preview.ThenNothing), s.place.startSearch())
	}
	s.place.startAt = s.opts.Start
	s.place.waitForStart()
	cmd := tea.Batch(s.Text.File.Show(s.Text.Filter.DocumentText(), s.place.firstMove()),
		s.Preview.Read(preview.ThenNothing), s.place.startSearch())
	if s.opts.Input.Follow {
		return tea.Batch(cmd, s.Text.Arrival.ToggleTail(1, false))
	}
	return cmd
}

// FilterMoves reports whether the cursor will go to the first line that the filter lets through.
func (s *Screen) FilterMoves() bool {
	f := s.Text.Filter
	return f.Filter != nil && !f.Arrived && !f.Left
}

// ReadMoves reports whether a key may be about what is being read: the cursor will go there, or the keys move it. Where
// the window follows the cursor, moving on does not wait for it, and nothing waits for what is read again as it grows.
func (s *Screen) ReadMoves() bool {
	return s.Preview.Moves() || !s.Preview.ReadsAgain && s.Moves.MovesOutput()
}

// MaxCount bounds a count, so that no product of it with the height of a screen overflows. No file has as many lines.
const MaxCount = 1 << 40

// takeCount returns the count typed before a key, at most MaxCount (1 when there is none), and forgets it.
func (s *Screen) takeCount() (n int64, given bool) {
	n, err := strconv.ParseInt(s.typed.count, 10, 64)
	s.typed.count = ""
	if err != nil || n < 1 {
		return 1, false
	}
	return min(n, MaxCount), true
}

// escape undoes one thing each time: it forgets the count, else stops what runs, else closes what is open.
func (s *Screen) escape(_ int64, counted bool) tea.Cmd {
	switch {
	case counted: // the count is gone
	case s.interrupted():
		s.Files.showFolderAgain()
		s.desk.Say("stopped")
	case s.Text.Marking.On:
		s.Text.Marking.Unmark()
	case s.beside() != nil:
		return s.Tuning.Comparing.LeaveComparison()
	case s.Text.Search.Highlighting():
		s.Text.Search.Hidden = true
	case s.Text.Filter.Filter != nil:
		return s.Text.Filter.ShowAll()
	case s.Text.Arrival.TailPaused:
		s.Text.Arrival.TailPaused = false
		s.desk.Say("no longer following")
	case !s.host.Alone():
		return s.host.Leave()
	}
	return nil
}

// interrupt is Ctrl-C: it stops what runs, then closes what is open, then quits.
func (s *Screen) interrupt() tea.Cmd {
	if s.interrupted() {
		s.Files.showFolderAgain()
		return s.desk.Say("stopped; " + s.desk.KeyName(keymap.Interrupt) + " again quits")
	}
	if s.overlays.Any() {
		s.overlays.Drop(s.overlays.Top())
		return nil
	}
	return s.host.Quit()
}

// Host is what the screen of a file asks of the program.
type Host interface {
	screens.Program
	export.Host
	// Ready reports whether the size of the terminal is known, and TerminalHeight how many rows it has.
	Ready() bool
	TerminalHeight() int
	// ShowsFile reports whether the screen of the file is the one that is shown, and Front is that one. Alone reports
	// whether there is no other one behind it.
	ShowsFile() bool
	Front() screens.Screen
	Alone() bool
	// Quit leaves the program, LeavePrint prints what is given when it has left, and Suspend stops it.
	Quit() tea.Cmd
	LeavePrint() tea.Cmd
	Suspend() tea.Cmd
	// StepTheme goes so many themes on, back when n is negative.
	StepTheme(n int) tea.Cmd
	// Show puts a screen in front of the others that has begun.
	Show(screens.Screen) tea.Cmd
	// TypedBefore puts keys before those that are held back: they were typed for a file that was only being opened.
	TypedBefore([]tea.KeyMsg)
}

// Screen is the screen of a file: its panes, the title above and the model line below them.
type Screen struct {
	*sheet

	desk     screens.Desk
	host     Host
	opts     *options.Options
	overlays *overlay.Stack

	Tuning  *readpanels.Tuning
	Give    *export.Giver
	Sent    *sentlines.View
	answers *answers

	rows    rows
	bars    bars
	Panes   panes
	Moves   moves
	mouse   mouse
	Modes   modes
	Files   files
	Changes changes
	less    lessOptions
	reasons reasons

	actions map[keymap.Action]action // all that a key of the file can do with the sheet

	typed typed
	marks map[rune]textview.Mark // the places that letters lead to
}

// typed is what the keys so far mean for the next one.
type typed struct {
	count   string        // digits before it
	fresh   bool          // there was none
	refused keymap.Action // the action of the key before, where that could do nothing; "" otherwise
}

// answers is the screen as the parts of other packages see it: each of their questions is one for the part that knows.
type answers struct {
	*moves
	*panes
	*modes
	*files
	*changes
	*reasons
	*export.Giver
	*readpanels.Comparing
}

// New is the screen of a document; doc may be nil. shows says which panes are shown.
func New(h Host, stack *overlay.Stack, opts *options.Options, doc *document.Document, shows layout.Panes) *Screen {
	s := &Screen{desk: screens.Desk{Program: h}, host: h, opts: opts, overlays: stack, marks: map[rune]textview.Mark{}}
	s.rows.screen, s.mouse.screen, s.Modes.screen = s, s, s
	s.Changes.screen, s.less.screen, s.reasons.screen = s, s, s
	s.Panes, s.Files = panes{screen: s, layout: shows}, files{screen: s, repositories: map[string]string{}}
	s.bars = bars{screen: s}
	d := s.partDesk()
	s.Give = export.New(d, h, s.Files.RefreshSource)
	s.answers = &answers{
		moves: &s.Moves, panes: &s.Panes, modes: &s.Modes, files: &s.Files, changes: &s.Changes, reasons: &s.reasons,
		Giver: s.Give,
	}
	s.Tuning, s.Sent = readpanels.New(d, s.answers), sentlines.New(d, s.answers)
	s.answers.Comparing = s.Tuning.Comparing
	s.typed.fresh = true
	s.show(s.newSheet(doc, opts.Request, opts.Wrap))
	s.Text.Colours.Asked = opts.Input.Language
	return s
}

// partDesk is what the parts share.
func (s *Screen) partDesk() textview.Desk {
	return textview.Desk{Desk: s.desk, Overlays: s.overlays, Options: s.opts}
}

// show makes a sheet the one on the screen.
func (s *Screen) show(n *sheet) {
	s.sheet = n
	s.Moves = moves{screen: s}
	s.Tuning.Attach(n.Text, n.Preview)
	s.Give.Attach(n.Text, n.Preview)
	s.Sent.Attach(n.Text, n.Preview)
	s.actions = map[keymap.Action]action{}
	for _, a := range s.ActionRows() {
		s.actions[a.Name] = a
	}
}

// Position is where the screen is in the file.
func (s *Screen) Position() bar.Position { return s.bars.Position() }

// ShownName is how the document is called on the screen: its name, and before it the git revision with a colon, if it
// is of one.
func (s *Screen) ShownName() (rev, name string) { return shownName(s.Text.Doc) }

// Count are the digits typed before a key, and ForgetCount forgets them.
func (s *Screen) Count() string { return s.typed.count }
func (s *Screen) ForgetCount()  { s.typed.count = "" }

// turn turns a setting on or off, and says which.
func (s *Screen) turn(setting *bool, on, off string) bool {
	*setting = !*setting
	s.desk.Say(humanize.Either(*setting, on, off))
	return *setting
}

// beside is the second read of a comparison; nil when nothing is compared.
func (s *Screen) beside() *readpanels.Comparison { return s.Tuning.Comparing.Beside }

// askFilter asks for what the lines to show must match.
func (s *Screen) askFilter() tea.Cmd {
	s.overlays.Ask(overlay.PromptFilter, "&", s.Text.Filter.FilterBy)
	return nil
}

// lessOptions are the options of less, which are typed while no tool is on.
type lessOptions struct{ screen *Screen }

const lessOptionLetters = "N S i I R F X"

// askLessOption waits for the letter of an option, which turns what it names on or off.
func (l *lessOptions) askLessOption() tea.Cmd {
	l.screen.overlays.AskLetter("option: "+lessOptionLetters, func(r rune) tea.Cmd {
		turn := map[rune]func() tea.Cmd{
			'N': l.screen.Panes.toggleNumbers,
			'S': l.screen.Panes.toggleWrap,
			'i': func() tea.Cmd { return l.toggleCase(search.MatchCase) },
			'I': func() tea.Cmd { return l.toggleCase(search.IgnoreCase) },
			'R': l.toggleOwnColours,
			'F': l.leaveIfOneScreen,
			'X': l.toggleKeepScreen,
		}[r]
		if turn != nil {
			return turn()
		}
		return l.screen.desk.Say("no option -" + cells.Sanitize(string(r)) + "; there are " + lessOptionLetters)
	})
	return nil
}

// toggleCase makes searches compare letters in a way, or again so that a pattern without upper-case letters ignores
// case.
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
	on := !l.screen.Text.File.Options.Colours
	if on {
		l.screen.opts.Invisibles = false // with it every byte is shown
	}
	l.screen.opts.ANSI = humanize.Either(on, "always", "never")
	return l.screen.desk.Say("the text's own colours are " + humanize.Either(on, "shown", "marks"))
}

// leaveIfOneScreen leaves, with the text on the terminal, when all of it is on the screen.
func (l *lessOptions) leaveIfOneScreen() tea.Cmd {
	s := l.screen
	whole := s.Text.Doc != nil && s.Text.Doc.Shown().Complete() && s.Text.File.ShowsEnd()
	if !whole || !s.Text.File.ShowsStart() {
		return s.desk.Say("the text is longer than the screen")
	}
	s.opts.KeepScreen = true
	return s.host.Quit()
}

func (l *lessOptions) toggleKeepScreen() tea.Cmd {
	l.screen.turn(&l.screen.opts.KeepScreen, "leaving keeps the last screen on the terminal",
		"leaving brings back what was on the terminal before")
	return nil
}
