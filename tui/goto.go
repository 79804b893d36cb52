package tui

import (
	"errors"
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/tui/address"
	"eyeline/tui/jobs"
	"eyeline/tui/pane"
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
func (m *Model) travelTo(d destination) tea.Cmd {
	switch d.kind {
	case lineDestination:
		return m.gotoLine(m.shownLine(d.line))
	case byteDestination:
		return m.gotoByte(d.byte)
	case partDestination:
		return m.gotoPart(d.part)
	case fileDestination:
		return m.otherFile(d.step)
	case quitDestination:
		return m.quit()
	}
	return nil
}

func (m *Model) activeSize() int64 {
	return m.active().Text().Size()
}

func (m *Model) gotoByte(off int64) tea.Cmd {
	if m.afterUnpacking(byteUnpacked(off), func(m *Model) tea.Cmd { return m.gotoByte(off) }) {
		return nil
	}
	m.keepPlace()
	if cmd, wait := m.later(Start{Byte: off}); wait {
		return cmd
	}
	if size := m.activeSize(); off >= size && size > 0 {
		m.say(fmt.Sprintf("the file has %s bytes; this is the last", group(size)))
		off = size - 1
	}
	return m.moveActive(pane.To(off, pane.Middle))
}

// gotoLine goes to a line, counting in the background as far as the index does not reach.
func (m *Model) gotoLine(line int64) tea.Cmd {
	m.keepPlace()
	p := m.active()
	if p == &m.output {
		if r := m.reading; r != nil && r.out != nil {
			return m.moveActive(pane.ToFound(r.placeOf(line-1), pane.Middle))
		}
		return nil
	}
	if m.doc == nil {
		return nil
	}
	if m.afterUnpacking(lineUnpacked(line), func(m *Model) tea.Cmd { return m.gotoLine(line) }) {
		return nil
	}
	if cmd, wait := m.later(Start{Line: line}); wait {
		return cmd
	}
	if total, known := m.doc.Shown().TotalLines(); known && line > total {
		m.say(fmt.Sprintf("the file has %s lines; this is the last", group(total)))
		line = max(total, 1)
	}
	return m.moveActive(m.toLine(line, pane.Middle))
}

// gotoPercent goes as far into the file as the count says.
func (m *Model) gotoPercent(n int64, given bool) tea.Cmd {
	if !given {
		m.say("type a number before it: 50" + m.keyName(keymap.Percent) + " is the middle")
		return nil
	}
	return m.gotoPart(float64(min(n, 100)) / 100)
}

// gotoPart goes to a place by how far into the file it is, 0 to 1.
func (m *Model) gotoPart(part float64) tea.Cmd {
	if m.afterUnpacking(allUnpacked, func(m *Model) tea.Cmd { return m.gotoPart(part) }) {
		return nil
	}
	if cmd, wait := m.later(Start{Part: part}); wait {
		m.keepPlace()
		return cmd
	}
	return m.gotoByte(int64(part * float64(m.activeSize())))
}

func (m *Model) gotoTop(n int64, given bool) tea.Cmd {
	if given {
		return m.gotoLine(m.shownLine(n))
	}
	m.keepPlace()
	return m.moveActive(pane.To(0, pane.Top))
}

func (m *Model) gotoBottom(n int64, given bool) tea.Cmd {
	if given {
		return m.gotoLine(m.shownLine(n))
	}
	if m.afterUnpacking(allUnpacked, func(m *Model) tea.Cmd { return m.gotoBottom(0, false) }) {
		return nil
	}
	m.keepPlace()
	if !m.jobs.Runs(jobs.Tail) && !m.tailPaused {
		if cmd, wait := m.later(Start{End: true}); wait {
			return tea.Batch(cmd, m.colour())
		}
	}
	cmd := m.moveActive(pane.To(max(m.activeSize()-1, 0), pane.Bottom))
	m.resumeTail()
	return cmd
}
