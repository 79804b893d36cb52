package source

import (
	"bytes"
	"io"
	"sort"
	"sync"
	"unicode/utf8"
)

// Memory is a file of at most 2 GiB in memory, with the offsets of its lines, so that several readers need not scan it
// again. It does not change between two calls of Reset, and several goroutines may use it meanwhile.
type Memory struct {
	data  []byte
	ends  []int32 // the offsets after each '\n'
	valid bool
	hasCR bool

	mu   sync.Mutex
	made map[string]any
}

// Once returns the result of of, which is called once for each name until Reset.
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

// Reset sets the bytes and scans them. The caller must not change data while the Memory is used.
func (m *Memory) Reset(data []byte) {
	m.data = data
	m.ends = m.ends[:0]
	m.valid = utf8.Valid(data)
	m.hasCR = m.Has('\r')
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

// Data returns the bytes, which the caller must not change.
func (m *Memory) Data() []byte { return m.data }

// Valid reports whether the bytes are UTF-8.
func (m *Memory) Valid() bool { return m.valid }

// Has reports whether the byte c occurs.
func (m *Memory) Has(c byte) bool { return bytes.IndexByte(m.data, c) >= 0 }

// HasCR reports whether '\r' occurs, which readers of lines ask for each call.
func (m *Memory) HasCR() bool { return m.hasCR }

// Ends returns the number of '\n' in the first size bytes.
func (m *Memory) Ends(size int64) int {
	if size >= int64(len(m.data)) {
		return len(m.ends)
	}
	return sort.Search(len(m.ends), func(i int) bool { return int64(m.ends[i]) > size })
}

// End returns the offset after the n-th '\n', 1-based; End(0) is 0.
func (m *Memory) End(n int) int64 {
	if n == 0 {
		return 0
	}
	return int64(m.ends[n-1])
}

// Lines returns the number of lines in the first size bytes, including one without '\n'.
func (m *Memory) Lines(size int64) int64 {
	n := m.Ends(size)
	if size > m.End(n) {
		n++
	}
	return int64(n)
}

// InMemory returns m, for MemoryOf.
func (m *Memory) InMemory() *Memory { return m }

// MemoryOf returns the Memory of b, or of the file that b is the beginning of; nil if it is not in memory.
func MemoryOf(b io.ReaderAt) *Memory {
	if holder, ok := b.(interface{ InMemory() *Memory }); ok {
		return holder.InMemory()
	}
	return nil
}
