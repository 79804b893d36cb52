// Package datauri takes data URIs out of a text, as Grok Build does (contract grok_build, step 9).
package datauri

import (
	"bytes"
	"fmt"
)

// Remover takes data URIs of pictures and PDFs out of a text that is written to it in pieces of whole characters, as
// Grok Build does (CONTRACT-grok_build, step 9), and hands the rest to Out. A payload may run on over line ends. Memory
// stays small however long a payload is.
type Remover struct {
	Out func(p []byte)
	// Lower: the text has "data:image" in lower case somewhere. Only then are pictures in another case taken out.
	Lower bool
	// pdfs: pictures are left.
	pdfs bool
	// Removed counts the URIs that were taken out.
	Removed int64
	// swallowed: line ends went with a payload.
	swallowed bool

	buf    []byte // what is not decided yet
	before byte   // the byte before buf, 0 at the start of the text
	after  uriKind
	images int
	in     *uriPayload
}

type uriKind uint8

const (
	uriNone uriKind = iota
	uriImage
	uriPDF
	uriOpen // what there is may be the beginning of a URI
)

// uriPayload is a URI whose payload is being read.
type uriPayload struct {
	kind  uriKind
	held  []byte // the URI so far, while it may have to be given as it is
	clean int64  // characters of base64
	span  int64  // all bytes of the payload
	last  byte   // the last character of base64, 0 when there is none
	ended bool
}

const (
	uriLeast     = 1024     // base64 characters of the shortest picture that is taken out
	uriMost      = 10 << 20 // base64 characters of the longest that is still provided
	uriImages    = 5        // pictures of one text that are provided
	uriMaxParam  = 120      // characters of the longest parameter before the payload
	uriMaxPrefix = 64 << 10 // a URI with more parameters is text
)

// Write takes a piece of the text.
func (d *Remover) Write(p []byte) (int, error) {
	if d.in == nil && len(d.buf) == 0 && bytes.IndexByte(p, ':') < 0 && !d.mayBegin(p) {
		d.give(p) // no URI begins or ends here
		return len(p), nil
	}
	d.buf = append(d.buf, p...)
	d.run(false)
	return len(p), nil
}

// mayBegin reports whether the last bytes of p may be the beginning of a URI.
func (d *Remover) mayBegin(p []byte) bool {
	for n := min(len("data"), len(p)); n > 0; n-- {
		if bytes.EqualFold(p[len(p)-n:], []byte("data")[:n]) {
			return true
		}
	}
	return false
}

// Close ends the text; the next Write begins another one.
func (d *Remover) Close() {
	d.run(true)
	d.before, d.after, d.images = 0, uriNone, 0
}

func (d *Remover) give(p []byte) {
	if len(p) > 0 {
		d.before, d.after = p[len(p)-1], uriNone
		d.Out(p)
	}
}

func (d *Remover) run(final bool) {
	for {
		if d.in != nil {
			if !d.payload(final) {
				return
			}
			continue
		}
		if !d.text(final) {
			return
		}
	}
}

// text gives what precedes the next URI and begins it; false when there is none in what is there.
func (d *Remover) text(final bool) bool {
	for at := 0; at < len(d.buf); at++ {
		kind, size := d.uriAt(at, final)
		switch kind {
		case uriNone:
			continue
		case uriOpen:
			d.give(d.buf[:at])
			d.buf = d.buf[at:]
			return false
		}
		if at > 0 {
			d.give(d.buf[:at])
		}
		uri := d.buf[at : at+size]
		if kind == uriImage && d.pdfs || kind == uriImage && !d.Lower && !bytes.HasPrefix(uri, []byte("data:image")) {
			d.give(uri)
		} else {
			d.in = &uriPayload{kind: kind, held: bytes.Clone(uri)}
		}
		d.buf = d.buf[at+size:]
		d.before, d.after = ',', kind
		return true
	}
	d.give(d.buf)
	d.buf = d.buf[:0]
	return false
}

