package terminal

import (
	"bytes"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"eyeline/reader/wait"
	"eyeline/tui/terminal/paint"
)

const (
	home   = "\x1b[H"
	cancel = "\x18" // ends a sequence that has begun

	altScreenOn  = "\x1b[?1049h"
	altScreenOff = "\x1b[?1049l"

	// Without wrapping at its edge a terminal that takes a character for wider than we do cuts the row off.
	wrapOff = "\x1b[?7l"
	wrapOn  = "\x1b[?7h"

	// A program that had the terminal may have left modes on: origin, insert, application keys, and the keyboard
	// protocol of kitty, which the terminal keeps for each screen.
	modesOff = "\x1b[?6l\x1b[4l\x1b[?1l\x1b[=0u"
)

// Output writes to a terminal. Bubble Tea switches the terminal's modes through [Output.Write]; its own frames, which
// wait for a clock and paint every row that changed as a whole, are dropped there. The screen comes through
// [Output.ShowRows] instead: it is drawn at once, and when the terminal is slower than the frames only the newest is.
// Output knows the rows on the screen, so it moves what only moved with a scroll region and writes the cells that
// differ.
//
// It is a file as far as Bubble Tea is concerned, so that the terminal's size can be asked.
type Output struct {
	file *os.File

	newest atomic.Pointer[[]string] // the newest frame that is not drawn yet; taken while mu is held
	shown  chan struct{}            // there may be one
	stop   chan struct{}
	ended  chan struct{}

	mu       sync.Mutex // guards the terminal, and what follows
	greeting string     // is written once the alternate screen is on for the first time
	holding  bool       // what is written is held back until the first frame
	held     []byte     // what is held back
	alt      bool       // the alternate screen is on: frames may be drawn
	left     bool       // Leave was called
	screen   paint.Screen
	buf      []byte
}

// NewOutput returns an Output over a terminal. End ends it. The modes that Bubble Tea switches before the first frame
// are held back and written with it: a terminal would show an empty screen meanwhile.
func NewOutput(f *os.File) *Output {
	o := &Output{
		file: f, shown: make(chan struct{}, 1), stop: make(chan struct{}), ended: make(chan struct{}),
		holding: true,
	}
	go o.drawAll()
	return o
}

// Forget says that the terminal may show something else than was drawn, as after a change of its size. A frame from
// before is not drawn any more: it may have another size, and cells that it does not have would be taken for blank.
func (o *Output) Forget() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.newest.Store(nil)
	o.screen.Forget()
}

// Fd, Read, Name and Close make Output a file.
func (o *Output) Fd() uintptr { return o.file.Fd() }

// Read reads from the terminal.
func (o *Output) Read(p []byte) (int, error) { return o.file.Read(p) }

// Name is the terminal's name.
func (o *Output) Name() string { return o.file.Name() }

// Close closes the terminal.
func (o *Output) Close() error { return o.file.Close() }

// End stops the drawing. No frame is drawn after it returns.
func (o *Output) End() {
	close(o.stop)
	<-o.ended
}

// Raw writes a sequence that moves no cursor, such as the clipboard's, between two frames.
func (o *Output) Raw(seq string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.holding = false
	return o.write(seq)
}

// Greet writes a sequence that moves no cursor right after the alternate screen is on for the first time. It is called
// before Bubble Tea starts.
func (o *Output) Greet(seq string) { o.greeting = seq }

// Begin writes what is held back for the first frame, where none has been drawn yet, and reports whether there was any.
func (o *Output) Begin() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.holding || len(o.held) == 0 {
		return false
	}
	o.holding = false
	return o.write("") == nil
}

// Leave restores the terminal's modes and screen. Nothing is written after it but by Raw: Bubble Tea would restore them
// once more.
func (o *Output) Leave() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.alt = false
	o.left = true
	o.holding = false
	return o.write(Reset)
}

// LeaveAgain is Leave after Drop, which may have cut off a sequence.
func (o *Output) LeaveAgain() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.write(cancel + Reset)
}

// Drain waits until the system has handed all that was written on to the terminal, at most until the deadline. It
// reports whether it has, where the system knows.
func (o *Output) Drain(deadline time.Time) bool { return drain(o.file, deadline) }

// Drop drops what the terminal has not taken yet, so that there is room for what waits to be written.
func (o *Output) Drop() { drop(o.file) }

// write writes s after what is held back; while output is held, s is held too.
func (o *Output) write(s string) error {
	o.held = append(o.held, s...)
	if o.holding {
		return nil
	}
	_, err := o.file.Write(o.held)
	o.held = o.held[:0]
	return err
}

// ShowRows draws a frame: as many rows as the terminal has, each at most as wide as it is, which must not be changed
// afterwards. It does not wait for the terminal: of frames that come faster only the newest is drawn. Nothing is drawn
// while the alternate screen is off. Frames come from one goroutine.
func (o *Output) ShowRows(rows []string) {
	o.newest.Store(&rows)
	wait.Signal(o.shown)
}

func (o *Output) drawAll() {
	defer close(o.ended)
	for {
		select {
		case <-o.stop:
			return
		case <-o.shown:
			o.draw()
		}
	}
}

// draw writes the newest frame, after what was held back for it.
func (o *Output) draw() {
	o.mu.Lock()
	defer o.mu.Unlock()
	rows := o.newest.Swap(nil)
	if !o.alt || rows == nil {
		return
	}

	o.buf = append(o.buf[:0], o.held...)
	o.held = o.held[:0]
	o.holding = false
	o.buf = o.screen.Update(o.buf, *rows)
	if len(o.buf) == 0 {
		return
	}
	if _, err := o.file.Write(o.buf); err != nil {
		o.screen.Forget() // a terminal that is gone ends the input, too
	}
}

// Write takes what Bubble Tea writes: modes are passed on, frames are not.
func (o *Output) Write(p []byte) (int, error) {
	if len(p) > len(home) && bytes.HasPrefix(p, []byte(home)) {
		return len(p), nil
	}

	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case o.left:
		return len(p), nil
	case bytes.Contains(p, []byte(altScreenOn)):
		greeting := o.greeting
		o.alt = true
		o.greeting = ""
		o.screen.Forget()
		o.screen.SetRaw(raw(o.file))
		return len(p), o.write(string(p) + wrapOff + modesOff + greeting)
	case bytes.Contains(p, []byte(altScreenOff)):
		o.alt = false
		o.holding = false
		return len(p), o.write(o.screen.Leave() + wrapOn + string(p))
	case movesNothing(p):
		return len(p), o.write(string(p))
	case changesScreen(p):
		return len(p), o.write(o.screen.Leave() + string(p))
	}

	o.screen.Moved()
	return len(p), o.write(string(p))
}

// movesNothing reports whether what Bubble Tea writes leaves the cursor and the rows alone: modes and titles do.
func movesNothing(p []byte) bool {
	if bytes.HasPrefix(p, []byte("\x1b[?")) {
		last := p[len(p)-1]
		return last == 'h' || last == 'l'
	}
	return bytes.HasPrefix(p, []byte("\x1b]"))
}

// changesScreen reports whether it may change rows: all but the way to the corner or the left edge does.
func changesScreen(p []byte) bool { return string(p) != home && string(p) != "\r" }
