package tui

import (
	"context"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/decode"
	"eyeline/reader/lineindex"
	"eyeline/reader/source"
	"eyeline/tui/pane"
	"eyeline/tui/stamp"
)

// needsDecoding reports whether the text of a form has other bytes than the file.
func needsDecoding(f decode.Form) bool {
	return f.Compression != decode.None || f.Encoding != decode.UTF8 && f.Encoding != decode.Latin1
}

// open begins to decode the raw bytes, to d.limit bytes at most. The side is nil when the form shows the bytes as they are.
// open itself reads nothing, but it makes the file to spool to. It is called by commands, and before the viewer runs.
func (d *document) open(f decode.Form) (*side, error) {
	if !needsDecoding(f) {
		return nil, nil
	}
	ctx, stop := context.WithCancel(d.ctx)
	raw := &arrivingReader{ctx: ctx, src: d.raw.src}
	o := source.SpoolOptions{Limit: d.limit, Ahead: d.ahead}
	if f.Compression != decode.None {
		o.Ahead = unpackAhead
	}
	spool, err := source.Spool(d.name, &decoding{raw: raw, form: f, stop: stop}, o)
	if err != nil {
		stop()
		return nil, err
	}
	if f.Compression == decode.None {
		return newSide(d.ctx, spool.Unasked()), nil
	}
	s := newSide(d.ctx, spool)
	if o.Ahead > 0 {
		s.part, s.packed = spool, raw
		s.index = lineindex.New(spool.Unasked()) // counting the lines is no reason to unpack more of them
	}
	return s, nil
}

// install makes what open returned the side that is shown; nil is the raw one. It returns the side that is to be closed,
// nil for none.
func (d *document) install(f decode.Form, s *side) (replaced *side) {
	if d.decoded() {
		replaced = d.shown
	}
	d.form, d.shown = f, d.raw
	if s != nil {
		d.shown = s
	}
	return replaced
}

// closing closes a side, which may wait for reads under way; nil does nothing.
func closing(s *side) tea.Cmd {
	if s == nil {
		return nil
	}
	return func() tea.Msg { s.close(); return nil }
}

// formName is the name of a form on the screen; "" for UTF-8 text.
func formName(f decode.Form) string {
	switch {
	case f.Compression != decode.None:
		return f.Compression.String()
	case f.Encoding != decode.UTF8:
		return f.Encoding.String()
	case f.Binary:
		return "binary"
	}
	return ""
}

// formMsg brings the side that shows the document in another form.
type formMsg struct {
	stamp.Stamp
	form decode.Form
	side *side // nil for the raw bytes
	err  error
	note string // to be said when it is shown
}

func (f formMsg) Free() {
	if f.side != nil {
		f.side.close()
	}
}

// showAs shows the document in another form, and then says note.
func (m *Model) showAs(f decode.Form, note string) tea.Cmd {
	d := m.doc
	_, x := m.start(jobForm)
	return func() tea.Msg {
		s, err := d.open(f)
		return formMsg{x, f, s, err, note}
	}
}

// handleForm shows the document in the form that was asked for.
func (m *Model) handleForm(msg formMsg) tea.Cmd {
	m.jobs.end(jobForm)
	if msg.err != nil {
		m.warn("cannot decode: " + plain(msg.err.Error()))
		return nil
	}
	line := int64(1)
	if l, ok := m.file.CursorLine(); ok {
		line = max(l.Number, 1)
	}
	if msg.form.Compression != m.doc.form.Compression {
		line = 1 // the lines of packed bytes are others
	}
	old := m.doc.shown
	replaced := m.doc.install(msg.form, msg.side)
	m.doc.refresh()
	if msg.note != "" {
		m.say(msg.note)
	}
	m.sayIncomplete()
	return tea.Batch(closing(replaced), m.showSide(old, line))
}

