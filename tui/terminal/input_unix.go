//go:build unix

package terminal

import (
	"errors"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

const (
	// escapeWait is how long a lone Escape waits for what would make it the beginning of a sequence.
	escapeWait = 40 * time.Millisecond
	// sequenceWait is how long the rest of a sequence may take.
	sequenceWait = 400 * time.Millisecond
	// window is how much Read hands on at most. Bubble Tea takes a read that fills its 256 bytes for one that may be
	// cut off, and waits.
	window = 255
	// pollSlice is how long a wait takes at most to notice that the reading is over.
	pollSlice = 10 * time.Millisecond
	// endPatience is how long End waits for a Read under way, which another reader of the terminal can keep from its
	// bytes.
	endPatience = 100 * time.Millisecond
)

// HearsAnswers says that Input finds the terminal's answers among what is typed. Nothing may be asked otherwise.
const HearsAnswers = true

// Input reads a terminal for Bubble Tea. Each Read gives whole keys and mouse events only: sequences and characters
// cut by a read are held back until the rest has come, and the terminal's late answers to queries are swallowed.
//
// It is a file as far as Bubble Tea is concerned, so that a read can be cancelled when the editor takes the terminal
// over.
type Input struct {
	file *os.File

	// OnBackground gets the terminal's answer to AskBackground.
	OnBackground func(dark bool)
	// OnStatus is called for each of the terminal's answers to AskStatus.
	OnStatus func()
	// OnGone is called when the terminal can be read no more, as after its window was closed. Read then gives io.EOF,
	// with which Bubble Tea waits on: of another error it would make an end of its own, with another exit status, when
	// that came first.
	OnGone func()

	held     []byte // the beginning of a sequence
	dropping bool   // inside an answer too long to hold
	paste    paste  // what came after the mark of a bracketed paste
	ready    func(time.Duration) bool

	over    atomic.Bool // nothing is read any more
	reading sync.Mutex  // held while Read runs
}

// NewInput returns an Input over a terminal.
func NewInput(f *os.File) *Input {
	in := &Input{file: f}
	in.ready = in.poll
	return in
}

// Fd, Name, Write and Close make Input a file.
func (in *Input) Fd() uintptr { return in.file.Fd() }

// Name is the terminal's name.
func (in *Input) Name() string { return in.file.Name() }

// Write writes to the terminal.
func (in *Input) Write(p []byte) (int, error) { return in.file.Write(p) }

// Close closes the terminal.
func (in *Input) Close() error { return in.file.Close() }

// poll waits until something can be read, or the reading is over.
func (in *Input) poll(d time.Duration) bool {
	fds := []unix.PollFd{{Fd: int32(in.file.Fd()), Events: unix.POLLIN}}
	for end := time.Now().Add(d); ; {
		n, err := unix.Poll(fds, int(min(d, pollSlice).Milliseconds()))
		if err != nil && !errors.Is(err, unix.EINTR) {
			return false
		}
		if d = time.Until(end); n > 0 || d <= 0 || in.over.Load() {
			return n > 0
		}
	}
}

// End ends the reading: a Read under way comes to its end soon, and later ones give io.EOF without touching the
// terminal, which may then be closed. Bubble Tea itself does not wait for its reader in each case.
func (in *Input) End() {
	in.over.Store(true)
	ended := make(chan struct{})
	go func() {
		in.reading.Lock()
		defer in.reading.Unlock()
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(endPatience):
	}
}

// Read fills p with whole keys and mouse events. It may return 0 and no error when all that came was an answer.
func (in *Input) Read(p []byte) (int, error) {
	in.reading.Lock()
	defer in.reading.Unlock()
	if in.over.Load() {
		return 0, io.EOF
	}
	n, err := in.next(p)
	if err != nil && !in.over.Load() && in.OnGone != nil {
		in.OnGone()
		err = io.EOF
	}
	return n, err
}

// next is Read while the terminal is there.
func (in *Input) next(p []byte) (int, error) {
	out := p[:0]
	limit := max(min(len(p), window)-len(pasteEnd), 1) // see awaitPaste
	for {
		buf := make([]byte, max(limit-len(out)-len(in.held), 1))
		n, err := in.file.Read(buf)
		if err != nil {
			return len(append(out, in.take()...)), err
		}
		out = append(out, in.sift(append(in.take(), buf[:n]...))...)
		if len(in.held) == 0 || len(out)+len(in.held) >= limit {
			return len(in.awaitPaste(out)), nil
		}
		wait := sequenceWait
		if len(in.held) == 1 { // Escape; Alt with a key that begins a sequence is rarer than one that comes in parts
			wait = escapeWait
		}
		if !in.ready(wait) {
			if in.lone() || in.paste.on {
				out = append(out, in.held...)
			}
			in.held = nil // the rest of a sequence never came
			return len(in.awaitPaste(out)), nil
		}
	}
}

// lone reports whether what is held may be a key by itself: Escape, or Alt with a key that begins a sequence.
func (in *Input) lone() bool {
	return len(in.held) == 1 && in.held[0] == esc || len(in.held) == 2 && in.held[0] == esc
}

func (in *Input) take() []byte {
	h := in.held
	in.held = nil
	return h
}

// sift returns the whole units of p that a person caused and keeps the rest for later.
func (in *Input) sift(p []byte) []byte {
	var out []byte
	for len(p) > 0 {
		if in.dropping {
			i := endOfString(p)
			if i < 0 {
				return out
			}
			in.dropping = false
			p = p[i:]
			continue
		}
		if in.paste.on {
			var given []byte
			given, p = in.pasted(p)
			out = append(out, given...)
			continue
		}
		n := unit(p)
		if n == 0 {
			if len(p) > window/2 && p[0] == esc {
				in.dropping = true
				return out
			}
			in.held = append([]byte(nil), p...)
			return out
		}
		u := p[:n]
		p = p[n:]
		switch {
		case answer(u):
			if dark, ok := backgroundOf(u); ok && in.OnBackground != nil {
				in.OnBackground(dark)
			}
			if isStatus(u) && in.OnStatus != nil {
				in.OnStatus()
			}
			continue
		case string(u) == pasteStart:
			in.beginPaste()
		case string(u) == pasteEnd:
			continue // of a paste that is over
		}
		out = append(out, u...)
	}
	return out
}

// endOfString is the offset after the end of a control string, -1 when it goes on.
func endOfString(p []byte) int {
	for i, c := range p {
		if c == 0x07 {
			return i + 1
		}
		if c == esc {
			if i+1 < len(p) && p[i+1] == '\\' {
				return i + 2
			}
			return i
		}
	}
	return -1
}
