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
	"eyeline/reader/internal/httpsniff"
	"eyeline/reader/wait"
)

// Match is a matching line.
type Match struct {
	Number int64 // from 1
	Offset int64 // of its first byte, in the decoded text if the file is decoded
	Size   int32 // in bytes, without its line end
	mask   uint16
	marks  mark
}

// mark is a set of properties of a line.
type mark uint8

const (
	notUTF8   mark = 1 << iota // it is not UTF-8
	uncertain                  // an engine may decide otherwise about it
	jsLineEnd                  // it has U+2028 or U+2029 before its first CR
	escaped                    // it has bytes that JSON escapes
)

// facts are the size, time and encoding of a file.
type facts struct {
	size     int64
	modified int64 // modification time, in seconds since 1970
	nul      int64 // offset of the first NUL; -1 without one
	// textNul is the offset of the first NUL in the decoded text; -1 without one, and in files that are not decoded.
	textNul    int64
	quitOffset int64 // offset at which ripgrep stops because of a NUL; -1 if it does not
	mark       byteMark
	utf32      bool // it has the byte order mark of UTF-32
	// guessed: it is UTF-16 without a byte order mark, recognized by its NULs.
	guessed bool
	// long: it has a line of 64 KiB or more.
	long bool
	// tooLong: it has a line of more than maxLine bytes, which was searched in pieces.
	tooLong bool
	isText  bool // by the first 512 bytes, as Go's net/http sees it
}

// encoding names UTF-16 or UTF-32 in a clause.
func (f *facts) encoding() string {
	if f.utf32 {
		return "it is UTF-32"
	}
	return "it is UTF-16"
}

// byteMark is a byte order mark. Those of UTF-16 are the greatest.
type byteMark uint8

const (
	noMark byteMark = iota
	utf8Mark
	littleMark
	bigMark
)

// scanResult is what a scan found in a file.
type scanResult struct {
	facts
	matches []Match // in the decoded text of UTF-16 and UTF-32
	raw     []Match // in the bytes of such a file
	dropped int64   // how many matches were dropped
	// excerpts are of the first lines of matches, at most as many as the scanner keeps.
	excerpts []Excerpt
}

// scanner finds the matching lines of files. One goroutine uses it.
type scanner struct {
	matchers []*pattern.Matcher
	search   pattern.Cursor
	buf      []byte
	reserve  func() bool // reports whether one more match may be kept
	excerpts int         // the most excerpts that are kept of a file
}

const (
	firstBuffer = 128 << 10
	maxLine     = 16 << 20
	longLine    = 64 << 10
	// utf16Sniffed is how many bytes of a file are looked at to tell UTF-16.
	utf16Sniffed = 512
	// surelyFirst is how many bytes of a file lie certainly in ripgrep's first block.
	surelyFirst = 32 << 10
)

func newScanner(matchers []*pattern.Matcher, f *pattern.Finder, budget func() bool) *scanner {
	search := pattern.Cursor{Finder: f}
	return &scanner{matchers: matchers, search: search, buf: make([]byte, firstBuffer), reserve: budget}
}

// scanFile scans a file of any length. The error is that of reading, or ctx's.
func (s *scanner) scanFile(ctx context.Context, p *access.SequentialFile) (*scanResult, error) {
	f := &scanResult{facts: facts{size: p.Size, modified: p.Unix, nul: -1, textNul: -1, quitOffset: -1}}
	p1 := &pass{result: f, matches: &f.matches}
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
		is = len(f.matches) == 0
		f.guessed = true
		decoder = utf16Decoder(p1.utf16 == 'l')
	}

	if is {
		f.raw = f.matches
		f.matches = nil
		f.excerpts = nil
		if err := s.scanDecoded(from, p, f, decoder); err != nil {
			return nil, err
		}
	}

	f.guessed = f.guessed && len(f.matches) > 0
	if f.needsQuitOffset() {
		if err := p.Rewind(); err != nil {
			return nil, err
		}
		f.quitOffset = quitAt(blocksOf(from, f.mark))
	}

	return f, ctx.Err()
}

// needsQuitOffset reports whether quitOffset is to be computed: a NUL stops ripgrep, and the file matches. quitAt holds
// a whole line, so a huge one before the NUL is excluded.
func (f *scanResult) needsQuitOffset() bool {
	nul := f.nul
	if f.mark >= littleMark {
		nul = f.textNul
	}
	return nul >= 0 && len(f.matches) > 0 && !f.utf32 && (!f.tooLong || nul < surelyFirst)
}

// utf16Decoder returns a decoder of UTF-16 that drops the byte order mark.
func utf16Decoder(little bool) transform.Transformer {
	endian := unicode.BigEndian
	if little {
		endian = unicode.LittleEndian
	}
	return unicode.UTF16(endian, unicode.UseBOM).NewDecoder()
}

