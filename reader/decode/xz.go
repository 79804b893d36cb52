package decode

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"math"

	"github.com/ulikunitz/xz"
	"github.com/ulikunitz/xz/lzma"
)

// errXZMemory and errXZUnsupported are why a block is not unpacked.
var (
	errXZMemory      = errors.New("too large a dictionary")
	errXZUnsupported = errors.New("a filter or check that is not supported")
)

// newXZReader unpacks the streams of an xz file one after the other.
//
// The library gives a block whatever dictionary it asks for, up to 4 GiB, and has one error for all that it does not
// support. So each block's header is looked at before the library reads it.
func newXZReader(in *bufio.Reader) (io.Reader, error) {
	headers := &xzHeaders{in: in}
	headers.next = headers.stream
	return xz.NewReader(headers)
}

// xzHeaders passes an xz file on unchanged and follows its parts (the .xz file format 1.2.1), to refuse what asks for
// too much memory or is not supported. Whether a part is sound is left to the library: from the first part that is not
// as the format says, everything is passed on.
type xzHeaders struct {
	in *bufio.Reader
	// left is how many bytes of the current part have not been passed on.
	left int64
	// next looks at the part that follows and says how long it is, in bytes. It sets next to what follows that part.
	next func() (size int64, err error)

	check  int64 // the size of the check after each block, in bytes
	packed int64 // the size of the current block's chunks so far, in bytes
	record uint64
}

// xzCheckSizes has the size in bytes of each kind of check that the library knows: none, CRC-32, CRC-64 and SHA-256.
var xzCheckSizes = map[byte]int64{xz.None: 0, xz.CRC32: 4, xz.CRC64: 8, xz.SHA256: 32}

const (
	xzMagic       = "\xfd7zXZ\x00"
	xzStreamFlags = 12 // the size of a stream's header, and of its footer
	lzma2Filter   = 0x21
)

func (h *xzHeaders) Read(p []byte) (int, error) {
	for h.left == 0 {
		size, err := h.next()
		if err != nil {
			return 0, err
		}
		h.left = size
	}

	n, err := h.in.Read(p[:min(int64(len(p)), h.left)])
	h.left -= int64(n)

	// The library takes the end of the file in a header for the end of the stream.
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}

	return n, err
}

// rest passes on all that follows.
func (h *xzHeaders) rest() (int64, error) {
	h.next = h.rest
	return math.MaxInt64, nil
}

// stream looks at the header of a stream (section 2.1.1).
func (h *xzHeaders) stream() (int64, error) {
	head, _ := h.in.Peek(xzStreamFlags)
	if len(head) < xzStreamFlags || string(head[:len(xzMagic)]) != xzMagic || !xzSound(head[len(xzMagic):]) {
		return h.rest()
	}
	size, known := xzCheckSizes[head[7]]
	if !known {
		return 0, errXZUnsupported
	}
	h.check = size
	h.next = h.block
	return xzStreamFlags, nil
}

// block looks at the header of a block (section 3.1), or at the byte with which the index begins.
func (h *xzHeaders) block() (int64, error) {
	first, _ := h.in.Peek(1)
	if len(first) == 0 {
		return h.rest()
	}

	if first[0] == 0 {
		h.next = h.index
		return 1, nil
	}

	size := (int(first[0]) + 1) * 4
	head, _ := h.in.Peek(size)
	if len(head) < size || !xzSound(head) {
		return h.rest()
	}
	if err := checkXZFilters(head); err != nil {
		return 0, err
	}

	h.packed = 0
	h.next = h.chunk
	return int64(size), nil
}

// xzSound reports whether a header has the CRC-32 that it ends with.
func xzSound(header []byte) bool {
	fields, sum := header[:len(header)-4], header[len(header)-4:]
	return crc32.ChecksumIEEE(fields) == binary.LittleEndian.Uint32(sum)
}

