// Package file, which changes without notice, is the screen of a file: its text, what a tool gives of it, and all that
// a person does with both.
//
// [Screen] composes the parts and lets each know what the others did. What belongs to one document is in its
// [openDocument]: opening another file makes a new one. An action is one row of actions.go: what it does and why it may
// do nothing now.
package file

import (
	"context"
	"fmt"
	"io"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/tui/file/document"
	"eyeline/tui/file/export"
	"eyeline/tui/file/filelist"
	"eyeline/tui/file/layout"
	"eyeline/tui/file/lessoptions"
	"eyeline/tui/file/pane"
	"eyeline/tui/file/preview"
	"eyeline/tui/file/sentlines"
	"eyeline/tui/file/textview"
	"eyeline/tui/file/toolpanels"
	"eyeline/tui/kit/bar"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/draw"
	"eyeline/tui/kit/overlay"
	"eyeline/tui/kit/screens"
	"eyeline/tui/options"
)

var _ screens.Screen = (*Screen)(nil)

// Screen is the screen of a file: its panes, the title above and the model line below them. Every part holds the base,
// which they share, and those earlier parts that [Screen.compose] gives it. A part never calls a later one: it sends an
// event, which [Screen.handle] handles.
type Screen struct {
	*base

	Modes         *modes
	Panes         *panes
	rows          *rows
	place         *openingPlace
	Moves         *moves
	mouse         *mouse
	Files         *filelist.Files
	Export        *export.Exporter
	ToolPanels    *toolpanels.Panels
	RecordedLines *sentlines.Display
	bars          *bars
	Changes       *changes
	reasons       *reasons
	keys          keys
}

// Settle implements [screens.Screen]: the panes scroll when they move.
func (*Screen) Settle() {}

// Leave implements [screens.Screen]: what it shows of a transcript ends, and no document is left.
func (s *Screen) Leave() tea.Cmd {
	_, free := s.replaceDocument(s.newOpenDocument(nil, s.Preview.Request, s.opts.Long.Wrap))
	return free
}

// Update implements [screens.Screen].
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.MouseMsg:
		return s.mouse.handle(msg)
	case export.EditedMsg:
		return s.Export.HandleEdited(msg)
	case tea.ResumeMsg:
		return s.Files.RefreshSource()
	}
	return nil
}

// Key implements [screens.Screen]: it offers the key to the comparison, takes the digits of a count, and does the
// action of any other key.
func (s *Screen) Key(msg tea.KeyMsg) tea.Cmd {
	s.keys.fresh = false
	if cmd, used := s.ToolPanels.Comparing.Key(msg); used {
		return cmd
	}

	key := msg.String()
	if s.keys.addDigit(key) {
		return nil
	}

	action, ok := s.program.Keys().Lookup(s.Modes.KeyContext(), key)
	if !ok {
		s.keys.count = ""
		name := cells.Sanitize(keymap.Name(key))
		help := ""
		if keys := s.program.Keys().KeysIn(s.Modes.KeyContext(), keymap.Help); len(keys) > 0 {
			help = "; " + cells.Sanitize(keymap.Name(keys[0])) + " shows the keys"
		}

		return s.program.Say("no action on " + name + help)
	}

	n, given := s.keys.takeCount()
	return s.actByKey(action, n, given)
}

// actByKey does the action of a key, unless it means another one after the key or the count before it.
func (s *Screen) actByKey(action keymap.Action, n int64, given bool) tea.Cmd {
	refused, meant := s.keys.forgetBefore(action)
	switch {
	case action == keymap.NextPane && given:
		key := s.program.KeyName(action)
		s.program.Say(fmt.Sprintf("to %d%%, as in less; without a number %s changes the view", n, key))
		return s.Act(keymap.Percent, n, given)
	case meant != "" && (s.Disabled(action) != "" || action == keymap.Solve && !s.Text.Marking.On):
		return s.program.Say(meant)
	case s.Disabled(action) == "": // done below
	case action == keymap.Redo && refused:
		return s.host.Quit() // ZZ, as in less and vim
	}

	cmd := s.Act(action, n, given)
	if meant != "" { // it has a deed of its own here, too
		return tea.Batch(cmd, s.program.Say(meant))
	}

	return cmd
}

