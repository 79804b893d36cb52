// Package preview, which changes without notice, is what a tool would give a model of a document: the request, the
// reading that came of it, and the pane that shows the exact output.
//
// A [Preview] belongs to one document and ends with it. For a file of a transcript no tool reads: the reading is then a
// recorded call.
package preview

import (
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/tools"
	"eyeline/tui/file/document"
	"eyeline/tui/file/pane"
	"eyeline/tui/file/textview"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/overlay"
	"eyeline/tui/options"
	"eyeline/tui/screens"
	"eyeline/tui/screens/recordedrun"
)

// showing says what of a preview is on the screen now.
type showing interface {
	// BothPanes reports whether file and model pane are shown together, ShowsOutput whether a pane shows what a tool
	// gives, and MovesOutput whether the moving keys move that.
	BothPanes() bool
	ShowsOutput() bool
	MovesOutput() bool
	// OtherOutput is the pane of the other half of a comparison and what it shows; nil when nothing is compared.
	OtherOutput() (*pane.Pane, *Reading)
}

// Preview is what a tool gives of a document, with its parts. All of them work on what was asked and read, and none
// knows the preview.
type Preview struct {
	*asked

	Model  *modelPane
	Walk   *walkPart   // the walk that the current request belongs to
	Losses *lossesPart // the places of the window where the model does not get what is in the file
	Sizing *sizingPart
	Search *outputSearch

	seams []seam    // of the reading, in the file pane
	Style fileStyle // how the document is indented; the zero value until that is known
}

// asked is the current request and the reading that came of it: what all parts of a preview work on.
type asked struct {
	desk screens.Desk
	told *textview.Told
	opts *options.Options
	text *textview.Text
	jobs *jobs.Set
	// overlays are where a pattern is asked for.
	overlays *overlay.Stack
	showing  showing
	// Sent is what a transcript says of the file; nil for a file that was not opened from one. The request is not used
	// then.
	Sent *recordedrun.File

	Request    toolrequest.Request // while no tool is on, what one is turned on with
	undo, redo []toolrequest.Request
	back       []earlierCall            // the windows that ] came from
	left       map[string][]earlierCall // those of requests that were current before, by their calls
	Reading    *Reading                 // what the screen shows of the request; nil until the first has come
	course
	broughtTo int64 // one more than the 0-based offset to which the reading has brought the cursor; 0 for none
}

// raw is the side of the document that the tools read.
func (p *asked) raw() *document.Side { return p.text.Raw() }

// ReadDone is told when a reading has come and is the current one. Old is the one before it, which may be nil.
type ReadDone struct{ Old *Reading }

// New is the preview of a text that was not read yet.
func New(d textview.Desk, s showing, t *textview.Text, r toolrequest.Request) *Preview {
	a := &asked{
		desk: d.Desk, told: d.Told, opts: d.Options, overlays: d.Overlays, text: t, jobs: t.Jobs, showing: s,
		Request: r, left: map[string][]earlierCall{},
	}

	m := &modelPane{
		asked:   a,
		pane:    pane.New(pane.OfModel, t.File.Wrap, t.Loads.Of(jobs.OutputPage, jobs.OutputPage)),
		painted: map[outputLine]outputSpans{},
	}

	m.pane.SetCursorless(true)
	return &Preview{
		asked: a, Model: m, Walk: &walkPart{asked: a}, Losses: &lossesPart{asked: a},
		Sizing: &sizingPart{asked: a}, Search: &outputSearch{asked: a, output: &m.pane},
	}
}

// walks reports whether the current request is a call of a walk: blocks are not read on.
func (p *asked) walks() bool { return p.Request.Mode() != tools.ModeBlock }

// goOnTo makes a request current that follows another call of its walk.
func (p *asked) goOnTo(r toolrequest.Request, from earlierCall) {
	p.back = append(p.back, from)
	p.Request = r
}

// keepWindowsFor says that the windows that ] came from are still where they were for another request.
func (p *asked) keepWindowsFor(r toolrequest.Request) { p.left[r.Call()] = p.back }

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
	return New(textview.Desk{Desk: p.desk, Overlays: p.overlays, Options: p.opts, Told: p.told}, p.showing, t, r)
}

