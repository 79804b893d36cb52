package heldlines

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"index/suffixarray"
	"io"
	"io/fs"
	"iter"
	"os"
	"slices"
	"strings"

	"eyeline/reader/access"
	forms "eyeline/reader/decode"
	"eyeline/reader/tools"
)

// nowLimit is how large a file may be, in bytes, to be laid beside what was sent of it.
const nowLimit = 512 << 20

// Current is a file as it is now.
type Current struct {
	Exists  bool
	Info    fs.FileInfo
	Same    bool     // it is what it was when it was looked at before; then there is nothing else here
	hashes  []uint64 // of its lines
	trimmed []uint64 // of its lines, without white space around them
	first   uint64   // of the first line without a byte order mark
	// decoded are those of the lines of its text, where that is in UTF-16: some tools decode it, and others give its
	// bytes.
	decoded []uint64
	text    finder // its content, when it is small
}

// smallText is how large a file may be for a look into its text.
const smallText = 4 << 20

// ReadCurrent reads a file below root. One that is not there, leads out of the root, or is a folder does not exist. The
// error says why one that exists is not looked at, such as a named pipe. before is what it was when it was looked at
// before, or nil.
func ReadCurrent(ctx context.Context, root, path string, h Hasher, before fs.FileInfo) (*Current, error) {
	f, err := access.OpenIn(ctx, root, path)
	if special, ok := errors.AsType[*access.SpecialError](err); ok {
		return &Current{Exists: true}, errors.New(special.Noun() + ", not a file")
	}
	if err != nil {
		return &Current{}, ctx.Err()
	}

	defer func() { _ = f.Close() }()
	n := &Current{Exists: true, Info: f.Info()}
	a := before
	b := n.Info
	if a != nil && b != nil && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime()) && os.SameFile(a, b) {
		return &Current{Same: true}, nil
	}
	if f.Size() > nowLimit {
		return n, fmt.Errorf("%s bytes, more than 512 MiB", tools.Thousands(f.Size()))
	}

	var small strings.Builder
	var from io.Reader = io.NewSectionReader(f, 0, f.Size())
	if f.Size() <= smallText {
		from = io.TeeReader(from, &small)
	}
	if n.hashes, n.trimmed, n.first, err = hashLines(ctx, from, h); err != nil {
		return n, err
	}

	n.text.all = small.String()
	if e, ok := wideText(f); ok {
		text := forms.NewReader(io.NewSectionReader(f, 0, f.Size()), forms.Format{Encoding: e, BOM: true})
		defer func() { _ = text.Close() }()
		n.decoded, n.trimmed, _, err = hashLines(ctx, text, h)
		return n, err
	}

	return n, nil
}

// wideText is the encoding of a file that begins with the byte order mark of UTF-16.
func wideText(f io.ReaderAt) (forms.Encoding, bool) {
	mark := make([]byte, 4)
	n, _ := f.ReadAt(mark, 0) // a short file has no mark
	mark = mark[:n]

	switch {
	case bytes.HasPrefix(mark, []byte("\xff\xfe")) && !bytes.HasPrefix(mark, []byte("\xff\xfe\x00\x00")):
		return forms.UTF16LE, true
	case bytes.HasPrefix(mark, []byte("\xfe\xff")):
		return forms.UTF16BE, true
	}

	return 0, false
}

// HasTexts reports whether Texts gives the lines of the file.
func (n *Current) HasTexts() bool { return len(n.text.all) > 0 || len(n.hashes) == 0 }

// Texts gives the lines of a file that is small; none of any other.
func (n *Current) Texts() iter.Seq[string] {
	return strings.SplitSeq(strings.TrimSuffix(n.text.all, "\n"), "\n")
}

// TrimmedHashes are the hashes of the file's lines as [Hasher.Trimmed] has them. They are not to be changed.
func (n *Current) TrimmedHashes() []uint64 { return n.trimmed }

// Align lays a picture against the file.
func (n *Current) Align(p *KnownLines) Alignment {
	n.fit(p)
	return p.Align(n.hashes, n.trimmed)
}

