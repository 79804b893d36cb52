package agentsearch

import (
	"fmt"

	"eyeline/reader/tools"
)

// Read is how an engine treats binary files and encodings.
type Read uint8

// The engines: ripgrep, git grep, GNU grep, ugrep -I, one that searches only what net/http takes for text, and one that
// searches everything.
const (
	InBlocks Read = iota
	ByGit
	ByGrep
	ByUgrep
	Sniffed
	AllLines
)

// The number of bytes at a file's beginning in which a NUL makes it binary.
const (
	gitHead   = 8000
	grepHead  = 98304
	ugrepHead = 262144
)

// reading is how much of a file an engine reports.
type reading struct {
	// limit is the offset from which no line is reported; -1 for no limit.
	limit int64
	// doubtFrom is the offset from which it is not known whether lines are reported; -1 if it is known.
	doubtFrom int64
	raw       bool // UTF-16 and UTF-32 are searched as bytes, undecoded
	why       *Reason
}

// readingOf returns how much of a file the method reports. With a line over 16 MiB only that it is nothing can be
// known.
func (m *Method) readingOf(r *run, row *Row) reading {
	read := m.shortReading(r, row)
	if row.scan.tooLong && read.limit != 0 {
		return reading{limit: -1, doubtFrom: 0, why: &Reason{Cause: Unknown, Text: "a line has more than 16 MiB"}}
	}
	return read
}

// shortReading is readingOf for a file without lines over 16 MiB.
func (m *Method) shortReading(r *run, row *Row) reading {
	f := &row.scan.facts
	wide := f.mark == littleMark || f.mark == bigMark
	all := reading{limit: -1, doubtFrom: -1}
	switch m.Read {
	case InBlocks:
		return ripgrepReading(r, f, wide, all)
	case ByGit:
		by, _ := m.Selector.(GitGrep)
		binary, text, err := r.binaryByAttributes(row.entry, by)
		switch {
		case err != nil:
			why := &Reason{Cause: Unknown, Text: "it is not known what .gitattributes says: " + err.Error()}
			return reading{limit: -1, doubtFrom: 0, why: why}
		case binary:
			return noLines(Binary, "git takes it for binary: .gitattributes says so")
		case text:
			return reading{limit: -1, doubtFrom: -1, raw: wide || f.guessed || f.utf32}
		}

		return headReading(f, gitHead, all)
	case ByGrep:
		return grepReading(f, all)
	case ByUgrep:
		return ugrepReading(f, wide, all)
	case Sniffed:
		if !f.isText {
			return noLines(Binary, "its first 512 bytes are not those of a text, as Go's net/http sees it")
		}
	}

	all.raw = wide || f.guessed || f.utf32
	return all
}

// noLines is the reading of a file that nothing is reported of.
func noLines(cause Cause, text string) reading {
	return reading{limit: 0, doubtFrom: -1, why: &Reason{Cause: cause, Text: text}}
}

// asUTF32 is why nothing is found in UTF-32 with a byte order mark.
const asUTF32 = "it is UTF-32, and taken for binary: it has NULs"

// headReading is that of an engine that takes a file for binary if one of its first most bytes is NUL.
func headReading(f *facts, most int64, all reading) reading {
	if f.nul < 0 || f.nul >= most {
		all.raw = f.guessed || f.mark >= littleMark || f.utf32
		return all
	}

	switch {
	case f.utf32:
		return noLines(Encoding, asUTF32)
	case f.guessed || f.mark >= littleMark:
		return noLines(Encoding, "it is UTF-16, and taken for binary: its first bytes have NULs")
	}

	where := fmt.Sprintf("a NUL at byte %s, among the first %s", tools.Thousands(f.nul), tools.Thousands(most))
	return noLines(Binary, "binary: "+where)
}

// ugrepReading is that of ugrep -I.
func ugrepReading(f *facts, wide bool, all reading) reading {
	switch {
	case f.utf32 || wide && f.textNul >= 0:
		const text = "it is UTF-32, or UTF-16 with a NUL in its text, and what ugrep makes of that is not known"
		return reading{limit: -1, doubtFrom: 0, why: &Reason{Cause: Unknown, Text: text}}
	case wide:
		return all
	}
	return headReading(f, ugrepHead, all)
}

// ripgrepReading is that of ripgrep, which stops before the block that has the first NUL.
func ripgrepReading(r *run, f *facts, wide bool, all reading) reading {
	nul := f.nul
	where := "byte"
	if wide {
		nul = f.textNul
		where = "byte, as UTF-8,"
	}

	switch {
	case f.utf32:
		return noLines(Encoding, asUTF32)
	case f.guessed:
		return noLines(Encoding, "it is UTF-16 without a byte order mark, and taken for binary: it has NULs")
	case nul < 0:
		return all
	}

	text := fmt.Sprintf("binary: ripgrep stops before the block with the NUL at %s %d", where, nul)
	why := &Reason{Cause: Binary, Text: text}
	if f.quitOffset == 0 {
		why.Text = fmt.Sprintf("binary: a NUL at %s %d, in the first block that ripgrep reads", where, nul)
	}

	found := reading{limit: f.quitOffset, doubtFrom: -1, why: why}
	if !wide && nul >= longLine && r.anyLong() {
		found.doubtFrom = 0
	}

	return found
}

// grepReading is that of GNU grep, which looks at blocks, the first of 98,304 bytes.
func grepReading(f *facts, all reading) reading {
	if f.nul < 0 || f.nul < grepHead {
		return headReading(f, grepHead, all)
	}
	why := &Reason{Cause: Binary, Text: fmt.Sprintf("binary from the block with the NUL at byte %d on", f.nul)}
	return reading{limit: f.nul, doubtFrom: max(grepHead, f.nul-grepHead), why: why}
}
