package cells

import (
	"bytes"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"eyeline/reader/longtest"
)

// cluster is one cluster of a line, as the tests see it.
type cluster struct {
	start, end, col, cells int
	kind                   kind
	text                   string
}

func clusters(l *Line) []cluster {
	var all []cluster
	for i := range l.runs {
		r := &l.runs[i]
		for k := range r.n {
			c := cluster{start: r.start + k*int(r.size), col: r.col + k*int(r.cells), cells: int(r.cells), kind: r.kind}
			c.end = c.start + int(r.size)
			c.text = string(r.kind.appendCells(nil, l.data[c.start:c.end], 0, c.cells))
			all = append(all, c)
		}
	}
	return all
}

// naiveStyle is the style of a cluster, by looking at every span.
func naiveStyle(c cluster, st Style, cut bool) string {
	for _, o := range slices.Backward(st.Over) {
		if o.Open != "" && o.Start < o.End && o.Start < c.end && o.End > c.start {
			return o.Open
		}
	}
	switch {
	case c.kind == bad || c.kind == replacement && !cut:
		return st.Bad
	case c.kind != verbatim && c.kind != blank && c.kind != onCircle, cut && c.kind == verbatim:
		return st.Mark
	}
	for _, s := range st.Spans {
		if s.Open != "" && c.start >= s.Start && c.start < s.End {
			return s.Open
		}
	}
	return st.Base
}

// naiveRow is the row of the columns [from, stop), cell by cell.
func naiveRow(all []cluster, from, stop, width int, st Style) string {
	var b strings.Builder
	now := ""
	put := func(style, text string) {
		if style != now {
			if now != "" {
				b.WriteString(st.Reset)
			}
			b.WriteString(style)
			now = style
		}
		b.WriteString(text)
	}
	used := 0
	for _, c := range all {
		lo, hi := max(from-c.col, 0), min(c.cells, stop-c.col)
		if lo >= hi {
			continue
		}
		used += hi - lo
		cut := lo > 0 || hi < c.cells
		switch style := naiveStyle(c, st, cut); {
		case !cut:
			put(style, c.text)
		case c.kind == verbatim || c.kind == replacement:
			put(style, strings.Repeat(map[bool]string{true: "<", false: ">"}[lo > 0], hi-lo))
		default:
			put(style, string([]rune(c.text)[lo:hi]))
		}
	}
	if used < width {
		put(st.Base, strings.Repeat(" ", width-used))
	}
	put("", "")
	return b.String()
}

// naiveRows are the columns where rows begin, cluster by cluster.
func naiveRows(all []cluster, width int) []int {
	rows, at := []int{0}, 0
	for _, c := range all {
		if c.col > at && c.col+c.cells > at+width {
			at = c.col
			rows = append(rows, at)
		}
		for c.col+c.cells > at+width {
			at += width
			rows = append(rows, at)
		}
	}
	return rows
}

// shown reports whether r is a character that may be seen: assigned, no control, no format character, not private.
func shown(r rune) bool {
	return unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Zs)
}

// pictograph reports whether ansi takes r for one that U+200D joins with others.
func pictograph(r rune) bool {
	s := string(r) + "\u200d©"
	c, _ := First(s)
	return len(c) == len(s)
}

// checkText checks that a row is exactly width cells, by the authority, and sends nothing that may not be sent.
func checkText(t *testing.T, row string, width int) {
	t.Helper()
	text := ansi.Strip(row)
	if !utf8.ValidString(text) {
		t.Fatalf("row %q is not UTF-8", row)
	}
	if w := Width(text); w != width {
		t.Fatalf("row %+q has %d cells, want %d", text, w, width)
	}
	if w := Width(row); len(row) != len(text) && w != width {
		t.Fatalf("row %+q has %d cells with its sequences, want %d", row, w, width)
	}
	before := [2]rune{' ', ' '}
	marks := 0
	rs := []rune(text)
	for i, r := range rs {
		base := before[1]
		if base == '\ufe0f' || base >= 0x1F3FB && base <= 0x1F3FF {
			base = before[0]
		}
		switch {
		case r == '\u200d':
			if i+1 == len(rs) || !pictograph(base) || !pictograph(rs[i+1]) {
				t.Fatalf("row %+q: U+200D outside an emoji sequence", text)
			}
		case r == '\ufe0f':
			keycap := i+1 < len(rs) && rs[i+1] == '\u20e3' && strings.ContainsRune("#*0123456789", before[1])
			if !keycap && !pictograph(before[1]) {
				t.Fatalf("row %+q: U+FE0F outside an emoji sequence", text)
			}
		case !shown(r) || unicode.Is(unicode.Variation_Selector, r):
			t.Fatalf("row %+q holds %U", text, r)
		}
		if marks++; !unicode.Is(unicode.M, r) || r == '\ufe0f' || r == '\u20e3' && before[1] == '\ufe0f' ||
			unicode.Is(unicode.Mc, r) {
			marks = 0
		}
		if marks > maxMarks {
			t.Fatalf("row %+q holds a stack of marks", text)
		}
		before = [2]rune{before[1], r}
	}
}

