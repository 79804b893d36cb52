package decode

import (
	"bufio"
	"io"
	"strings"
)

// Marked returns a reader of r as UTF-8 text without the byte order mark that it begins with: of UTF-8, UTF-16LE or
// UTF-16BE, as programs of Windows write text. Text without a mark is passed on unchanged. Nothing is read before the
// first Read, which waits for no more bytes than it takes to tell that they are no mark.
func Marked(r io.Reader) io.Reader { return &marked{in: bufio.NewReader(r)} }

// marked reads text that may have a byte order mark.
type marked struct {
	in  *bufio.Reader
	out io.Reader // nil before the first Read
}

func (m *marked) Read(p []byte) (int, error) {
	if m.out == nil {
		m.out = m.behindMark()
	}
	return m.out.Read(p)
}

// behindMark returns a reader of what is after the mark.
func (m *marked) behindMark() io.Reader {
	for _, b := range []struct {
		mark     string
		encoding Encoding
	}{{mark, UTF8}, {"\xff\xfe", UTF16LE}, {"\xfe\xff", UTF16BE}} {
		if m.begins(b.mark) {
			_, _ = m.in.Discard(len(b.mark)) // they are buffered
			return transcode(m.in, b.encoding)
		}
	}
	return m.in
}

// begins reports whether the text begins with a mark. It waits for another byte only while all before it are of the
// mark.
func (m *marked) begins(mark string) bool {
	for n := 1; n <= len(mark); n++ {
		have, _ := m.in.Peek(n) // Read returns the error again
		if len(have) < n || !strings.HasPrefix(mark, string(have)) {
			return false
		}
	}
	return true
}
