package replica

import (
	"fmt"
	"sync"
)

// keptEnd is how much of the beginning and of the end of an output is kept, in bytes each.
const keptEnd = 128 << 10

// kept keeps the beginning and the end of what is written to it, however much that is.
type kept struct {
	mu         sync.Mutex
	head, tail []byte
	lost       int // bytes between them
}

func (k *kept) Write(p []byte) (int, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	room := min(keptEnd-len(k.head), len(p))
	k.head = append(k.head, p[:room]...)
	if k.tail = append(k.tail, p[room:]...); len(k.tail) > 2*keptEnd {
		k.shorten()
	}
	return len(p), nil
}

// shorten leaves no more than the end.
func (k *kept) shorten() {
	if over := len(k.tail) - keptEnd; over > 0 {
		k.lost += over
		k.tail = append(k.tail[:0], k.tail[over:]...)
	}
}

// String is what was kept, with a line in the middle for what was not.
func (k *kept) String() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	gap := ""
	if k.shorten(); k.lost > 0 {
		gap = fmt.Sprintf("\n… %d bytes are left out …\n", k.lost)
	}
	return string(k.head) + gap + string(k.tail)
}
