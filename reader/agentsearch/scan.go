package agentsearch

import (
	"bytes"
	"context"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
	"golang.org/x/text/transform"

	"eyeline/reader/access"
	"eyeline/reader/agentsearch/pattern"
	"eyeline/reader/wait"
)

// Match is a line that matches.
type Match struct {
	Number int64 // from 1
	Offset int64 // of its first byte in the text, which may have been decoded
	Size   int32 // without its end
	mask   uint16
	marks  mark
}

// mark is what is to be known of a line.
type mark uint8

const (
	bad     mark = 1 << iota // it is not UTF-8
	unsure                   // it is not known whether an engine takes it for a match
	broken                   // it has U+2028 or U+2029 before a CR
	escapes                  // it has bytes that JSON escapes
)

// facts are what a file is.
type facts struct {
	size    int64
	changed int64 // the second
	nul     int64 // the first NUL; -1 without one
	// textNul is the first NUL of the text that UTF-16 stands for; -1 without one, and in other files.
	textNul int64
	quit    int64 // where ripgrep stops, of a file, or a text, with a NUL
	mark    byteMark
	utf32   bool // it has the byte order mark of UTF-32
	// guessed: it is UTF-16 without a mark, which is seen by its NULs.
	guessed bool
	// long: it has a line of 64 KiB or more.
	long bool
	// tooLong: it has a line that is longer than what is looked at in one piece.
	tooLong bool
	isText  bool // by the first 512 bytes, as Go's net/http sees it
}

// encoding says that a file is in UTF-16 or UTF-32.
func (f *facts) encoding() string {
	if f.utf32 {
		return "it is UTF-32"
	}
	return "it is UTF-16"
}

// byteMark is a byte order mark.
type byteMark uint8

const (
	noMark byteMark = iota
	utf8Mark
	littleMark
	bigMark
)

// found is what was found in a file.
type found struct {
	facts
	matches []Match // in the decoded text, of UTF-16
	raw     []Match // in the bytes of such a file
	more    int64   // matches that are not kept
}

// scanner finds the lines of files that match; one goroutine uses it.
type scanner struct {
	matchers []*pattern.Matcher
	search   pattern.Searching
	buf      []byte
	budget   func() bool // whether one more match may be kept
}

const (
	firstBuffer = 128 << 10
	mostLine    = 16 << 20
	longLine    = 64 << 10
	sniffed     = 512
	// surelyFirst is how many bytes of a file lie in the first blocks that ripgrep reads.
	surelyFirst = 32 << 10
)

func newScanner(matchers []*pattern.Matcher, f *pattern.Finder, budget func() bool) *scanner {
	search := pattern.Searching{Finder: f}
	return &scanner{matchers: matchers, search: search, buf: make([]byte, firstBuffer), budget: budget}
}

// file looks through a file, however long it is, until a context is done. The error is that of reading, or the
// context's.
func (s *scanner) file(ctx context.Context, p *access.Plain) (*found, error) {
	f := &found{facts: facts{size: p.Size, changed: p.Unix, nul: -1, textNul: -1, quit: -1}}
	p1 := &part{found: f, to: &f.matches}
	from := wait.Reader(ctx, p)
	if err := s.scan(from, p1); err != nil {
		return nil, err
	}

	decoder := utf16Decoder(f.mark == littleMark)
	is := f.mark >= littleMark || f.utf32
	switch {
	case f.utf32:
		decoder = utf32.UTF32(utf32.LittleEndian, utf32.ExpectBOM).NewDecoder()
	case p1.utf16 != 0 && !is:
		is, f.guessed, decoder = len(f.matches) == 0, true, utf16Decoder(p1.utf16 == 'l')
	}

	if is {
		f.raw = f.matches
		f.matches = nil
		if err := s.decoded(from, p, f, decoder); err != nil {
			return nil, err
		}
	}

	f.guessed = f.guessed && len(f.matches) > 0
	if f.isQuit() {
		if err := p.Rewind(); err != nil {
			return nil, err
		}
		f.quit = quitAt(blocksOf(from, f.mark))
	}

	return f, ctx.Err()
}

// isQuit reports whether a NUL stops ripgrep in a file that matches. No long line is held until its NUL is found.
func (f *found) isQuit() bool {
	nul := f.nul
	if f.mark >= littleMark {
		nul = f.textNul
	}
	return nul >= 0 && len(f.matches) > 0 && !f.utf32 && (!f.tooLong || nul < surelyFirst)
}

// utf16Decoder decodes UTF-16, and drops its mark.
func utf16Decoder(little bool) transform.Transformer {
	endian := unicode.BigEndian
	if little {
		endian = unicode.LittleEndian
	}
	return unicode.UTF16(endian, unicode.UseBOM).NewDecoder()
}

// decoded looks through the text of UTF-16 or UTF-32.
func (s *scanner) decoded(from io.Reader, p *access.Plain, f *found, decoder transform.Transformer) error {
	if err := p.Rewind(); err != nil {
		return err
	}
	text := transform.NewReader(from, decoder)
	return s.scan(text, &part{found: f, to: &f.matches, decoded: true})
}

// part is a file, or its text, that is being scanned.
type part struct {
	found   *found
	to      *[]Match
	decoded bool
	utf16   byte // 'l', 'b': its first bytes look like UTF-16
	offset  int64
	number  int64 // of the first line of the buffer
}

