package tui

import (
	"context"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/decode"
	"eyeline/tui/document"
	"eyeline/tui/jobs"
	"eyeline/tui/pane"
)

// closing closes a side, which may wait for reads under way; nil does nothing.
func closing(s *document.Side) tea.Cmd {
	if s == nil {
		return nil
	}
	return func() tea.Msg { s.Close(); return nil }
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

// decodedSide is a side of the document in another form; it is nil for the raw bytes.
type decodedSide struct{ *document.Side }

// Free implements [jobs.Freer].
func (d decodedSide) Free() {
	if d.Side != nil {
		d.Close()
	}
}

// showAs shows the document in another form, and then says note.
func (m *Model) showAs(f decode.Form, note string) tea.Cmd {
	d := m.doc
	return jobs.Try(m.jobs, jobs.Form, func(context.Context) (decodedSide, error) {
		s, err := d.Decode(f)
		return decodedSide{s}, err
	}, func(decoded decodedSide, err error) tea.Cmd {
		if err != nil {
			m.warn("cannot decode: " + plain(err.Error()))
			return nil
		}
		return m.showDecoded(f, decoded.Side, note)
	})
}

// showDecoded shows the document in the form that was asked for, and says note. side is nil for the raw bytes.
func (m *Model) showDecoded(f decode.Form, side *document.Side, note string) tea.Cmd {
	line := int64(1)
	if l, ok := m.file.CursorLine(); ok {
		line = max(l.Number, 1)
	}
	if f.Compression != m.doc.Form().Compression {
		line = 1 // the lines of packed bytes are others
	}
	old := m.doc.Shown()
	replaced := m.doc.Show(f, side)
	if note != "" {
		m.say(note)
	}
	m.sayIncomplete()
	return tea.Batch(closing(replaced), m.showSide(old, line))
}

// showSide shows the document from the start of a 1-based line, after another side of it was installed. old is the side
// that was shown before.
func (m *Model) showSide(old *document.Side, line int64) tea.Cmd {
	d := m.doc
	m.setCellOptions()
	m.jobs.EndStale()
	cmds := []tea.Cmd{m.chooseLanguage()}
	if d.Shown() != old {
		m.unmark()
		cmds = append(cmds, m.resetSearch())
		m.filter = filterState{}
		m.resetColours()
		m.file.Put(0)
		if d.Decoded() {
			cmds = append(cmds, m.listenTo(d.Shown()))
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
	if d.Found().Compression != decode.None {
		if d.Decoded() {
			return m.showAs(decode.Form{Binary: true}, "the packed bytes, as the tools read them")
		}
		return m.showAs(d.Found(), "unpacked ("+d.Found().Compression.String()+"); the tools read the packed bytes")
	}
	all := formOrder(d.Found().Encoding)
	return m.showEncoding(all[(slices.Index(all, d.Form().Encoding)+1)%len(all)])
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
	if d.Found().Compression != decode.None && d.Decoded() {
		return m.showAs(decode.Form{Compression: d.Found().Compression, Encoding: e}, "unpacked, read as "+e.String())
	}
	note := "read as " + e.String()
	if e != decode.UTF8 {
		note += "; the tools read UTF-8"
	}
	return m.showAs(decode.Form{Encoding: e, Binary: e == decode.UTF8 && d.Found().Binary}, note)
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
	switch f := m.doc.Form(); {
	case m.doc.Refused() != nil && m.doc.Found().Compression != decode.None:
		m.warn("cannot unpack (" + m.doc.Found().Compression.String() + "): " + plain(m.doc.Refused().Error()))
		return
	case m.doc.Refused() != nil:
		m.warn("cannot show it as " + m.doc.Found().Encoding.String() + ": " + plain(m.doc.Refused().Error()))
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
	if d := m.doc; d.Shown().Err() != nil && (d.IsStream() || d.Decoded()) {
		m.warn(plain(d.Shown().Err().Error()))
	}
}
