package export

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/wait"
	"eyeline/tui/file/document"
	"eyeline/tui/kit/atomicfile"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/screens"
	"eyeline/tui/terminal/signals"
)

// writes are the files that are being written. They belong to the program, not to what is on the screen: leaving waits
// for them, and a signal does not end the process before each is whole, kept as far as it has come, or gone.
type writes struct {
	mu      sync.Mutex
	now     []*writing
	leaving atomic.Bool // the program is about to end
	// lastSave is closed when the change of the settings that was asked for last has been made; nil before the first.
	lastSave chan struct{}
	// hold has something done before a signal ends the process, until release is called; release is nil when there is
	// nothing to do.
	hold    func(last func()) (release func())
	release func()
}

// writing is a file that is being written, or that was and nobody has been told yet how that went.
type writing struct {
	path   string
	over   bool            // a file of the name may be replaced
	part   bool            // what has come of the content is worth keeping
	job    context.Context // stops it when it is done
	ctx    context.Context
	stop   context.CancelCauseFunc
	begun  atomic.Bool
	ended  chan struct{}
	result result
	reads  fs.FileInfo   // the file that is read, which is not replaced; nil for none
	save   func() error  // changes the settings; nil for a content
	after  chan struct{} // closed when the change before has been made; nil for none
}

// result is how a writing went.
type result struct {
	path  string // that of the file that has the content
	size  int64
	err   error
	whole bool  // all of the content is written
	cut   error // why that is not all there is; nil when it is
}

// Why a writing is stopped.
var (
	errKeep = errors.New("stopped, keeping what has come")
	errDrop = errors.New("stopped")
)

// because is why a writing is stopped, by whether what has come is kept.
func because(keep bool) error {
	if keep {
		return errKeep
	}
	return errDrop
}

// errRead says that a file is not written because what is read is never written to.
var errRead = errors.New("it is the file that is read")

// write writes a content to a file in the background; one that exists is left alone unless over is set. part says that
// what has come of the content is kept when a person stops that.
func (g *Exporter) write(path string, over, part bool, content func(context.Context, io.Writer) error) tea.Cmd {
	if g.busyWriting() {
		return nil
	}

	w := g.writes.begin(path, over, part, nil)
	if d := g.text.Doc; d != nil {
		w.reads = d.Info()
	}

	write := jobs.Ask(g.jobs, jobs.Write, func(context.Context) *result {
		g.writes.run(w, content)
		return &w.result
	}, func(r *result) tea.Cmd {
		g.writes.told(w)
		if errors.Is(r.err, fs.ErrExist) && !over {
			again := func() tea.Cmd { return g.write(path, true, part, content) }
			g.overlays.AskYes(cells.Sanitize(path)+" exists; overwrite it? y or n", again, "not written")
		} else {
			g.program.Tell(r.words(path))
		}

		return nil
	})
	w.job = g.jobs.Context(jobs.Write)
	return func() tea.Msg {
		answer := write()
		if w.job.Err() == nil || !g.writes.told(w) {
			return answer
		}
		return NoteMsg(w.result.words(path)) // the answer of a job that was stopped is dropped
	}
}

// busyWriting reports whether a file is being written, and says so: there is one at a time.
func (g *Exporter) busyWriting() bool {
	if g.jobs.Runs(jobs.Write) {
		g.program.Say("a file is still being written; " + g.program.KeyName(keymap.Cancel) + " stops that")
		return true
	}
	return false
}

// AskLeave leaves by then, at once or, while a file is written, once a person has said what becomes of that.
func (g *Exporter) AskLeave(then func() tea.Cmd) tea.Cmd {
	for _, w := range g.writes.all() {
		if !w.running() || w.save != nil { // nobody is asked about the settings: Finish waits for them
			continue
		}

		name := cells.Sanitize(filepath.Base(w.path))
		g.overlays.AskLetter("still writing "+name+": w keep waiting, k keep what has come, d drop it",
			func(r rune) tea.Cmd {
				if r != 'k' && r != 'd' {
					return g.program.Say("still writing " + name)
				}
				g.writes.stopAll(r == 'k')
				return then()
			})
		return nil
	}

	g.writes.leaving.Store(true)
	return then()
}

// signalPatience is how long a process that a signal ends waits for its files.
const signalPatience = time.Second

// Finish waits for the files that are still written when the program ends, without a screen any more, and says on
// standard error what became of them. soon says that it must end, whether its disks answer or not.
func (g *Exporter) Finish(soon bool) {
	patience := signalPatience
	if !soon {
		patience = 0
		if len(g.writes.all()) > 0 {
			signals.EndOnInterrupt() // a person may give it up
		}
	}
	g.writes.finish(patience, os.Stderr)
}

// begin makes a writing, which is run by run. save is set for one that changes the settings.
func (ws *writes) begin(path string, over, part bool, save func() error) *writing {
	w := &writing{
		path: path, over: over, part: part, ended: make(chan struct{}), result: result{err: errDrop}, save: save,
	}
	w.job = context.Background()
	if save != nil {
		w.after = ws.lastSave
		ws.lastSave = w.ended
	}

	w.ctx, w.stop = context.WithCancelCause(w.job)
	ws.mu.Lock()
	defer ws.mu.Unlock()
	ws.now = append(ws.now, w)
	if ws.release == nil {
		ws.release = ws.hold(func() { ws.finish(signalPatience, os.Stderr) })
	}
	return w
}

