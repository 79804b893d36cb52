package tui

import (
	"errors"
	"io"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/decode"
	"eyeline/reader/source"
	"eyeline/tui/stamp"
)

// recognizable reports whether enough of the document has arrived to look for its form, and whether all that is looked at
// has.
func recognizable(snap source.Snapshot) (some, whole bool) {
	whole = snap.Size >= decode.HeadSize || snap.Complete
	return whole || snap.Size >= leastHead, whole
}

// recognize finds out the form of a source from its first bytes, of which there are as many as snap says. known is false
// when the form may be another once more has arrived.
func recognize(src source.Source, snap source.Snapshot) (f decode.Form, known bool) {
	some, whole := recognizable(snap)
	if !some {
		return decode.Form{}, false
	}
	head := make([]byte, min(snap.Size, decode.HeadSize))
	n, err := src.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return decode.Form{}, true // the page that is shown has the same error
	}
	f = decode.Detect(head[:n], snap.Complete && int64(n) == snap.Size)
	if !whole && f.Compression == decode.None && !f.BOM {
		return decode.Form{}, false
	}
	return f, true
}

// detect finds out the form of the document and shows it in that form, if enough has arrived. It reads: the viewer, once it
// runs, has detectForm for this.
func (d *document) detect() {
	if d.detected {
		return
	}
	f, known := recognize(d.raw.src, d.raw.snap)
	if !known {
		return
	}
	d.found, d.detected = f, true
	s, err := d.open(f)
	if d.refused = err; err == nil {
		d.install(f, s)
	}
}

// detectedMsg brings the form of the document that was found in its first bytes.
type detectedMsg struct {
	stamp.Stamp
	form  decode.Form
	known bool
	side  *side // nil for the raw bytes
	err   error // why it cannot be shown in that form
}

func (d detectedMsg) Free() {
	if d.side != nil {
		d.side.close()
	}
}

// detectForm looks for the form of the document in what has arrived of it, unless the form is known.
func (m *Model) detectForm() tea.Cmd {
	d := m.doc
	if some, _ := recognizable(d.raw.snap); !some || d.detected || m.jobs.runs(jobDetect) {
		return nil
	}
	_, x := m.start(jobDetect)
	src, snap := d.raw.src, d.raw.snap
	return func() tea.Msg {
		msg := detectedMsg{Stamp: x}
		if msg.form, msg.known = recognize(src, snap); msg.known {
			msg.side, msg.err = d.open(msg.form)
		}
		return msg
	}
}

// handleDetected shows the document in the form that was found.
func (m *Model) handleDetected(msg detectedMsg) tea.Cmd {
	m.jobs.end(jobDetect)
	d := m.doc
	if !msg.known {
		if _, whole := recognizable(d.raw.snap); whole {
			return m.detectForm() // the rest has arrived meanwhile
		}
		return nil // more is to arrive
	}
	d.found, d.detected, d.refused = msg.form, true, msg.err
	if msg.err != nil {
		m.formWords()
		return nil
	}
	if msg.form == (decode.Form{}) {
		return nil
	}
	old := d.shown
	replaced := d.install(msg.form, msg.side)
	d.refresh()
	m.formWords()
	return tea.Batch(closing(replaced), m.showSide(old, 1))
}

// leastHead is how much of a stream, in bytes, is enough to recognise the forms that begin with bytes of their own.
const leastHead = 64
