package preview

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/jobs"
)

// What a document that still grows makes wait: the window, which is read again as more arrives, until what the tool
// gives can no longer change; and the place of the command line, which is gone to once it has arrived.

// Between two reads of a document that grows there is at least rereadPause, and rereadShare times as long as the last
// read took: a tool that reads the whole file must not keep a core busy.
const (
	rereadPause = 50 * time.Millisecond
	rereadShare = 8
)

// outdated reports whether the shown reading was made of other bytes than the document has by now.
func (p *Preview) outdated() bool {
	r, now := p.reading, p.text.Doc().Raw().Snapshot()
	return r != nil && (r.From.Size != now.Size || r.From.Complete != now.Complete ||
		r.From.Generation != now.Generation)
}

// Reread reads the window again if it is outdated, now or after a pause. It never disturbs a read under way: a stream
// that grows fast would let none come to its end.
func (p *Preview) Reread() tea.Cmd {
	if p.text.Doc() == nil || p.jobs.Runs(jobs.Read) || !p.outdated() {
		return nil
	}
	pause := max(rereadPause, rereadShare*p.reading.took) - time.Since(p.readEnded)
	if pause <= 0 || p.text.Doc().Raw().Complete() && p.text.Doc().IsStream() {
		return p.ReadChanged()
	}
	if p.rereads {
		return nil
	}
	p.rereads = true
	return jobs.After(p.jobs, pause, func() tea.Cmd {
		p.rereads = false
		return p.Reread()
	})
}
