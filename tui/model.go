package tui

import (
	"maps"
	"os"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/decode"
	"eyeline/reader/source"
	"eyeline/themes"
	"eyeline/tui/cells"
	"eyeline/tui/pane"
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

	opts  Options
	keys  *keymap.Map
	theme *themes.Theme

	width, height int   // of what is drawn, in cells
	below         int   // rows of the terminal below that, which stay blank
	ready         bool  // the terminal's size is known
	areas         areas // which part of the screen shows what

	paths []string // the files to go through with :n and :p
	at    int      // the one shown

	shows layout
	why   bool
	invis bool
	mouse bool

	prompt    *prompt
	help      *helpScreen
	options   *optionsPanel
	note      note
	count     string // digits typed before a key
	pending   keymap.Action
	marks     map[rune]mark
	histories map[promptKind][]string // what was entered at prompts

	leaving bool
	leave   Outcome

	tty [2]*os.File // the terminal, in and out; nil in tests

	askBackground func() error // writes the question; nil when it is not to be asked
}

// wantedPlace is where the window shall go as soon as the number of the line at off is known.
type wantedPlace struct{ off int64 }

// mark is a place in a document.
type mark struct {
	side uint64 // the number of the side that it is in
	off  int64
	set  bool
}

// note is the message at the bottom of the screen; the next key takes it away.
type note struct {
	text string
	bad  bool
}

// newModel is the viewer before it has a terminal.
func newModel(opts Options, doc *document) *Model {
	m := &Model{
		sheet: newSheet(doc, opts.Request, opts.Wrap),
		opts:  opts, keys: opts.Keys, theme: opts.Theme, paths: opts.Paths,
		marks: map[rune]mark{}, histories: map[promptKind][]string{}, mouse: opts.Mouse, invis: opts.Invisibles,
		why: opts.Why, shows: opts.shows(),
	}
	if m.keys == nil {
		m.keys = keymap.Default()
	}
	m.setCellOptions()
	return m
}

// close stops all that runs and frees what the viewer holds.
func (m *Model) close() { m.sheet.close() }

// closePatience is how long leaving may wait for reads under way: a file that does not answer must not keep anyone.
const closePatience = 300 * time.Millisecond

// closeSoon is close, but for what a read that does not come back holds.
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

// Init starts what runs beside the screen.
func (m *Model) Init() tea.Cmd {
	return tea.Batch(m.listen(), m.watch(), m.chooseLanguage())
}

func (m *Model) setCellOptions() {
	file := cells.Options{TabWidth: m.opts.TabWidth, Invisibles: m.invis}
	output := file
	output.Decoded = true
	file.Colours = m.opts.Colours(m.doc) && !m.invis
	file.Latin1 = m.doc != nil && !m.doc.decoded() && m.doc.form.Encoding == decode.Latin1
	m.file.SetOptions(file)
	m.model.SetOptions(output)
	if m.beside != nil {
		m.beside.pane.SetOptions(output)
	}
}

// docMsg says that a side of a document has news.
type docMsg struct {
	stamp
	of     *side
	source bool
}

// wakeInterval is the least time between two looks at a document's news.
const wakeInterval = 15 * time.Millisecond

// listen waits for news of the document.
func (m *Model) listen() tea.Cmd {
	d := m.doc
	switch {
	case d == nil:
		return nil
	case d.decoded():
		return tea.Batch(m.listenTo(d.raw), m.listenTo(d.side))
	}
	return m.listenTo(d.raw)
}

// listenTo waits for news of a side: one command for its source, one for its index.
func (m *Model) listenTo(s *side) tea.Cmd {
	x := stamp{sheet: m.number, side: s.number}
	return tea.Batch(waitFor(x, s, s.src.Wake(), true), waitFor(x, s, s.index.Wake(), false))
}

func waitFor(x stamp, s *side, wake <-chan struct{}, isSource bool) tea.Cmd {
	return func() tea.Msg {
		select {
		case <-wake:
		case <-s.done.Done():
			return nil
		}
		// The screen need not hear more often than it is drawn.
		time.Sleep(wakeInterval)
		return docMsg{x, s, isSource}
	}
}

// documentNews takes news of the document in.
func (m *Model) documentNews(msg docMsg) tea.Cmd {
	d := m.doc
	raw, was, wasTotal := d.raw.snap, d.snap, int64(-1)
	if n, ok := d.raw.totalLines(); ok {
		wasTotal = n
	}
	d.refreshSide(msg.of)
	var cmds []tea.Cmd
	if msg.source {
		msg.of.index.Extend() // it counts what has come
		cmds = append(cmds, waitFor(msg.stamp, msg.of, msg.of.src.Wake(), true))
	} else {
		cmds = append(cmds, waitFor(msg.stamp, msg.of, msg.of.index.Wake(), false))
	}
	if d.raw.snap.Generation == raw.Generation && d.raw.snap.State != raw.State {
		m.sayState(d.raw.snap.State)
	}
	if msg.of == d.raw {
		cmds = append(cmds, m.rawNews(raw, wasTotal))
	}
	if msg.of == d.side && m.doc.side == d.side {
		cmds = append(cmds, m.shownNews(was))
	}
	m.fresh()
	return tea.Batch(cmds...)
}

