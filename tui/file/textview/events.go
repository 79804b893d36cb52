package textview

import (
	"eyeline/tui/file/document"
	"eyeline/tui/file/pane"
)

// Events is the queue in which the parts of the file screen report what concerns other parts: what has happened, or
// what they ask for. The screen empties it after each message and each key, and handles each kind in one place, so that
// no part has to know another.
type Events struct{ waiting []Event }

// Event is what a part of the file screen sends. A part declares its events where it sends them, each with a method
// FileEvent that does nothing; the screen handles all kinds in file.Screen.handle, which a test compares with what is
// declared.
type Event interface{ FileEvent() }

// Send puts an event at the end of the queue.
func (t *Events) Send(x Event) { t.waiting = append(t.waiting, x) }

// Drain empties the queue and returns the events, the oldest first.
func (t *Events) Drain() []Event {
	list := t.waiting
	t.waiting = nil
	return list
}

// The events that a text sends.
type (
	// Jump asks for a move of the pane that the moving keys move. One to a place in the file is [Text.JumpTo].
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

// FileEvent implements [Event].
func (Jump) FileEvent() {}

// FileEvent implements [Event].
func (FileWanted) FileEvent() {}

// FileEvent implements [Event].
func (SideShown) FileEvent() {}

// FileEvent implements [Event].
func (AsAgents) FileEvent() {}

// FileEvent implements [Event].
func (NotFoundYet) FileEvent() {}
