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
func (s *Screen) travelTo(d destination) tea.Cmd {
	switch d.kind {
	case lineDestination:
		return s.GotoLine(s.sent.ShownLine(d.line))
	case byteDestination:
		return s.gotoByte(d.byte)
	case partDestination:
		return s.gotoPart(d.part)
	case fileDestination:
		return s.OtherFile(d.step)
	case quitDestination:
		return s.host.Quit()
	}
	return nil
}

func (s *Screen) activeSize() int64 {
	return s.Active().Text().Size()
}

func (s *Screen) gotoByte(off int64) tea.Cmd {
	if s.text.Arrival().AfterUnpacking(text.ByteUnpacked(off), func() tea.Cmd { return s.gotoByte(off) }) {
		return nil
	}
	s.text.Letters().KeepPlace()
	if cmd, wait := s.place.later(options.Start{Byte: off}); wait {
		return cmd
	}
	if size := s.activeSize(); off >= size && size > 0 {
		s.desk.Say(fmt.Sprintf("the file has %s bytes; this is the last", words.Group(size)))
		off = size - 1
	}
	return s.MoveActive(pane.To(off, pane.Middle))
}

// GotoLine goes to a line, counting in the background as far as the index does not reach.
func (s *Screen) GotoLine(line int64) tea.Cmd {
	s.text.Letters().KeepPlace()
	p := s.Active()
	if p == s.preview.Output() {
		if r := s.preview.Reading(); r != nil && r.Out != nil {
			return s.MoveActive(pane.ToFound(r.PlaceOf(line-1), pane.Middle))
		}
		return nil
	}
	if s.text.Doc() == nil {
		return nil
	}
	if s.text.Arrival().AfterUnpacking(text.LineUnpacked(line), func() tea.Cmd { return s.GotoLine(line) }) {
		return nil
	}
	if cmd, wait := s.place.later(options.Start{Line: line}); wait {
		return cmd
	}
	if total, known := s.text.Doc().Shown().TotalLines(); known && line > total {
		s.desk.Say(fmt.Sprintf("the file has %s lines; this is the last", words.Group(total)))
		line = max(total, 1)
	}
	return s.MoveActive(s.text.ToLine(line, pane.Middle))
}

// gotoPercent goes as far into the file as the count says.
func (s *Screen) gotoPercent(n int64, given bool) tea.Cmd {
	if !given {
		s.desk.Say("type a number before it: 50" + s.desk.KeyName(keymap.Percent) + " is the middle")
		return nil
	}
	return s.gotoPart(float64(min(n, 100)) / 100)
}

// gotoPart goes to a place by how far into the file it is, 0 to 1.
func (s *Screen) gotoPart(part float64) tea.Cmd {
	if s.text.Arrival().AfterUnpacking(text.AllUnpacked, func() tea.Cmd { return s.gotoPart(part) }) {
		return nil
	}
	if cmd, wait := s.place.later(options.Start{Part: part}); wait {
		s.text.Letters().KeepPlace()
		return cmd
	}
	return s.gotoByte(int64(part * float64(s.activeSize())))
}

func (s *Screen) gotoTop(n int64, given bool) tea.Cmd {
	if given {
		return s.GotoLine(s.sent.ShownLine(n))
	}
	s.text.Letters().KeepPlace()
	return s.MoveActive(pane.To(0, pane.Top))
}

func (s *Screen) gotoBottom(n int64, given bool) tea.Cmd {
	if given {
		return s.GotoLine(s.sent.ShownLine(n))
	}
	if s.text.Arrival().AfterUnpacking(text.AllUnpacked, func() tea.Cmd { return s.gotoBottom(0, false) }) {
		return nil
	}
	s.text.Letters().KeepPlace()
	if !s.jobs.Runs(jobs.Tail) && !s.text.Arrival().TailPaused() {
		if cmd, wait := s.place.later(options.Start{End: true}); wait {
			return tea.Batch(cmd, s.Colour())
		}
	}
	cmd := s.MoveActive(pane.To(max(s.activeSize()-1, 0), pane.Bottom))
	s.text.Arrival().ResumeTail()
	return cmd
}