// scanDecoded scans the file again as decoded text.
func (s *scanner) scanDecoded(
	from io.Reader, p *access.SequentialFile, f *scanResult, decoder transform.Transformer,
) error {
	if err := p.Rewind(); err != nil {
		return err
	}
	text := transform.NewReader(from, decoder)
	return s.scan(text, &pass{result: f, matches: &f.matches, decoded: true})
}

// pass is one scan over the bytes of a file, or over its decoded text.
type pass struct {
	result  *scanResult
	matches *[]Match
	decoded bool
	utf16   byte // 'l' or 'b' if the bytes look like UTF-16 in that byte order
	offset  int64
	number  int64 // of the first line in the buffer, from 1
}

// scan reads all of from and adds its matching lines to p.
func (s *scanner) scan(from io.Reader, p *pass) error {
	p.number = 1
	kept := 0 // bytes of an unfinished line, at the start of the buffer
	for {
		if kept == len(s.buf) {
			if kept >= maxLine {
				p.result.tooLong = true
				s.scanLines(s.buf, p, false)
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
		p.inspect(fresh, kept)
		total := kept + n
		whole := total
		if !end {
			whole = kept + bytes.LastIndexByte(fresh, '\n') + 1
			if whole == kept {
				whole = 0
			}
		}

		if whole > 0 {
			s.scanLines(s.buf[:whole], p, end)
		}
		p.result.long = p.result.long || total-whole >= longLine
		if end {
			return nil
		}

		kept = copy(s.buf, s.buf[whole:total])
		p.offset += int64(whole)
	}
}

// inspect updates the facts by bytes that were just read, with kept bytes before them in the buffer. Of a decoded text
// it looks only for a NUL.
func (p *pass) inspect(fresh []byte, kept int) {
	if !p.decoded {
		p.inspectBytes(fresh, kept)
		return
	}
	if i := bytes.IndexByte(fresh, 0); i >= 0 && p.result.textNul < 0 {
		p.result.textNul = p.offset + int64(kept) + int64(i)
	}
}

// inspectBytes is inspect for the bytes of the file.
func (p *pass) inspectBytes(fresh []byte, kept int) {
	f := p.result
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
	f.isText = httpsniff.IsText(fresh[:min(len(fresh), httpsniff.Limit)])
	if f.nul >= 0 && f.nul < 2 {
		p.utf16 = likeUTF16(fresh[:min(len(fresh), utf16Sniffed)])
	}
}

// likeUTF16 guesses the byte order of UTF-16 by the places of NULs: 'l' if more than half of the second bytes are NUL
// and no first byte is, 'b' for the reverse, 0 for neither.
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

// scanLines matches whole lines. last: nothing follows.
func (s *scanner) scanLines(buf []byte, p *pass, last bool) {
	s.search.Reset(buf)
	every := s.search.Finder.Every()
	counted := 0 // p.number counts the lines before this offset
	for at := 0; at < len(buf); {
		if !every {
			at = s.search.Next(at)
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
			s.addMatch(m, p, buf[begin:end])
		}

		p.result.long = p.result.long || end-begin >= longLine
		at = end + 1
	}

	if !last {
		p.number += int64(bytes.Count(buf[counted:], []byte{'\n'}))
	}
	if len(buf) >= longLine && !p.result.long {
		p.result.long = hasLong(buf)
	}
}

// hasLong reports whether buf has a line of 64 KiB or more.
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

// addMatch keeps a match, and of the first ones in a file an excerpt of the line.
func (s *scanner) addMatch(m Match, p *pass, line []byte) {
	if !s.reserve() {
		p.result.dropped++
		return
	}

	*p.matches = append(*p.matches, m)
	if len(p.result.excerpts) < s.excerpts {
		p.result.excerpts = append(p.result.excerpts, s.excerpt(m, line))
	}
}

// matchLine runs all matchers on a line without its line end. first: it is the first of the file.
func (s *scanner) matchLine(line []byte, first bool) (m Match) {
	for i, matcher := range s.matchers {
		is, notSure := matcher.Matches(line, first)
		if is {
			m.mask |= 1 << i
		}
		if notSure {
			m.marks |= uncertain
		}
	}

	if m.mask == 0 {
		return m
	}

	m.Size = int32(len(line))
	if !utf8.Valid(line) {
		m.marks |= notUTF8
	}

	piece, _, _ := bytes.Cut(line, []byte{'\r'})
	if bytes.Contains(piece, []byte("\u2028")) || bytes.Contains(piece, []byte("\u2029")) {
		m.marks |= jsLineEnd
	}
	if bytes.ContainsFunc(line, func(r rune) bool { return r < ' ' || r == '"' || r == '\\' }) {
		m.marks |= escaped
	}

	return m
}