// checkLine checks everything that is promised of a line.
func checkLine(t *testing.T, data []byte, opt Drawing, width int, st Style, froms ...int) {
	t.Helper()
	l := Layout(data, opt)
	all := clusters(l)

	// Each byte in one cluster, in order; a row without a gap.
	off, col := 0, 0
	for i, c := range all {
		last := i == len(all)-1 && opt.Invisibles && opt.CRLF && opt.LineEnd
		if c.start != off || c.col != col || c.cells < 1 || (c.end <= c.start) != last {
			t.Fatalf("%+q: cluster %d is %+v after offset %d, column %d", data, i, c, off, col)
		}
		off, col = c.end, c.col+c.cells
		if last {
			continue
		}
		for at := c.start; at < c.end; at++ {
			if got := l.Column(at); got != c.col {
				t.Fatalf("%+q: offset %d is column %d, want %d", data, at, got, c.col)
			}
		}
		for at := c.col; at < col; at++ {
			if got := l.Offset(at); got != c.start {
				t.Fatalf("%+q: column %d is offset %d, want %d", data, at, got, c.start)
			}
		}
	}
	if l.Width() != col || l.Column(len(data)) != col || l.Offset(col) != len(data) {
		t.Fatalf("%+q: %d cells, want %d", data, l.Width(), col)
	}
	if rest := data[off:]; len(rest) > 0 && (opt.LineEnd || opt.Whole || utf8.FullRune(rest)) {
		t.Fatalf("%+q: %+q is not laid out", data, rest)
	}

	// Rows from any column.
	for _, from := range froms {
		got := string(l.Render(nil, from, width, st))
		if want := naiveRow(all, from, from+width, width, st); got != want {
			t.Fatalf("%+q from %d: %+q, want %+q", data, from, got, want)
		}
		checkText(t, got, width)
	}

	// Wrapped rows hold every column once.
	starts := naiveRows(all, width)
	if l.RowCount(width) != len(starts) {
		t.Fatalf("%+q at %d: %d rows, want %d", data, width, l.RowCount(width), len(starts))
	}
	for row, from := range starts {
		if got := l.RowStart(row, width); got != from {
			t.Fatalf("%+q at %d: row %d begins at %d, want %d", data, width, row, got, from)
		}
		stop := l.Width()
		if row+1 < len(starts) {
			stop = starts[row+1]
		}
		got := string(l.RenderRow(nil, row, width, st))
		if want := naiveRow(all, from, stop, width, st); got != want {
			t.Fatalf("%+q at %d: row %d is %+q, want %+q", data, width, row, got, want)
		}
		checkText(t, got, width)
	}
	for _, c := range all {
		row := len(starts) - 1
		for starts[row] > c.col {
			row--
		}
		if got := l.RowOf(c.start, width); c.end > c.start && got != row {
			t.Fatalf("%+q at %d: offset %d is in row %d, want %d", data, width, c.start, got, row)
		}
	}
}

// pieces are what has ever gone wrong on a terminal.
var pieces = []string{
	"a", "word ", "\t", "日", "é", "e\u0301", "\u0301", "👩\u200d👧", "🇩🇪", "🇩", "\u200d", "\ufe0f", "\x1b[2J", "\x9b",
	"\u009b",
	"\u202e", "\xff", "\xe6\x97", "\xf0\x9f", "\x00", "\u00a0", "\u3000", "\U000E0041", "\ufeff", "❤\ufe0f",
	"1\ufe0f\u20e3", "\u20e3", "กำ", "\u0e33",
	"\u1100\u1161", "\u1100", "\u1161", "\u11a8", "가", "\r", "\u2028", "\U0010FFFF", "\ufffd", "नमस्ते", "क", "\u094d",
	"ष", "\u093e",
	"عربى", "\u0600", "\u0d4e", "\U000111C2", "ﾞ", "🏽", "👍", "♀", "©", "\u2800", "\u0903", "\u200c", "ക", "1", "#",
}

