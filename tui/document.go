package tui

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/decode"
	"eyeline/reader/lineindex"
	"eyeline/reader/source"
	"eyeline/reader/source/revision"
	"eyeline/reader/tools"
	"eyeline/reader/window"
	"eyeline/tui/pane"
)

// document is an open file or stream. It has two sides: the raw bytes, which the tools read, and what a person is shown.
// They are one and the same unless the bytes are packed or in an encoding that has to be decoded. The fields change in
// Update only; commands get copies of what they need.
type document struct {
	path   string // absolute; "" for a stream without a name
	name   string // as shown
	root   string // the directory that confines the workspace tools
	stream bool
	// revision is how git names the bytes, "HEAD:main.go"; "" for what is not of a git revision.
	revision   string
	repository string          // a directory of its repository; "" for the working directory
	info       fs.FileInfo     // says which file the bytes are of; nil for a stream
	ctx        context.Context // done when the document is closed
	stop       context.CancelFunc

	shown *side // what a person is shown
	raw   *side

	form     decode.Form // how it is shown
	found    decode.Form // what the first bytes say
	detected bool        // found is known: enough has arrived
	refused  error       // why it is not shown in the form found; nil when it is
	limit    int64       // of what is spooled, in bytes; 0: none
	ahead    int64       // how far a stream is decoded past what is looked at, in bytes; 0: to its end
	watcher  *source.Watcher
}

// side is bytes with the index of their lines: a file's, or what they decode to.
type side struct {
	number uint64 // no other side of this process has it
	src    source.Source
	index  *lineindex.Index
	done   context.Context // done when the side is closed
	end    context.CancelFunc

	counting bool // the index has been started

	// part is the text of a packed file that is unpacked as far as it is needed, and packed reads the file for it; nil for
	// all else.
	part   *source.Stream
	packed *arrivingReader

	snap  source.Snapshot     // of src, as of the last refresh
	lines *lineindex.Snapshot // of index, likewise
}

func newSide(ctx context.Context, src source.Source) *side {
	s := &side{number: sides.Add(1), src: src, index: lineindex.New(src), snap: src.Snapshot()}
	s.done, s.end = context.WithCancel(ctx)
	s.lines = s.index.Snapshot()
	return s
}

// refresh takes the newest snapshots; it makes no system call.
func (s *side) refresh() {
	s.snap = s.src.Snapshot()
	s.lines = s.index.Snapshot()
}

// view is the bytes of the side as of the last refresh.
func (s *side) view() source.Bytes { return source.View(s.src, s.snap.Size) }

// totalLines is the number of lines; false while they are still being counted.
func (s *side) totalLines() (int64, bool) {
	if s.lines == nil {
		return 0, false
	}
	return s.lines.Lines()
}

// countAfter is how long counting, git and the search for another call wait after the first page has come, so that the page is drawn first.
const countAfter = 10 * time.Millisecond

// count begins to count the lines in the background. It is called once the first page has come: counting takes all cores.
func (s *side) count() tea.Cmd {
	if s.counting {
		return nil
	}
	s.counting = true
	return func() tea.Msg {
		time.Sleep(countAfter)
		s.index.Start(s.done)
		return nil
	}
}

// close ends what waits for the side, and closes its source. It may wait for reads under way.
func (s *side) close() {
	s.end()
	s.index.Close()
	_ = s.src.Close()
}

// openDocument opens a path, or a file of a git revision. root is the --root flag; "" means the working directory if the file
// is in it, and the file's own directory otherwise. limit bounds what is spooled, in bytes; 0 is no limit.
func openDocument(path, root string, limit int64) (*document, error) {
	return openDocumentIn("", path, root, limit)
}

// openDocumentIn is openDocument where a revision is looked for in the repository of a directory; "" is the working
// directory.
func openDocumentIn(repository, path, root string, limit int64) (*document, error) {
	if n, is := revision.Named(path); is {
		return openRevision(repository, n, root, limit)
	}
	src, err := source.OpenFile(path)
	if err != nil {
		return nil, err
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		_ = src.Close()
		return nil, err
	}
	d := newDocument(src)
	d.name, d.limit = path, limit
	d.locate(abs, root)
	d.refresh()
	d.detect()
	return d, nil
}

