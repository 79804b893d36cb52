package patch

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"strings"
	"unicode/utf8"

	"eyeline/reader/access"
)

var seed = maphash.MakeSeed()

// ends are how lines end: a set.
type ends uint8

const (
	withLF ends = 1 << iota
	withCRLF
	mixed = withLF | withCRLF
)

// line is a line of a text.
type line struct {
	text string // without its end, and no more than maxDiffLine bytes of it: then it is cut
	cut  bool
	end  ends   // 0: the text ends without a line end
	raw  uint64 // stands for its bytes, with its end
}

// readLine reads the next line.
func readLine(in *bufio.Reader) (l line, err error) {
	var b strings.Builder
	var raw maphash.Hash
	raw.SetSeed(seed)

	for {
		part, err := in.ReadSlice('\n')
		_, _ = raw.Write(part)
		room := maxDiffLine - b.Len()
		b.Write(part[:min(len(part), room)])
		l.cut = l.cut || len(part) > room

		switch {
		case err == nil || err == io.EOF && b.Len() > 0:
			text, ended := strings.CutSuffix(b.String(), "\n")
			l.text = strings.TrimSuffix(text, "\r")
			l.raw = raw.Sum64()
			switch {
			case l.text != text:
				l.end = withCRLF
			case ended:
				l.end = withLF
			}

			return l, nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return line{}, err
		}
	}
}

// textOf stands for the text of a line; 0 for one that was cut, which is no other's.
func textOf(l line) uint64 {
	if l.cut {
		return 0
	}
	return max(maphash.String(seed, l.text), 1)
}

// isConverted reports whether the line is another, or ends the text, with CR LF at its end instead of LF.
func (l line) isConverted(before line) bool {
	return l.end == withCRLF && before.end == withLF && !l.cut && !before.cut && l.text == before.text
}

// cannot says why a file cannot be compared.
func cannot(err error) string { return "the file cannot be compared with the diff: " + err.Error() }

// Differs says which of the lines that the change adds is another in the file as it is below a folder, or why what is
// recorded of a run cannot tell one from another; "" when they are all there, by their numbers. A diff of another state
// of the file says nothing of the lines that were sent.
func (f *File) Differs(ctx context.Context, folder string) (why string) {
	file, err := access.OpenIn(ctx, folder, f.Path)
	if err != nil {
		return cannot(err)
	}
	defer file.Close()
	return f.compare(ctx, nil, io.NewSectionReader(file, 0, file.Size()), false)
}

// compare is Differs for a file that is now. With its text before, the other lines are to be the same, byte by byte.
// With crlf git is told to give the file line ends that the text before does not have.
func (f *File) compare(ctx context.Context, before *bufio.Reader, now io.Reader, crlf bool) (why string) {
	in := bufio.NewReaderSize(now, 64<<10)
	texts := f.texts
	kinds := f.ends
	if crlf { // how lines end that are not in the file now need not be so in it
		kinds = 0
	}
	if isUTF16(in) && len(texts) > 0 {
		return "it is in UTF-16, whose lines are not those of the diff"
	}

	old := int64(0) // the number of the line before that was read last
	for number := int64(1); ; number++ {
		l, err := readLine(in)
		err = cmp.Or(ctx.Err(), err)
		if err != nil && err != io.EOF {
			return cannot(err)
		}

		kinds |= l.end
		isAdded := f.Added.Has(number)
		switch {
		case err == nil && isAdded:
			if why := f.cannotTell(l, number, texts[0]); why != "" {
				return why
			}
			texts = texts[1:]
		case err != nil && len(texts) > 0:
			return another(max(number, f.Added[f.Added.From(number)][0]))
		case !f.keeps(before, &old, l, err, crlf):
			return fmt.Sprintf("it has changed near line %d, and the diff of git does not say so", number)
		case err == nil: // the file is as the diff says
		case kinds == mixed && f.Added != nil:
			return "it has lines that end with CR LF and others, or had: what was sent does not tell them apart"
		default:
			return ""
		}
	}
}

// isUTF16 reports whether a text begins with the byte order mark of UTF-16.
func isUTF16(in *bufio.Reader) bool {
	mark, _ := in.Peek(2) // a short text has none
	return string(mark) == "\xff\xfe" || string(mark) == "\xfe\xff"
}

func another(number int64) string {
	return fmt.Sprintf("line %d of the file is not the one that the diff adds", number)
}

// keeps reports whether a line that is not added, or with end the end of the file, comes next in the text before.
func (f *File) keeps(before *bufio.Reader, old *int64, l line, end error, crlf bool) bool {
	if before == nil {
		return true
	}
	for *old++; f.gone.Has(*old); *old++ {
		if _, err := readLine(before); err != nil {
			return false
		}
	}

	was, err := readLine(before)
	if crlf && (l.end == withLF || l.isConverted(was)) {
		return l.isConverted(was)
	}

	return err == end && l == was
}

// cannotTell says why a line is not known to be the one that is added, byte by byte, when it was sent.
func (f *File) cannotTell(l line, number int64, text uint64) string {
	switch {
	case l.cut || textOf(l) != text:
		return another(number)
	case !utf8.ValidString(l.text):
		return fmt.Sprintf("line %d is not in UTF-8: what was sent does not tell its bytes apart", number)
	case number == 1 && f.unmarked && strings.HasPrefix(l.text, "\ufeff"):
		return "line 1 has a byte order mark now: what was sent does not tell"
	}
	return ""
}
