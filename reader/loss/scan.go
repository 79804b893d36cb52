package loss

import (
	"bytes"
	"math"
	"slices"

	"eyeline/reader/internal/lossy"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/tools"
)

// scan is a search for losses in a part of a file.
type scan struct {
	reading Reading
	p       []byte
	begin   int64 // offset of p in the file
	lo, hi  int   // range of p to search
	found   []Loss
}

func (s *scan) add(l Loss, start, end int) {
	if start >= s.lo && start < s.hi && end > start {
		l.Start = s.begin + int64(start)
		l.End = s.begin + int64(end)
		s.found = append(s.found, l)
	}
}

func (s *scan) altered(a tools.Alteration) bool { return s.reading.stats.Altered[a] > 0 }

// mark adds a byte order mark that the tool dropped.
func (s *scan) mark() {
	if s.begin+int64(s.lo) > 0 || !s.altered(tools.DroppedBOM) {
		return
	}
	if _, n := textfile.BOM(s.p[:min(len(s.p), 4)], true); n > 0 {
		s.add(Loss{Kind: Altered, Alteration: tools.DroppedBOM}, 0, int(n))
	}
}

// ends adds line ends and blanks that are not shown unchanged.
func (s *scan) ends() {
	for i := s.lo; i < s.hi; i++ {
		s.control(i)
		if isBlank(s.p[i]) && s.altered(tools.TrimmedBlanks) && (i == 0 || !isBlank(s.p[i-1])) {
			if end := s.lineEndAfter(i); end > i {
				s.add(Loss{Kind: Altered, Alteration: tools.TrimmedBlanks}, i, end)
			}
		}
	}
}

// control takes the byte at i where it is a control character that the tool alters.
func (s *scan) control(i int) {
	c := s.p[i]
	switch {
	case c == '\r':
		s.carriageReturn(i)
	case (c == '\v' || c == '\f' || c >= 0x1C && c <= 0x1E) && s.reading.python:
		s.add(Loss{Kind: Altered, Alteration: tools.NormalizedCR}, i, i+1)
	case c == '\t' && s.altered(tools.ExpandedTab):
		s.add(Loss{Kind: Altered, Alteration: tools.ExpandedTab}, i, i+1)
	case IsControl(rune(c)) && s.altered(tools.DroppedControl):
		s.add(Loss{Kind: Altered, Alteration: tools.DroppedControl}, i, i+1)
	}
}

// dataURIs adds data URIs that are removed.
func (s *scan) dataURIs() {
	if !s.altered(tools.RemovedData) {
		return
	}

	for i := s.lo; i < s.hi; {
		k := bytes.Index(s.p[i:], []byte("data:"))
		if k < 0 {
			return
		}

		i += k
		end := i + bytes.IndexAny(append(s.p[i:len(s.p):len(s.p)], '\n'), " \t\r\n\"'")
		if bytes.Contains(s.p[i:end], []byte(";base64,")) {
			s.add(Loss{Kind: Altered, Alteration: tools.RemovedData}, i, end)
		}

		i = max(end, i+1)
	}
}

// IsControl reports whether a character is a control character other than line ends, which some tools omit.
func IsControl(r rune) bool { return r < ' ' && r != '\n' && r != '\r' || r == 0x7F }

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// lineEndAfter returns the end of the blanks at i if it is the end of the line; -1 otherwise.
func (s *scan) lineEndAfter(i int) int {
	for i < len(s.p) && isBlank(s.p[i]) {
		i++
	}

	if i == len(s.p) {
		if s.begin+int64(i) < s.reading.file.Size() {
			return -1 // not known
		}

		return i
	}

	if s.p[i] == '\n' || s.p[i] == '\r' {
		return i
	}

	return -1
}

// carriageReturn adds the '\r' at i if the tool does not show it unchanged.
func (s *scan) carriageReturn(i int) {
	may := []tools.Alteration{tools.EscapedCR, tools.NormalizedCR, tools.DroppedControl}
	if i+1 < len(s.p) && s.p[i+1] == '\n' {
		may = []tools.Alteration{tools.EscapedCR, tools.DroppedCR}
	}
	if k := slices.IndexFunc(may, s.altered); k >= 0 {
		s.add(Loss{Kind: Altered, Alteration: may[k]}, i, i+1)
	}
}

// invalid adds invalid UTF-8.
func (s *scan) invalid() {
	if s.reading.stats.Replaced == 0 {
		return
	}

	i := s.lo
	for i > 0 && s.lo-i < 3 && s.p[i]&0xC0 == 0x80 {
		i-- // a character may span the boundary
	}

	for i < s.hi {
		valid, size := lossy.Next(s.p[i:])
		i += valid
		s.add(Loss{Kind: Replaced}, i, i+size)
		i += size
	}
}

// hidden adds hidden characters.
func (s *scan) hidden() {
	p := s.p
	before := max(s.lo-64, 0)
	for _, h := range FindHidden(p[before:], s.begin+int64(before), math.MaxInt) {
		at := int(h.Offset - s.begin)
		if at >= s.hi {
			break
		}

		size, _ := lossy.UnitAt(p[at:])
		s.add(Loss{Kind: HiddenRune, Name: h.Name}, at, at+size)
	}
}