// showSide shows the document from the start of a 1-based line, after another side of it was installed. old is the side
// that was shown before.
func (m *Model) showSide(old *side, line int64) tea.Cmd {
	d := m.doc
	m.setCellOptions()
	m.endStale()
	cmds := []tea.Cmd{m.chooseLanguage()}
	if d.shown != old {
		m.unmark()
		cmds = append(cmds, m.resetSearch())
		m.filter = filterState{}
		m.resetColours()
		m.file.Put(0)
		if d.decoded() {
			cmds = append(cmds, m.listenTo(d.shown))
		}
		cmds = append(cmds, m.file.Show(m.documentText(), m.toLine(line, pane.Top)))
	}
	return tea.Batch(append(cmds, m.arrange())...)
}

// nextForm shows packed text and the packed bytes in turn, and text that is not packed in one encoding after the other.
func (m *Model) nextForm(int64, bool) tea.Cmd {
	d := m.doc
	if d == nil {
		return nil
	}
	if d.found.Compression != decode.None {
		if d.decoded() {
			return m.showAs(decode.Form{Binary: true}, "the packed bytes, as the tools read them")
		}
		return m.showAs(d.found, "unpacked ("+d.found.Compression.String()+"); the tools read the packed bytes")
	}
	all := formOrder(d.found.Encoding)
	return m.showEncoding(all[(slices.Index(all, d.form.Encoding)+1)%len(all)])
}

// formOrder lists the encodings in which text is shown one after the other: the one that was found, then what the tools
// read, then the others.
func formOrder(found decode.Encoding) []decode.Encoding {
	order := []decode.Encoding{found}
	for _, e := range append([]decode.Encoding{decode.UTF8}, decode.Encodings()...) {
		if !slices.Contains(order, e) {
			order = append(order, e)
		}
	}
	return order
}

func (m *Model) showEncoding(e decode.Encoding) tea.Cmd {
	d := m.doc
	if d.found.Compression != decode.None && d.decoded() {
		return m.showAs(decode.Form{Compression: d.found.Compression, Encoding: e}, "unpacked, read as "+e.String())
	}
	note := "read as " + e.String()
	if e != decode.UTF8 {
		note += "; the tools read UTF-8"
	}
	return m.showAs(decode.Form{Encoding: e, Binary: e == decode.UTF8 && d.found.Binary}, note)
}

// parseForm reads what follows :encoding.
func parseForm(s string) (decode.Encoding, error) {
	e, ok := decode.ParseEncoding(strings.TrimSpace(s))
	if !ok {
		var names []string
		for _, e := range decode.Encodings() {
			names = append(names, e.String())
		}
		return e, fmt.Errorf("%q is no encoding; there are %s", plain(s), strings.Join(names, ", "))
	}
	return e, nil
}

// formWords says which form was found, unless it is UTF-8 text.
func (m *Model) formWords() {
	switch f := m.doc.form; {
	case m.doc.refused != nil && m.doc.found.Compression != decode.None:
		m.warn("cannot unpack (" + m.doc.found.Compression.String() + "): " + plain(m.doc.refused.Error()))
		return
	case m.doc.refused != nil:
		m.warn("cannot show it as " + m.doc.found.Encoding.String() + ": " + plain(m.doc.refused.Error()))
		return
	case f.Compression != decode.None:
		m.say("unpacked (" + f.Compression.String() + ") for you; the tools read the packed bytes: " + m.keyName(keymap.ShowAs) + " shows them")
	case f.Encoding != decode.UTF8:
		m.say("read as " + f.Encoding.String() + " for you; " + m.keyName(keymap.ShowAs) + " shows the bytes as UTF-8, which most tools read")
	case f.Binary:
		m.say("a binary file; " + m.keyName(keymap.Hex) + " shows its bytes")
	}
	m.sayIncomplete()
}

// sayIncomplete says why a stream or a decoded text ends early, if that has become known before the wait for changes
// began.
func (m *Model) sayIncomplete() {
	if d := m.doc; d.shown.snap.Err != nil && (d.stream || d.decoded()) {
		m.warn(plain(d.shown.snap.Err.Error()))
	}
}
