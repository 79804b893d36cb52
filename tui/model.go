package tui

import (
	"cmp"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/decode"
	"eyeline/themes"
	"eyeline/tui/bar"
	"eyeline/tui/cells"
	"eyeline/tui/document"
	"eyeline/tui/program"
	"eyeline/tui/request"
	"eyeline/tui/screens"
)

// layout says which panes are on the screen.
type layout uint8

const (
	layoutFile layout = iota
	layoutModel
	layoutBoth
)

// Model is the viewer's one tea.Model. Only Update changes it; commands carry values and answer with messages. What
// belongs to the document on the screen is in the sheet; what is here outlives it.
type Model struct {
	*sheet

	opts       Options // as a person has changed them since the start
	keys       *keymap.Map
	hints      []bar.Hint // of the keys, for the footer
	pagerHints []bar.Hint // the same where no tool is on
	theme      *themes.Theme

	width, height int   // of what is drawn, in cells
	below         int   // rows of the terminal below that, which stay blank
	ready         bool  // the terminal's size is known
	areas         areas // which part of the screen shows what

	base string // the revision that change marks are against; "" is the index

	folder *document.FolderError // what to choose the first file from; nil when that is named
	// repositories are directories of the repositories of revisions in opts.Paths that are not the working directory's.
	repositories map[string]string

	at     int // the index of the file shown, in opts.Paths
	goFrom int // the index that :n and :p count from: at, or that of a file that could not be opened
	layout layout

	favouritesSaving bool            // the favourites are being written to the settings
	favouritesToSave map[string]bool // the tools that became favourites, or no longer are, and are not written yet

	screens   []screens.Screen // the topmost last; never empty
	overlays  []overlay        // what is open over the screen, the topmost last
	note      screens.Note
	count     string // digits typed before a key
	typed     typeAhead
	marks     map[rune]mark
	histories map[promptKind][]string // what was entered at prompts

	ending

	terminal *program.Terminal // nil in tests
}

// newModel makes a viewer that has no terminal yet. doc may be nil.
func newModel(opts Options, doc *document.Document) *Model {
	m := &Model{
		opts: opts, keys: opts.Keys, theme: opts.Theme, layout: layoutOf(opts.Panes),
		marks: map[rune]mark{}, histories: map[promptKind][]string{},
		base: cmp.Or(opts.Base, head),
	}
	m.sheet = newSheet(doc, opts.Request, opts.Wrap, m.handlePage)
	m.screens = []screens.Screen{fileScreen{m}}
	if opts.Transcript != nil {
		m.screens[0] = m.transcriptScreen(opts.Transcript)
		m.sheet.req = request.New() // no request is made
	}
	if opts.NoTool && opts.Transcript == nil {
		m.setToolOff(true)
		_ = m.file.SetWrap(m.wraps()) // there is nothing to load yet
	}
	if m.keys == nil {
		m.keys = keymap.Default()
	}
	m.hints, m.pagerHints = keyHints(m.keys), pagerHints(m.keys)
	m.hl.asked = opts.Language
	m.setCellOptions()
	return m
}

// close stops all that runs and frees what the viewer has. It may wait for reads under way.
func (m *Model) close() {
	m.sheet.close()
	for _, s := range m.screens {
		if _, is := s.(fileScreen); is {
			continue // its sheet is closed, and leaving it would make another
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
func (m *Model) closeSoon() {
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		m.close()
	}()
	select {
	case <-closed:
	case <-time.After(closePatience):
	}
}

// Init implements tea.Model: it starts what waits for changes of the document.
func (m *Model) Init() tea.Cmd {
	m.began = time.Now()
	if d := m.doc; d != nil && d.IsStream() {
		d.Refresh() // something may have arrived since it was opened
	}
	return tea.Batch(m.listen(), m.watch(), m.chooseLanguage())
}

// setCellOptions sets how the panes draw characters.
func (m *Model) setCellOptions() {
	file := cells.Options{TabWidth: m.opts.TabWidth, Invisibles: m.opts.Invisibles, ASCII: m.opts.ASCII}
	output := file
	output.Decoded = true
	file.Colours = ownColours(&m.opts, m.doc) && !m.opts.Invisibles
	file.Latin1 = m.doc != nil && !m.doc.Decoded() && m.doc.Form().Encoding == decode.Latin1
	m.file.SetOptions(file)
	m.output.SetOptions(output)
	if m.beside != nil {
		m.beside.pane.SetOptions(output)
	}
}

// ownColours reports whether the colours that a document's text sets are shown: those of what is piped, unless the
// options say otherwise.
func ownColours(o *Options, d *document.Document) bool {
	return o.ANSI == "always" || o.ANSI != "never" && d != nil && d.IsStream() && d.Revision() == ""
}

// say and warn put a message on the last row until the next key.
func (m *Model) say(s string)  { m.note = screens.Note{Text: s} }
func (m *Model) warn(s string) { m.note = screens.Note{Text: s, Bad: true} }

// quiet reports whether the last row has no message.
func (m *Model) quiet() bool { return m.note.Text == "" }

// tell puts the message of something done in the background on the last row.
func (m *Model) tell(n screens.Note) { m.note = n }

// invalidateRows has all rows drawn again: what they depend on has changed.
func (m *Model) invalidateRows() {
	m.file.Redraw()
	m.output.Redraw()
	if m.beside != nil {
		m.beside.pane.Redraw()
	}
}
