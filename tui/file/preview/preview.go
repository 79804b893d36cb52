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
	"eyeline/tui/file/filecolours"
	"eyeline/tui/file/modelline"
	"eyeline/tui/file/pane"
	"eyeline/tui/file/textview"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/overlay"
	"eyeline/tui/kit/screens"
	"eyeline/tui/options"
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

// Preview is what a tool gives of a document. Its parts all work on the current request and its reading; none of them
// knows the Preview or another part.
type Preview struct {
	*base

	Model  *modelPane
	Walk   *walkPart     // the walk that the current request belongs to
	Losses *lossesPart   // steps through the places where the model does not get what is in the file
	Sizing *sizingPart   // makes the window larger and smaller
	Search *outputSearch // searches what the model gets

	seams []seam    // of the reading, in the file pane
	Style fileStyle // how the document is indented; the zero value until that is known
}

// base is the current request and its reading, on which all parts of a preview work.
type base struct {
	program screens.Helpers
	events  *textview.Events
	opts    *options.Options
	text    *textview.Text
	jobs    *jobs.Set
	// overlays are where a pattern is asked for.
	overlays *overlay.Stack
	showing  showing
	// RecordedFile is the recorded coverage of the file; nil unless the file was opened from a transcript. While it is
	// set, the request is not used.
	RecordedFile *recordedrun.File

	Request       toolrequest.Request // while no tool is on, what one is turned on with
	undo, redo    []toolrequest.Request
	earlier       []earlierCall            // the calls of the walk before this one, the first one first
	earlierByCall map[string][]earlierCall // the earlier calls of other requests, keyed by [toolrequest.Request.Call]
	Reading       *Reading                 // what the screen shows of the request; nil until the first has come
	readState
	cursorSetTo int64 // 1 + the offset to which the last reading moved the cursor; 0 when it did not
}

// raw is the side of the document that the tools read.
func (p *base) raw() *document.Content { return p.text.Raw() }

// ReadDone is sent once a reading has come and is the current one. Old is the reading before it, which may be nil.
type ReadDone struct{ Old *Reading }

// FileEvent implements [textview.Event].
func (ReadDone) FileEvent() {}

// New returns the preview of a text. Nothing is read yet.
func New(d textview.Shared, s showing, t *textview.Text, r toolrequest.Request) *Preview {
	a := &base{
		program: d.Helpers, events: d.Events, opts: d.Options, overlays: d.Overlays, text: t, jobs: t.Jobs, showing: s,
		Request: r, earlierByCall: map[string][]earlierCall{},
	}

	m := &modelPane{
		base:    a,
		pane:    pane.New(pane.OfModel, t.File.Wrap, t.Loads.Of(jobs.OutputPage, jobs.OutputPage)),
		painted: map[outputLine]filecolours.Colours{},
	}

	m.pane.SetCursorless(true)
	return &Preview{
		base: a, Model: m, Walk: &walkPart{base: a}, Losses: &lossesPart{base: a},
		Sizing: &sizingPart{base: a}, Search: &outputSearch{base: a, output: &m.pane},
	}
}

// IsWalk reports whether the current request is a call of a walk. Blocks are not: no call reads them on.
func (p *base) IsWalk() bool { return p.Request.Mode() != tools.ModeBlock }

// goOnTo makes the next call of the walk current; from is the call that it follows.
func (p *base) goOnTo(r toolrequest.Request, from earlierCall) {
	p.earlier = append(p.earlier, from)
	p.Request = r
}

// keepEarlierFor gives r the earlier calls of the current request: r is the same step of the walk with other arguments,
// such as another size.
func (p *base) keepEarlierFor(r toolrequest.Request) { p.earlierByCall[r.Call()] = p.earlier }

// Next returns the preview of the document that is opened after this one, with the same request: for another revision
// of the same file at the same place, unless that followed the cursor; for another file as the first call of the walk.
func (p *Preview) Next(t *textview.Text, sameFile bool) *Preview {
	r := p.Request
	switch {
	case !sameFile && p.text.Doc != nil: // else the command line has the place
		r = p.Walk.FirstOfWalk().AtFirst()
	case r.Follows():
		r = r.At(1)
	}
	shared := textview.Shared{Helpers: p.program, Overlays: p.overlays, Options: p.opts, Events: p.events}
	return New(shared, p.showing, t, r)
}

// ShowSent makes the document a file of a transcript: the readings are then its recorded calls.
func (p *Preview) ShowSent(f *recordedrun.File) {
	p.RecordedFile = f
	p.text.SetRecorded()
}

// AnswersWithText reports whether what is shown is a recorded call's answer that gave no line of the file: words that
// say what was done.
func (p *Preview) AnswersWithText() bool {
	r := p.Reading
	return r != nil && r.Recorded != nil && (r.Recorded.Changes() || len(r.Recorded.Placed.Lines) == 0)
}

