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
	"eyeline/reader/tools"
	"eyeline/reader/window"
	"eyeline/tui/pane"
)

// document is an opened file or stream: the raw bytes, which the tools read, and what a person is shown of them, which
// is the same unless they are packed or in another encoding. Its fields change in Update only; commands are given copies
// of what they need.
type document struct {
	path   string // absolute; "" for a stream
	name   string // as shown
	root   string // what the workspace tools are confined to
	stream bool
	info   fs.FileInfo     // identity when it was opened; nil for a stream
	ctx    context.Context // done when the document is closed
	stop   context.CancelFunc

	*side // what is shown
	raw   *side

	form     decode.Form // how it is shown
	found    decode.Form // what the first bytes tell
	detected bool        // enough has come to tell
	limit    int64       // of what is spooled, in bytes
	watcher  *source.Watcher
}

// side is a run of bytes with its line index.
type side struct {
	number uint64
	src    source.Source
	index  *lineindex.Index
	done   context.Context // done when the side is closed
	end    context.CancelFunc

	counting bool // the index has been started

	snap  source.Snapshot
	lines *lineindex.Snapshot
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

// view is the side's bytes as of the last refresh.
func (s *side) view() source.Bytes { return source.View(s.src, s.snap.Size) }

// totalLines is the number of lines, when it is known.
func (s *side) totalLines() (int64, bool) {
	if s.lines == nil {
		return 0, false
	}
	return s.lines.Lines()
}

// countAfter is how long the first page has the machine to itself until it stands on the screen.
const countAfter = 10 * time.Millisecond

// count starts counting lines, in the background, once the first page has come: counting takes all cores.
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

func (s *side) close() {
	s.end()
	s.index.Close()
	_ = s.src.Close()
}

// openDocument opens a path. root is the --root flag, or "" for the working directory if it holds the file and the
// file's own directory otherwise.
func openDocument(path, root string, limit int64) (*document, error) {
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
	d.path, d.name, d.limit = abs, path, limit
	d.refresh()
	d.detect()
	d.root = root
	if root == "" {
		d.root = filepath.Dir(abs)
		if wd, err := os.Getwd(); err == nil && within(wd, abs) {
			d.root = wd
		}
	} else if r, err := filepath.Abs(root); err == nil {
		d.root = r
	}
	return d, nil
}

// streamDocument is a document over a spooled stream.
func streamDocument(src source.Source, limit int64) *document {
	d := newDocument(src)
	d.limit = limit
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
	d.side = d.raw
	return d
}

// sides numbers the sides of documents; they are opened in the background, too.
var sides atomic.Uint64

func (d *document) close() {
	d.stop()
	if d.watcher != nil {
		d.watcher.Close()
	}
	d.raw.close()
	if d.decoded() {
		d.side.close()
	}
}

// refresh takes the newest snapshots of both sides; it makes no system call.
func (d *document) refresh() {
	d.refreshSide(d.raw)
	if d.decoded() {
		d.refreshSide(d.side)
	}
}

// refreshSide takes the newest snapshot of one side, so that news of the other are not taken in unseen.
func (d *document) refreshSide(s *side) {
	if f, ok := s.src.(*source.File); ok && s == d.raw {
		d.info = f.Info()
	}
	s.refresh()
}

// decoded says that what is shown are not the bytes that the tools read.
func (d *document) decoded() bool { return d.side != d.raw }

// text is what a pane shows of the document.
func (d *document) text() pane.Text {
	return pane.Text{Bytes: d.view(), Numbers: numbers{d.lines}, Generation: d.side.number<<32 | d.snap.Generation}
}

// file is what the file argument of a tool says: tools that are confined get a path relative to the root.
func (d *document) file(tool *tools.Tool) string {
	switch {
	case d.stream && tool.Paths == tools.PathAbsolute:
		return "/dev/stdin"
	case d.stream:
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

func within(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

// numbers tells the page loader about lines from an index snapshot.
type numbers struct{ s *lineindex.Snapshot }

func (n numbers) LineAt(ctx context.Context, b source.Bytes, off int64) (int64, error) {
	return n.s.LineAt(ctx, b, off)
}

func (n numbers) NextNewlineFrom(off int64) int64 { return n.s.SkipForward(off) }
func (n numbers) PrevNewlineFrom(off int64) int64 { return n.s.SkipBackward(off) }
