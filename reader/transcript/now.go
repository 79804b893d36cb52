package transcript

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"hash/maphash"
	"io"
	"io/fs"
	"os"
	"strings"
	"unicode"
	"unicode/utf8"

	"eyeline/reader/access"
	"eyeline/reader/internal/lossy"
)

// nowLimit is how large a file may be, in bytes, to be laid beside what was sent of it.
const nowLimit = 512 << 20

// present is a file as it is now.
type present struct {
	exists bool
	info   fs.FileInfo
	same   bool     // it is what it was when it was looked at before; then there is nothing else here
	hashes []uint64 // of its lines
	first  uint64   // of the first line without a byte order mark
	text   string   // its content, when it is small
}

// smallText is how large a file may be for a look into its text.
const smallText = 4 << 20

// hasher makes hashes of lines. Some tools cut white space off the ends of lines.
type hasher struct{ trim bool }

// text is the hash of a line that is valid UTF-8.
func (h hasher) text(line string) uint64 {
	line = strings.TrimSuffix(line, "\r")
	if h.trim {
		line = strings.TrimRightFunc(line, isTrimmed)
	}
	return maphash.String(seed, line)
}

func isTrimmed(r rune) bool { return unicode.IsSpace(r) || r == '\ufeff' }

// line is the hash of a line of a file.
func (h hasher) line(p []byte) uint64 {
	p = bytes.TrimSuffix(p, []byte("\r"))
	if !utf8.Valid(p) {
		p = lossy.Decode(p)
	}
	if h.trim {
		p = bytes.TrimRightFunc(p, isTrimmed)
	}
	return maphash.Bytes(seed, p)
}

// look reads a file below root. One that is not there, leads out of the root, or is no regular file does not exist. before
// is what it was when it was looked at before, or nil.
func look(ctx context.Context, root, path string, h hasher, before fs.FileInfo) (present, error) {
	f, err := access.OpenIn(ctx, root, path)
	if err != nil {
		return present{}, ctx.Err()
	}
	defer func() { _ = f.Close() }()
	n := present{exists: true, info: f.Info()}
	if b, i := before, n.info; b != nil && i != nil && b.Size() == i.Size() && b.ModTime().Equal(i.ModTime()) && os.SameFile(b, i) {
		return present{same: true}, nil
	}
	if f.Size() > nowLimit {
		return n, errors.New("the file is too large to be compared")
	}
	var small strings.Builder
	var from io.Reader = io.NewSectionReader(f, 0, f.Size())
	if f.Size() <= smallText {
		from = io.TeeReader(from, &small)
	}
	r := bufio.NewReaderSize(from, 64<<10)
	var long maphash.Hash // of a line that does not fit into the buffer
	long.SetSeed(seed)
	inLong := false
	for {
		if len(n.hashes)%4096 == 0 && ctx.Err() != nil {
			return n, ctx.Err()
		}
		line, err := r.ReadSlice('\n')
		ended := bytes.HasSuffix(line, []byte("\n"))
		line = bytes.TrimSuffix(line, []byte("\n"))
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			_, _ = long.Write(line)
			inLong = true
			continue
		case inLong:
			_, _ = long.Write(bytes.TrimSuffix(line, []byte("\r")))
			n.hashes = append(n.hashes, long.Sum64())
			long.Reset()
			inLong = false
		case ended || len(line) > 0:
			if len(n.hashes) == 0 {
				n.first = h.line(bytes.TrimPrefix(line, []byte("\ufeff")))
			}
			n.hashes = append(n.hashes, h.line(line))
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return n, err
		}
	}
	n.text = small.String()
	return n, nil
}
