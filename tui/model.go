package tui

import (
	"cmp"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/check"
	"eyeline/reader/wait"
	"eyeline/themes"
	"eyeline/tui/file"
	"eyeline/tui/file/document"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/kit/overlay"
	"eyeline/tui/kit/screens"
	"eyeline/tui/options"
	"eyeline/tui/terminal/program"
)

// model is the viewer's one tea.Model: the stack of screens, the overlays over them, the message of the last row, and
// the keys that are held back. Only Update changes it; commands carry values and answer with messages.
type model struct {
	opts  options.Options // as a person has changed them since the start
	keys  *keymap.Map
	theme *themes.Theme

	width, height int  // of what is drawn, in cells
	below         int  // rows of the terminal below that, which stay blank
	ready         bool // the terminal's size is known

	// file is the frontmost file screen. firstFile lives as long as the program, also before a file is opened; each
	// file that is opened in front of another one gets a screen of its own.
	file, firstFile *file.Screen

	screens  []screens.Screen // the topmost last; never empty
	overlays *overlay.Stack
	note     screens.Note // see say
	typed    typeAhead

	ending

	terminal *program.Terminal // nil in tests
}

// newModel makes a viewer that has no terminal yet. doc may be nil.
func newModel(opts options.Options, doc *document.Document) *model {
	m := &model{opts: opts, keys: cmp.Or(opts.Keys, keymap.Default()), theme: opts.Theme}
	if opts.Instead.Transcript != nil {
		m.opts.Request = toolrequest.New() // no request is made
	}

	m.overlays = overlay.NewStack(host{m})
	m.file = file.New(host{m}, m.overlays, &m.opts, doc, shownPanes(opts.Panes), m.ofProgram())
	m.firstFile = m.file
	m.screens = []screens.Screen{m.file}
	if opts.Instead.Transcript != nil {
		m.screens[0] = m.transcriptScreen(opts.Instead.Transcript)
	}

	if c := opts.Instead.Check; c != nil {
		m.opts.Leaving.Status = c.Status(nil, nil)
		m.screens[0] = m.file.CheckReport(c.Options, c.Where, func(found *check.Result, err error) {
			m.opts.Leaving.Status = c.Status(found, err)
		})
	}

	if b := opts.Instead.Blocks; b != nil {
		m.screens[0] = m.file.BlockReport(b.Options, b.Where)
	}
	if c := opts.Instead.Context; c != nil {
		m.screens[0] = m.file.ContextScreen(*c)
	}
	if req := opts.Instead.Search; req != nil {
		m.screens[0] = m.file.SearchScreen(*req)
	}
	if opts.NoTool && !opts.Instead.Any() {
		m.file.Modes.Page()
	}

	return m
}

// ofProgram are the actions of the file's keys that the program does.
func (m *model) ofProgram() map[keymap.Action]func() tea.Cmd {
	return map[keymap.Action]func() tea.Cmd{
		keymap.LeavePrint: m.LeavePrint,
		keymap.Suspend:    m.Suspend,
		keymap.Theme:      func() tea.Cmd { return m.StepTheme(1) },
		keymap.PrevTheme:  func() tea.Cmd { return m.StepTheme(-1) },
	}
}

// close stops all that runs and frees what the viewer has. It may wait for reads under way.
func (m *model) close() {
	m.firstFile.Close()
	for _, s := range m.screens {
		if f, ok := s.(*file.Screen); ok {
			if f != m.firstFile {
				f.Close()
			}

			continue // its document is closed, and leaving it would make another
		}

		if end := s.Leave(); end != nil {
			end()
		}
	}
}

// closePatience is how long the program waits, when it ends, for reads under way: a file that does not answer must not
// keep a person from leaving.
const closePatience = 300 * time.Millisecond

// closeSoon is close, but gives up after closePatience.
func (m *model) closeSoon() { wait.AtMost(closePatience, m.close) }

// Init implements tea.Model: it starts what waits for changes of the document.
func (m *model) Init() tea.Cmd {
	m.file.Restart()
	if d := m.file.Text.Doc; d != nil && d.IsStream() {
		d.Refresh() // something may have arrived since it was opened
	}
	return m.file.Changes.Watch()
}

// Awaited reports whether there is nothing yet to show of the file, or of a stream that may still bring something, and
// since when it is open.
func (m *model) Awaited() (since time.Time, awaited bool) {
	doc := m.file.Text.Doc
	pane := m.file.Text.File
	switch {
	case !m.ShowsFile():
		return m.file.Began, false
	case doc != nil && doc.IsStream() && pane.Empty() && (doc.Raw().Size() > 0 || !doc.Raw().Complete()):
		return m.file.Began, true
	}
	return m.file.Began, !pane.Arrived
}

// say puts a message on the last row until the next key; one without a text takes it away. Nothing else writes the
// note. It returns nil, for keys that do nothing else.
func (m *model) say(n screens.Note) tea.Cmd {
	m.note = n
	return nil
}