// streamDocument is a document over a spooled stream. limit and ahead are of what it is decoded to, as in
// source.SpoolOptions.
func streamDocument(src *source.Stream, limit, ahead int64) *document {
	d := newDocument(src.Unasked()) // what is needed of it is asked for
	d.limit, d.ahead = limit, ahead
	src.Demand(decode.HeadSize) // to see what it is
	d.name, d.stream = "standard input", true
	if wd, err := os.Getwd(); err == nil {
		d.root = wd
	}
	return d
}

func newDocument(src source.Source) *document {
	d := &document{}
	d.ctx, d.stop = context.WithCancel(context.Background())
	d.raw = newSide(d.ctx, src)
	d.shown = d.raw
	return d
}

// sides numbers the sides of documents. Commands open sides too, hence atomic.
var sides atomic.Uint64

// close closes both sides. It may wait for reads under way.
func (d *document) close() {
	d.stop()
	if d.watcher != nil {
		d.watcher.Close()
	}
	d.raw.close()
	if d.decoded() {
		d.shown.close()
	}
}

// refresh takes the newest snapshots of both sides; it makes no system call.
func (d *document) refresh() {
	d.refreshSide(d.raw)
	if d.decoded() {
		d.refreshSide(d.shown)
	}
}

// refreshSide takes the newest snapshot of one side only, so that a change of the other is not missed by its handler.
func (d *document) refreshSide(s *side) {
	if f, ok := s.src.(*source.File); ok && s == d.raw {
		d.info = f.Info()
	}
	s.refresh()
}

// decoded reports whether what is shown is decoded, that is, has other bytes than the tools read.
func (d *document) decoded() bool { return d.shown != d.raw }

// text is what a pane shows of the document.
func (d *document) text() pane.Text {
	return pane.Text{Bytes: d.shown.view(), Numbers: numbers{d.shown.lines}, Generation: d.shown.number<<32 | d.shown.snap.Generation}
}

// file is what the file argument of a tool says: tools that are confined get a path relative to the root.
func (d *document) file(tool *tools.Tool) string {
	switch {
	case d.path == "" && tool.Paths == tools.PathAbsolute:
		return "/dev/stdin"
	case d.path == "":
		return "stdin"
	case tool.Paths != tools.PathConfined:
		return d.path
	}
	if rel, err := filepath.Rel(d.root, d.path); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return d.path
}

// env is what a tool may use for a read of this document.
func (d *document) env(explain bool, settings map[string]int64) tools.Env {
	env := tools.Env{Root: d.root, Settings: settings, Explain: explain}
	lines, info, snap := d.raw.lines, d.info, d.raw.snap
	if d.stream {
		env.Stream = d.raw.view()
		env.Index = func(fs.FileInfo) window.Index { return lines }
		return env
	}
	env.Index = func(fi fs.FileInfo) window.Index {
		// An index of other bytes than the tool reads would point at other lines.
		if info == nil || fi == nil || lines == nil || lines.Generation() != snap.Generation ||
			!os.SameFile(info, fi) || fi.Size() != snap.Size || !fi.ModTime().Equal(snap.ModTime) {
			return nil
		}
		return lines
	}
	return env
}

// within reports whether an absolute path is in a directory or below it.
func within(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

// numbers gives the page loader line numbers from a snapshot of the index.
type numbers struct{ s *lineindex.Snapshot }

func (n numbers) LineAt(ctx context.Context, b source.Bytes, off int64) (int64, error) {
	return n.s.LineAt(ctx, b, off)
}

func (n numbers) NextNewlineFrom(off int64) int64 { return n.s.SkipForward(off) }
func (n numbers) PrevNewlineFrom(off int64) int64 { return n.s.SkipBackward(off) }
