// Package cells, which changes without notice, turns bytes of a file into terminal cells. It is the one authority on
// what may reach the terminal: no byte of a file or a name does as a control character. C0, DEL, C1, bidi controls,
// invisible and format characters, private and unassigned characters and bytes that are not UTF-8 are drawn as visible
// marks. U+200D and U+FE0F are sent as they are inside a well-formed emoji sequence only.
//
// Columns are 0-based cells; offsets are 0-based bytes of the data laid out; ranges are half-open. A cluster is what is
// drawn together: a character with what combines with it, or a mark. Every byte belongs to one cluster.
//
// # Widths
//
// Widths are those of charmbracelet/x/ansi, grapheme clusters included, but for spacing vowel signs and conjuncts of
// the scripts of India and Southeast Asia: see [First]. Terminals that go by wcwidth, as most do, give each part of
// those a cell, and a terminal that draws them in one leaves the others blank. A rendered row measures what was
// promised by [Width], whatever was cut. What a cluster draws never joins with what the next one draws: where two
// characters of the data would, they are one cluster, and where a mark parts them, the second gets a base of its own
// (U+25CC) or becomes a mark.
//
// Terminals disagree with that authority, and with each other, about a few clusters: emoji joined by U+200D and pairs
// of regional indicators (2 cells here, up to 2 for each part elsewhere), U+FE0F or a skin tone after a narrow
// character, Hangul vowels without a consonant before them, half-width voicing marks. Nothing that could be sent mends
// this. It stays within its row as long as the renderer places every row absolutely and does not rely on where the
// cursor came to rest: what drifts is the rest of that one row.
package cells

import "sort"

// Drawing says how bytes are laid out in cells.
type Drawing struct {
	// TabWidth is the distance of tab stops in cells, at most 255; 0 or less means 8.
	TabWidth int
	// TabFrom is the offset from whose column the tab stops are counted, for the tabs at or after it: the length of
	// what was put before a text, whose indentation is drawn as it is without that.
	TabFrom int
	// Invisibles shows tabs, trailing blanks, the carriage return of a CRLF and blanks other than U+0020 as marks.
	Invisibles bool
	// ASCII draws each character that is not ASCII as its number.
	ASCII bool
	// Decoded says that the data is shown as a model gets it, decoded with losses: each maximal subpart that is not
	// UTF-8 is drawn as one U+FFFD in the style Bad, as is a U+FFFD in the data. Otherwise each byte that is not UTF-8
	// is a mark of its own, and a U+FFFD is a character like any other.
	Decoded bool
	// Latin1 reads each byte as a character of ISO 8859-1. Those that are not ASCII are drawn in the style Bad: the
	// tools do not read them so.
	Latin1 bool
	// Colours takes SGR sequences, and characters printed over others, for colours and weights instead of showing them;
	// Style.Colours draws these. The bytes of a sequence belong to a cluster of no cells.
	Colours bool
	// LineEnd says that the data reaches the end of its line.
	LineEnd bool
	// CRLF says that a '\r' was taken off the end of the line.
	CRLF bool
	// Continued says that the data does not begin its line: a U+FEFF at its start is no byte order mark.
	Continued bool
	// Whole says that no more of the data is to come, at the end of a piece of a line for one: an unfinished character
	// there is drawn as bytes. Otherwise it is left out, and its bytes belong to no cluster. LineEnd implies it.
	Whole bool
	// Words breaks a wrapped line between words where it can: for what is said and not for lines of a file, of which
	// each cell counts.
	Words bool
}

// Line is data laid out in cells. It keeps what it works out, so it is not for use by two goroutines at once.
type Line struct {
	data  []byte
	runs  []run
	width int
	words bool // see [Drawing.Words]

	rowWidth int    // the width that rows was made for
	rows     []int  // columns where the rows begin
	over     []Span // of the row that is rendered
	colours  []Span // those that the text itself sets
	rest     string // the style of the cells behind the line, where it says one; "" for that of the screen
}

// run is clusters of one kind, each of the same number of bytes and of cells. A line of source is a few runs.
type run struct {
	start, col  int // of the first cluster
	n           int
	size, cells uint8 // of each: bytes, 0 for the carriage return taken off; cells, 0 for a sequence
	kind        kind
}

func (r *run) end() int    { return r.start + r.n*int(r.size) }
func (r *run) colEnd() int { return r.col + r.n*int(r.cells) }

// Width is the number of cells of the whole line.
func (l *Line) Width() int { return l.width }

// Column is the column of the cluster with the byte at off; the line's width at or past the end.
func (l *Line) Column(off int) int {
	i := sort.Search(len(l.runs), func(i int) bool { return l.runs[i].end() > off })
	if i == len(l.runs) {
		return l.width
	}
	r := &l.runs[i]
	return r.col + max(off-r.start, 0)/int(r.size)*int(r.cells)
}

// Offset is the offset of the cluster at a column; the data's length past the end.
func (l *Line) Offset(col int) int {
	i := l.atColumn(col)
	if i == len(l.runs) {
		return len(l.data)
	}
	r := &l.runs[i]
	return r.start + max(col-r.col, 0)/int(r.cells)*int(r.size)
}

// atColumn is the run at a column; the number of runs past the end.
func (l *Line) atColumn(col int) int {
	return sort.Search(len(l.runs), func(i int) bool { return l.runs[i].colEnd() > col })
}