// ShowSent says that the document is a file of a transcript: the reading is then one of its calls.
func (p *Preview) ShowSent(f *recordedrun.File) {
	p.Sent = f
	p.text.SetRecorded()
}

// Output is the pane of the reading's output.
func (p *Preview) Output() *pane.Pane { return &p.Model.pane }

// Undoable says that a person may come back to a request: the one before the current one.
func (p *asked) Undoable(r toolrequest.Request) {
	p.undo = append(p.undo, r)
	p.redo = nil
}

// CanUndo reports whether there is a request to go back to.
func (p *asked) CanUndo() bool { return len(p.undo) > 0 }

// CanRedo reports whether there is a request to go on to again.
func (p *asked) CanRedo() bool { return len(p.redo) > 0 }

// UndoesTo reports whether going back once leads to r.
func (p *asked) UndoesTo(r toolrequest.Request) bool {
	return p.CanUndo() && p.undo[len(p.undo)-1].Equal(r)
}

// History are the requests that a person can go back to, and on to again.
type History struct{ undo, redo []toolrequest.Request }

// Exchange makes a reading and its request the current ones, with their history, and returns the history of those that
// were.
func (p *asked) Exchange(r *Reading, h History) (was History) {
	was = History{p.undo, p.redo}
	p.leaveFor(r.Req)
	p.Reading = r
	p.undo = h.undo
	p.redo = h.redo
	p.Reading.placeInWalk(len(p.back))
	return was
}

// Begin makes a request current that nothing is read of yet. Where it is another one, a person may come back to the one
// before.
func (p *asked) Begin(r toolrequest.Request) {
	if !r.Equal(p.Request) {
		p.Undoable(p.Request)
	}
	p.leaveFor(p.ClampRange(r))
}

// leaveFor makes a request current, with the windows that ] came from to its call before.
func (p *asked) leaveFor(r toolrequest.Request) {
	call := p.Request.Call()
	if len(p.back) > 0 {
		p.left[call] = p.back
	} else {
		delete(p.left, call)
	}
	p.Request = r
	p.back = slices.Clone(p.left[r.Call()])
}

// GoTo makes a call of a walk current and reads it. back are the calls before it.
func (p *asked) GoTo(r toolrequest.Request, back []earlierCall) tea.Cmd {
	p.leaveFor(r)
	p.back = back
	return p.Read(ThenShowWindow)
}

// Stay forgets where the window and the file pane were still to go to.
func (p *Preview) Stay() {
	p.stay()
	p.Losses.said = ""
}

// Forget frees the reading and empties the model pane, because no tool is on any more.
func (p *Preview) Forget() tea.Cmd {
	p.Stay()
	cmd := Freed(p.Reading)
	p.Reading = nil
	p.Model.pane.Clear()
	return cmd
}

// TakeBrought reports whether the reading that has just come has brought the cursor to where it is, and forgets that:
// the window does not follow it there.
func (p *asked) TakeBrought() bool {
	brought := p.broughtTo == p.text.File.Cursor+1
	p.broughtTo = 0
	return brought
}

// Moves reports whether what is being read will move the cursor, or keys before were about it.
func (p *asked) Moves() bool {
	return !p.ReadsAgain && (p.then == ThenShowWindow || p.Pending != 0 || !p.Request.Follows())
}

// ModelLabel says what the model pane shows: which call, from which line of the file on, and that the filter of the
// file is not for it.
func (p *Preview) ModelLabel() string {
	const narrow = 60 // cells of a row that has no room for all of it
	said := humanize.Either(p.desk.Width() < narrow, "model gets", "what the model gets")
	if p.Sent != nil {
		return fmt.Sprintf("what the model got by call %d", p.Sent.Call)
	}

	if r := p.Reading; r != nil {
		if call := p.Walk.WalkWords().Place(); call != "" {
			said += ", " + call
		}
	}

	if r := p.Reading; r != nil && r.Out != nil {
		if number, _, ok := r.TopFileLine(p.Output()); ok {
			said += humanize.Either(p.desk.Width() < narrow, ", L", " · from L") + humanize.Group(number)
		}
	}

	if p.Reading.IsLaid() {
		said += humanize.Either(p.desk.Width() < narrow, "", `, in JSON: a row for each \n`)
	}
	if p.text.Filter.Filter != nil {
		said += ", not filtered"
	}
	return said
}
