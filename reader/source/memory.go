package source

import (
	"bytes"
	"io"
	"sort"
	"sync"
	"unicode/utf8"
)

// Memory is a run of bytes in memory, of which is known where its lines are: several readers of the same file then need
// not look through it again. A Memory does not change between two calls of Reset, and may be used by several goroutines
// in the meantime. A file has at most 2 GiB here.
type Memory struct {
	data  []byte
	ends  []int32 // the offsets after each '\n'
	valid bool

	mu   sync.Mutex
	made map[string]any
}

// Once is what of makes of the bytes. Several readers that make the same thing of them get one, by the name of it.
func (m *Memory) Once(name string, of func() any) any {
	m.mu.Lock()
	defer m.mu.Unlock()
	v, ok := m.made[name]
	if !ok {
		v = of()
		if m.made == nil {
			m.made = map[string]any{}
		}
		m.made[name] = v
	}
	return v
}

// Reset makes data the bytes and looks through them. data must not be written to while the Memory is used.
func (m *Memory) Reset(data []byte) {
	m.data, m.ends, m.valid = data, m.ends[:0], utf8.Valid(data)
	clear(m.made)
	for start := 0; ; {
		i := bytes.IndexByte(data[start:], '\n')
		if i < 0 {
			return
		}
		start += i + 1
		m.ends = append(m.ends, int32(start))
	}
}

// ReadAt implements io.ReaderAt.
func (m *Memory) ReadAt(p []byte, off int64) (int, error) {
	if off >= int64(len(m.data)) {
		return 0, io.EOF
	}
	n := copy(p, m.data[off:])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// Size implements Bytes.
func (m *Memory) Size() int64 { return int64(len(m.data)) }

// Data are the bytes, which must not be written to.
func (m *Memory) Data() []byte { return m.data }

// Valid reports whether the bytes are UTF-8.
func (m *Memory) Valid() bool { return m.valid }

// Has reports whether a byte occurs.
func (m *Memory) Has(c byte) bool { return bytes.IndexByte(m.data, c) >= 0 }

// Ends is the number of '\n' in the first size bytes.
func (m *Memory) Ends(size int64) int {
	if size >= int64(len(m.data)) {
		return len(m.ends)
	}
	return sort.Search(len(m.ends), func(i int) bool { return int64(m.ends[i]) > size })
}

// End is the offset after the n-th '\n', 1-based; End(0) is 0.
func (m *Memory) End(n int) int64 {
	if n == 0 {
		return 0
	}
	return int64(m.ends[n-1])
}

// Lines is the number of lines in the first size bytes; text after the last '\n' is one.
func (m *Memory) Lines(size int64) int64 {
	n := m.Ends(size)
	if size > m.End(n) {
		n++
	}
	return int64(n)
}

// InMemory is m: see MemoryOf.
func (m *Memory) InMemory() *Memory { return m }

// MemoryOf is where the bytes of b are in memory, or of the file that b is the beginning of; nil when they are not.
func MemoryOf(b io.ReaderAt) *Memory {
	if holder, ok := b.(interface{ InMemory() *Memory }); ok {
		return holder.InMemory()
	}
	return nil
}