// fit makes the hashes those of the lines as p has them: without a byte order mark, and decoded, unless more lines of
// the bytes as they are were sent.
func (n *Current) fit(p *KnownLines) {
	if n.decoded != nil && p.count(n.decoded) >= p.count(n.hashes) {
		n.hashes = n.decoded
		n.decoded = nil
		n.text = finder{}
		return
	}

	l, ok := p.Find(1)
	if ok && len(n.hashes) > 0 && l.Hash == n.first {
		n.hashes[0] = n.first // a byte order mark was left out
	}
}

// count is how many of the hashes are those of lines of the picture.
func (p *KnownLines) count(hashes []uint64) (n int) {
	known := map[uint64]bool{}
	for _, l := range p.Lines() {
		known[l.Hash] = true
	}
	for _, h := range hashes {
		if known[h] {
			n++
		}
	}

	return n
}

// Find is where a text is in the file, when it is there once: its first and last line.
func (n *Current) Find(text string) (first, last int64, ok bool) {
	if strings.TrimSpace(text) == "" {
		return 0, 0, false
	}
	first, ok = n.text.line(text)
	if !ok {
		return 0, 0, false
	}
	last = first + int64(strings.Count(strings.TrimSuffix(text, "\n"), "\n"))
	return first, last, last <= int64(len(n.hashes))
}

// Before are the lines of a small file from first to last, as they were before a text was put in them in the place of
// another one.
func (n *Current) Before(first, last int64, put, old string) []string {
	var lines []string
	number := int64(0)
	for line := range n.Texts() {
		number++
		if number >= first && number <= last {
			lines = append(lines, line)
		}
	}
	return strings.Split(strings.Replace(strings.Join(lines, "\n"), put, old, 1), "\n")
}

// hashLines are the hashes of the lines of a text, also as Hasher.Trimmed has them, and that of the first one without a
// byte order mark.
func hashLines(ctx context.Context, from io.Reader, h Hasher) (hashes, bare []uint64, first uint64, err error) {
	r := bufio.NewReaderSize(from, 64<<10)
	var long longLine // a line that does not fit into the buffer
	long.reset(h)
	for {
		if len(hashes)%4096 == 0 && ctx.Err() != nil {
			return hashes, bare, first, ctx.Err()
		}

		line, err := r.ReadSlice('\n')
		line, ended := bytes.CutSuffix(line, []byte("\n"))
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			long.write(line)
			continue
		case long.begun:
			long.write(line)
			sums := long.sums()
			hashes = append(hashes, sums.whole)
			bare = append(bare, sums.bare)
			if len(hashes) == 1 {
				first = sums.unmarked
			}
			long.reset(h)
		case ended || len(line) > 0:
			if len(hashes) == 0 {
				first = h.Line(bytes.TrimPrefix(line, []byte(byteOrderMark)))
			}
			hashes = append(hashes, h.Line(line))
			bare = append(bare, h.Trimmed(line))
		}

		if errors.Is(err, io.EOF) {
			return hashes, bare, first, nil
		}
		if err != nil {
			return hashes, bare, first, err
		}
	}
}

// finder finds texts in a text. Where many are looked for it makes an index, so that the time does not grow with the
// text for each of them.
type finder struct {
	all    string
	asked  int
	index  *suffixarray.Index
	starts []int // of the lines, once there is an index
}

// fewTexts is how many texts are looked for without an index.
const fewTexts = 32

// line is the 1-based line in which a text begins that is there once; a text that overlaps itself counts as one.
func (f *finder) line(text string) (int64, bool) {
	f.asked++
	if f.asked <= fewTexts {
		if strings.Count(f.all, text) != 1 {
			return 0, false
		}
		return int64(strings.Count(f.all[:strings.Index(f.all, text)], "\n")) + 1, true
	}

	if f.index == nil {
		f.index = suffixarray.New([]byte(f.all))
		f.starts = []int{0}
		for i := range len(f.all) {
			if f.all[i] == '\n' {
				f.starts = append(f.starts, i+1)
			}
		}
	}

	places := f.index.Lookup([]byte(text), len(text)+1) // more cannot overlap
	if len(places) == 0 || slices.Max(places)-slices.Min(places) >= len(text) {
		return 0, false
	}

	i, isStart := slices.BinarySearch(f.starts, slices.Min(places))
	if isStart {
		i++
	}

	return int64(i), true
}
