package filepages

import (
	"bytes"
	"context"
	"errors"
	"io"
	"sync"

	"eyeline/reader/source"
)

// chunk is how many bytes are read at a time, at most.
const chunk = 64 << 10

// loader reads the bytes of a file for one page, a chunk at a time.
type loader struct {
	ctx    context.Context
	b      source.Bytes
	req    Request
	size   int64
	budget int64
	gaveUp bool

	room *[chunk]byte // from the pool chunks; nil before the first read
	buf  []byte       // bytes [at, at+len(buf)) of the file, in room
	at   int64
}

// chunks is a pool of read buffers: each takes more memory than all else of a page.
var chunks = sync.Pool{New: func() any { return new([chunk]byte) }}

// end gives back what the loader reads into.
func (l *loader) end() {
	if l.room != nil {
		chunks.Put(l.room)
		l.room = nil
		l.buf = nil
	}
}

// bytesFrom returns some bytes of the file from off on, at least one unless the file ends there.
func (l *loader) bytesFrom(off int64) ([]byte, error) {
	if off < l.at || off >= l.at+int64(len(l.buf)) {
		if err := l.read(off); err != nil || off >= l.at+int64(len(l.buf)) {
			return nil, err
		}
	}
	return l.buf[off-l.at:], nil
}

// bytesTo returns some bytes of the file that end at off, at least one unless off is 0.
func (l *loader) bytesTo(off int64) ([]byte, error) {
	if off <= 0 {
		return nil, nil
	}

	if off <= l.at || off > l.at+int64(len(l.buf)) {
		if err := l.read(off - 1); err != nil {
			return nil, err
		}

		if off > l.at+int64(len(l.buf)) {
			return nil, io.ErrUnexpectedEOF
		}
	}

	return l.buf[:off-l.at], nil
}

// read reads the chunk with the byte at off. It is a whole block of those by which a file tells that it was changed.
func (l *loader) read(off int64) error {
	if err := l.ctx.Err(); err != nil {
		return err
	}
	if off >= l.size {
		return nil
	}
	if l.room == nil {
		l.room = chunks.Get().(*[chunk]byte)
	}

	l.at = off / chunk * chunk
	l.buf = l.room[:min(chunk, l.size-l.at)]
	got, err := source.ReadFull(l.b, l.buf, l.at)
	l.buf = l.buf[:got]
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil // the file has become shorter
	}

	return err
}

// newlineFrom returns the offset of the first '\n' in [off, limit), or -1.
func (l *loader) newlineFrom(off, limit int64) (int64, error) {
	for off < limit {
		p, err := l.bytesFrom(off)
		if err != nil {
			return -1, err
		}
		if len(p) == 0 {
			return -1, nil
		}

		p = p[:min(int64(len(p)), limit-off)]
		if i := bytes.IndexByte(p, '\n'); i >= 0 {
			return off + int64(i), nil
		}

		off += int64(len(p))
	}

	return -1, nil
}

// newlineBefore returns the offset of the last '\n' in [limit, off), or -1.
func (l *loader) newlineBefore(off, limit int64) (int64, error) {
	for off > limit {
		p, err := l.bytesTo(off)
		if err != nil {
			return -1, err
		}
		if len(p) == 0 {
			return -1, nil
		}

		p = p[max(0, int64(len(p))-(off-limit)):]
		if i := bytes.LastIndexByte(p, '\n'); i >= 0 {
			return off - int64(len(p)) + int64(i), nil
		}

		off -= int64(len(p))
	}

	return -1, nil
}
