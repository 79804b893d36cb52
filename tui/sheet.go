package tui

import (
	"context"
	"time"

	"eyeline/reader/search"
	"eyeline/tui/pane"
	"eyeline/tui/request"
)

// sheet is everything that belongs to one document and ends with it. The Model has one sheet at a time: opening another
// file makes a new sheet with next and closes the old one, so that nothing is left over from the file before and nothing
// has to be reset by hand. Before a document is open there is a sheet without one.
//
// What outlives a document is in the Model: keys, theme, layout, the files to go through, marks, prompt histories.
type sheet struct {
	began time.Time // when it came onto the screen
	doc   *document // nil before a document is open
	file  pane.Pane
	model pane.Pane
	// wandered: the model pane was moved by itself, and the file pane is to follow it
	wandered bool
	hex      bool // the file pane shows the raw bytes in hex
	// beforeHex is where the lines were left.
	beforeHex mark

	req        request.Request
	undo, redo []request.Request
	back       []request.Request // the windows that ] came from

	reading    uint64 // the reading under way, 0 for none
	readID     uint64
	ahead      int64 // windows to go on by once the reading under way has come
	outputs    uint64
	cancelRead context.CancelFunc

	cancelTokens context.CancelFunc
	shown        *reading     // nil until the first reading has come
	beside       *comparison  // nil unless another tool's output is beside this one's
	wanted       *wantedPlace // a window's place that waits for the line index

	search  searcher
	filter  filterState
	tailing bool // the end of the file is followed
	hl      colours
	prior   mark // where the last jump started

	busy   map[string]work // what Esc and Ctrl-C stop, by name
	works  uint64          // number of the last work
	waits  waiting         // what was waited for last
	isSlow bool            // for long
}

// newSheet is a sheet with nothing done to its document yet; doc may be nil.
func newSheet(doc *document, r request.Request, wrap bool) *sheet {
	s := &sheet{
		began: time.Now(), doc: doc, req: r, busy: map[string]work{},
		file:  pane.New(filePane, wrap),
		model: pane.New(modelPane, wrap),
	}
	s.hl.init()
	return s
}

// next is the sheet for another document after this one. It takes over what a person has chosen for looking at files: the
// request, though not a place that followed the cursor, the pattern of the search, wrapping and the comparison's tool.
func (s *sheet) next(doc *document) *sheet {
	r := s.req
	if r.Follows() {
		r = r.At(1)
	}
	n := newSheet(doc, r, s.file.Wrap())
	n.search = searcher{pattern: s.search.pattern, dir: s.search.dir, hidden: s.search.hidden}
	if n.search.pattern != nil {
		n.search.finder = search.NewFinder(n.search.pattern)
	}
	if s.beside != nil {
		n.beside = newComparison(s.beside.tool, n)
	}
	// Numbers go on, so that no answer to the old sheet is taken for one to the new.
	n.works, n.readID, n.outputs = s.works, s.readID, s.outputs
	n.hl.asked, n.search.id = s.hl.asked, s.search.id+1
	return n
}

// close stops all that runs for the sheet and frees what it has. It may wait for reads under way, so Update calls release
// instead and leaves closeDocument to a command.
func (s *sheet) close() {
	s.release()
	s.closeDocument()
}

// release stops all that runs for the sheet and frees its outputs. It waits for nothing.
func (s *sheet) release() {
	s.stopAll()
	if s.cancelTokens != nil {
		s.cancelTokens()
	}
	s.hl.reset()
	s.file.Stop()
	s.model.Stop()
	if s.beside != nil {
		s.beside.close()
	}
	s.shown.free()
}

// closeDocument closes the document once its sheet is released. It reads nothing that Update changes.
func (s *sheet) closeDocument() {
	if s.doc != nil {
		s.doc.close()
	}
}
