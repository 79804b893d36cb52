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
	forms "eyeline/reader/decode"
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
	// decoded are those of the lines of its text, where that is in UTF-16: some tools decode it, and others give its bytes.
	decoded []uint64
	text    string // its content, when it is small
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
	if n.hashes, n.first, err = hashLines(ctx, from, h); err != nil {
		return n, err
	}
	n.text = small.String()
	if e, ok := wideText(f); ok {
		text, err := forms.NewReader(io.NewSectionReader(f, 0, f.Size()), forms.Form{Encoding: e, BOM: true})
		if err != nil {
			return n, err
		}
		defer func() { _ = text.Close() }()
		n.decoded, _, err = hashLines(ctx, text, h)
		return n, err
	}
	return n, nil
}

// wideText is the encoding of a file that begins with the byte order mark of UTF-16.
func wideText(f io.ReaderAt) (forms.Encoding, bool) {
	mark := make([]byte, 4)
	n, _ := f.ReadAt(mark, 0) // a short file has no mark
	switch mark = mark[:n]; {
	case bytes.HasPrefix(mark, []byte("\xff\xfe")) && !bytes.HasPrefix(mark, []byte("\xff\xfe\x00\x00")):
		return forms.UTF16LE, true
	case bytes.HasPrefix(mark, []byte("\xfe\xff")):
		return forms.UTF16BE, true
	}
	return 0, false
}

// fit makes the hashes those of the lines as p has them: without a byte order mark, and decoded, unless more lines of the
// bytes as they are were sent.
func (n *present) fit(p *picture) {
	if n.decoded != nil {
		known := make(map[uint64]bool, len(p.lines))
		for i := range p.lines {
			known[p.lines[i].hash] = true
		}
		count := func(hashes []uint64) (n int) {
			for _, h := range hashes {
				if known[h] {
					n++
				}
			}
			return n
		}
		if count(n.decoded) >= count(n.hashes) {
			n.hashes, n.text = n.decoded, ""
			n.decoded = nil
			return
		}
	}
	if len(n.hashes) > 0 && len(p.lines) > 0 && p.lines[0].number == 1 && p.lines[0].hash == n.first {
		n.hashes[0] = n.first // a byte order mark was left out
	}
}

// hashLines are the hashes of the lines of a text, and that of the first one without a byte order mark.
func hashLines(ctx context.Context, from io.Reader, h hasher) (hashes []uint64, first uint64, err error) {
	r := bufio.NewReaderSize(from, 64<<10)
	var long maphash.Hash // of a line that does not fit into the buffer
	long.SetSeed(seed)
	inLong := false
	for {
		if len(hashes)%4096 == 0 && ctx.Err() != nil {
			return hashes, first, ctx.Err()
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
			hashes = append(hashes, long.Sum64())
			long.Reset()
			inLong = false
		case ended || len(line) > 0:
			if len(hashes) == 0 {
				first = h.line(bytes.TrimPrefix(line, []byte("\ufeff")))
			}
			hashes = append(hashes, h.line(line))
		}
		if errors.Is(err, io.EOF) {
			return hashes, first, nil
		}
		if err != nil {
			return hashes, first, err
		}
	}
}
