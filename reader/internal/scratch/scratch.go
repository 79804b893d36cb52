// Package scratch lends the buffers that whole files are read through, to all that reads whole files: the line index,
// searches, filters. There are few, and always the first that is free is lent, so that only as many take memory as were
// ever lent at the same time. They are outside the heap that is collected: there each MiB that is in use lets another
// MiB of garbage grow.
package scratch

import "sync"

const (
	// Read is how many bytes are read at a time. Of a file in the page cache more saves hardly any time of a processor,
	// and 256 KiB take a tenth more.
	Read = 320 << 10
	// Margin is the room on either side of what is read, for the lines that reach into it.
	Margin = 64 << 10
	// Size is the length of a buffer, in bytes.
	size = Margin + Read + Margin
)

// Buffer is a buffer that is lent.
type Buffer [size]byte

// Room is where Read bytes go that need nothing around them: the same memory as that between the margins.
func (p *Buffer) Room() []byte { return p[Margin : Margin+Read] }

// few is how many buffers there are. Two workers each index, search and filter, and a key looks for a line meanwhile.
// Whoever comes when all are lent gets one of the heap.
const few = 8

var (
	buffers [few]Buffer

	mu   sync.Mutex
	lent [few]bool // guarded by mu
)

// Get lends a buffer, with what was last read into it. Who got it gives it back with Put, and does not use it
// afterwards.
func Get() *Buffer {
	mu.Lock()
	defer mu.Unlock()
	for i := range lent {
		if !lent[i] {
			lent[i] = true
			return &buffers[i]
		}
	}
	return new(Buffer)
}

// LentCount is how many buffers are lent now, without those of the heap.
func LentCount() int {
	mu.Lock()
	defer mu.Unlock()
	n := 0
	for _, l := range lent {
		if l {
			n++
		}
	}
	return n
}

// Put takes back a buffer of Get; with nil it does nothing.
func Put(p *Buffer) {
	mu.Lock()
	defer mu.Unlock()
	for i := range buffers {
		if p == &buffers[i] {
			lent[i] = false
		}
	}
}
