package agents

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"eyeline/reader/source"
	"eyeline/reader/tools"
)

// dataURIs takes data URIs of pictures and PDFs out of a text that is written to it in pieces of whole characters, as Grok
// Build does (CONTRACT-grok_build, step 9), and hands the rest to out. A payload may run on over line ends. Memory stays
// small however long a payload is.
type dataURIs struct {
	out func(p []byte)
	// lower: the text has "data:image" in lower case somewhere. Only then are pictures in another case taken out.
	lower bool
	// pdfs: pictures are left.
	pdfs bool
	// removed counts the URIs that were taken out.
	removed int64
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
func (d *dataURIs) Write(p []byte) (int, error) {
	if d.in == nil && len(d.buf) == 0 && bytes.IndexByte(p, ':') < 0 && !d.mayBegin(p) {
		d.give(p) // no URI begins or ends here
		return len(p), nil
	}
	d.buf = append(d.buf, p...)
	d.run(false)
	return len(p), nil
}

// mayBegin says whether the last bytes of p may be the beginning of a URI.
func (d *dataURIs) mayBegin(p []byte) bool {
	for n := min(len("data"), len(p)); n > 0; n-- {
		if bytes.EqualFold(p[len(p)-n:], []byte("data")[:n]) {
			return true
		}
	}
	return false
}

// Close ends the text; the next Write begins another one.
func (d *dataURIs) Close() {
	d.run(true)
	d.before, d.after, d.images = 0, uriNone, 0
}

func (d *dataURIs) give(p []byte) {
	if len(p) > 0 {
		d.before, d.after = p[len(p)-1], uriNone
		d.out(p)
	}
}

func (d *dataURIs) run(final bool) {
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
func (d *dataURIs) text(final bool) bool {
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
		if kind == uriImage && d.pdfs || kind == uriImage && !d.lower && !bytes.HasPrefix(uri, []byte("data:image")) {
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
func (d *dataURIs) uriAt(at int, final bool) (uriKind, int) {
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

var uriTypes = []string{"image/png", "image/jpeg", "image/gif", "image/webp", "image/bmp", "image/tiff", "application/pdf"}

// uriPrefix looks at the front of p for a URI up to its payload: "data:image/png;name=x;base64,". uriOpen says that more
// bytes are needed.
func uriPrefix(p []byte) (uriKind, int) {
	rest, open := cutFold(p, "data:")
	if rest == nil {
		return open, 0
	}
	kind := uriNone
	for _, name := range uriTypes {
		after, more := cutFold(rest, name+";")
		if after != nil {
			rest, kind = after, uriImage
			if strings.HasPrefix(name, "application") {
				kind = uriPDF
			}
			break
		}
		open = max(open, more)
	}
	if kind == uriNone {
		return open, 0
	}
	for {
		param := rest[:min(len(rest), 4*uriMaxParam+1)]
		i := bytes.IndexAny(param, ";,")
		if i >= 0 {
			param = rest[:i]
		}
		switch n := utf8.RuneCount(param); {
		case bytes.ContainsFunc(param, unicode.IsSpace):
			return uriNone, 0
		case i < 0 && n > uriMaxParam:
			return uriNone, 0
		case i < 0:
			return uriOpen, 0
		case rest[i] == ',':
			if strings.EqualFold(string(param), "base64") {
				return kind, len(p) - len(rest) + i + 1
			}
			return uriNone, 0
		case n < 1 || n > uriMaxParam:
			return uriNone, 0
		}
		rest = rest[i+1:]
	}
}

// cutFold is p after a prefix in any case of ASCII letters; nil where p does not begin with it, and uriOpen where p is too
// short to tell.
func cutFold(p []byte, prefix string) ([]byte, uriKind) {
	n := min(len(p), len(prefix))
	if !strings.EqualFold(string(p[:n]), prefix[:n]) {
		return nil, uriNone
	}
	if n < len(prefix) {
		return nil, uriOpen
	}
	return p[n:], uriNone
}

// payload reads on in a payload; false when more bytes are needed to go on.
func (d *dataURIs) payload(final bool) bool {
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
func (d *dataURIs) lineEnd(final bool) (skip int, open bool) {
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
func (d *dataURIs) take(n int) {
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

// finish writes what stands for the URI.
func (d *dataURIs) finish() {
	u := d.in
	d.in = nil
	if u.kind == uriImage && u.clean-u.clean%4 < uriLeast {
		d.out(u.held)
		return
	}
	d.swallowed = d.swallowed || u.span > u.clean
	d.removed++
	size := u.clean
	if u.span > 2*uriMost {
		size = u.span
	}
	switch {
	case u.kind == uriPDF:
		d.out(fmt.Appendf(nil, "[PDF attachment removed — %d KB]", size*3/4/1024))
	case u.span > 2*uriMost || u.clean-u.clean%4 > uriMost:
		d.out([]byte("[large image removed]"))
	case d.images >= uriImages:
		d.out([]byte("[additional image omitted]"))
	default:
		d.images++
		d.out([]byte("[image content will be provided separately]"))
	}
}

func isAlnum(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

func isBase64(c byte) bool { return isAlnum(c) || c == '+' || c == '/' || c == '=' }

// uriMark is in every data URI that is taken out, in any case of its letters; the end of it has none.
const uriMark = ";base64,"

// hasURI says whether p may have a part of a data URI: the text that precedes every payload.
func hasURI(p []byte) bool {
	for at := 0; ; {
		i := bytes.Index(p[at:], []byte("64,"))
		if i < 0 {
			return false
		}
		at += i + len("64,")
		if at >= len(uriMark) && strings.EqualFold(string(p[at-len(uriMark):at]), uriMark) {
			return true
		}
	}
}

// uriCases finds out in which case a text that is written to it has "data:image".
type uriCases struct {
	lower, other bool
	tail         []byte // of what was written
}

// Write takes a piece of the text.
func (c *uriCases) Write(p []byte) (int, error) {
	const mark = "data:image"
	n := min(len(p), len(mark)-1)
	c.look(append(c.tail, p[:n]...)) // across the pieces
	c.look(p)
	c.tail = append(c.tail, p[len(p)-n:]...)
	c.tail = c.tail[max(len(c.tail)-len(mark)+1, 0):]
	return len(p), nil
}

func (c *uriCases) look(p []byte) {
	const mark = "data:image"
	for at := 0; ; at++ {
		i := bytes.IndexByte(p[at:], ':')
		if at += i; i < 0 {
			return
		}
		from, to := at-len("data"), at+len(":image")
		if from < 0 || to > len(p) || !bytes.EqualFold(p[from:to], []byte(mark)) {
			continue
		}
		if string(p[from:to]) == mark {
			c.lower = true
		} else {
			c.other = true
		}
	}
}

// findURI says whether the bytes [start, end) of b may have a data URI.
func findURI(ctx context.Context, b source.Bytes, start, end int64) (bool, error) {
	buf := make([]byte, min(64<<10, end-start))
	for start < end {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		p := buf[:min(int64(len(buf)), end-start)]
		if _, err := source.ReadFull(b, p, start); err != nil {
			return false, err
		}
		if hasURI(p) {
			return true, nil
		}
		if start += int64(len(p)); start < end {
			start -= min(int64(len(p))-1, int64(len(uriMark))-1)
		}
	}
	return false, nil
}

// filter looks for "data:image" in what is written to it and is left when PDFs are taken out.
func (c *uriCases) filter() *dataURIs {
	return &dataURIs{pdfs: true, out: func(p []byte) { _, _ = c.Write(p) }} // it returns no error
}

// removeURIs writes the content of body to s without data URIs; the whole content is one text.
func removeURIs(s *tools.Sink, o *tools.File, words tools.Wording, body func(s *tools.Sink)) {
	inner := (&tools.Result{}).Content(o, words, body)
	var cases uriCases
	look := cases.filter()
	if _, err := inner.Render(s.Context(), look); err != nil {
		s.Fail(err)
		return
	}
	look.Close()
	var lines, kept int64 // lines of the content so far, and up to the first that goes on in the next
	filter := &dataURIs{lower: cases.lower}
	filter.out = func(p []byte) {
		if !filter.swallowed {
			lines += int64(bytes.Count(p, []byte("\n")))
			kept = lines
		}
		s.Bytes(p)
	}
	stats, err := inner.Render(s.Context(), filter)
	filter.Close()
	if err != nil {
		s.Fail(err)
		return
	}
	if filter.swallowed {
		// A line's end, and what precedes the next line, went with a payload: what follows is on other lines of the content.
		stats.Lines = 0
		for i, run := range stats.Runs {
			stats.Runs[i].Lines = max(min(run.Lines, kept+1-run.Content), 0)
			stats.Lines += stats.Runs[i].Lines
		}
	}
	stats.Bytes = s.Stats.Bytes
	stats.Altered[tools.RemovedData] += filter.removed
	s.Stats = stats
}
