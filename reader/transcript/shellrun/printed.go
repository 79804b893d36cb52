package shellrun

import (
	"bytes"
	"sort"
	"strings"
	"unicode/utf8"

	"eyeline/reader/internal/coreutils"
	"eyeline/reader/internal/lossy"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/tools"
)

// printed is a line that a command prints.
type printed struct {
	text string // without its end
	// origin is the file that it is of, and number its line there, 1-based; 0 where that is not known.
	origin
	number int64
	// prefix and suffix are how many bytes of the line come before the file's own text, and after it.
	prefix, suffix int
	kind           printedKind
	part           bool // only a part of the file's line is printed
	found          bool // by a search
	maybe          bool // it may not be printed
	open           bool // the file's last line whose number is known: more may follow
}

type printedKind uint8

const (
	known    printedKind = iota
	hole                 // a line of a file, whose text is not known
	anything             // any number of lines, of which nothing is known
	oneLine              // one such line
)

// maxPrinted bounds what a command prints, in bytes, and maxPrintedLines in lines.
const (
	maxPrinted      = 16 << 20
	maxPrintedLines = 400_000
)

// printer takes what a command prints, and makes lines of it.
type printer struct {
	world *world
	lines []printed
	size  int64
	// of the line at hand
	text   []byte
	pieces []piece
	starts lineIndexes
	failed bool
}

// lineIndexes are where the lines of files begin.
type lineIndexes map[*tools.File][]int64

// piece is a part of a line that stands for a part of a file's line.
type piece struct {
	origin
	number   int64
	at, size int  // in the line
	part     bool // it is not all of the file's line
	found    bool
}

// take takes what is printed; false where that is enough.
func (p *printer) take(of coreutils.Piece) bool {
	p.size += of.Size()
	if p.size > maxPrinted || len(p.lines) > maxPrintedLines || p.failed {
		return false
	}

	b, err := of.Bytes(0, of.Size())
	if err != nil {
		p.failed = true
		return false
	}

	from, isFile := p.world.files[of.File]
	isFile = isFile && of.File != nil && from.path != ""
	if isFile && of.Text != nil {
		p.replaced(of, from, b)
		return true
	}

	at := of.Start
	for len(b) > 0 {
		text, _, ended := bytes.Cut(b, []byte("\n"))
		if isFile {
			number, begins := p.place(of, at)
			one := piece{origin: from, number: number, at: len(p.text), size: len(text), part: !begins, found: of.Found}
			if !ended && at+int64(len(text)) < of.File.Size() {
				one.part = true
			}
			p.pieces = append(p.pieces, one)
		}

		p.text = append(p.text, text...)
		at += int64(len(text))
		if !ended {
			break
		}

		at++
		p.end()
		b = b[len(text)+1:]
	}

	return true
}

// replaced takes a text that is printed in place of a part of a file.
func (p *printer) replaced(of coreutils.Piece, from origin, b []byte) {
	text, ended := bytes.CutSuffix(b, []byte("\n"))
	original, _ := coreutils.Piece{File: of.File, Start: of.Start, End: of.End}.Bytes(0, of.End-of.Start)
	original = bytes.TrimSuffix(original, []byte("\n"))
	n, _ := p.place(of, of.Start)
	if n > 0 && !bytes.Contains(text, []byte("\n")) &&
		!bytes.Contains(original, []byte("\n")) {
		one := piece{origin: from, number: n, at: len(p.text), size: len(text), found: of.Found}
		if i := bytes.Index(text, original); i >= 0 {
			one.at += i
			one.size = len(original)
			p.pieces = append(p.pieces, one)
		} else if len(text) > 0 && bytes.Contains(original, text) {
			one.part = true
			p.pieces = append(p.pieces, one)
		}
	}

	for i, line := range bytes.Split(text, []byte("\n")) {
		if i > 0 {
			p.end()
		}
		p.text = append(p.text, line...)
	}

	if ended {
		p.end()
	}
}

// place is the number of the line at an offset of a piece's file, and whether the line begins there.
func (p *printer) place(of coreutils.Piece, at int64) (number int64, begins bool) {
	starts, ok := p.starts[of.File]
	if !ok {
		starts = lineStarts(of.File)
		p.starts[of.File] = starts
	}
	i := sort.Search(len(starts), func(i int) bool { return starts[i] > at })
	return int64(i), i > 0 && starts[i-1] == at
}

// lineStarts are where the lines of a file begin.
func lineStarts(f *tools.File) (starts []int64) {
	starts = []int64{0}
	const block = 64 << 10
	for off := int64(0); off < f.Size(); off += block {
		b, err := textfile.Piece(f, off, min(block, f.Size()-off))
		if err != nil {
			return starts
		}

		for i, c := range b {
			if c == '\n' {
				starts = append(starts, off+int64(i)+1)
			}
		}
	}

	return starts
}

// end ends the line at hand.
func (p *printer) end() {
	line := printed{text: string(p.text)}
	if !utf8.Valid(p.text) {
		line.text = string(lossy.Decode(p.text))
	}

	if len(p.pieces) == 1 || len(p.pieces) > 1 && p.isOne() {
		one := p.pieces[0]
		line.origin = one.origin
		line.number = one.number
		line.prefix = one.at
		line.part = one.part
		line.found = one.found
		line.suffix = len(p.text) - one.at - one.size
	}

	p.markOf(&line)
	p.failed = !p.world.work.spend(lineWork) || p.failed
	p.lines = append(p.lines, line)
	p.text = p.text[:0]
	p.pieces = p.pieces[:0]
}

// isOne reports whether the pieces of a line are of one line of a file.
func (p *printer) isOne() bool {
	for _, other := range p.pieces[1:] {
		if other.origin != p.pieces[0].origin || other.number != p.pieces[0].number {
			return false
		}
	}
	p.pieces[0].part = true
	return true
}

// markOf says what is not known of a line.
func (p *printer) markOf(line *printed) {
	maybe := strings.Contains(line.text, coreutils.PossibleMark)
	text := strings.Replace(line.text, coreutils.PossibleMark, coreutils.UnknownMark, 1)
	from, to, file, n, ok := marked(text)

	switch {
	case !ok:
		return
	case file > 0 && file <= len(p.world.ids):
		path := p.world.ids[file-1]
		rev := line.rev
		line.kind = hole
		line.origin = origin{path, rev}
		line.number = int64(n)
		line.prefix = from
		line.maybe = maybe
		line.suffix = len(text) - to
		last := p.world.lastNumbered(p.world.before(path))
		line.open = n == last
		if n > last {
			line.number = 0
		}
	case strings.HasPrefix(text[from:], coreutils.UnknownMark+"1"):
		line.kind = oneLine
	default:
		line.kind = anything
	}
}

func (p *printer) close() {
	if len(p.text) > 0 {
		p.end()
	}
}
