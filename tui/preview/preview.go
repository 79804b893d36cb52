// Package preview is what a tool would give a model of a document: the request, the reading that came of it, and the
// pane that shows the exact output.
//
// A [Preview] belongs to one document and ends with it. For a file of a transcript no tool reads: the reading is then a
// recorded call.
package preview

import (
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/jobs"
	"eyeline/tui/launch/options"
	"eyeline/tui/overlay"
	"eyeline/tui/pane"
	"eyeline/tui/recordedrun"
	"eyeline/tui/screens"
	"eyeline/tui/textview"
	"eyeline/tui/toolrequest"
)

// host is what a preview asks of the screen that shows it.
type host interface {
	textview.Host
	// AfterReading brings what is beside or over the panes up to date with a reading that has come.
	AfterReading() tea.Cmd
	// BothPanes reports whether file and model pane are shown together, ShowsOutput whether a pane shows what a tool
	// gives, and MovesOutput whether the moving keys move that.
	BothPanes() bool
	ShowsOutput() bool
	MovesOutput() bool
	// OtherOutput is the pane of the other half of a comparison and what it shows; nil when nothing is compared.
	OtherOutput() (*pane.Pane, *Reading)
	// WithDifference puts before a row of an output whether it differs from the other half of a comparison, if there is
	// one.
	WithDifference(p *pane.Pane, l pane.Row, row string) string
	// TurnToolOn previews a request where no tool is on.
	TurnToolOn(toolrequest.Request) tea.Cmd
}

// Preview is what a tool gives of a document.
type Preview struct {
	desk screens.Desk
	host host
	opts *options.Options
	text *textview.Text
	jobs *jobs.Set
	// overlays are where a pattern is asked for.
	overlays *overlay.Stack
	// Sent is what a transcript says of the file; nil for a file that was not opened from one. The request is not used
	// then.
	Sent *recordedrun.File

	Model modelPane

	Request    toolrequest.Request // while no tool is on, what one is turned on with
	undo, redo []toolrequest.Request
	back       []earlierCall            // the windows that ] came from
	left       map[string][]earlierCall // those of requests that were current before, by their calls
	Walk       walkPart                 // the walk that the current request belongs to
	Losses     lossesPart               // the places of the window where the model does not get what is in the file
	Pending    int64                    // windows to go on by, or back, once the reading under way has come

	seams      []seam    // of the reading, in the file pane
	Reading    *Reading  // what the screen shows of the request; nil until the first has come
	broughtTo  int64     // one more than the 0-based offset to which the reading has brought the cursor; 0 for none
	readThen   AfterRead // what is done once the reading under way has come
	ReadsAgain bool      // it was begun because the bytes have changed
	rereads    bool      // a command waits for the time to read again
	readEnded  time.Time // when the last read ended
	Style      fileStyle // how the document is indented; the zero value until that is known
	Sizing     sizingPart
	Search     outputSearch
	// wanted is where the window is to be put as soon as the number of the line is known that begins there: one more
	// than its 0-based offset in what is shown; 0 for none.
	wanted int64
}

// New is the preview of a text that was not read yet.
func New(d textview.Desk, h host, t *textview.Text, r toolrequest.Request) *Preview {
	p := &Preview{desk: d.Desk, host: h, opts: d.Options, overlays: d.Overlays, text: t, jobs: t.Jobs, Request: r}
	p.left = map[string][]earlierCall{}
	p.Model = modelPane{
		preview: p,
		pane:    pane.New(pane.OfModel, t.File.Wrap, t.Loads.Of(jobs.OutputPage, jobs.OutputPage)),
		painted: map[outputLine]outputSpans{},
	}
	p.Model.pane.SetCursorless(true)
	p.Walk.preview, p.Losses.preview, p.Sizing.preview, p.Search.preview = p, p, p, p
	return p
}

// Next is the preview of another document after this one. It takes over the request: of another revision of the same
// file with its place, unless that followed the cursor, of another file the first call of the walk without its place.
func (p *Preview) Next(t *textview.Text, sameFile bool) *Preview {
	r := p.Request
	switch {
	case !sameFile && p.text.Doc != nil: // else the command line has the place
		r = p.Walk.FirstOfWalk().AtFirst()
	case r.Follows():
		r = r.At(1)
	}
	return New(textview.Desk{Desk: p.desk, Overlays: p.overlays, Options: p.opts}, p.host, t, r)
}

// Output is the pane of the reading's output.
func (p *Preview) Output() *pane.Pane { return &p.Model.pane }

// Undoable says that a person may come back to a request: the one before the current one.
func (p *Preview) Undoable(r toolrequest.Request) { p.undo, p.redo = append(p.undo, r), nil }

// CanUndo reports whether there is a request to go back to.
func (p *Preview) CanUndo() bool { return len(p.undo) > 0 }

// CanRedo reports whether there is a request to go on to again.
func (p *Preview) CanRedo() bool { return len(p.redo) > 0 }

// UndoesTo reports whether going back once leads to r.
func (p *Preview) UndoesTo(r toolrequest.Request) bool {
	return p.CanUndo() && p.undo[len(p.undo)-1].Equal(r)
}

// History are the requests that a person can go back to, and on to again.
type History struct{ undo, redo []toolrequest.Request }

// Exchange makes a reading and its request the current ones, with their history, and returns the history of those that
// were.
func (p *Preview) Exchange(r *Reading, h History) (was History) {
	was = History{p.undo, p.redo}
	p.leaveFor(r.Req)
	p.Reading, p.undo, p.redo = r, h.undo, h.redo
	p.Reading.Call = int64(len(p.back)) + 1
	return was
}

// Begin makes a request current that nothing is read of yet. Where it is another one, a person may come back to the one
// before.
func (p *Preview) Begin(r toolrequest.Request) {
	if !r.Equal(p.Request) {
		p.Undoable(p.Request)
	}
	p.leaveFor(p.ClampRange(r))
}

// leaveFor makes a request current, with the windows that ] came from to its call before.
func (p *Preview) leaveFor(r toolrequest.Request) {
	if call := p.Request.Call(); len(p.back) > 0 {
		p.left[call] = p.back
	} else {
		delete(p.left, call)
	}
	p.Request, p.back = r, slices.Clone(p.left[r.Call()])
}

// GoTo makes a call of a walk current and reads it. back are the calls before it.
func (p *Preview) GoTo(r toolrequest.Request, back []earlierCall) tea.Cmd {
	p.leaveFor(r)
	p.back = back
	return p.Read(ThenShowWindow)
}

// Stay forgets where the window and the file pane were still to go to.
func (p *Preview) Stay() { p.wanted, p.Pending, p.Losses.said = 0, 0, "" }

// Forget frees the reading and empties the model pane, because no tool is on any more.
func (p *Preview) Forget() tea.Cmd {
	p.Stay()
	cmd := Freed(p.Reading)
	p.Reading = nil
	p.Model.pane.Clear()
	return cmd
}

// TakeBrought reports whether the reading that has just come has brought the cursor to where it is, and forgets that: the
// window does not follow it there.
func (p *Preview) TakeBrought() bool {
	brought := p.broughtTo == p.text.File.Cursor+1
	p.broughtTo = 0
	return brought
}

// Moves reports whether what is being read will move the cursor, or keys before were about it.
func (p *Preview) Moves() bool {
	return !p.ReadsAgain && (p.readThen == ThenShowWindow || p.Pending != 0 || !p.Request.Follows())
}