// uriAt says what begins at index at of the buffer: a URI of a kind, with the length of all that precedes its payload.
// A URI does not begin right after a letter or a digit, nor right after the comma of another one of its kind.
func (d *Remover) uriAt(at int, final bool) (uriKind, int) {
	before := d.before
	if at > 0 {
		before = d.buf[at-1]
	}
	if c := d.buf[at]; c != 'd' && c != 'D' || isAlnum(before) {
		return uriNone, 0
	}
	kind, size := uriPrefix(d.buf[at:])
	switch {
	case kind == uriOpen && (final || len(d.buf)-at > uriMaxPrefix):
		return uriNone, 0
	case at == 0 && kind == d.after && kind != uriOpen:
		return uriNone, 0
	}
	return kind, size
}

// payload reads on in a payload; false when more bytes are needed to go on.
func (d *Remover) payload(final bool) bool {
	u := d.in
	for !u.ended {
		if len(d.buf) == 0 {
			u.ended = final
			break
		}
		n := 0
		for n < len(d.buf) && isBase64(d.buf[n]) {
			if c := d.buf[n]; c == 'd' || c == 'D' { // the next URI ends this one
				if kind, _ := d.uriAt(n, final); kind == uriOpen {
					d.take(n)
					return false
				} else if kind != uriNone {
					u.ended = true
					break
				}
			}
			n++
		}
		if n > 0 {
			more := n == len(d.buf) && !final
			d.take(n)
			if more {
				return false
			}
			continue
		}
		if u.ended || u.last == '=' {
			u.ended = true
			break
		}
		skip, open := d.lineEnd(final)
		if open {
			return false
		}
		if skip == 0 {
			u.ended = true
			break
		}
		if u.held != nil {
			u.held = append(u.held, d.buf[:skip]...)
		}
		u.span += int64(skip)
		d.before, d.after = d.buf[skip-1], uriNone
		d.buf = d.buf[skip:]
		d.take(1)
	}
	if !u.ended {
		return false
	}
	d.finish()
	return true
}

// lineEnd is the length of a line end with the blanks after it, where a character of base64 follows that begins no URI;
// 0 where none does. open: more bytes are needed.
func (d *Remover) lineEnd(final bool) (skip int, open bool) {
	p := d.buf
	if p[0] == '\r' {
		skip++
	}
	if skip < len(p) && p[skip] != '\n' {
		return 0, false
	}
	for skip++; skip < len(p) && (p[skip] == ' ' || p[skip] == '\t'); skip++ {
	}
	if skip >= len(p) {
		return 0, !final && skip < uriMaxPrefix
	}
	if !isBase64(p[skip]) {
		return 0, false
	}
	switch kind, _ := d.uriAt(skip, final); kind {
	case uriNone:
		return skip, false
	case uriOpen:
		return 0, true
	}
	return 0, false
}

// take makes the first n bytes of the buffer, characters of base64, a part of the payload.
func (d *Remover) take(n int) {
	if n == 0 {
		return
	}
	u, p := d.in, d.buf[:n]
	u.clean += int64(n)
	u.span += int64(n)
	u.last = p[n-1]
	if u.held != nil {
		u.held = append(u.held, p...)
	}
	if u.kind == uriPDF || u.clean >= uriLeast {
		u.held = nil // it is taken out whatever follows
	}
	d.before, d.after = u.last, uriNone
	d.buf = d.buf[n:]
}

// finish writes what replaces the URI.
func (d *Remover) finish() {
	u := d.in
	d.in = nil
	if u.kind == uriImage && u.clean-u.clean%4 < uriLeast {
		d.Out(u.held)
		return
	}
	d.swallowed = d.swallowed || u.span > u.clean
	d.Removed++
	size := u.clean
	if u.span > 2*uriMost {
		size = u.span
	}
	switch {
	case u.kind == uriPDF:
		d.Out(fmt.Appendf(nil, "[PDF attachment removed — %d KB]", size*3/4/1024))
	case u.span > 2*uriMost || u.clean-u.clean%4 > uriMost:
		d.Out([]byte("[large image removed]"))
	case d.images >= uriImages:
		d.Out([]byte("[additional image omitted]"))
	default:
		d.images++
		d.Out([]byte("[image content will be provided separately]"))
	}
}

func isAlnum(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

func isBase64(c byte) bool { return isAlnum(c) || c == '+' || c == '/' || c == '=' }
