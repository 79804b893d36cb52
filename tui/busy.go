package tui

import (
	"context"
	"errors"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// work is something under way that Esc and Ctrl-C stop.
type work struct {
	id   uint64
	ctx  context.Context
	stop context.CancelFunc
}

// start registers work and returns its context and its number, which the message that ends it carries. Work of the
// same name is stopped first.
func (s *sheet) start(name string) (context.Context, uint64) {
	s.done(name)
	ctx, stop := context.WithCancel(context.Background())
	s.works++
	s.busy[name] = work{s.works, ctx, stop}
	return ctx, s.works
}

// finish takes work off the list when its message has come; false when the message is of work stopped since.
func (s *sheet) finish(name string, id uint64) bool {
	if s.busy[name].id != id {
		return false
	}
	s.done(name)
	return true
}

// done stops work, or takes it off the list when it is over.
func (s *sheet) done(name string) {
	if w, ok := s.busy[name]; ok {
		w.stop()
		delete(s.busy, name)
	}
}

// running names the work under way, in a steady order.
func (s *sheet) running() []string {
	var names []string
	for name := range s.busy {
		names = append(names, name)
	}
	if s.reading != 0 {
		names = append(names, "reading")
	}
	slices.Sort(names)
	return names
}

// stopAll stops what runs; false when nothing did.
func (s *sheet) stopAll() bool {
	some := len(s.busy) > 0 || s.reading != 0
	for name := range s.busy {
		s.done(name)
	}
	s.tailing = false
	if s.cancelRead != nil {
		s.cancelRead()
		s.cancelRead, s.reading = nil, 0
	}
	if s.file.Awaited() != 0 {
		s.file.Stop()
		some = true
	}
	s.wanted, s.ahead = nil, 0
	return some
}

// escape takes away what is in the way, one thing at a time.
func (m *Model) escape() tea.Cmd {
	switch {
	case m.count != "":
		m.count = ""
	case m.stopAll():
		m.say("stopped")
	case m.options != nil:
		return m.closeOptions()
	case m.beside != nil:
		return m.closeComparison()
	case m.search.highlighting():
		m.search.hide()
		m.fresh()
	}
	return nil
}

// interrupt is Ctrl-C: it stops what runs, then quits.
func (m *Model) interrupt() tea.Cmd {
	if m.stopAll() {
		m.say("stopped; Ctrl-C again quits")
		return nil
	}
	return m.quit()
}

// slowAfter is how long the file may take to answer before the screen says that it is waited for.
const slowAfter = 500 * time.Millisecond

// slowMsg says that time has passed since something was waited for.
type slowMsg struct{ wait waiting }

// waiting is what is waited for: a page of the file that a key asked for, a reading; zero for nothing.
type waiting struct{ load, reading uint64 }

func (m *sheet) awaited() waiting {
	return waiting{load: m.file.Awaited(), reading: m.reading}
}

// watchWaiting looks after a while whether what is waited for has come.
func (m *Model) watchWaiting() tea.Cmd {
	now := m.awaited()
	if now == m.waits {
		return nil
	}
	m.waits, m.isSlow = now, false
	if now == (waiting{}) {
		return nil
	}
	return func() tea.Msg {
		time.Sleep(slowAfter)
		return slowMsg{now}
	}
}

func (m *Model) slow(msg slowMsg) { m.isSlow = m.awaited() == msg.wait }

func stopped(err error) bool { return errors.Is(err, context.Canceled) }
