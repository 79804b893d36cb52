package tui

import (
	"context"
	"os"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/source"
	"eyeline/themes"
	"eyeline/tui/page"
	"eyeline/tui/request"
)

// layout says which panes are on the screen.
type layout uint8

const (
	layoutFile layout = iota
	layoutModel
	layoutBoth
)

var emptyPage = page.Page{Anchor: -1, AtStart: true, AtEnd: true}

// Model is the viewer's one tea.Model. Only Update changes it; commands carry values and answer with messages.
type Model struct {
	opts  Options
	keys  *keymap.Map
	theme *themes.Theme

	width, height int
	ready         bool // the terminal's size is known

	paths []string // the files to go through with :n and :p
	at    int      // the one shown
	doc   *document
	file  pane
	model pane
	shows layout
	// wandered: the model pane was moved by itself, and the file pane is to follow it
	wandered bool

	req        request.Request
	undo, redo []request.Request
	back       []request.Request // the windows that ] came from
	why        bool
	reading    uint64 // the reading under way, 0 for none
	readID     uint64
	ahead      int64 // windows to go on by once the reading under way has come
	outputs    uint64
	cancelRead context.CancelFunc

	cancelTokens context.CancelFunc
	shown        *reading
	beside       *comparison
	wanted       *wantedPlace // a window's place that waits for the line index

	prompt  *prompt
	help    *helpScreen
	options *optionsPanel
	note    note
	count   string // digits typed before a key
	pending keymap.Action

	marks map[rune]mark
	prior mark // where the last jump started

	histories map[promptKind][]string // what was entered at prompts

	search  searcher
	filter  filterState
	tailing bool
	hl      colours
	rows    rowCache

	busy    map[string]work // what Esc and Ctrl-C stop, by name
	works   uint64          // number of the last work
	leaving bool
	leave   Outcome
	invis   bool
	mouse   bool

	tty [2]*os.File // the terminal, in and out; nil in tests

	askBackground func() error // writes the question; nil when it is not to be asked
}

// wantedPlace is where the window shall go as soon as the number of the line at off is known.
type wantedPlace struct{ off int64 }

// mark is a place in a document.
type mark struct {
	doc uint64
	off int64
	set bool
}

// note is the message at the bottom of the screen; the next key takes it away.
type note struct {
	text string
	bad  bool
}

// newModel is the viewer before it has a terminal.
func newModel(opts Options, doc *document) *Model {
	m := &Model{
		opts: opts, keys: opts.Keys, theme: opts.Theme, paths: opts.Paths, doc: doc, req: opts.Request,
		marks: map[rune]mark{}, busy: map[string]work{}, histories: map[promptKind][]string{}, mouse: opts.Mouse, invis: opts.Invisibles,
		why: opts.Why, shows: opts.shows(),
	}
	if m.keys == nil {
		m.keys = keymap.Default()
	}
	m.file = pane{id: filePane, wrap: opts.Wrap}
	m.model = pane{id: modelPane, wrap: opts.Wrap}
	m.setCellOptions()
	m.hl.init()
	return m
}

// close stops all that runs and frees what the viewer holds.
func (m *Model) close() {
	m.stopAll()
	if m.cancelTokens != nil {
		m.cancelTokens()
	}
	m.hl.reset()
	m.file.stop()
	m.model.stop()
	if m.doc != nil {
		m.doc.close()
	}
	m.closeComparison()
	m.shown.free()
}

// Init starts what runs beside the screen.
func (m *Model) Init() tea.Cmd {
	return tea.Batch(m.listen(), m.watch(), m.hl.prepare(m.doc))
}

func (m *Model) setCellOptions() {
	m.file.opt.TabWidth, m.model.opt.TabWidth = m.opts.TabWidth, m.opts.TabWidth
	m.file.opt.Invisibles, m.model.opt.Invisibles = m.invis, m.invis
	m.model.opt.Decoded = true
}

// docMsg says that a document's source or index has news.
type docMsg struct {
	doc    uint64
	source bool
}

// wakeInterval is the least time between two looks at a document's news.
const wakeInterval = 15 * time.Millisecond

