package tui

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// followEvery is how often a followed file is looked at.
const followEvery = 250 * time.Millisecond

const following = "following"

// followMsg is a look at the followed file.
type followMsg struct{ work uint64 }

// watchEvery is how often a file that is not followed is looked at: it may have grown, or be another one by now.
const watchEvery = time.Second

// watchMsg is such a look.
type watchMsg struct{ doc uint64 }

// watch looks at the file after a while; what it finds comes through the source's wake-up.
func (m *Model) watch() tea.Cmd {
	if m.doc == nil || m.doc.stream {
		return nil
	}
	d := m.doc
	return func() tea.Msg {
		select {
		case <-time.After(watchEvery):
		case <-d.ctx.Done():
			return nil
		}
		before := d.src.Snapshot()
		if snap, err := d.src.Refresh(d.ctx); err == nil && snap != before {
			d.index.Extend()
		}
		return watchMsg{d.id}
	}
}

func (m *Model) watched(msg watchMsg) tea.Cmd {
	if m.doc == nil || msg.doc != m.doc.id {
		return nil
	}
	return m.watch()
}

// toggleTail follows the end of the file as it grows, or stops.
func (m *Model) toggleTail(int64, bool) tea.Cmd {
	if m.doc == nil {
		return nil
	}
	if m.tailing {
		m.tailing = false
		m.done(following)
		m.say("no longer following")
		return nil
	}
	m.tailing = true
	_, work := m.start(following)
	m.say("following the end; " + m.keys.Key("tail") + " or Esc stops")
	return tea.Batch(m.toEnd(), m.look(work, 0))
}

// look looks at the file after a while.
func (m *Model) look(work uint64, after time.Duration) tea.Cmd {
	src, index, ctx := m.doc.src, m.doc.index, m.busy[following].ctx
	return func() tea.Msg {
		select {
		case <-time.After(after):
		case <-ctx.Done():
			return nil
		}
		if _, err := src.Refresh(context.Background()); err == nil {
			index.Extend()
		}
		return followMsg{work}
	}
}

func (m *Model) looked(msg followMsg) tea.Cmd {
	if m.doc == nil || msg.work != m.busy[following].id {
		return nil
	}
	return m.look(msg.work, followEvery)
}

// toEnd shows the last line.
func (m *Model) toEnd() tea.Cmd {
	before := m.file.cursor
	cmd := m.file.do(move{kind: moveTo, off: max(m.doc.snap.Size-1, 0), where: whereBottom, quiet: true})
	return tea.Batch(cmd, m.cursorMoved(before), m.colour())
}