// Rows implements [screens.Screen].
func (s *Screen) Rows(height int) []string {
	a := &s.Panes.areas
	rows := make([]string, 0, height+1)
	if a.Title.Height > 0 {
		rows = append(rows, s.bars.title().Row(s.program.Theme(), s.program.Width()))
	}

	rows = append(rows, draw.Fill(s.rows.paneRows(), a.Body.Height, a.Body.Width)...)
	if a.ModelLine.Height > 0 {
		rows = append(rows, s.bars.modelLine())
	} else if len(rows) > 0 && s.beside() == nil && s.Modes.now().state == keymap.Reading {
		rows[len(rows)-1] = s.bars.read().Over(s.program.Theme(), rows[len(rows)-1], s.program.Width())
	}

	return rows
}

// KeyAt implements [screens.Pressable]: the parts of the top row have keys.
func (s *Screen) KeyAt(x, y int) string {
	if top := s.Panes.areas.Title; !top.Contains(x, y) {
		return ""
	}
	return s.bars.title().KeyAt(s.program.Width(), x)
}

// Footer implements [screens.Screen].
func (s *Screen) Footer() bar.Footer {
	f := bar.Footer{Waiting: s.waiting.slow, Keys: s.hints(), Position: s.bars.Position()}
	var stops bool
	f.Running, stops = s.jobs.Working()
	if stops || s.waiting.slow {
		f.Stop = s.program.KeyName(keymap.Cancel)
	}

	switch s.Modes.now().state {
	case keymap.Paging:
		f = s.bars.pagerFooter(f)
	case keymap.Reading:
		f.Lines = s.bars.fate()
	case keymap.Recorded:
		if !s.Modes.fileHidden() {
			f.Legend = s.RecordedLines.Legend()
		}
	}

	f.Note, f.Bad = s.foundFate()
	f.Back = s.back != ""
	return f
}

// Begin implements [screens.Screen]: it shows the document at the place asked for on the command line.
func (s *Screen) Begin() tea.Cmd {
	if s.Text.Doc == nil {
		s.Files.Begin()
		return nil
	}

	s.Text.Form.FormWords()
	if why := s.Panes.noRoomForWhy(); why != "" && s.program.Quiet() {
		s.program.Say(why)
	}

	if s.opts.Hex {
		s.Text.ShowBytes(pane.Position{})
		s.Text.File.SetStride(textview.StrideFor(s.Text.File.Width - s.Panes.columnsFor(s.Text.File.Width).width()))
	}

	if e := s.opts.Input.Encoding; e != nil && *e != s.Text.Doc.Form().Encoding {
		return tea.Batch(s.Text.Form.ShowEncoding(*e), s.Preview.Read(preview.ThenNothing), s.place.startSearch())
	}

	s.place.startAt(s.opts.Start)
	cmd := tea.Batch(s.Text.File.Show(s.Text.Filter.DocumentText(), s.place.firstMove()),
		s.Preview.Read(preview.ThenNothing), s.place.startSearch())
	if s.opts.Input.Follow {
		return tea.Batch(cmd, s.Text.Loading.ToggleTail(1, false))
	}

	return cmd
}

// SetHeight says how many rows the terminal has.
func (s *Screen) SetHeight(rows int) { s.height = rows }

// LastScreen writes the rows of the panes as they are now, without the blanks at their ends.
func (s *Screen) LastScreen() func(context.Context, io.Writer) error { return s.rows.LastScreen() }

// escape undoes one thing each time: it forgets the count, else stops what runs, else closes what is open.
func (s *Screen) escape(_ int64, counted bool) tea.Cmd {
	switch {
	case counted: // the count is gone
	case s.interrupted():
		s.Files.ShowFolderAgain()
		s.program.Say("stopped")
	case s.Text.Marking.On:
		s.Text.Marking.Unmark()
	case s.beside() != nil:
		return s.ToolPanels.Comparing.LeaveComparison()
	case s.Text.Search.Highlighting():
		return s.Text.Search.ToggleHighlights(1, false)
	case s.Text.Filter.Filter != nil:
		return s.Text.Filter.ShowAll()
	case s.Text.Loading.TailPaused:
		s.Text.Loading.EndTail()
		s.program.Say("no longer following")
	case !s.host.Alone():
		return s.host.Leave()
	}

	return nil
}

