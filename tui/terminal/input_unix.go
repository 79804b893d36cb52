//go:build unix

package terminal

import (
	"bytes"
	"errors"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"eyeline/reader/wait"
)

const (
	// escapeWait is how long a lone Escape waits for what would make it the beginning of a sequence.
	escapeWait = 40 * time.Millisecond
	// sequenceWait is how long the rest of a sequence may take.
	sequenceWait = 400 * time.Millisecond
	// answerWait is how long an answer too long to hold may pause.
	answerWait = time.Second
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
	*os.File
	Listener

	held  []byte           // the beginning of a sequence
	drops func([]byte) int // finds the end of one that is too long to hold, or was given up; nil: inside of none
	since time.Time        // when dropping began
	paste paste            // what came after the mark of a bracketed paste
	ready func(time.Duration) bool
	wait  func(fds []unix.PollFd, millis int) (int, error) // poll(2)

	over    atomic.Bool // nothing is read any more
	reading sync.Mutex  // held while Read runs
}

// Tell says who hears what is found among what is typed, before the first Read.
func (in *Input) Tell(l Listener) { in.Listener = l }

// NewInput returns an Input over a terminal.
func NewInput(f *os.File) *Input {
	in := &Input{File: f}
	in.ready = in.poll
	in.wait = unix.Poll
	return in
}

// poll waits until something can be read, or the reading is over.
func (in *Input) poll(d time.Duration) bool {
	for end := time.Now().Add(d); ; {
		readable, err := in.readable(min(d, pollSlice))
		if err != nil && !errors.Is(err, unix.EINTR) {
			return false
		}

		d = time.Until(end)
		if readable || d <= 0 || in.over.Load() {
			return readable
		}
	}
}

// readable waits for at most d until something can be read.
func (in *Input) readable(d time.Duration) (bool, error) {
	fds := []unix.PollFd{{Fd: int32(in.Fd()), Events: unix.POLLIN}}
	n, err := in.wait(fds, int(d.Milliseconds()))
	if err != nil || n <= 0 {
		return false, err
	}
	if fds[0].Revents&unix.POLLNVAL != 0 {
		return selectable(int(in.Fd()), d)
	}
	return true, nil
}

// selectable is readable by select(2): poll(2) of macOS takes no terminal, and says at once that /dev/tty is not open.
func selectable(fd int, d time.Duration) (bool, error) {
	if fd < 0 || fd >= unix.FD_SETSIZE {
		return false, unix.EINVAL
	}
	var read unix.FdSet
	read.Set(fd)
	limit := unix.NsecToTimeval(d.Nanoseconds())
	n, err := unix.Select(fd+1, &read, nil, nil, &limit)
	return n > 0, err
}

// End ends the reading: a Read under way comes to its end soon, and later ones give io.EOF without touching the
// terminal, which may then be closed. Bubble Tea itself does not wait for its reader in each case.
func (in *Input) End() {
	in.over.Store(true)
	wait.AtMost(endPatience, func() {
		in.reading.Lock()
		defer in.reading.Unlock()
	})
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
		buf := make([]byte, max((limit-len(out))/2-len(in.held), 1)) // an Escape may become two bytes
		n, err := in.File.Read(buf)
		if err != nil {
			return len(append(out, in.takeHeld()...)), err
		}
		if time.Since(in.since) >= answerWait {
			in.drops = nil
		}
		if in.pressed(buf[:n]) {
			return len(in.pressKey(out, buf[:n])), nil
		}

		out = append(out, in.sift(append(in.takeHeld(), buf[:n]...))...)
		if len(in.held) == 0 || len(out)+len(in.held) >= limit {
			return len(in.awaitPaste(out)), nil
		}

		if !in.ready(in.patience()) {
			out = in.giveUp(out)
			return len(in.awaitPaste(out)), nil
		}
	}
}

// patience is how long the rest of what is held may take.
func (in *Input) patience() time.Duration {
	escape := in.drops == nil && !in.paste.on && len(bytes.Trim(in.held, "\x1b")) == 0
	awaits := in.Awaits != nil && in.Awaits()
	switch {
	case escape && !awaits:
		// Alt with a key that begins a sequence is rarer than one that comes in parts.
		return escapeWait
	case awaits && !escape:
		return answerWait
	}

	return sequenceWait
}

// escapeKey is sent in place of one Escape that is followed at once by more bytes: Bubble Tea would read a single ESC
// and the next key as Alt+key.
const escapeKey = "\x1b\x1b"

// giveUp takes what is held as it is: the rest of a sequence never came. The keys that it may be are handed on. Of
// what no person typed the rest is dropped, should it still come.
func (in *Input) giveUp(out []byte) []byte {
	held := in.takeHeld()
	switch {
	case in.drops != nil: // the rest is dropped as before
	case in.paste.on:
		out = in.pasteText(out, held)
	case held[0] == esc && len(held) > 1 && held[1] == esc:
		out = append(out, escapeKey...)
		if len(held) == 2 {
			out = append(out, escapeKey...)
		}
	case held[0] == esc && len(held) <= 2: // Escape, or Alt with a key that begins a sequence
		out = append(out, held...)
	case held[0] == esc && held[1] == '[' && fixedLen(held) == 0:
		in.drops = endOfSequence
		in.since = time.Now()
	case held[0] == esc && isString(held[1]):
		in.drops = endOfString
		in.since = time.Now()
	}

	return out
}

// takeHeld returns the bytes that were held back, and forgets them.
func (in *Input) takeHeld() []byte {
	h := in.held
	in.held = nil
	return h
}

// sift returns the whole units of p that a person caused and keeps the rest for later.
func (in *Input) sift(p []byte) []byte {
	var out []byte
	for len(p) > 0 {
		if in.drops != nil {
			i := in.drops(bytes.TrimSuffix(p, []byte{esc})) // the last may begin the end
			if i < 0 {
				in.hold(p[len(bytes.TrimSuffix(p, []byte{esc})):])
				return out
			}

			in.drops = nil
			p = p[i:]
			continue
		}

		if in.paste.on {
			var given []byte
			given, p = in.pasted(p)
			out = append(out, given...)
			continue
		}

		if p[0] == esc && escaped(p) {
			out = append(out, escapeKey...)
			p = p[1:]
			continue
		}

		n := unit(p)
		if n == 0 {
			if len(p) > window/2 && p[0] == esc {
				in.drops = endOfString
				in.since = time.Now()
				return out
			}
			in.hold(p)
			return out
		}

		out = in.one(out, p[:n])
		p = p[n:]
	}

	return out
}

// hold keeps the beginning of a sequence until its rest comes.
func (in *Input) hold(p []byte) { in.held = append([]byte(nil), p...) }

// one hands on a whole unit, unless no person caused it.
func (in *Input) one(out, u []byte) []byte {
	switch {
	case answer(u):
		in.hear(u)
		return out
	case broken(u), string(u) == pasteEnd: // of a paste that is over
		return out
	case string(u) == pasteStart:
		in.beginPaste()
	}

	return append(out, u...)
}

// hear takes an answer of the terminal.
func (in *Input) hear(u []byte) {
	if dark, ok := backgroundOf(u); ok && in.OnBackground != nil {
		in.OnBackground(dark)
	}
	if isStatus(u) && in.OnStatus != nil {
		in.OnStatus()
	}
}
