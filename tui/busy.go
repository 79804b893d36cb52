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

// slowAfter is how long the file may take to answer before the screen says that it is waited for.
const slowAfter = 500 * time.Millisecond

// slowMsg says that time has passed since something was waited for.
type slowMsg struct{ wait waiting }

// waiting is what is waited for: a page of the file that a key asked for, a reading; zero for nothing.
type waiting struct{ load, reading uint64 }

func (m *Model) awaited() waiting {
	w := waiting{reading: m.reading}
	if m.file.loading != 0 && !m.file.staying {
		w.load = m.file.loading
	}
	return w
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