// interrupt is Ctrl-C: it stops what runs, then closes what is open, then quits.
func (s *Screen) interrupt() tea.Cmd {
	if s.interrupted() {
		s.Files.ShowFolderAgain()
		return s.program.Say("stopped; " + s.program.KeyName(keymap.Interrupt) + " again quits")
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
	// ShowsFile reports whether the screen of the file is shown.
	ShowsFile() bool
	// Front returns the screen that is shown.
	Front() screens.Screen
	// Alone reports whether no other screen is behind the one of the file.
	Alone() bool
	// Quit leaves the program.
	Quit() tea.Cmd
	// Show puts a screen, which has begun already, in front of the others.
	Show(screens.Screen) tea.Cmd
}

// base is what all parts of the screen work on: the open document, and what outlives it. It knows none of the parts.
type base struct {
	*openDocument

	program  screens.Helpers
	host     Host
	opts     *options.Options
	overlays *overlay.Stack
	events   *textview.Events
	height   int // rows of the terminal; 0 as long as that is not known
	compared toolpanels.Compared
}

// shows reports whether the screen of the file is the one that is shown.
func (b *base) shows() bool { return b.host.ShowsFile() }

// beside is the second read of a comparison; nil when nothing is compared.
func (b *base) beside() *toolpanels.Comparison { return b.compared.Beside }

// New is the screen of a document; doc may be nil. shows says which panes are shown, and ofProgram are the actions of
// the file's keys that the program does: themes, suspending, leaving with the output.
func New(
	h Host, stack *overlay.Stack, opts *options.Options, doc *document.Document, shows layout.Panes,
	ofProgram map[keymap.Action]func() tea.Cmd,
) *Screen {
	b := &base{
		program: screens.Helpers{Program: h}, host: h, opts: opts, overlays: stack, events: &textview.Events{},
	}
	s := &Screen{base: b, keys: keys{ofProgram: ofProgram, fresh: true}}
	s.compose(shows)
	s.show(s.newOpenDocument(doc, opts.Request, opts.Long.Wrap))
	s.Text.Colours.Ask(opts.Input.Language)
	return s
}

// compose makes the parts, each after those that it is given.
func (s *Screen) compose(shows layout.Panes) {
	b := s.base
	d := s.shared()
	s.Modes = &modes{base: b, panes: shows}
	s.Files = filelist.New(d, s.host.Quit)
	s.Export = export.New(d, s.host, s.Modes, s.Files.RefreshSource)
	s.ToolPanels = toolpanels.New(d, &b.compared, s.Modes, s.Export)
	s.RecordedLines = sentlines.New(d)

	s.Panes = &panes{base: b, modes: s.Modes, toolPanels: s.ToolPanels}
	s.place = &openingPlace{base: b}
	s.Moves = &moves{base: b, modes: s.Modes, place: s.place, toolPanels: s.ToolPanels, recordedLines: s.RecordedLines}
	s.mouse = &mouse{base: b, modes: s.Modes, panes: s.Panes, moves: s.Moves, toolPanels: s.ToolPanels}
	s.Changes = &changes{base: b, place: s.place, toolPanels: s.ToolPanels}
	s.reasons = &reasons{base: b, modes: s.Modes, toolPanels: s.ToolPanels, export: s.Export}
	s.keys.less = lessoptions.New(d, lessoptions.Does{
		Numbers: s.Panes.toggleNumbers, Wrap: s.Panes.toggleWrap, Quit: s.host.Quit,
		Resized: func() (string, bool) { return s.Preview.Sizing.LastDid() },
	})

	s.rows = &rows{base: b, panes: s.Panes, files: s.Files, toolPanels: s.ToolPanels, recordedLines: s.RecordedLines}
	s.bars = &bars{base: b, modes: s.Modes, files: s.Files, toolPanels: s.ToolPanels, recordedLines: s.RecordedLines}
}

// shared is what the parts share.
func (s *Screen) shared() textview.Shared {
	return textview.Shared{Helpers: s.program, Overlays: s.overlays, Options: s.opts, Events: s.events}
}

// show makes a document the one on the screen.
func (s *Screen) show(n *openDocument) {
	s.openDocument = n
	s.Moves.moved = moved{}
	s.ToolPanels.Attach(n.Text, n.Preview)
	s.Export.Attach(n.Text, n.Preview)
	s.RecordedLines.Attach(n.Text, n.Preview)
	s.Files.Attach(n.Text)
	s.keys.less.Attach(n.Text)
	s.keys.attach(s.ActionRows())
}

// Position is where the screen is in the file.
func (s *Screen) Position() bar.Position { return s.bars.Position() }

// ShownName is how the document is called on the screen: its name, and before it the git revision with a colon, if it
// is of one.
func (s *Screen) ShownName() (rev, name string) { return shownName(s.Text.Doc) }

// Count are the digits typed before a key, and ForgetCount forgets them.
func (s *Screen) Count() string { return s.keys.count }
func (s *Screen) ForgetCount()  { s.keys.count = "" }