// listen waits for news of the document: one command for its source, one for its index.
func (m *Model) listen() tea.Cmd {
	if m.doc == nil {
		return nil
	}
	d := m.doc
	return tea.Batch(waitFor(d, d.src.Wake(), true), waitFor(d, d.index.Wake(), false))
}

func waitFor(d *document, wake <-chan struct{}, isSource bool) tea.Cmd {
	return func() tea.Msg {
		select {
		case <-wake:
		case <-d.ctx.Done():
			return nil
		}
		// The screen need not hear more often than it is drawn.
		time.Sleep(wakeInterval)
		return docMsg{d.id, isSource}
	}
}

// documentNews takes news of the document in.
func (m *Model) documentNews(msg docMsg) tea.Cmd {
	if m.doc == nil || msg.doc != m.doc.id {
		return nil
	}
	d := m.doc
	was, wasTotal := d.snap, int64(-1)
	if n, ok := d.totalLines(); ok {
		wasTotal = n
	}
	d.refresh()
	var cmds []tea.Cmd
	if msg.source {
		d.index.Extend() // it counts what has come
		cmds = append(cmds, waitFor(d, d.src.Wake(), true))
	} else {
		cmds = append(cmds, waitFor(d, d.index.Wake(), false))
	}
	total, known := d.totalLines()
	if d.snap.Generation == was.Generation && d.snap.State != was.State {
		m.sayState(d.snap.State)
	}
	switch {
	case d.snap.Generation != was.Generation:
		m.sayState(d.snap.State)
		m.refilter()
		m.hl.reset()
		m.search.reset()
		cmds = append(cmds, m.file.show(m.documentText(), move{kind: moveStay}), m.read(followNothing), m.hl.prepare(d), m.runFilter())
	case d.snap.Size != was.Size:
		m.file.text = m.documentText()
		cmds = append(cmds, m.runFilter())
		switch {
		case m.tailing:
			cmds = append(cmds, m.toEnd())
		case m.file.page.AtEnd || m.file.page.Partial || !m.file.arrived:
			cmds = append(cmds, m.file.do(move{kind: moveStay, quiet: true}))
		}
		if m.windowAtEnd() {
			cmds = append(cmds, m.read(followNothing))
		}
	default:
		m.file.text = m.documentText()
		if m.file.numberless() && m.file.loading == 0 {
			cmds = append(cmds, m.file.reload())
		}
		if m.file.page.Partial && m.file.loading == 0 && known {
			cmds = append(cmds, m.file.reload())
		}
	}
	if known && total != wasTotal && m.shown != nil && m.shown.firstLine == 0 && m.shown.out != nil {
		cmds = append(cmds, m.read(followNothing))
	}
	if m.wanted != nil {
		cmds = append(cmds, m.placeWanted())
	}
	cmds = append(cmds, m.widenGutter())
	m.fresh()
	return tea.Batch(cmds...)
}

// widenGutter arranges the panes anew when the line numbers need another width than when that was done last.
func (m *Model) widenGutter() tea.Cmd {
	if m.beside != nil || m.file.width == 0 || m.gutterWidth(m.file.width) == m.file.gutter {
		return nil
	}
	return m.arrange()
}

func (m *Model) sayState(s source.State) {
	switch s {
	case source.Truncated:
		m.say("the file was truncated or rewritten; showing it as it is now")
	case source.Replaced:
		m.say("the file was replaced by another of the same name; showing the new one")
	case source.Vanished:
		m.warn("the file is gone; what is shown is the last of it")
	}
}

// windowAtEnd says whether the shown window could change when the file grows at its end.
func (m *Model) windowAtEnd() bool {
	r := m.shown
	return r == nil || r.refused != "" || r.out == nil || r.win.End >= m.doc.snap.Size || m.doc.snap.Size-r.win.End < 1<<16
}

// numberless says whether lines on hand lack their numbers.
func (p *pane) numberless() bool {
	return len(p.page.Lines) > 0 && p.page.Lines[0].Number == 0 && p.text.numbers != nil
}

func (m *Model) say(s string)  { m.note = note{text: s} }
func (m *Model) warn(s string) { m.note = note{text: s, bad: true} }

// fresh drops cached rows; what is drawn changed.
func (m *Model) fresh() { m.rows.reset() }