// run writes a content to the file of a writing, until it is stopped or the context of its job is done.
func (ws *writes) run(w *writing, content func(context.Context, io.Writer) error) {
	if w.begun.Swap(true) {
		return // the program ends
	}

	defer close(w.ended)
	if w.save != nil {
		if w.after != nil {
			<-w.after
		}
		w.result = result{path: w.path, err: w.save(), whole: true}
		return
	}

	defer context.AfterFunc(w.job, func() { w.stop(because(w.part)) })()
	r := &w.result
	if there, err := os.Stat(w.path); err == nil && w.reads != nil && os.SameFile(there, w.reads) {
		r.err = errRead
		return
	}

	r.path, r.err = atomicfile.Write(w.path, atomicfile.Options{
		Mode: 0o666, Replace: w.over,
		Beside: func() bool { return ws.leaving.Load() || w.part && context.Cause(w.ctx) != nil },
	}, func(f io.Writer) error {
		err := content(w.ctx, counter{wait.Writer(w.ctx, f), &r.size})
		if isCut(err) {
			r.cut = err
			err = nil
		}

		r.whole = err == nil
		cause := context.Cause(w.ctx)
		switch {
		case err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, fs.ErrClosed), cause == nil:
			return err
		case !r.whole && errors.Is(cause, errDrop):
			return cause
		case ws.leaving.Load():
			return atomicfile.ErrEnough
		}

		return nil
	})
}

// running reports whether the file is still written, and nobody has stopped that.
func (w *writing) running() bool {
	select {
	case <-w.ended:
		return false
	default:
		return w.ctx.Err() == nil && w.job.Err() == nil
	}
}

// told forgets a writing once the screen says how it went; false when that was said before, or when the program is
// about to end: then the end says it.
func (ws *writes) told(w *writing) bool {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	return !ws.leaving.Load() && ws.forget(w)
}

// tell says on standard error, unless that was said before, how a writing went that the end of the program found; ""
// for nothing to say. It is said before the writing is forgotten: a signal that finds none ends the process.
func (ws *writes) tell(w *writing, said string, to io.Writer) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	if said != "" && slices.Contains(ws.now, w) {
		_, _ = fmt.Fprintln(to, "eyeline: "+said)
	}
	ws.forget(w)
}

// forget forgets a writing and, with the last one, no longer keeps a signal from ending the process; false when it was
// forgotten before. The lock is held.
func (ws *writes) forget(w *writing) bool {
	i := slices.Index(ws.now, w)
	if i < 0 {
		return false
	}

	ws.now = slices.Delete(ws.now, i, i+1)
	if len(ws.now) == 0 && ws.release != nil {
		ws.release()
		ws.release = nil
	}

	return true
}

// all are the writings whose end nobody has been told of yet.
func (ws *writes) all() []*writing {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	return slices.Clone(ws.now)
}

// stopAll stops what still runs, since the program is about to end; keep says whether what has come of it stays.
func (ws *writes) stopAll(keep bool) {
	ws.leaving.Store(true)
	for _, w := range ws.all() {
		w.stop(because(keep))
	}
}

// finish stops what still runs, waits for it, and says how that went. What has come is kept, but not in the place of
// another file when it can be had again. With a patience it does not wait for longer, such as for a disk that does not
// answer; 0 is for ever.
func (ws *writes) finish(patience time.Duration, say io.Writer) {
	ws.leaving.Store(true)
	all := ws.all()
	for _, w := range all {
		w.stop(because(w.part || !w.over))
		if w.save != nil {
			go ws.run(w, nil)
		} else if !w.begun.Swap(true) {
			close(w.ended)
		}
	}

	var late <-chan time.Time
	if patience > 0 {
		late = time.After(patience)
	}

	for _, w := range all {
		select {
		case <-w.ended:
		case <-late:
			late = time.After(0)
		}

		select {
		case <-w.ended:
			ws.tell(w, w.atEnd(), say)
		default:
			ws.tell(w, w.late(atomicfile.Abandon()), say)
		}
	}
}

// atEnd says how a writing went whose end no screen shows; "" when settings are saved.
func (w *writing) atEnd() string {
	if w.save != nil && w.result.err == nil {
		return ""
	}
	return w.result.words(w.path).Text
}

// late says how a writing went whose disk does not answer, when the files that are kept have their names.
func (w *writing) late(kept map[string]string) string {
	if name, ok := kept[w.path]; ok {
		return cells.Sanitize(name) + " has what was written so far; its disk does not answer, so not all of that " +
			"may last"
	}
	return cells.Sanitize(w.path) + " is not written: its disk does not answer"
}

// words say how the writing of a file went.
func (r *result) words(path string) screens.Note {
	size := humanize.Size(r.size)
	switch {
	case errors.Is(r.err, errDrop):
		return screens.Note{Text: "stopped: " + cells.Sanitize(path) + " is not written"}
	case r.err != nil:
		return screens.Note{Text: "cannot write " + cells.Sanitize(path) + ": " +
			cells.Sanitize(atomicfile.Reason(r.err)), Bad: true}
	case !r.whole:
		return screens.Note{Text: fmt.Sprintf("stopped: the first %s are in %s", size, cells.Sanitize(r.path))}
	}

	said := screens.Note{Text: fmt.Sprintf("wrote %s to %s", size, cells.Sanitize(r.path)), Bad: r.cut != nil}
	if r.cut != nil {
		said.Text += "; " + cells.Sanitize(r.cut.Error())
	}

	return said
}

// isCut reports whether an error says that all is written, of a text that ends early.
func isCut(err error) bool {
	var cut *document.CutError
	return errors.As(err, &cut)
}
