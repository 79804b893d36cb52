//go:build unix

package peers

import (
	"slices"
	"time"
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

// scroll types the key that scrolls by a line, again and again, and notes when the rows above the last change: less
// takes its prompt away in a write of its own, before the line is there.
func (m *measurement) scroll(p pager) {
	s, err := begin(m.ctx, append(slices.Clone(p.command), m.input.path))
	if err != nil {
		return
	}
	defer s.end(p.quit)
	time.Sleep(settled)
	if t, _, _ := s.now(); !p.anywhere && !m.begins(t) {
		return
	}
	const before = 3 // the first find caches cold
	written := 0
	for i := range before + scrolls {
		was, _, total := s.now()
		began := s.typeKeys(p.down)
		at, ok := s.until(slowest, func(t text) bool { return t.abovePrompt() != was.abovePrompt() })
		time.Sleep(max(quiet, *repeat-time.Since(began)))
		if !ok {
			return
		}
		if i >= before {
			m.add(p, "key to screen", milliseconds(at.Sub(began)))
			_, _, now := s.now()
			written += now - total
		}
	}
	m.add(p, "bytes a line", float64(written)/scrolls)
}
