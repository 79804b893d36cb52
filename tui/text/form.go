package text

import (
	"context"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/decode"
	"eyeline/tui/cells"
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

// FormName is the name of a form on the screen; "" for UTF-8 text.
func FormName(f decode.Form) string {
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

// ShowAs shows the document in another form, and then says note.
func (a *Arrival) ShowAs(f decode.Form, note string) tea.Cmd {
	d := a.text.doc
	return jobs.Try(a.text.jobs, jobs.Form, func(context.Context) (decodedSide, error) {
		s, err := d.Decode(f)
		return decodedSide{s}, err
	}, func(decoded decodedSide, err error) tea.Cmd {
		if err != nil {
			a.text.desk.Warn("cannot decode: " + cells.Sanitize(err.Error()))
			return nil
		}
		return a.showDecoded(f, decoded.Side, note)
	})
}

// showDecoded shows the document in the form that was asked for, and says note. side is nil for the raw bytes.
func (a *Arrival) showDecoded(f decode.Form, side *document.Side, note string) tea.Cmd {
	line := int64(1)
	if l, ok := a.text.file.CursorLine(); ok {
		line = max(l.Number, 1)
	}
	if f.Compression != a.text.doc.Form().Compression {
		line = 1 // the lines of packed bytes are others
	}
	old := a.text.doc.Shown()
	replaced := a.text.doc.Show(f, side)
	if note != "" {
		a.text.desk.Say(note)
	}
	a.sayIncomplete()
	return tea.Batch(closing(replaced), a.showSide(old, line))
}

// showSide shows the document from the start of a 1-based line, after another side of it was installed. old is the side
// that was shown before.
func (a *Arrival) showSide(old *document.Side, line int64) tea.Cmd {
	d := a.text.doc
	a.text.host.SetCellOptions()
	a.text.jobs.EndStale()
	cmds := []tea.Cmd{a.text.colours.ChooseLanguage()}
	if d.Shown() != old {
		a.text.marking.Unmark()
		cmds = append(cmds, a.text.search.ResetSearch())
		a.text.filter.filterState = filterState{}
		a.text.host.ResetColours()
		a.text.file.Put(0)
		if d.Decoded() {
			cmds = append(cmds, a.text.host.ListenTo(d.Shown()))
		}
		cmds = append(cmds, a.text.file.Show(a.text.filter.DocumentText(), a.text.ToLine(line, pane.Top)))
	}
	return tea.Batch(append(cmds, a.text.host.Arrange())...)
}

// NextForm shows packed text and the packed bytes in turn, and text that is not packed in one encoding after the other.
func (a *Arrival) NextForm(int64, bool) tea.Cmd {
	d := a.text.doc
	if d == nil {
		return nil
	}
	if d.Found().Compression != decode.None {
		if d.Decoded() {
			return a.ShowAs(decode.Form{Binary: true}, "the packed bytes, as the tools read them")
		}
		return a.ShowAs(d.Found(), "unpacked ("+d.Found().Compression.String()+"); the tools read the packed bytes")
	}
	all := formOrder(d.Found().Encoding)
	return a.ShowEncoding(all[(slices.Index(all, d.Form().Encoding)+1)%len(all)])
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

// ShowEncoding shows the document read as text of an encoding.
func (a *Arrival) ShowEncoding(e decode.Encoding) tea.Cmd {
	d := a.text.doc
	if d.Found().Compression != decode.None && d.Decoded() {
		return a.ShowAs(decode.Form{Compression: d.Found().Compression, Encoding: e}, "unpacked, read as "+e.String())
	}
	note := "read as " + e.String()
	if e != decode.UTF8 {
		note += "; the tools read UTF-8"
	}
	return a.ShowAs(decode.Form{Encoding: e, Binary: e == decode.UTF8 && d.Found().Binary}, note)
}

// ParseForm reads what follows :encoding.
func ParseForm(s string) (decode.Encoding, error) {
	e, ok := decode.ParseEncoding(strings.TrimSpace(s))
	if !ok {
		var names []string
		for _, e := range decode.Encodings() {
			names = append(names, e.String())
		}
		return e, fmt.Errorf("%q is no encoding; there are %s", cells.Sanitize(s), strings.Join(names, ", "))
	}
	return e, nil
}

// FormWords says which form was found, unless it is UTF-8 text.
func (a *Arrival) FormWords() {
	switch f := a.text.doc.Form(); {
	case a.text.doc.Refused() != nil && a.text.doc.Found().Compression != decode.None:
		a.text.desk.Warn("cannot unpack (" + a.text.doc.Found().Compression.String() + "): " +
			cells.Sanitize(a.text.doc.Refused().Error()))
		return
	case a.text.doc.Refused() != nil:
		a.text.desk.Warn("cannot show it as " + a.text.doc.Found().Encoding.String() + ": " +
			cells.Sanitize(a.text.doc.Refused().Error()))
		return
	case f.Compression != decode.None:
		a.text.desk.Say("unpacked (" + f.Compression.String() + ") for you; the tools read the packed bytes: " +
			a.text.desk.KeyName(keymap.ShowAs) + " shows them")
	case f.Encoding != decode.UTF8:
		a.text.desk.Say("read as " + f.Encoding.String() + " for you; " + a.text.desk.KeyName(keymap.ShowAs) +
			" shows the bytes as UTF-8, which most tools read")
	case f.Binary:
		a.text.desk.Say("a binary file; " + a.text.desk.KeyName(keymap.Hex) + " shows its bytes")
	}
	a.sayIncomplete()
}

// sayIncomplete says why a stream or a decoded text ends early, if that has become known before the wait for changes
// began.
func (a *Arrival) sayIncomplete() {
	if d := a.text.doc; d.Shown().Err() != nil && (d.IsStream() || d.Decoded()) {
		a.text.desk.Warn(cells.Sanitize(d.Shown().Err().Error()))
	}
}
