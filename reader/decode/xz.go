package decode

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// xzWalk hands on the bytes of an xz file and looks at its structure on the way (the .xz file format 1.2.1; the chunks of
// LZMA2 as section 5.3.1 names them): before a decoder asks for memory it knows how much, and an end between two parts of
// a stream is not taken for the end of the file.
type xzWalk struct {
	in   *bufio.Reader
	out  []byte // looked at, and not handed on
	pass int64  // bytes after those to be handed on as they are
	next func() error
	err  error

	check   int64 // bytes of a block's check
	blocks  uint64
	size    int64 // bytes of the block's data or of the index so far
	records uint64
	buf     [1024]byte // a block header is 1,024 bytes at most
}

// maxBlocks bounds what a decoder keeps of each block of a stream until it has seen the index, 16 bytes.
const maxBlocks = 1 << 20

var (
	errXZ     = errors.New("no valid header where one must be")
	errBlocks = fmt.Errorf("more than %d blocks", maxBlocks)
)

const xzMagic = "\xfd7zXZ\x00"

// xzCheckSizes are the sizes in bytes of a block's check, by its number.
var xzCheckSizes = [16]int64{0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64}

func newXZWalk(in *bufio.Reader) *xzWalk {
	x := &xzWalk{in: in}
	x.next = func() error { return x.stream(true) }
	return x
}

// Read implements io.Reader.
func (x *xzWalk) Read(p []byte) (int, error) {
	for len(p) > 0 {
		switch {
		case len(x.out) > 0:
			n := copy(p, x.out)
			x.out = x.out[n:]
			return n, nil
		case x.pass > 0:
			n, err := x.in.Read(p[:min(int64(len(p)), x.pass)])
			if x.pass -= int64(n); n > 0 {
				return n, nil
			}
			if err != nil {
				return 0, inside(err)
			}
		case x.err != nil:
			return 0, x.err
		default:
			x.err = x.next()
		}
	}
	return 0, nil
}

// inside is the error for an end of the file inside a part.
func inside(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// take reads n bytes more, which are handed on when the part returns.
func (x *xzWalk) take(n int) ([]byte, error) {
	from := len(x.out)
	if from == 0 {
		x.out = x.buf[:0]
	}
	x.out = x.out[:from+n]
	k, err := io.ReadFull(x.in, x.out[from:])
	x.out = x.out[:from+k]
	return x.out[from:], inside(err)
}

// stream walks over a stream's header, or what stands for the end of the file.
func (x *xzWalk) stream(first bool) error {
	p, err := x.in.Peek(4)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if !first {
		switch {
		case bytes.Count(p, []byte{0}) < len(p):
			if !bytes.HasPrefix([]byte(xzMagic), p) {
				return errTrailing
			}
		case len(p) < 4: // the end, or padding that is not of whole fours, which the decoder would take amiss
			return io.EOF
		default:
			_, err = x.take(4)
			return err
		}
	}
	if p, err = x.take(12); err != nil {
		return err
	}
	if string(p[:6]) != xzMagic || p[6] != 0 || p[7] > 15 {
		return errXZ
	}
	if p[7] != 0 && p[7] != 1 && p[7] != 4 && p[7] != 10 {
		return errUnsupported
	}
	x.check, x.blocks = xzCheckSizes[p[7]], 0
	x.next = x.block
	return nil
}

// block walks over a block's header, or to the index.
func (x *xzWalk) block() error {
	p, err := x.in.Peek(1)
	if err != nil {
		return inside(err)
	}
	if p[0] == 0 {
		if _, err = x.take(1); err != nil {
			return err
		}
		x.size, x.records, x.next = 1, 0, x.indexStart
		return nil
	}
	if x.blocks++; x.blocks > maxBlocks {
		return errBlocks
	}
	p, err = x.take((int(p[0]) + 1) * 4)
	if err != nil {
		return err
	}
	dict, err := xzDictionary(p)
	if err == nil && dict > maxWindow {
		err = errMemory
	}
	x.size, x.next = 0, x.chunk
	if err != nil {
		x.out = nil // the decoder must not see it
	}
	return err
}

// chunk walks over a chunk of a block's data, or over its end.
func (x *xzWalk) chunk() error {
	p, err := x.take(1)
	if err != nil {
		return err
	}
	header := 1
	switch control := p[0]; {
	case control == 0:
		x.size++
		x.pass = -x.size&3 + x.check
		x.next = x.block
		return nil
	case control >= 0x80:
		if header = 5; control >= 0xC0 {
			header = 6 // new properties
		}
		if p, err = x.take(header - 1); err == nil {
			x.pass = int64(p[2])<<8 + int64(p[3]) + 1
		}
	case control <= 2:
		header = 3
		if p, err = x.take(2); err == nil {
			x.pass = int64(p[0])<<8 + int64(p[1]) + 1
		}
	default:
		err = errXZ
	}
	x.size += int64(header) + x.pass
	return err
}

// number reads an integer of the index, of at most 63 bits.
func (x *xzWalk) number() (n uint64, err error) {
	for shift := 0; shift < 63; shift += 7 {
		p, err := x.take(1)
		if err != nil {
			return 0, err
		}
		x.size++
		n |= uint64(p[0]&0x7F) << shift
		if p[0] < 0x80 {
			return n, nil
		}
	}
	return 0, errXZ
}

func (x *xzWalk) indexStart() error {
	n, err := x.number()
	if err == nil && n != x.blocks {
		err = errXZ
	}
	x.next = x.index
	return err
}

// index walks over a record of the index, or over its end and the stream's footer.
func (x *xzWalk) index() error {
	if x.records == x.blocks {
		x.pass = -x.size&3 + 4 + 12
		x.next = func() error { return x.stream(false) }
		return nil
	}
	x.records++
	_, err := x.number()
	if err == nil {
		_, err = x.number()
	}
	return err
}

// xzDictionary is the size in bytes of the dictionary that a block's whole header asks for (sections 3.1 and 5.3.1).
func xzDictionary(header []byte) (int64, error) {
	if len(header) < 8 {
		return 0, errXZ
	}
	flags, p, ok := header[1], header[2:len(header)-4], true // its last 4 bytes are a check
	number := func() (n uint64) {
		for shift := 0; shift < 63; shift += 7 {
			if len(p) == 0 {
				break
			}
			c := p[0]
			p = p[1:]
			n |= uint64(c&0x7F) << shift
			if c < 0x80 {
				return n
			}
		}
		ok = false
		return 0
	}
	for _, present := range []byte{0x40, 0x80} {
		if flags&present != 0 {
			number() // the block's sizes
		}
	}
	id, size := number(), number()
	switch {
	case !ok || size > uint64(len(p)) || flags&0x3C != 0:
		return 0, errXZ
	case id != 0x21 || flags&3 != 0:
		return 0, errUnsupported // a filter for machine code, or more than one
	case size != 1 || p[0] > 40:
		return 0, errXZ
	case p[0] == 40:
		return 1<<32 - 1, nil
	}
	bits := p[0]
	return int64(2|bits&1) << (bits/2 + 11), nil
}
