//go:build unix

package main

import (
	"runtime"
	"runtime/debug"
	"slices"
	"time"

	"eyeline/tui/internal/vt"
)

const (
	// scrolls is how many lines are scrolled, one key after the other.
	scrolls = 100
	// quiet is how long nothing more comes when a key has been answered.
	quiet = time.Millisecond
	// slowest is how long a key is waited for.
	slowest = 5 * time.Second
	// settled is how long after its start a pager has done what it does in the background.
	settled = 2 * time.Second
)

// chunk is what one read of a terminal brought.
type chunk struct {
	at   time.Time
	text []byte
}

// press is a key with what came after it.
type press struct {
	at     time.Time
	chunks []chunk
}

// unanswered is for how long at least more has to be waited for: until something came after the key, and no more since
// for a time.
func (p *press) unanswered() time.Duration {
	n := len(p.chunks)
	if n == 0 {
		return quiet
	}
	return quiet - time.Since(p.chunks[n-1].at)
}

// scroll types the key that scrolls by a line, again and again, and notes when each is seen. All is read and written by
// one thread, and what came is looked at afterwards: else what measures would take processors and their caches from the
// pager, and wake threads of its own between the two ends of the terminal.
func (m *measurement) scroll(p pager) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	s, err := start(m.ctx, append(slices.Clone(p.command), m.input.path), nil)
	if err != nil {
		return
	}
	defer func() {
		go s.read() // a pager may wait until all it has written is read
		s.end(p.quit)
	}()
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	w := &watch{fd: int(s.master.Fd()), kept: make([]byte, mostKept)}
	clear(w.kept)                      // the system gives memory when it is first written
	w.collect(settled, func(c chunk) { // what goes on in the background is not of the key
		s.screen.Write(string(c.text))
		s.answer(string(c.text))
		w.used = 0 // it was looked at
	})
	if t := s.text(); !p.anywhere && (!t.has(m.input.first) || t.rows() < 33) {
		return
	}
	var presses [scrolls + 3]press
	for i := range presses {
		presses[i].chunks = make([]chunk, 0, 16)
		presses[i].at = time.Now()
		typeRaw(w.fd, p.down)
		keep := func(c chunk) { presses[i].chunks = append(presses[i].chunks, c) }
		there := w.collect(m.repeat, keep)
		for left := presses[i].unanswered(); there && left > 0 && time.Since(presses[i].at) < slowest; left = presses[i].unanswered() {
			there = w.collect(left, keep)
		}
		if !there {
			return
		}
	}
	written, lines := 0, 0
	for i, key := range presses {
		if at, ok := seen(s.screen, key.chunks); ok && i >= len(presses)-scrolls { // the first find caches cold
			m.add(p, "key to screen", float64(at.Sub(key.at).Microseconds())/1000)
			for _, c := range key.chunks {
				written += len(c.text)
			}
			lines++
		}
	}
	if lines > 0 {
		m.add(p, "bytes a line", float64(written)/float64(lines))
	}
}

// mostKept is how many bytes of a terminal are kept.
const mostKept = 4 << 20

// watch reads a terminal into memory that is there before: to get some between a key and its answer takes time from the
// pager, and its data out of the processor's caches.
type watch struct {
	fd   int
	kept []byte
	used int
}

// collect reads what comes for a time; false when the pager has ended, or has written more than is kept.
func (w *watch) collect(during time.Duration, each func(chunk)) bool {
	for end := time.Now().Add(during); ; {
		left := time.Until(end)
		if left <= 0 {
			return true
		}
		if !waitRaw(w.fd, left) {
			continue
		}
		n := readRaw(w.fd, w.kept[w.used:])
		at := time.Now()
		if n == 0 {
			return false
		}
		c := chunk{at, w.kept[w.used:][:n:n]}
		w.used += n
		each(c)
	}
}

// seen says when the rows above the last had changed: less takes its prompt away in a write of its own, before the line
// is there.
func seen(screen *vt.Screen, chunks []chunk) (at time.Time, ok bool) {
	before := text(screen.Text()).abovePrompt()
	for _, c := range chunks {
		screen.Write(string(c.text))
		if !ok && text(screen.Text()).abovePrompt() != before {
			at, ok = c.at, true
		}
	}
	return at, ok
}
