package file

import (
	"errors"
	"fmt"
	"strings"

	"eyeline/keymap"
	"eyeline/tui/address"
	"eyeline/tui/jobs"
	"eyeline/tui/launch/options"
	"eyeline/tui/pane"
	"eyeline/tui/text"
	"eyeline/tui/words"

	tea "github.com/charmbracelet/bubbletea"
)

// destination is what is typed after ":".
type destination struct {
	kind destinationKind
	line int64   // 1-based
	byte int64   // 0-based
	part float64 // of the file, 0 to 1
	step int     // files forward or back
}

type destinationKind uint8

// What is gone to.
const (
	lineDestination destinationKind = iota
	byteDestination
	partDestination
	fileDestination
	quitDestination
)

var errDestination = errors.New("type a line, N%, @BYTE (0x…, KiB, MiB, GiB), n or p for another file, e FILE, or q")

// parseDestination reads LINE, N%, @BYTE, n, p or q.
func parseDestination(s string) (destination, error) {
	s = strings.TrimSpace(s)
	switch {
	case s == "n":
		return destination{kind: fileDestination, step: 1}, nil
	case s == "p":
		return destination{kind: fileDestination, step: -1}, nil
	case s == "q" || s == "Q" || s == "quit":
		return destination{kind: quitDestination}, nil
	}
	at, err := address.Parse(s)
	switch {
	case errors.Is(err, address.ErrSyntax):
		return destination{}, errDestination
	case err != nil:
		return destination{}, err
	case at.Byte.Given:
		return destination{kind: byteDestination, byte: at.Byte.At}, nil
	case at.Part.Given:
		return destination{kind: partDestination, part: at.Part.Of}, nil
	}
	return destination{kind: lineDestination, line: at.Line}, nil
}

// travelTo goes to a destination.
func (m *Moves) travelTo(d destination) tea.Cmd {
	switch d.kind {
	case lineDestination:
		return m.GotoLine(m.screen.sent.ShownLine(d.line))
	case byteDestination:
		return m.gotoByte(d.byte)
	case partDestination:
		return m.gotoPart(d.part)
	case fileDestination:
		return m.screen.files.OtherFile(d.step)
	case quitDestination:
		return m.screen.host.Quit()
	}
	return nil
}

func (m *Moves) activeSize() int64 {
	return m.Active().Text().Size()
}

func (m *Moves) gotoByte(off int64) tea.Cmd {
	if m.screen.text.Arrival().AfterUnpacking(text.ByteUnpacked(off), func() tea.Cmd { return m.gotoByte(off) }) {
		return nil
	}
	m.screen.text.Letters().KeepPlace()
	if cmd, wait := m.screen.place.later(options.Start{Byte: off}); wait {
		return cmd
	}
	if size := m.activeSize(); off >= size && size > 0 {
		m.screen.desk.Say(fmt.Sprintf("the file has %s bytes; this is the last", words.Group(size)))
		off = size - 1
	}
	return m.MoveActive(pane.To(off, pane.Middle))
}

// GotoLine goes to a line, counting in the background as far as the index does not reach.
func (m *Moves) GotoLine(line int64) tea.Cmd {
	m.screen.text.Letters().KeepPlace()
	p := m.Active()
	if p == m.screen.preview.Output() {
		if r := m.screen.preview.Reading(); r != nil && r.Out != nil {
			return m.MoveActive(pane.ToFound(r.PlaceOf(line-1), pane.Middle))
		}
		return nil
	}
	if m.screen.text.Doc() == nil {
		return nil
	}
	if m.screen.text.Arrival().AfterUnpacking(text.LineUnpacked(line), func() tea.Cmd { return m.GotoLine(line) }) {
		return nil
	}
	if cmd, wait := m.screen.place.later(options.Start{Line: line}); wait {
		return cmd
	}
	if total, known := m.screen.text.Doc().Shown().TotalLines(); known && line > total {
		m.screen.desk.Say(fmt.Sprintf("the file has %s lines; this is the last", words.Group(total)))
		line = max(total, 1)
	}
	return m.MoveActive(m.screen.text.ToLine(line, pane.Middle))
}

// gotoPercent goes as far into the file as the count says.
func (m *Moves) gotoPercent(n int64, given bool) tea.Cmd {
	if !given {
		m.screen.desk.Say("type a number before it: 50" + m.screen.desk.KeyName(keymap.Percent) + " is the middle")
		return nil
	}
	return m.gotoPart(float64(min(n, 100)) / 100)
}

// gotoPart goes to a place by how far into the file it is, 0 to 1.
func (m *Moves) gotoPart(part float64) tea.Cmd {
	if m.screen.text.Arrival().AfterUnpacking(text.AllUnpacked, func() tea.Cmd { return m.gotoPart(part) }) {
		return nil
	}
	if cmd, wait := m.screen.place.later(options.Start{Part: part}); wait {
		m.screen.text.Letters().KeepPlace()
		return cmd
	}
	return m.gotoByte(int64(part * float64(m.activeSize())))
}

func (m *Moves) gotoTop(n int64, given bool) tea.Cmd {
	if given {
		return m.GotoLine(m.screen.sent.ShownLine(n))
	}
	m.screen.text.Letters().KeepPlace()
	return m.MoveActive(pane.To(0, pane.Top))
}

func (m *Moves) gotoBottom(n int64, given bool) tea.Cmd {
	if given {
		return m.GotoLine(m.screen.sent.ShownLine(n))
	}
	if m.screen.text.Arrival().AfterUnpacking(text.AllUnpacked, func() tea.Cmd { return m.gotoBottom(0, false) }) {
		return nil
	}
	m.screen.text.Letters().KeepPlace()
	if !m.screen.jobs.Runs(jobs.Tail) && !m.screen.text.Arrival().TailPaused() {
		if cmd, wait := m.screen.place.later(options.Start{End: true}); wait {
			return tea.Batch(cmd, m.screen.panes.Colour())
		}
	}
	cmd := m.MoveActive(pane.To(max(m.activeSize()-1, 0), pane.Bottom))
	m.screen.text.Arrival().ResumeTail()
	return cmd
}
