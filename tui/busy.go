package tui

import (
	"context"
	"errors"
	"slices"

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
func (m *Model) start(name string) (context.Context, uint64) {
	m.done(name)
	ctx, stop := context.WithCancel(context.Background())
	m.works++
	m.busy[name] = work{m.works, ctx, stop}
	return ctx, m.works
}

// finish takes work off the list when its message has come; false when the message is of work stopped since.
func (m *Model) finish(name string, id uint64) bool {
	if m.busy[name].id != id {
		return false
	}
	m.done(name)
	return true
}

// done stops work, or takes it off the list when it is over.
func (m *Model) done(name string) {
	if w, ok := m.busy[name]; ok {
		w.stop()
		delete(m.busy, name)
	}
}

// running names the work under way, in a steady order.
func (m *Model) running() []string {
	var names []string
	for name := range m.busy {
		names = append(names, name)
	}
	if m.reading != 0 {
		names = append(names, "reading")
	}
	slices.Sort(names)
	return names
}

// stopAll stops what runs; false when nothing did.
func (m *Model) stopAll() bool {
	some := len(m.busy) > 0 || m.reading != 0
	for name := range m.busy {
		m.done(name)
	}
	m.tailing = false
	if m.cancelRead != nil {
		m.cancelRead()
		m.cancelRead, m.reading = nil, 0
	}
	if m.file.loading != 0 && !m.file.staying {
		m.file.stop()
		m.file.queue = nil
		some = true
	}
	m.wanted, m.ahead = nil, 0
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

func stopped(err error) bool { return errors.Is(err, context.Canceled) }
