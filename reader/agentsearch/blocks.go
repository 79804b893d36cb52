package agentsearch

import (
	"bytes"
	"io"
	"unicode/utf8"

	"golang.org/x/text/transform"
)

// firstBlock is how many bytes ripgrep reads at once, unless a line is longer; decoderBlock is how many bytes of UTF-16
// its decoder reads at once, whose text is then a block.
const (
	firstBlock   = 64 << 10
	decoderBlock = 8 << 10
)

// blocksOf reads a file as ripgrep does: each call of next fills room as far as ripgrep's reading does in one step.
// begin is the offset of the first block: behind the mark of UTF-8, which does not belong to the text.
func blocksOf(from io.Reader, mark byteMark) (next func(room []byte) (int, error), begin int64) {
	switch mark {
	case littleMark, bigMark:
		const first = decoderBlock + len("\xFF\xFE") + 1
		d := &decoder{from: from, transformer: utf16Decoder(mark == littleMark), size: first}
		return d.next, 0
	case utf8Mark:
		_, _ = io.ReadFull(from, make([]byte, len("\uFEFF")))
		return func(room []byte) (int, error) { return io.ReadFull(from, room) }, int64(len("\uFEFF"))
	}

	peeked := false
	return func(room []byte) (int, error) {
		if !peeked {
			peeked = true
			room = room[:3] // in which it looks for a mark
		}
		return io.ReadFull(from, room)
	}, 0
}

// decoder gives the text of UTF-16 as ripgrep's decoder does: that of a number of bytes at once.
type decoder struct {
	from        io.Reader
	transformer transform.Transformer
	size        int // of the next bytes
	source      []byte
	text        []byte // that is still to be given
	err         error
}

// next gives at most one block.
func (d *decoder) next(room []byte) (int, error) {
	for len(d.text) == 0 && d.err == nil {
		fresh := make([]byte, d.size)
		n, err := io.ReadFull(d.from, fresh)
		d.source = append(d.source, fresh[:n]...)
		d.err = err
		d.size = decoderBlock
		d.text = make([]byte, 3*len(d.source)+utf8.UTFMax)
		written, read, _ := d.transformer.Transform(d.text, d.source, err != nil) // a half character waits
		d.text = d.text[:written]
		d.source = d.source[read:]
	}

	n := copy(room, d.text)
	d.text = d.text[n:]
	if n == 0 {
		return 0, d.err
	}

	return n, nil
}

// quitAt is the offset at which ripgrep stops reading a file with a NUL: lines from there on do not come. It reads
// blocks of 65,536 bytes, less the unfinished line that it carries over, the first three bytes for themselves, and
// stops without searching the block that has the NUL. Of UTF-16 the blocks, and the offset, are those of the text. A
// file's own lines make its blocks larger; those of other files may, too, which is not known here.
func quitAt(next func(room []byte) (int, error), begin int64) int64 {
	buf := make([]byte, firstBlock)
	held, size := 0, firstBlock // bytes in the buffer, and its size
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