// rawNews takes in what has become of the bytes that the tools read.
func (m *Model) rawNews(was source.Snapshot, wasTotal int64) tea.Cmd {
	d := m.doc
	var cmds []tea.Cmd
	if !d.detected {
		old := d.side
		if d.detect(); d.detected && d.form != (decode.Form{}) {
			m.formWords()
			cmds = append(cmds, m.shownAnew(old, 1))
		}
	}
	now := d.raw.snap
	switch {
	case now.Generation != was.Generation:
		m.sayState(now.State)
		m.dropMarks(now)
		cmds = append(cmds, m.read(followNothing), m.decodeAgain())
	case now.Size != was.Size:
		if m.windowAtEnd() {
			cmds = append(cmds, m.read(followNothing))
		}
		if !d.stream { // a stream's decoder reads on by itself
			cmds = append(cmds, m.decodeAgain())
		}
	}
	if total, known := d.raw.totalLines(); known && total != wasTotal && m.shown != nil && m.shown.firstLine == 0 && m.shown.out != nil {
		cmds = append(cmds, m.read(followNothing))
	}
	return tea.Batch(cmds...)
}

// dropMarks forgets the marks that no longer say where they were set: all of a file that was replaced, those past the end
// of one that was cut.
func (m *Model) dropMarks(now source.Snapshot) {
	gone := func(k mark) bool {
		return k.side == m.doc.number && (now.State == source.Replaced || k.off >= now.Size)
	}
	maps.DeleteFunc(m.marks, func(_ rune, k mark) bool { return gone(k) })
	if gone(m.prior) {
		m.prior = mark{}
	}
}

// decodeAgain decodes a file anew that has changed, if that is soon done.
func (m *Model) decodeAgain() tea.Cmd {
	const soon = 64 << 20
	switch d := m.doc; {
	case !d.decoded():
	case d.raw.snap.Size > soon:
		m.say("the file has changed; " + m.keys.Key("show-as") + " decodes it again")
	default:
		return m.showAs(d.form, "")
	}
	return nil
}

// shownNews takes in what has become of what is shown.
func (m *Model) shownNews(was source.Snapshot) tea.Cmd {
	d := m.doc
	var cmds []tea.Cmd
	_, known := d.totalLines()
	switch {
	case d.snap.Generation != was.Generation:
		m.refilter()
		m.resetColours()
		again := m.resetSearch()
		cmds = append(cmds, m.file.Show(m.documentText(), pane.Stay()), m.chooseLanguage(), m.runFilter(), again)
	case d.snap.Size != was.Size:
		m.file.SetText(m.documentText())
		cmds = append(cmds, m.runFilter())
		switch {
		case m.jobs.runs(jobTail):
			cmds = append(cmds, m.toEnd())
		case m.file.AtEnd() || m.file.Partial() || !m.file.Arrived():
			cmds = append(cmds, m.file.Do(pane.Stay()))
		}
	default:
		m.file.SetText(m.documentText())
		if m.file.Numberless() && !m.file.Loading() {
			cmds = append(cmds, m.file.Reload())
		}
		if m.file.Partial() && !m.file.Loading() && known {
			cmds = append(cmds, m.file.Reload())
		}
	}
	if err := d.snap.Err; err != nil && was.Err == nil {
		m.warn(plain(err.Error()))
	}
	if m.wanted != nil {
		cmds = append(cmds, m.placeWanted())
	}
	return tea.Batch(append(cmds, m.widenGutter())...)
}

// widenGutter arranges the panes anew when the line numbers need another width than when that was done last.
func (m *Model) widenGutter() tea.Cmd {
	if m.beside != nil || m.file.Width() == 0 || m.gutterWidth(m.file.Width()) == m.file.Gutter() {
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
	return r == nil || r.refused != "" || r.out == nil || r.win.End >= m.doc.raw.snap.Size || m.doc.raw.snap.Size-r.win.End < 1<<16
}

func (m *Model) say(s string)  { m.note = note{text: s} }
func (m *Model) warn(s string) { m.note = note{text: s, bad: true} }

// fresh has all rows drawn again: what they depend on has changed.
func (m *Model) fresh() {
	m.file.Redraw()
	m.model.Redraw()
	if m.beside != nil {
		m.beside.pane.Redraw()
	}
}
