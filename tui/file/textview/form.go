package textview

import (
	"context"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/decode"
	"eyeline/reader/lists"
	"eyeline/reader/source/revision"
	"eyeline/tui/file/document"
	"eyeline/tui/file/pane"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/jobs"
)

// freeing returns a command that frees a side, which may wait for reads under way; nil is allowed.
func freeing(s *document.Content) tea.Cmd {
	return func() tea.Msg { s.Free(); return nil }
}

// FormName is the name of a form on the screen; "" for UTF-8 text.
func FormName(f decode.Format) string {
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

// DetectForm looks for the form of the document in what has arrived of it, unless the form is known, and shows it so.
func (p *formPart) DetectForm() tea.Cmd {
	look := p.view.Doc.Detect()
	if look == nil || p.view.Jobs.Runs(jobs.Detect) {
		return nil
	}
	return jobs.Ask(p.view.Jobs, jobs.Detect, func(context.Context) document.Detection { return look() },
		p.showDetected)
}

// showDetected shows the document in the form that was found.
func (p *formPart) showDetected(found document.Detection) tea.Cmd {
	d := p.view.Doc
	if !found.Known {
		if d.AllToDetect() {
			return p.DetectForm() // the rest has arrived meanwhile
		}
		return nil // more is to arrive
	}

	old := d.Shown()
	replaced := d.Adopt(found)
	if found.Err == nil && found.Form == (decode.Format{}) {
		return nil
	}

	p.FormWords()
	if found.Err != nil {
		return nil
	}

	return tea.Batch(freeing(replaced), p.showSide(old, 1))
}

// ShowAs shows the document in another form, and then says note.
func (p *formPart) ShowAs(f decode.Format, note string) tea.Cmd {
	d := p.view.Doc
	return jobs.Try(p.view.Jobs, jobs.Form, func(context.Context) (*document.Content, error) {
		return d.Decode(f)
	}, func(decoded *document.Content, err error) tea.Cmd {
		if err != nil {
			return p.view.program.Warn("cannot decode: " + cells.Sanitize(err.Error()))
		}
		return p.showDecoded(f, decoded, note)
	})
}

// showDecoded shows the document in the form that was asked for, and says note. side is nil for the raw bytes.
func (p *formPart) showDecoded(f decode.Format, side *document.Content, note string) tea.Cmd {
	line := int64(1)
	if l, ok := p.view.File.CursorLine(); ok {
		line = max(l.Number, 1)
	}
	if f.Compression != p.view.Doc.Form().Compression {
		line = 1 // the lines of packed bytes are others
	}

	old := p.view.Shown()
	replaced := p.view.Doc.Show(f, side)
	if note != "" {
		p.view.program.Say(note)
	}

	p.sayIncomplete()
	return tea.Batch(freeing(replaced), p.showSide(old, line))
}

// showSide shows the document from the start of a 1-based line, after another side of it was installed. old is the side
// that was shown before.
func (p *formPart) showSide(old *document.Content, line int64) tea.Cmd {
	d := p.view.Doc
	p.view.Jobs.EndStale()
	cmds := []tea.Cmd{p.colours.ChooseLanguage()}

	if d.Shown() != old {
		p.marking.Unmark()
		cmds = append(cmds, p.search.ResetSearch())
		p.filter.filterState = filterState{}
		p.view.File.Put(0)
		p.view.send(SideShown{d.Shown()})
		cmds = append(cmds, p.view.File.Show(p.filter.DocumentText(), p.view.ToLine(line, pane.Top)))
	}

	return tea.Batch(cmds...)
}

// NextForm shows packed text and the packed bytes in turn, and text that is not packed in one encoding after the other.
func (p *formPart) NextForm(int64, bool) tea.Cmd {
	d := p.view.Doc
	switch {
	case d == nil:
		return nil
	case d.Found().Compression != decode.None && d.Decoded():
		return p.ShowAs(decode.Format{Binary: true}, "the packed bytes, as the tools read them")
	case d.Found().Compression != decode.None:
		return p.ShowAs(d.Found(), "unpacked ("+d.Found().Compression.String()+"); the tools read the packed bytes")
	}

	all := formOrder(d.Found().Encoding)
	return p.ShowEncoding(all[(slices.Index(all, d.Form().Encoding)+1)%len(all)])
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
func (p *formPart) ShowEncoding(e decode.Encoding) tea.Cmd {
	d := p.view.Doc
	if d.Found().Compression != decode.None && d.Decoded() {
		return p.ShowAs(decode.Format{Compression: d.Found().Compression, Encoding: e}, "unpacked, read as "+e.String())
	}
	note := "read as " + e.String()
	if e != decode.UTF8 {
		note += "; the tools read UTF-8"
	}
	return p.ShowAs(decode.Format{Encoding: e, Binary: e == decode.UTF8 && d.Found().Binary}, note)
}

// ParseForm reads what follows :encoding.
func ParseForm(s string) (decode.Encoding, error) {
	e, ok := decode.ParseEncoding(strings.TrimSpace(s))
	if !ok {
		names := strings.Join(lists.Map(decode.Encodings(), decode.Encoding.String), ", ")
		return e, fmt.Errorf("%q is no encoding; there are %s", cells.Sanitize(s), names)
	}
	return e, nil
}

// FormWords says which form was found, unless it is UTF-8 text, and that a file with the name of one of a revision is
// none.
func (p *formPart) FormWords() {
	d := p.view.Doc
	program := p.view.program
	_, ofRevision := revision.Parse(d.Name()) // if there were no file with the name
	f, found := d.Form(), d.Found()
	switch {
	case d.Refused() != nil && found.Compression != decode.None:
		program.Warn("cannot unpack (" + found.Compression.String() + "): " + cells.Sanitize(d.Refused().Error()))
		return
	case d.Refused() != nil:
		program.Warn("cannot show it as " + found.Encoding.String() + ": " + cells.Sanitize(d.Refused().Error()))
		return
	case d.Revision() == "" && ofRevision:
		program.Say("a file with this name, and not a file of a revision")
	case f.Compression != decode.None:
		program.Say("unpacked (" + f.Compression.String() + "); the tools read the packed bytes: " +
			program.KeyName(keymap.ShowAs) + " shows them")
	case f.Encoding != decode.UTF8:
		program.Say("read as " + f.Encoding.String() + " for you; " + program.KeyName(keymap.ShowAs) +
			" shows it as UTF-8, as most tools do")
	case f.Binary:
		const wide = 60 // cells of a row that has room for both keys
		hasRoom := program.Width() >= wide
		pages := ""
		if !p.view.ToolOff && hasRoom {
			pages = ", " + program.KeyName(keymap.NextMode) + " pages it"
		}
		program.Say("binary: " + program.KeyName(keymap.Hex) + " shows its bytes" + pages)
	}

	p.sayIncomplete()
}

// sayIncomplete says why a stream or a decoded text ends early, if that has become known before the wait for changes
// began.
func (p *formPart) sayIncomplete() {
	d := p.view.Doc
	if d.Shown().Err() != nil && (d.IsStream() || d.Decoded()) {
		p.view.program.Warn(cells.Sanitize(d.Shown().Err().Error()))
	}
}
