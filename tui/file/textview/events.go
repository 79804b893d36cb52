package textview

import (
	"eyeline/tui/file/document"
	"eyeline/tui/file/pane"
)

// Events is the queue in which the parts of the file screen report what concerns other parts: what has happened, or
// what they ask for. The screen empties it after each message and each key, and handles each kind in one place, so that
// no part has to know another.
type Events struct{ waiting []any }

// Send puts an event at the end of the queue.
func (t *Events) Send(x any) { t.waiting = append(t.waiting, x) }

// Drain empties the queue and returns the events, the oldest first.
func (t *Events) Drain() []any {
	list := t.waiting
	t.waiting = nil
	return list
}

// The events that a text sends.
type (
	// Jump asks for a move of the pane that the moving keys move.
	Jump struct{ Move pane.Move }
	// FileWanted asks for the file pane to be on the screen: what was looked for is there.
	FileWanted struct{}
	// SideShown says that another side of the document is shown.
	SideShown struct{ Side *document.Content }
	// AsAgents asks for a search as agents do.
	AsAgents struct{ Pattern string }
	// NotFoundYet says that a search has found nothing while a place is waited for.
	NotFoundYet struct{}
)
