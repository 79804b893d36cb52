package tui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/search"
	"eyeline/tui/document"
	"eyeline/tui/jobs"
	"eyeline/tui/pane"
	"eyeline/tui/recorded"
	"eyeline/tui/request"
)

// sheet is everything that belongs to one document and ends with it. The Model has one sheet at a time: opening another
// file makes a new sheet with next and closes the old one, so that nothing is left over from the file before and nothing
// has to be reset by hand. Before a document is open there is a sheet without one.
//
// What outlives a document is in the Model: keys, theme, layout, the files to go through, marks, prompt histories.
type sheet struct {
	began  time.Time          // when it came onto the screen
	doc    *document.Document // nil before a document is open
	file   pane.Pane          // the file pane
	output pane.Pane          // the model pane: what the tool gives
	// outputMoved: the model pane was moved by itself, and the file pane is to follow it
	outputMoved bool
	hex         bool // the file pane shows the raw bytes in hex
	// beforeHex is where the lines were left.
	beforeHex mark

	// toolOff: no tool is on, and the file is paged as text. req is then what a tool is turned on with.
	toolOff    bool
	req        request.Request
	undo, redo []request.Request
	back       []request.Request // the windows that ] came from
	walk       walkState
	lossAt     int64 // one more than the offset of the loss that was gone to last; 0 for none

	reading   *reading   // what the screen shows of the request; nil until the first has come
	readThen  afterRead  // what is done once the reading under way has come
	style     fileStyle  // how the file is indented
	sizing    sizeChange // the last change of the window's size
	readAgain bool       // it was begun because the bytes have changed
	ahead     int64      // windows to go on by, or back, once the reading under way has come
	outputs   uint64
	beside    *comparison  // nil unless another tool's output is beside this one's
	wanted    *wantedPlace // a window's place that waits for the line index
	movedFrom movedFrom
	// opening: no key has been typed since the document was opened, and the first block is to be on the screen as a whole.
	opening bool

	// sent is what a transcript says of the file; nil for a file that was not opened from one. The request is not used then.
	sent *recorded.File

	rereads       rereads
	startAt       Start // the place of the command line
	unpacking     unpacking
	startSearched int64 // how much of the input was searched for its pattern, in bytes

	search      searcher
	live        *liveSearch // whose pattern is being typed; nil for none
	filter      filterState
	row         rowRoom
	numberWidth int  // the digits of the line numbers that are drawn, in cells
	styled      bool // the file pane has shown sequences that colour, or letters printed over each other
	hl          colours
	painted     map[outputLine]outputSpans // the colours of what tools give
	changed     changeMarks                // the lines that differ from a git revision
	prior       mark                       // where the last jump started
	tailPaused  bool                       // the end was followed until a person left it
	marking     markedLines
	markedDrawn markedRange // what is marked of the rows that are drawn

	jobs   *jobs.Set
	loads  pane.Loads
	waits  uint64 // the number of the job that was waited for last
	isSlow bool   // for longer than slowAfter
}

// newSheet is a sheet with nothing done to its document yet; doc may be nil. loaded takes a page for one of its panes.
func newSheet(doc *document.Document, r request.Request, wrap bool, loaded func(pane.LoadedMsg) tea.Cmd) *sheet {
	s := &sheet{began: time.Now(), doc: doc, req: r, opening: true}
	s.jobs = jobs.NewSet(s)
	s.loads = pane.Loads{Jobs: s.jobs, Loaded: loaded}
	s.file = pane.New(filePane, wrap, s.loads.Of(jobs.Page, jobs.Prefetch))
	s.output = pane.New(modelPane, wrap, s.loads.Of(jobs.OutputPage, jobs.OutputPage))
	s.hl.init()
	s.painted = map[outputLine]outputSpans{}
	return s
}

// next is the sheet for another document after this one. It takes over what a person has chosen for looking at files: the
// request, though not a place that followed the cursor, the pattern of the search and wrapping.
func (s *sheet) next(doc *document.Document) *sheet {
	r := s.req
	if r.Follows() {
		r = r.At(1)
	}
	n := newSheet(doc, r, s.file.Wrap(), s.loads.Loaded)
	n.hl.asked = s.hl.asked
	n.setToolOff(s.toolOff)
	n.search = searcher{pattern: s.search.pattern, dir: s.search.dir, hidden: s.search.hidden}
	if n.search.pattern != nil {
		n.search.finder = search.NewFinder(n.search.pattern)
	}
	return n
}

// close stops all that runs for the sheet and frees what it has. It may wait for reads under way, so Update calls release
// instead and leaves free to a command.
func (s *sheet) close() {
	s.release()
	s.free()
}

// release stops all that runs for the sheet. It waits for nothing.
func (s *sheet) release() {
	s.interrupted()
	s.jobs.Close()
	if s.beside != nil {
		s.beside.pane.Stop()
	}
}

// free frees the outputs and closes the document of a sheet that is released and no longer the Model's, so that Update
// changes nothing of it.
func (s *sheet) free() {
	if s.beside != nil {
		s.beside.read.Free()
	}
	s.reading.Free()
	if s.doc != nil {
		s.doc.Close()
	}
}