// Output is the pane of the reading's output.
func (p *Preview) Output() *pane.Pane { return &p.Model.pane }

// Undoable records a request that the undo key returns to, and forgets what could be redone.
func (p *base) Undoable(r toolrequest.Request) {
	p.undo = append(p.undo, r)
	p.redo = nil
}

// CanUndo reports whether there is a request to go back to.
func (p *base) CanUndo() bool { return len(p.undo) > 0 }

// CanRedo reports whether there is a request to go on to again.
func (p *base) CanRedo() bool { return len(p.redo) > 0 }

// UndoesTo reports whether the next undo returns to r.
func (p *base) UndoesTo(r toolrequest.Request) bool {
	return p.CanUndo() && p.undo[len(p.undo)-1].Equal(r)
}

// History has the requests that a person can undo to and redo, the last one last.
type History struct{ undo, redo []toolrequest.Request }

// Exchange makes a reading, its request and their history the current ones, and returns the history that they replace.
// The two sides of a comparison change places so.
func (p *base) Exchange(r *Reading, h History) (was History) {
	was = History{p.undo, p.redo}
	p.switchTo(r.Req)
	p.Reading = r
	p.undo = h.undo
	p.redo = h.redo
	p.Reading.placeInWalk(len(p.earlier))
	return was
}

// Begin makes a request current without reading it yet. A request that differs from the current one can be undone.
func (p *base) Begin(r toolrequest.Request) {
	if !r.Equal(p.Request) {
		p.Undoable(p.Request)
	}
	p.switchTo(p.ClampRange(r))
}

// switchTo makes a request current, and restores the earlier calls that it had when it was current last.
func (p *base) switchTo(r toolrequest.Request) {
	call := p.Request.Call()
	if len(p.earlier) > 0 {
		p.earlierByCall[call] = p.earlier
	} else {
		delete(p.earlierByCall, call)
	}
	p.Request = r
	p.earlier = slices.Clone(p.earlierByCall[r.Call()])
}

// GoTo makes a call of a walk current and reads it. earlier are the calls before it, the first one first.
func (p *base) GoTo(r toolrequest.Request, earlier []earlierCall) tea.Cmd {
	p.switchTo(r)
	p.earlier = earlier
	return p.Read(ThenShowWindow)
}

// CancelMoves ends the moves of the window and of the file pane that wait for something.
func (p *Preview) CancelMoves() {
	p.cancel()
	p.Losses.message = ""
}

// Forget frees the reading and empties the model pane: it is called when the tool is turned off.
func (p *Preview) Forget() tea.Cmd {
	p.CancelMoves()
	cmd := Freed(p.Reading)
	p.Reading = nil
	p.Model.pane.Clear()
	return cmd
}

// CursorWasSet reports whether the last reading moved the cursor to where it is, once for each reading. The window must
// not follow such a move, or each reading would cause the next.
func (p *base) CursorWasSet() bool {
	wasSet := p.cursorSetTo == p.text.File.Cursor+1
	p.cursorSetTo = 0
	return wasSet
}

// Moves reports whether the read under way will move the cursor, or a person has asked for more windows meanwhile.
func (p *base) Moves() bool {
	return !p.ReadsAgain && (p.then == ThenShowWindow || p.Pending != 0 || !p.Request.Follows())
}

// ModelLabel says what the model pane shows: which call, from which line of the file on, and that the filter does not
// apply to it.
func (p *Preview) ModelLabel() string {
	isNarrow := p.program.Width() < modelline.NarrowRow
	said := humanize.Either(isNarrow, "model gets", "what the model gets")
	if p.IsRecorded() {
		return fmt.Sprintf("what the model got by call %d", p.RecordedFile.Call)
	}

	lacks := p.notHere()
	if r := p.Reading; r != nil && (lacks == "" || !isNarrow) {
		if call := p.Walk.WalkWords().Place(); call != "" {
			said += ", " + call
		}
	}

	if r := p.Reading; r.HasOutput() {
		if number, _, ok := r.TopFileLine(p.Output()); ok {
			said += humanize.Either(isNarrow, ", L", " · from L") + humanize.Group(number)
		}
	}

	if p.Reading.IsLaid() {
		said += humanize.Either(isNarrow, "", `, in JSON: a row for each \n`)
	}
	if p.text.Filter.Filter != nil {
		said += ", not filtered"
	}
	return lacks + said
}

// NotHere follows how much of the file an answer does not have, at the beginning of the label of the model pane.
const NotHere = " not here"

// notHere says how much of the file the current answer does not have; "" for nothing, and where that is not known.
func (p *Preview) notHere() string {
	if !p.Reading.HasOutput() {
		return ""
	}

	u := p.Unsent(p.Reading)
	switch {
	case u.Lines > 0:
		return humanize.Count(u.Lines, "line") + NotHere + " · "
	case u.Bytes > 0:
		return humanize.Size(u.Bytes) + NotHere + " · "
	}

	return ""
}
