// Package document, which changes without notice, is an open file or stream: its bytes, the index of their lines, and
// what they decode to. It knows nothing of the screen or of the program around it.
//
// A [Document] has two sides. The raw [Content] is what the tools read; the shown side is the same, or what the raw
// bytes decode to when they are packed or in another encoding. Each side keeps a snapshot of its bytes and of its
// index: what its methods say is as of the last [Document.Refresh], so that one screen is drawn of one state, whatever
// arrives meanwhile.
//
// The methods of a document and its sides are called from one goroutine, but for those that say that they may be called
// from any: they do what takes time, and use only what does not change.
package document

import (
	"context"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"eyeline/reader/decode"
	"eyeline/reader/ospath"
	"eyeline/reader/source"
	"eyeline/reader/source/revision"
	"eyeline/reader/wait"
)

// Options say how a document is opened. The zero value is good for most.
type Options struct {
	// Root is the directory that confines the tools of a workspace; "" means the working directory if the file is in
	// it, and the file's own directory otherwise.
	Root string
	// System is the system whose paths tools are told.
	System ospath.System
	// Repository is a directory of the repository in which a revision is looked for; "" means the working directory.
	Repository string
	// Limit bounds what is spooled, in bytes: of a revision, and of what bytes decode to. 0 is no limit.
	Limit int64
	// Ahead is how far the text of a stream is decoded past what is looked at, in bytes; 0 is to its end.
	Ahead int64
	// UnpackAhead is the same for packed bytes; 0 is 8 MiB.
	UnpackAhead int64
}

// Document is an open file or stream. [Open], [New], [FromInput] and [FromStream] make one, which must be closed.
//
// Path is the file on this machine, Argument what a tool is given for it, and Name what the title shows. The path of a
// git revision is the one in the work tree, where the file need not exist.
type Document struct {
	path       string
	name       string
	root       string
	stream     bool
	revision   string
	repository string
	info       fs.FileInfo
	options    Options

	ctx  context.Context // done when the document is closed
	stop context.CancelFunc

	shown *Content
	raw   *Content

	form     decode.Format // how it is shown
	found    decode.Format // what the first bytes say
	detected bool          // found is known: enough has arrived
	refused  error         // why it is not shown in the form found; nil when it is
}

// newDocument is a document whose bytes are shown as they are.
func newDocument(src source.Source, name string, o Options) *Document {
	d := &Document{name: name, options: o}
	d.ctx, d.stop = context.WithCancel(context.Background())
	d.raw = newContent(d.ctx, src)
	d.shown = d.raw
	return d
}

// Path is the absolute path of the file on this machine; "" for a stream without one.
func (d *Document) Path() string { return d.path }

// Folder is the folder that the document is in, in its revision where it has one; below the working directory, or for a
// stream, as from there.
func (d *Document) Folder() string {
	if n, ok := revision.Parse(d.revision); ok {
		return n.Rev + ":" + strings.TrimSuffix(path.Dir(n.Path), ".")
	}
	if d.path == "" {
		return "."
	}

	folder := filepath.Dir(d.path)
	at, _ := os.Getwd()
	if below, err := filepath.Rel(at, folder); err == nil && filepath.IsLocal(below) {
		return below
	}

	return folder
}

// Name is what the document is called on the screen: the path as it was given, as a rule. It may have any characters.
func (d *Document) Name() string { return d.name }

// SetName gives the document another name on the screen, before the document is first shown.
func (d *Document) SetName(name string) { d.name = name }

// Root is the absolute directory that confines the tools of a workspace; "" for a text without a place.
func (d *Document) Root() string { return d.root }

// IsStream reports whether the bytes arrive: those of standard input, of a git revision, or of a text that is made. All
// other documents are files, which can change.
func (d *Document) IsStream() bool { return d.stream }

// Revision is how git names the bytes, "HEAD:main.go"; "" for what is not of a git revision.
func (d *Document) Revision() string { return d.revision }

// Repository is a directory of the repository of the revision; "" for the working directory, and without a revision.
func (d *Document) Repository() string { return d.repository }

// Info says which file the raw bytes are of, as of the last refresh; nil for a stream.
func (d *Document) Info() fs.FileInfo { return d.info }

// Raw is the side that the tools read. It is the same one as long as the document is open.
func (d *Document) Raw() *Content { return d.raw }

// Shown is the side that a person is shown: the raw one, or another as long as [Document.Decoded] reports true.
func (d *Document) Shown() *Content { return d.shown }

// Decoded reports whether what is shown is decoded, that is, has other bytes than the tools read.
func (d *Document) Decoded() bool { return d.shown != d.raw }

// Refresh takes the newest snapshots of both sides. It makes no system call.
func (d *Document) Refresh() {
	d.RefreshSide(d.raw)
	if d.Decoded() {
		d.RefreshSide(d.shown)
	}
}

// RefreshSide takes the newest snapshot of one side only, so that a change of the other is not missed by who handles
// it. It makes no system call.
func (d *Document) RefreshSide(s *Content) {
	if f, ok := s.src.(*source.File); ok && s == d.raw {
		d.info = f.Info()
	}
	s.refresh()
}

const (
	// lookEvery is how often a file is looked at for changes.
	lookEvery = 100 * time.Millisecond
	// readEvery is after how many of those looks what has been read of it is compared too.
	readEvery = 10
)

// Watch looks at the file until the document is closed; what has changed is in the next snapshots. Notifications of the
// system are not used: not every file system sends them, and to give them back takes Linux 10 ms or more, for which
// leaving would wait.
func (d *Document) Watch() {
	file, ok := d.raw.src.(*source.File)
	for n := 1; wait.For(d.ctx, lookEvery) == nil; n++ {
		if n%readEvery == 0 || ok && file.MayHaveChanged() {
			d.Poll()
		}
	}
}

// Poll looks at the file, and has the lines counted on if it has changed; what has changed is in the next snapshots. It
// may be called from any goroutine.
func (d *Document) Poll() {
	before := d.raw.src.Snapshot()
	if snap, err := d.raw.src.Refresh(d.ctx); err == nil && snap != before {
		d.raw.CountOn()
	}
}

// Reload is Poll that reads again what has been read, and counts on in any case: lines that could not be read are read
// again. It returns the error of looking at the file. It may be called from any goroutine.
func (d *Document) Reload() error {
	var err error
	if f, ok := d.raw.src.(*source.File); ok {
		if _, err = f.Reread(d.ctx); err == nil {
			err = f.CanReopen()
		}
	} else {
		_, err = d.raw.src.Refresh(d.ctx)
	}

	if err == nil {
		d.raw.CountOn()
	}

	return err
}

// Done is closed when the document is closed. It may be called from any goroutine.
func (d *Document) Done() <-chan struct{} { return d.ctx.Done() }

// Close closes both sides. It may wait for reads under way, and is called once, by any goroutine, when no other method
// is called any more but those that any goroutine may call.
func (d *Document) Close() {
	d.stop()
	d.raw.Free()
	if d.Decoded() {
		d.shown.Free()
	}
}

// Free is called by package jobs for a document that is not wanted. d may be nil.
func (d *Document) Free() {
	if d != nil {
		d.Close()
	}
}
