package agentsearch

import (
	"bytes"
	"io"
	"unicode/utf8"

	"golang.org/x/text/transform"
)

// firstBlock is the size in bytes of ripgrep's buffer, which grows only for a longer line. decoderBlock is how many
// bytes of UTF-16 its decoder reads at once; their text is then one block.
const (
	firstBlock   = 64 << 10
	decoderBlock = 8 << 10
)

// blocksOf imitates ripgrep's reads: each call of next fills room by one of them. begin is the offset of the first
// block, which lies behind a UTF-8 byte order mark.
func blocksOf(from io.Reader, mark byteMark) (next func(room []byte) (int, error), begin int64) {
	switch mark {
	case littleMark, bigMark:
		const first = decoderBlock + len("\xFF\xFE") + 1
		d := &decoder{src: from, transformer: utf16Decoder(mark == littleMark), readSize: first}
		return d.next, 0
	case utf8Mark:
		_, _ = io.ReadFull(from, make([]byte, len("\uFEFF")))
		return func(room []byte) (int, error) { return io.ReadFull(from, room) }, int64(len("\uFEFF"))
	}

	peeked := false
	return func(room []byte) (int, error) {
		if !peeked {
			peeked = true
			room = room[:3] // ripgrep first reads 3 bytes, to look for a mark
		}
		return io.ReadFull(from, room)
	}, 0
}

// decoder decodes UTF-16 in the same steps as ripgrep's decoder.
type decoder struct {
	src         io.Reader
	transformer transform.Transformer
	readSize    int // of the next read, in bytes
	undecoded   []byte
	decoded     []byte // decoded, but not returned yet
	err         error
}

// next copies at most one decoded block into room.
func (d *decoder) next(room []byte) (int, error) {
	for len(d.decoded) == 0 && d.err == nil {
		fresh := make([]byte, d.readSize)
		n, err := io.ReadFull(d.src, fresh)
		d.undecoded = append(d.undecoded, fresh[:n]...)
		d.err = err
		d.readSize = decoderBlock
		d.decoded = make([]byte, 3*len(d.undecoded)+utf8.UTFMax)
		// half a character stays for the next read
		written, read, _ := d.transformer.Transform(d.decoded, d.undecoded, err != nil)
		d.decoded = d.decoded[:written]
		d.undecoded = d.undecoded[read:]
	}

	n := copy(room, d.decoded)
	d.decoded = d.decoded[n:]
	if n == 0 {
		return 0, d.err
	}

	return n, nil
}

// quitAt returns the offset at which ripgrep stops reading a file that has a NUL: it reports no line from there on.
// Ripgrep reads blocks of 65,536 bytes, less the unfinished line that it carries over, after a first read of three
// bytes, and stops without searching the block that has the NUL. For UTF-16, blocks and offset are those of the decoded
// text. A long line enlarges the buffer. Ripgrep may also have enlarged it for an earlier file, which is not known
// here.
func quitAt(next func(room []byte) (int, error), begin int64) int64 {
	buf := make([]byte, firstBlock)
	// held bytes of a buffer of size bytes are filled
	held := 0
	size := firstBlock
	for {
		if held == size {
			size *= 3
			buf = append(buf, make([]byte, size-len(buf))...)
		}

		n, err := next(buf[held:size])
		fresh := buf[held : held+n]
		if bytes.IndexByte(fresh, 0) >= 0 {
			return begin
		}

		if end := bytes.LastIndexByte(fresh, '\n'); end >= 0 {
			whole := held + end + 1
			held = copy(buf, buf[whole:held+n])
			begin += int64(whole)
		} else {
			held += n
		}

		if err != nil {
			return begin + int64(held)
		}
	}
}
