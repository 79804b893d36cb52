package box

import (
	"fmt"
	"sync"
)

// keptEnd is how much of the beginning and of the end of an output is kept, in bytes each.
const keptEnd = 128 << 10

// Kept keeps the beginning and the end of what is written to it, however much that is.
type Kept struct {
	mu    sync.Mutex
	head  []byte
	tail  []byte // a ring once it is full
	at    int
	total int64
}

func (k *Kept) Write(p []byte) (int, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	n := len(p)
	k.total += int64(n)
	room := min(keptEnd-len(k.head), len(p))
	k.head, p = append(k.head, p[:room]...), p[room:]
	if len(p) > keptEnd {
		p = p[len(p)-keptEnd:]
	}
	room = min(keptEnd-len(k.tail), len(p))
	k.tail, p = append(k.tail, p[:room]...), p[room:]
	for len(p) > 0 {
		n := copy(k.tail[k.at:], p)
		k.at, p = (k.at+n)%keptEnd, p[n:]
	}
	return n, nil
}

// String is what was kept, with a line in the middle for what was not.
func (k *Kept) String() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	gap := ""
	if lost := k.total - int64(len(k.head)+len(k.tail)); lost > 0 {
		gap = fmt.Sprintf("\n… %d bytes are left out …\n", lost)
	}
	return string(k.head) + gap + string(k.tail[k.at:]) + string(k.tail[:k.at])
}

// Total is the number of bytes that were written.
func (k *Kept) Total() int64 {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.total
}
