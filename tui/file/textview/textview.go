// Package textview, which changes without notice, is a document in a pane: what is shown of it, where, and what a
// person looks for in it.
//
// [Text] has the document and its pane; its parts have what belongs to them: [searchPart], [filterPart], [markingPart],
// [bookmarksPart], [changesPart], [coloursPart] and [loadingPart]. A Text belongs to one document and ends with it. It
// knows nothing of the tools that read the document, nor of what is drawn beside its lines: what concerns these it
// tells the screen around it, see [Events].
package textview

import (
	"cmp"
	"context"
	"errors"
	"io"
	"strconv"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/lineindex"
	"eyeline/reader/search"
	"eyeline/tui/file/document"
	"eyeline/tui/file/pane"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/overlay"
	"eyeline/tui/kit/screens"
	"eyeline/tui/options"
)

// Shared is what the parts of the file screen share: the program, the overlays, and the options as a person has changed
// them since the start.
type Shared struct {
	screens.Helpers
	Overlays *overlay.Stack
	Options  *options.Options
	Events   *Events
}

// CountAfter is how long counting, git and the search for another call wait once the first page has come, so that the
// page is drawn first.
const CountAfter = 10 * time.Millisecond

// StartSearchStep is how much must have arrived before what has not matched is searched again, in bytes, unless half as
// much again has arrived or the input is complete.
const StartSearchStep = 1 << 20

// Text is a document in a pane, with its parts. A part knows the view, and of the parts those that it is given: the
// order is loading, bookmarks, filter, jumps, marking, search, changes, colours, form, and none knows one behind it.
type Text struct {
	*view

	Loading   *loadingPart
	Bookmarks *bookmarksPart
	Filter    *filterPart
	Marking   *markingPart
	Search    *searchPart
	Changes   *changesPart // the lines that differ from a git revision
	Colours   *coloursPart // the syntax colours of the lines near the screen
	Form      *formPart
	jumps     *jumpPart
}

// view is the document in its pane: what all parts look at. It knows none of them.
type view struct {
	program  screens.Helpers
	events   *Events
	overlays *overlay.Stack
	opts     *options.Options

	Jobs  *jobs.Set  // those that run for the document
	Loads pane.Loads // of all panes that show something of the document

	Doc  *document.Document // nil before a document is open
	File *pane.Pane         // the pane of the document
	Hex  bool               // it shows the raw bytes in hex
	// BeforeHex is the place to go back to when hex ends.
	BeforeHex pane.Position
	// ToolOff: no tool is on, and the document is paged without a cursor.
	ToolOff  bool
	recorded bool // the document is a file of a transcript
	styled   bool // the pane has shown sequences that colour, or letters printed over each other
	// Opening: no key has been typed since the document was opened, and the first block is to be on the screen as a
	// whole.
	Opening bool
}

// Raw is the side of the document that the tools read.
func (v *view) Raw() *document.Content { return v.Doc.Raw() }

// Shown is the side of the document that a person is shown.
func (v *view) Shown() *document.Content { return v.Doc.Shown() }

// send tells the screen around the text what has happened or is needed there.
func (v *view) send(x Event) { v.events.Send(x) }

// The parts of a text.
type (
	// loadingPart is what is not there yet of the document, and what is waited for.
	loadingPart struct {
		view       *view
		until      func(*document.Document) bool // enough is unpacked for what waits
		then       func() tea.Cmd                // what is done then
		TailPaused bool                          // the end was followed until a person left it
	}
	// bookmarksPart are places that a letter leads back to. Those set by a person outlive the document.
	bookmarksPart struct {
		view  *view
		marks map[rune]Mark
		prior Mark // where the last jump started
	}
	// filterPart shows only lines that match.
	filterPart struct {
		view    *view
		loading *loadingPart
		filterState
	}
	// markingPart marks lines to give them to something.
	markingPart struct {
		view    *view
		loading *loadingPart
		filter  *filterPart
		markedLines
	}
	// searchPart looks for a pattern in the text.
	searchPart struct {
		view      *view
		loading   *loadingPart
		bookmarks *bookmarksPart
		filter    *filterPart
		jumps     *jumpPart
		searchState
		live *liveSearch // whose pattern is being typed; nil for none
	}
	// formPart shows the bytes of the document in another form.
	formPart struct {
		view    *view
		filter  *filterPart
		marking *markingPart
		search  *searchPart
		colours *coloursPart
	}
)