// randomData is n pieces or stray bytes, now and then one many times over.
func randomData(r *rand.Rand, n int) []byte {
	var b bytes.Buffer
	for range n {
		switch r.IntN(20) {
		case 0, 1:
			b.WriteByte(byte(r.IntN(256)))
		case 2:
			b.WriteString(string(rune(r.IntN(0x20000))))
		case 3:
			if r.IntN(4) == 0 {
				b.WriteString(strings.Repeat(pieces[r.IntN(len(pieces))], r.IntN(40)))
			}
		default:
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
	}
	return bytes.ReplaceAll(b.Bytes(), []byte{'\n'}, nil)
}

func randomOptions(r *rand.Rand) Drawing {
	flag := func() bool { return r.IntN(2) == 0 }
	return Drawing{
		TabWidth: r.IntN(12), TabFrom: max(r.IntN(24)-12, 0),
		Invisibles: flag(), Decoded: flag(), LineEnd: flag(), CRLF: flag(), Continued: flag(), Whole: flag(),
	}
}

func randomStyle(r *rand.Rand, n int) Style {
	st := Style{Base: "\x1b[1m", Mark: "\x1b[2m", Bad: "\x1b[3m", Reset: "\x1b[m"}
	opens := []string{"\x1b[31m", "\x1b[32m", "\x1b[33m", ""}
	for at := 0; at < n; {
		end := at + r.IntN(9)
		st.Spans = append(st.Spans, Span{at, end, opens[r.IntN(len(opens))]})
		at = end + r.IntN(3)
	}
	for range r.IntN(5) {
		at := r.IntN(n+3) - 1
		st.Over = append(st.Over, Span{at, at + r.IntN(9) - 1, opens[r.IntN(len(opens))]})
	}
	return st
}

func checkRandom(t *testing.T, r *rand.Rand, data []byte, opt Drawing, width int) {
	t.Helper()
	checkLine(t, data, opt, width, randomStyle(r, len(data)), r.IntN(12), r.IntN(4*len(data)+2), r.IntN(4*len(data)+2))
}

func TestRandomLines(t *testing.T) {
	n := uint64(20_000)
	if !longtest.IsRequested() {
		n = 1000
	}
	for seed := range n {
		r := rand.New(rand.NewPCG(seed, 3))
		checkRandom(t, r, randomData(r, r.IntN(24)), randomOptions(r), 1+r.IntN(50))
	}
}

func FuzzRows(f *testing.F) {
	f.Add([]byte("a\tb\x1b[2J日本\u202e"), uint8(10), uint64(3))
	for i, p := range pieces {
		f.Add([]byte("x"+p+p+pieces[(i+7)%len(pieces)]), uint8(i), uint64(i))
	}
	f.Fuzz(func(t *testing.T, data []byte, width uint8, seed uint64) {
		data = bytes.ReplaceAll(data[:min(len(data), 512)], []byte{'\n'}, nil)
		r := rand.New(rand.NewPCG(seed, 5))
		checkRandom(t, r, data, randomOptions(r), 1+int(width)%50)
	})
}

// alike reports whether r is one of the many that are all drawn in one way: ideographs, syllables of Hangul, private
// use, and the planes without characters.
func alike(r rune) bool {
	return r >= 0x3400 && r < 0xA000 || r >= 0xAC00 && r < 0xD7A4 || r >= 0xE000 && r < 0xF900 ||
		r >= 0x17000 && r < 0x18D00 ||
		r >= 0x20000 && r>>16 != 0xE ||
		r >= 0xE1000
}

// TestEveryCharacter draws each code point alone and beside others; of those that are alike a part beside others.
func TestEveryCharacter(t *testing.T) {
	longtest.SkipUnlessLong(t)
	around := [][2]string{{"", ""}, {"a", ""}, {"", "a"}, {"👩", ""}, {"日", ""}}
	var data, row []byte
	for r := range rune(unicode.MaxRune + 1) {
		if r == '\n' || !utf8.ValidRune(r) || alike(r) && r%stride != 0 {
			continue
		}
		neighbours := around
		if alike(r) && r%19 != 0 {
			neighbours = around[:1] // alone
		}
		for _, a := range neighbours {
			data = append(utf8.AppendRune(append(data[:0], a[0]...), r), a[1]...)
			l := Layout(data, Drawing{LineEnd: true})
			row = l.Render(row[:0], 0, l.Width(), Style{})
			if w := Width(string(row)); w != l.Width() {
				t.Fatalf("%U in %+q: %+q has %d cells, want %d", r, data, row, w, l.Width())
			}
			for _, c := range string(row) {
				if !shown(c) {
					t.Fatalf("%U in %+q: %+q holds %U", r, data, row, c)
				}
			}
			if !bytes.HasPrefix(row, []byte(a[0])) || !bytes.HasSuffix(row, []byte(a[1])) {
				t.Fatalf("%U in %+q: %+q lacks its neighbour", r, data, row)
			}
			if self := string(r); len(row) <= len(a[0])+len(a[1]) || shown(r) && self != " " &&
				!bytes.Contains(row, []byte(self)) && !bytes.ContainsRune(row, '<') && !otherBlank(r) {
				t.Fatalf("%U in %+q: %+q does not show it", r, data, row)
			}
		}
	}
}

// TestTables compares the tables here with what ansi makes of each character.
func TestTables(t *testing.T) {
	isEmoji, wearsTone := regexp.MustCompile(`^[`+emoji+`]`), regexp.MustCompile(`^[`+toneBase+`]`)
	for r := range rune(unicode.MaxRune + 1) {
		if !utf8.ValidRune(r) || hidden(r) {
			continue
		}
		s := string(r) + "<"
		c, w := First(s)
		if joins := len(c) == len(s); joins != prepends(r) {
			t.Errorf("%U: prepends is %v", r, prepends(r))
		}
		if w > 2 {
			t.Errorf("%U: %d cells", r, w)
		}
		if r < 0x300 && extends(r) != (len(first("a"+string(r))) > 1) {
			t.Errorf("%U: extends is %v", r, extends(r))
		}
		if isEmoji.MatchString(s) && !pictograph(r) {
			t.Errorf("%U is in the table of emoji and joins with none", r)
		}
		if wearsTone.MatchString(s) && !isEmoji.MatchString(s) {
			t.Errorf("%U wears a skin tone and is no emoji", r)
		}
	}
	for r := rune(0x300); r < 0x370; r++ {
		if !extends(r) && unicode.Is(unicode.Mn, r) {
			t.Errorf("%U: extends is false", r)
		}
	}
}

func first(s string) string {
	c, _ := First(s)
	return c
}

// begins reports whether q begins the encoding of some character, by trying the bytes at the edges of what may follow.
func begins(q []byte) bool {
	if utf8.Valid(q) {
		return utf8.RuneCount(q) == 1
	}
	if len(q) == utf8.UTFMax {
		return false
	}
	return slices.ContainsFunc([]byte{0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF}, func(c byte) bool {
		return begins(append(slices.Clip(q), c))
	})
}

// TestDecoded compares what a model gets with the definition of maximal subparts.
func TestDecoded(t *testing.T) {
	some := []byte{
		'a', 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xE0, 0xE2, 0xED, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5,
		0xFF,
	}
	n := uint64(20_000)
	if !longtest.IsRequested() {
		n = 2000
	}
	for seed := range n {
		r := rand.New(rand.NewPCG(seed, 11))
		var data []byte
		for range r.IntN(7) {
			data = append(data, some[r.IntN(len(some))])
		}
		var want []int // the starts of characters and subparts
		for at := 0; at < len(data); {
			want = append(want, at)
			n := 1
			for k := 2; k <= min(utf8.UTFMax, len(data)-at); k++ {
				if begins(data[at : at+k]) {
					n = k
				}
			}
			at += n
		}
		l := Layout(data, Drawing{Decoded: true, Whole: true})
		var got []int
		for _, c := range clusters(l) {
			got = append(got, c.start)
			if !utf8.Valid(data[c.start:c.end]) && c.kind != replacement {
				t.Fatalf("%q: %+v", data, c)
			}
		}
		// Characters that combine are one cluster: count only what is not UTF-8.
		for _, at := range want {
			if _, n := utf8.DecodeRune(data[at:]); n == 1 && data[at] >= utf8.RuneSelf && !slices.Contains(got, at) {
				t.Fatalf("%q: clusters at %v, want %v", data, got, want)
			}
		}
		for _, at := range got {
			if !slices.Contains(want, at) {
				t.Fatalf("%q: clusters at %v, want %v", data, got, want)
			}
		}
	}
}