// checkXZFilters says what of a block's header is not supported or asks for too much. The only filter that the library
// has is LZMA2.
func checkXZFilters(head []byte) error {
	const sizes, filters = 0xc0, 0x03
	flags := head[1]
	fields := bytes.NewReader(head[2:])
	for present := flags & sizes; present != 0; present &= present - 1 {
		if _, err := binary.ReadUvarint(fields); err != nil {
			return nil
		}
	}

	id, err := binary.ReadUvarint(fields)
	if err != nil {
		return nil
	}
	if id != lzma2Filter || flags&filters != 0 {
		return errXZUnsupported
	}

	var properties [2]byte // their size, and the size of the dictionary
	if _, err := io.ReadFull(fields, properties[:]); err != nil {
		return nil
	}

	dictionary, err := lzma.DecodeDictCap(properties[1])
	if err == nil && dictionary > maxWindow {
		return errXZMemory
	}

	return nil
}

// chunk looks at the header of a chunk of LZMA2: a control byte, the sizes less one in two bytes each, the first of
// them the high byte, and for some a byte of properties.
func (h *xzHeaders) chunk() (int64, error) {
	const header = 6
	head, _ := h.in.Peek(header)
	if len(head) == 0 {
		return h.rest()
	}

	size := int64(1)
	switch control := head[0]; {
	case control == 0:
		h.next = h.checkSum
	case control >= 0x80 && len(head) >= 5:
		size = 5 + int64(binary.BigEndian.Uint16(head[3:])) + 1
		if control >= 0xc0 {
			size++
		}
	case control <= 2 && len(head) >= 3:
		size = 3 + int64(binary.BigEndian.Uint16(head[1:])) + 1
	default:
		return h.rest()
	}

	h.packed += size
	return size, nil
}

// checkSum passes on the padding of a block and its check.
func (h *xzHeaders) checkSum() (int64, error) {
	h.next = h.block
	return padding(h.packed) + h.check, nil
}

// padding is how many bytes are missing to a whole four.
func padding(size int64) int64 { return -size & 3 }

// index looks at the index of a stream (section 4), after its first byte: it has two numbers for each block.
func (h *xzHeaders) index() (int64, error) {
	count, size := h.number()
	if size == 0 || count > math.MaxInt64 {
		return h.rest()
	}
	h.packed = 1 + size
	h.record = 2 * count
	h.next = h.indexNumber
	return size, nil
}

// indexNumber looks at a number of the index, and passes on what follows the last of them: padding, a CRC-32, and the
// stream's footer.
func (h *xzHeaders) indexNumber() (int64, error) {
	if h.record == 0 {
		h.next = h.after
		return padding(h.packed) + 4 + xzStreamFlags, nil
	}
	_, size := h.number()
	if size == 0 {
		return h.rest()
	}
	h.record--
	h.packed += size
	return size, nil
}

// number is the number that follows, and its size in bytes, which is 0 where there is no number.
func (h *xzHeaders) number() (value uint64, size int64) {
	head, _ := h.in.Peek(binary.MaxVarintLen64)
	value, n := binary.Uvarint(head)
	return value, int64(max(0, n))
}

// after looks at what follows a stream: zeros, which are whole fours, another stream, or the end. Fewer zeros than four
// at the end of the file are dropped.
func (h *xzHeaders) after() (int64, error) {
	head, _ := h.in.Peek(len(xzMagic))
	four := head[:min(4, len(head))]
	zeros := bytes.Count(four, []byte{0}) == len(four)
	switch {
	case zeros && len(four) == 4:
		return 4, nil
	case zeros:
		return 0, h.atEnd()
	case string(head) == xzMagic:
		return h.stream()
	}
	return 0, errTrailing
}

// atEnd is why nothing follows: the end, or an error of reading.
func (h *xzHeaders) atEnd() error {
	if _, err := h.in.Peek(4); err != nil {
		return err
	}
	return io.EOF
}
