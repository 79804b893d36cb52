package agentsearch

import (
	"fmt"

	"eyeline/reader/tools"
)

// Read is which lines of a file an engine gives, by what the file is.
type Read uint8

// The ways: of ripgrep, of git grep, of GNU grep, of ugrep -I, of text by its first 512 bytes, and all lines.
const (
	InBlocks Read = iota
	ByGit
	ByGrep
	ByUgrep
	Sniffed
	AllLines
)

// How many bytes at the beginning of a file decide whether it is binary.
const (
	gitHead   = 8000
	grepHead  = 98304
	ugrepHead = 262144
)

// reading is what of a file an engine gives.
type reading struct {
	// limit is the offset from which no line comes; -1: all may come.
	limit int64
	// doubt is the offset from which it is not known whether lines come; -1: it is known.
	doubt int64
	raw   bool // the bytes of UTF-16 are searched as they are
	why   *Reason
}

// reads says what of a file an engine gives. Of one with lines that are too long that is known only where it is
// nothing.
func (m *Method) reads(r *run, row *Row) reading {
	read := m.readsShort(r, row)
	if row.found.tooLong && read.limit != 0 {
		return reading{limit: -1, doubt: 0, why: &Reason{Cause: Unknown, Text: "a line has more than 16 MiB"}}
	}
	return read
}

// readsShort is reads for a file without lines that are too long.
func (m *Method) readsShort(r *run, row *Row) reading {
	f := &row.found.facts
	wide := f.mark == littleMark || f.mark == bigMark
	all := reading{limit: -1, doubt: -1}
	switch m.Read {
	case InBlocks:
		return blocks(r, f, wide, all)
	case ByGit:
		by, _ := m.Look.(GitGrep)
		switch binary, text, err := r.binaryByAttributes(row.entry, by); {
		case err != nil:
			why := &Reason{Cause: Unknown, Text: "it is not known what .gitattributes says: " + err.Error()}
			return reading{limit: -1, doubt: 0, why: why}
		case binary:
			return none(Binary, "git takes it for binary: .gitattributes says so")
		case text:
			return reading{limit: -1, doubt: -1, raw: wide || f.guessed || f.utf32}
		}

		return head(f, gitHead, all)
	case ByGrep:
		return grepReading(f, all)
	case ByUgrep:
		return ugrepReading(f, wide, all)
	case Sniffed:
		if !f.isText {
			return none(Binary, "its first 512 bytes are not those of a text, as Go's net/http sees it")
		}
	}

	all.raw = wide || f.guessed || f.utf32
	return all
}

// none is a file of which no line comes.
func none(cause Cause, text string) reading {
	return reading{limit: 0, doubt: -1, why: &Reason{Cause: cause, Text: text}}
}

// asUTF32 is why nothing is found in UTF-32 with its mark.
const asUTF32 = "it is UTF-32, and taken for binary: it has NULs"

// head is a file that is binary where one of its first bytes is NUL.
func head(f *facts, most int64, all reading) reading {
	if f.nul < 0 || f.nul >= most {
		all.raw = f.guessed || f.mark >= littleMark || f.utf32
		return all
	}
	switch {
	case f.utf32:
		return none(Encoding, asUTF32)
	case f.guessed || f.mark >= littleMark:
		return none(Encoding, "it is UTF-16, and taken for binary: its first bytes have NULs")
	}
	where := fmt.Sprintf("a NUL at byte %s, among the first %s", tools.Thousands(f.nul), tools.Thousands(most))
	return none(Binary, "binary: "+where)
}

// ugrepReading is what ugrep -I gives.
func ugrepReading(f *facts, wide bool, all reading) reading {
	switch {
	case f.utf32 || wide && f.textNul >= 0:
		const text = "it is UTF-32, or UTF-16 with a NUL in its text, and what ugrep makes of that is not known"
		return reading{limit: -1, doubt: 0, why: &Reason{Cause: Unknown, Text: text}}
	case wide:
		return all
	}
	return head(f, ugrepHead, all)
}

// blocks is what ripgrep gives.
func blocks(r *run, f *facts, wide bool, all reading) reading {
	nul := f.nul
	where := "byte"
	if wide {
		nul = f.textNul
		where = "byte, as UTF-8,"
	}

	switch {
	case f.utf32:
		return none(Encoding, asUTF32)
	case f.guessed:
		return none(Encoding, "it is UTF-16 without a byte order mark, and taken for binary: it has NULs")
	case nul < 0:
		return all
	}

	text := fmt.Sprintf("binary: ripgrep stops before the block with the NUL at %s %d", where, nul)
	why := &Reason{Cause: Binary, Text: text}
	if f.quit == 0 {
		why.Text = fmt.Sprintf("binary: a NUL at %s %d, in the first block that ripgrep reads", where, nul)
	}

	found := reading{limit: f.quit, doubt: -1, why: why}
	if !wide && nul >= longLine && r.anyLong() {
		found.doubt = 0
	}

	return found
}

// grepReading is what GNU grep gives: it looks at blocks, of which the first has 98,304 bytes.
func grepReading(f *facts, all reading) reading {
	if f.nul < 0 || f.nul < grepHead {
		return head(f, grepHead, all)
	}
	why := &Reason{Cause: Binary, Text: fmt.Sprintf("binary from the block with the NUL at byte %d on", f.nul)}
	return reading{limit: f.nul, doubt: max(grepHead, f.nul-grepHead), why: why}
}
