package source

import (
	"bytes"
	"io"
	"slices"
	"sort"
	"sync"
	"unicode/utf8"

	"eyeline/reader/internal/lossy"
)

// Memory is a run of bytes in memory, of which is known where its lines are and what is in them: several readers of the
// same file then need not look through it again. A Memory does not change between two calls of Reset, and may be used
// by several goroutines in the meantime. A file has at most 2 GiB here.
type Memory struct {
	data []byte
	// ends are the offsets after each '\n', special the 0-based numbers of the lines that are not plain, both ascending.
	ends, special []int32
	longest       int
	valid         bool
	has           [256]bool // only of the bytes that are looked for
	ascii         bool
	tabs          int
	// blanks: as TrailingBlanks says, printable: as Printable.
	blanks, printable bool

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

// breaks are the bytes other than '\n' at which one tool or another ends lines.
var breaks = [...]byte{'\r', '\v', '\f', 0x1c, 0x1d, 0x1e}

// Reset makes data the bytes and looks through them. data must not be written to while the Memory is used.
func (m *Memory) Reset(data []byte) {
	m.data, m.ends, m.special, m.longest, m.has = data, m.ends[:0], m.special[:0], 0, [256]bool{}
	clear(m.made)
	m.blanks = false
	start := 0
	for start < len(data) {
		i := bytes.IndexByte(data[start:], '\n')
		if i < 0 {
			m.longest = max(m.longest, len(data)-start)
			break
		}
		m.longest = max(m.longest, i)
		m.blanks = m.blanks || i > 0 && (data[start+i-1] == ' ' || data[start+i-1] == '\t')
		start += i + 1
		m.ends = append(m.ends, int32(start))
	}
	m.ascii = lossy.ASCIIPrefix(data) == len(data)
	m.valid = m.ascii || utf8.Valid(data)
	tabs := bytes.Count(data, []byte{'\t'})
	controls := lossy.Controls(data) > len(m.ends)+tabs
	m.tabs, m.printable = tabs, m.valid && !controls
	broken := false
	if controls {
		m.has[0] = bytes.IndexByte(data, 0) >= 0
		for _, c := range breaks {
			m.has[c] = bytes.IndexByte(data, c) >= 0
			broken = broken || m.has[c]
		}
	}
	if !m.ascii || broken {
		m.findSpecial(broken)
	}
}

// findSpecial fills in special; broken: there are other line ends than '\n'.
func (m *Memory) findSpecial(broken bool) {
	for at, line := 0, 0; at < len(m.data); {
		rest := m.data[at:]
		i := lossy.ASCIIPrefix(rest)
		if broken {
			for j, c := range rest[:i] {
				if c < 0x20 && c != '\n' && m.has[c] && c != 0 {
					i = j
					break
				}
			}
		}
		if i == len(rest) {
			return
		}
		at += i
		n, _ := slices.BinarySearch(m.ends[line:], int32(at+1))
		line += n
		m.special = append(m.special, int32(line))
		if line == len(m.ends) {
			return
		}
		at = int(m.ends[line])
		line++
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

// ASCII reports whether no byte is above 0x7F, Valid whether the bytes are UTF-8.
func (m *Memory) ASCII() bool { return m.ascii }

// Valid reports whether the bytes are UTF-8.
func (m *Memory) Valid() bool { return m.valid }

// Printable reports whether the bytes are UTF-8 without control characters of ASCII but tabs and '\n'.
func (m *Memory) Printable() bool { return m.printable }

// TrailingBlanks reports whether there is a line with a blank or a tab before its '\n'.
func (m *Memory) TrailingBlanks() bool { return m.blanks }

// Tabs is how many tabs there are.
func (m *Memory) Tabs() int64 { return int64(m.tabs) }

// Has reports whether a byte occurs. It is known of NUL, CR, VT, FF, FS, GS and RS only.
func (m *Memory) Has(c byte) bool { return m.has[c] }

// Longest is the length of the longest line in bytes, without '\n'.
func (m *Memory) Longest() int64 { return int64(m.longest) }

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

// Special is the 0-based number of the first line from the 0-based line n on that is not plain: one that has a byte
// above 0x7F, or another line end than '\n' that a tool may know. It is the number of all lines when there is none.
func (m *Memory) Special(n int) int {
	i, _ := slices.BinarySearch(m.special, int32(n))
	if i < len(m.special) {
		return int(m.special[i])
	}
	return len(m.ends) + 1
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