// scan looks through a text.
func (s *scanner) scan(from io.Reader, p *part) error {
	p.number = 1
	kept := 0 // bytes of an unfinished line at the beginning of the buffer
	for {
		if kept == len(s.buf) {
			if kept >= mostLine {
				p.found.tooLong = true
				s.lines(s.buf, p, false)
				p.offset += int64(kept)
				kept = 0
			} else {
				s.buf = append(s.buf, make([]byte, len(s.buf))...)
			}
		}

		n, err := io.ReadAtLeast(from, s.buf[kept:], 1)
		end := err == io.EOF
		if err != nil && !end {
			return err
		}

		fresh := s.buf[kept : kept+n]
		p.lookAt(fresh, kept)
		total := kept + n
		whole := total
		if !end {
			whole = kept + bytes.LastIndexByte(fresh, '\n') + 1
			if whole == kept {
				whole = 0
			}
		}

		if whole > 0 {
			s.lines(s.buf[:whole], p, end)
		}
		p.found.long = p.found.long || total-whole >= longLine
		if end {
			return nil
		}

		kept = copy(s.buf, s.buf[whole:total])
		p.offset += int64(whole)
	}
}

// lookAt sees what a file is by fresh bytes, before which kept bytes are in the buffer; of a decoded text, whether they
// have a NUL.
func (p *part) lookAt(fresh []byte, kept int) {
	if !p.decoded {
		p.look(fresh, kept)
		return
	}
	if i := bytes.IndexByte(fresh, 0); i >= 0 && p.found.textNul < 0 {
		p.found.textNul = p.offset + int64(kept) + int64(i)
	}
}

// look sees what a file is by fresh bytes, before which kept bytes are in the buffer.
func (p *part) look(fresh []byte, kept int) {
	f := p.found
	at := p.offset + int64(kept)
	if f.nul < 0 {
		if i := bytes.IndexByte(fresh, 0); i >= 0 {
			f.nul = at + int64(i)
		}
	}

	if at > 0 || len(fresh) == 0 {
		return
	}

	switch {
	case bytes.HasPrefix(fresh, []byte("\uFEFF")):
		f.mark = utf8Mark
	case bytes.HasPrefix(fresh, []byte("\xFF\xFE")):
		f.mark = littleMark
	case bytes.HasPrefix(fresh, []byte("\xFE\xFF")):
		f.mark = bigMark
	}

	is := func(mark string) bool { return bytes.HasPrefix(fresh, []byte(mark)) }
	f.utf32 = is("\xFF\xFE\x00\x00") || is("\x00\x00\xFE\xFF")
	f.isText = isText(fresh[:min(len(fresh), sniffed)])
	if f.nul >= 0 && f.nul < 2 {
		p.utf16 = likeUTF16(fresh[:min(len(fresh), sniffed)])
	}
}

// likeUTF16 reports whether each second byte is NUL, and none of the others: 'l' for the high ones at the end, 'b' for
// those at the beginning, 0 for no such bytes.
func likeUTF16(head []byte) byte {
	var nuls [2]int
	for i, c := range head {
		if c == 0 {
			nuls[i%2]++
		}
	}

	half := len(head) / 2
	switch {
	case half > 1 && nuls[0] == 0 && nuls[1]*2 > half:
		return 'l'
	case half > 1 && nuls[1] == 0 && nuls[0]*2 > half:
		return 'b'
	}

	return 0
}

// lines looks through whole lines. last: nothing follows.
func (s *scanner) lines(buf []byte, p *part, last bool) {
	s.search.Begin(buf)
	every := s.search.Finder.Every()
	counted := 0 // the lines before this byte are counted in p.number
	for at := 0; at < len(buf); {
		if !every {
			at = s.search.From(at)
			if at == len(buf) {
				break
			}
		}

		begin := bytes.LastIndexByte(buf[:at], '\n') + 1
		end := len(buf)
		if i := bytes.IndexByte(buf[at:], '\n'); i >= 0 {
			end = at + i
		}

		m := s.matchLine(buf[begin:end], p.offset+int64(begin) == 0)
		if m.mask != 0 {
			p.number += int64(bytes.Count(buf[counted:begin], []byte{'\n'}))
			counted = begin
			m.Number = p.number
			m.Offset = p.offset + int64(begin)
			s.keep(m, p)
		}

		p.found.long = p.found.long || end-begin >= longLine
		at = end + 1
	}

	if !last {
		p.number += int64(bytes.Count(buf[counted:], []byte{'\n'}))
	}
	if len(buf) >= longLine && !p.found.long {
		p.found.long = hasLong(buf)
	}
}

// hasLong reports whether a buffer has a line of 64 KiB or more.
func hasLong(buf []byte) bool {
	for len(buf) >= longLine {
		i := bytes.LastIndexByte(buf[:longLine], '\n')
		if i < 0 {
			return true
		}
		buf = buf[i+1:]
	}
	return false
}

func (s *scanner) keep(m Match, p *part) {
	if s.budget() {
		*p.to = append(*p.to, m)
	} else {
		p.found.more++
	}
}

// matchLine runs all matchers on a line, without its end. first says that it is the file's first line.
func (s *scanner) matchLine(line []byte, first bool) (m Match) {
	for i, matcher := range s.matchers {
		is, notSure := matcher.Matches(line, first)
		if is {
			m.mask |= 1 << i
		}
		if notSure {
			m.marks |= unsure
		}
	}

	if m.mask == 0 {
		return m
	}

	m.Size = int32(len(line))
	if !utf8.Valid(line) {
		m.marks |= bad
	}

	piece, _, _ := bytes.Cut(line, []byte{'\r'})
	if bytes.Contains(piece, []byte("\u2028")) || bytes.Contains(piece, []byte("\u2029")) {
		m.marks |= broken
	}
	if bytes.ContainsFunc(line, func(r rune) bool { return r < ' ' || r == '"' || r == '\\' }) {
		m.marks |= escapes
	}

	return m
}