// New is the text of a document that nothing was done to yet; doc may be nil. The pane wraps long lines if wrap says
// so. marks are the places that letters lead to, which outlive the document.
func New(d Shared, doc *document.Document, loads pane.Loads, wrap bool, marks map[rune]Mark) *Text {
	file := pane.New(pane.OfFile, wrap, loads.Of(jobs.Page, jobs.Prefetch))
	v := &view{
		program: d.Helpers, events: d.Events, overlays: d.Overlays, opts: d.Options, Doc: doc, File: &file,
		Jobs: loads.Jobs, Loads: loads, Opening: true,
	}

	t := &Text{view: v, Loading: &loadingPart{view: v}, Bookmarks: &bookmarksPart{view: v, marks: marks}}
	t.Filter = &filterPart{view: v, loading: t.Loading}
	t.Marking = &markingPart{view: v, loading: t.Loading, filter: t.Filter}
	t.jumps = &jumpPart{view: v, loading: t.Loading, bookmarks: t.Bookmarks, filter: t.Filter}
	t.Search = &searchPart{view: v, loading: t.Loading, bookmarks: t.Bookmarks, filter: t.Filter, jumps: t.jumps}
	t.Changes = &changesPart{view: v, jumps: t.jumps, Base: cmp.Or(d.Options.Changes.Base, head)}
	t.Colours = &coloursPart{view: v, Lines: map[int64]lineColours{}}
	t.Form = &formPart{view: v, filter: t.Filter, marking: t.Marking, search: t.Search, colours: t.Colours}
	return t
}

// Next is the text of another document after this one. It takes over what a person has chosen for looking at texts: the
// language, whether a tool is on, the pattern of the search, wrapping and the base of change marks.
func (t *Text) Next(doc *document.Document, loads pane.Loads) *Text {
	n := New(Shared{t.program, t.overlays, t.opts, t.events}, doc, loads, t.File.Wrap, t.Bookmarks.marks)
	n.Colours.asked = t.Colours.asked
	n.Changes.Base = t.Changes.Base
	n.SetToolOff(t.ToolOff)
	n.Search.searchState = searchState{Pattern: t.Search.Pattern, Dir: t.Search.Dir, Hidden: t.Search.Hidden}
	if n.Search.Pattern != nil {
		n.Search.Finder = search.NewFinder(n.Search.Pattern)
	}
	return n
}

// ShowBytes shows the raw bytes in hex from now on. before is the place to go back to when hex ends.
func (t *Text) ShowBytes(before pane.Position) {
	t.Hex = true
	t.BeforeHex = before
}

// EndHex shows lines again from now on.
func (t *Text) EndHex() { t.Hex = false }

// Opened says that the first block has been shown, or that a key has been typed since.
func (t *Text) Opened() { t.Opening = false }

// SetRecorded says that the document is a file of a transcript.
func (t *Text) SetRecorded() { t.recorded = true }

// SetToolOff turns the tool off or on: without one, the document is paged and has no cursor.
func (t *Text) SetToolOff(off bool) {
	t.Marking.markedLines = markedLines{}
	t.ToolOff = off
	t.File.SetCursorless(off)
}

// ToLine is a move to a line, counted in the background as far as the index does not reach.
func (v *view) ToLine(line int64, w pane.Where) pane.Move {
	view := v.Doc.Shown().Bytes()
	lines := v.Doc.Shown().Lines()
	return pane.ToFound(func(ctx context.Context) (int64, error) {
		off, _, found, err := lineindex.FindLine(ctx, view, lines, line)
		if errors.Is(err, io.ErrUnexpectedEOF) {
			err = nil // the file has become shorter
		}
		if err == nil && !found {
			off = max(view.Size()-1, 0)
		}

		return off, err
	}, w)
}

// onScreen is the side of the document that the pane shows.
func (v *view) onScreen() *document.Content {
	if v.Hex {
		return v.Doc.Raw()
	}
	return v.Doc.Shown()
}

// Arriving reports whether more of a stream is to come.
func (t *Text) Arriving() bool {
	return t.Doc != nil && t.Doc.IsStream() && !t.Doc.Raw().Complete()
}

// The hex view shows the raw bytes of a file, those that the tools read: the offset of a row's first byte, the bytes in
// hex, and those that are printable ASCII as text. A row is a unit of the file pane as a line is otherwise, so all that
// moves moves here, too.

// StrideFor is how many bytes fit into a row: three cells and one each, a gap in the middle, and the bars.
func StrideFor(width int) int {
	for _, n := range []int{16, 8, 4} {
		if 4*n+4 <= width {
			return n
		}
	}
	return 2
}

// OffsetDigits is the width of the offsets, in hex digits.
func (t *Text) OffsetDigits() int {
	return max(len(strconv.FormatInt(t.Doc.Raw().Size(), 16)), 8)
}

// CountLines begins to count the lines of a side in the background, unless that has begun. It is called once the first
// page has come: counting takes all cores.
func CountLines(s *document.Content) tea.Cmd {
	start := s.Count()
	if start == nil {
		return nil
	}
	return func() tea.Msg {
		time.Sleep(CountAfter)
		start()
		return nil
	}
}
