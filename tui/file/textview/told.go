package textview

import (
	"eyeline/tui/file/document"
	"eyeline/tui/file/pane"
)

// Told is what the parts of the file screen have told it since it listened last: what has happened, or is to happen,
// that concerns other parts. The screen takes it after each message and each key, and handles each kind in one place.
type Told struct{ list []any }

// Tell adds something to be handled.
func (t *Told) Tell(x any) { t.list = append(t.list, x) }

// Take returns what was told since the last call, in its order.
func (t *Told) Take() []any {
	list := t.list
	t.list = nil
	return list
}

// What a text tells.
type (
	// Jump asks for a move of the pane that the moving keys move.
	Jump struct{ Move pane.Move }
	// FileWanted asks for the file pane to be on the screen: what was looked for is there.
	FileWanted struct{}
	// SideShown says that another side of the document is shown.
	SideShown struct{ Side *document.Side }
	// AsAgents asks for a search as agents do.
	AsAgents struct{ Pattern string }
	// NotFoundYet says that a search has found nothing while a place is waited for.
	NotFoundYet struct{}
)
