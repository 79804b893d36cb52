// Package giventext, which changes without notice, knows the lines of all texts of a run by their text alone: what each
// agent was given, and what it wrote. A line that stands in none of them was not sent; one that stands in one of them
// may have been, also where it is not known whether the text is of its file.
package giventext

import (
	"strings"
	"unicode"

	"eyeline/reader/transcript/heldlines"
	"eyeline/reader/transcript/record"
)

// Entry is the last text of an agent that has a line. How far it can be recognized by its text alone:
type Entry struct {
	Call int32 // number of the call whose result or arguments it is; 0 for a text that is no call's
	At   int32 // 0-based index of the line in the text
	// Distinctive: it has two words and 16 letters or digits at least, so that an equal line is the same one. "return
	// nil" is not distinctive, "return nil, errTooManyFiles" is.
	Distinctive bool
	// Recognizable: it has 16 bytes at least, as "return nil, nil, err" has. In a text of another file it may be this
	// line, too.
	Recognizable bool
	// FileUnknown: it stood in a text of which it is not known which file the line there belongs to.
	FileUnknown bool
	Given       bool // it stood in a text that the agent was given; else in what it wrote alone
}

// Table has the lines of the texts of a run. Its memory is bounded: see Full.
type Table struct {
	h              heldlines.Hasher
	slots          []slot
	most           int // how many slots there are at most
	used           int
	full           bool
	anyFileUnknown bool
	left           leftOut
}

// slot is a line of one agent's texts; the key 0 is an empty one.
type slot struct {
	key  uint64
	call int32
	at   uint32 // the index and, in the lowest bits, the marks
}

const (
	distinctive = 1 << iota
	fileUnknown
	given
	recognizable
	marks = 4 // how many bits
)

// maxSlots bounds the table; three quarters of the slots are filled at most.
const maxSlots = 1 << 21

// New is an empty table. Lines are compared without the white space around them.
func New() *Table { return &Table{slots: make([]slot, 1<<10), most: maxSlots} }

// Full reports whether the table has not all lines, so that one that is not found may have been given.
func (t *Table) Full() bool { return t.full }

// AnyFileUnknown reports whether an agent was given a distinctive line whose file is not known.
func (t *Table) AnyFileUnknown() bool { return t.anyFileUnknown }

// NoteLeftOut notes that a text was left out.
func (t *Table) NoteLeftOut() { t.full = true }

// AnyAgent stands for all sub-agents.
const AnyAgent = -2

// keyOf is the key of a line of an agent, by its index as in record.Call.
func keyOf(hash uint64, agent int) uint64 {
	key := hash ^ uint64(int64(agent)+1)*0x9e3779b97f4a7c15
	return max(key, 1)
}

// Find is the entry of a line by its hash, as heldlines.Hasher.Trimmed has it; agent is as in record.Call, or AnyAgent.
func (t *Table) Find(hash uint64, agent int) (Entry, bool) {
	s := t.slots[t.place(keyOf(hash, agent))]
	e := Entry{
		Call: s.call, At: int32(s.at >> marks),
		Distinctive:  s.at&distinctive > 0,
		Recognizable: s.at&recognizable > 0,
		FileUnknown:  s.at&fileUnknown > 0,
		Given:        s.at&given > 0,
	}
	return e, s.key != 0
}

// FindText is Find for the text of a line.
func (t *Table) FindText(line string, agent int) (Entry, bool) {
	return t.Find(t.h.TrimmedText(line), agent)
}

// place is the index of the slot of a key, or of an empty one.
func (t *Table) place(key uint64) int {
	mask := uint64(len(t.slots) - 1)
	i := (key * 0x9e3779b97f4a7c15) >> 20 & mask
	for t.slots[i].key != 0 && t.slots[i].key != key {
		i = (i + 1) & mask
	}
	return int(i)
}

func (t *Table) put(hash uint64, agent int, call int32, at uint32) {
	key := keyOf(hash, agent)
	i := t.place(key)
	if t.slots[i].key == 0 {
		t.used++
		if 4*t.used > 3*len(t.slots) {
			if len(t.slots) >= t.most {
				t.full = true
				t.used--
				return
			}

			t.grow()
			i = t.place(key)
		}
	}

	old := &t.slots[i]
	switch {
	case old.key != 0 && old.at&given > at&given: // what was given says more than what was written
		old.at |= at & (distinctive | fileUnknown | recognizable)
	default:
		at |= old.at & (distinctive | fileUnknown | recognizable)
		*old = slot{key, call, at}
	}
}

func (t *Table) grow() {
	old := t.slots
	t.slots = make([]slot, 2*len(old))
	for _, s := range old {
		if s.key != 0 {
			t.slots[t.place(s.key)] = s
		}
	}
}

// Text is a text that an agent was given or wrote.
type Text struct {
	Agent int // as in record.Call
	Call  int32
	Text  string
	Own   bool // the agent wrote it
	Parts bool // its lines are parts of those of another text: see [Escaped]
	// Known are the lines of the text, or of the part of it that begins at the offset KnownAt, which are known to be
	// lines of files: by the offsets of what is of the file in them. Those with numbers that are not sure count as
	// lines of which that is not known.
	Known   []record.Line
	KnownAt int
}

// Add takes the lines of a text.
func (t *Table) Add(x Text) {
	base := uint32(given)
	if x.Own {
		base = 0
	}

	quotes := quotes
	if x.Call > 0 && !x.Own {
		quotes = quotes[:1] // they are long, and seldom quote
	}

	isDiff := strings.Contains(x.Text, "@@ -") || strings.Contains(x.Text, "*** Begin Patch\n")
	known := knownLines(x)
	hasMarks := t.left.lines != nil && leftOutMark().MatchString(x.Text)
	at := uint32(0)
	start := 0
	for line := range strings.SplitSeq(x.Text, "\n") {
		if k, ok := known[start]; ok {
			t.line(x, x.Text[k.Start:k.End], at<<marks|base)
			if hasMarks {
				t.keepMarked(x.Text[k.Start:k.End])
			}
		} else {
			for rest := range shown(line, isDiff) {
				t.line(x, rest, at<<marks|base|fileUnknown)
				if hasMarks {
					t.keepMarked(rest)
				}
			}
			for part := range parts(line, quotes) {
				t.part(x, part, at<<marks|base|fileUnknown)
			}
		}

		start += len(line) + 1
		at++
		if at == 1<<(32-marks) {
			t.full = true
			return
		}
	}
}

// knownLines are the known lines of a text by the offset at which the text's own line begins.
func knownLines(x Text) map[int]record.Line {
	if len(x.Known) == 0 {
		return nil
	}

	lines := make(map[int]record.Line, len(x.Known))
	for _, l := range x.Known {
		l.Start += x.KnownAt
		l.End += x.KnownAt
		if l.Start < 0 || l.End > len(x.Text) || l.Start > l.End || l.Cut || l.UnsureNumber {
			continue
		}

		lines[strings.LastIndexByte(x.Text[:l.Start], '\n')+1] = l
	}

	return lines
}

// line adds what may be a line of a file.
func (t *Table) line(x Text, line string, at uint32) {
	trimmed := strings.TrimSpace(line)
	if trimmed == "" {
		return
	}
	if IsDistinctive(trimmed) {
		t.anyFileUnknown = t.anyFileUnknown || at&fileUnknown > 0 && at&given > 0
	}
	if IsDistinctive(trimmed) && !x.Parts {
		at |= distinctive
	}
	if len(trimmed) >= recognizableBytes {
		at |= recognizable
	}

	t.keep(x, line, at)
}

// part adds a part of a line, such as a string within it, that may be a line of a file. It is not distinctive.
func (t *Table) part(x Text, part string, at uint32) {
	if IsDistinctive(part) {
		t.keep(x, part, at)
	}
}

func (t *Table) keep(x Text, line string, at uint32) {
	hash := t.h.TrimmedText(line)
	t.put(hash, x.Agent, x.Call, at)
	if x.Agent >= 0 {
		t.put(hash, AnyAgent, x.Call, at)
	}
}

// recognizableBytes is the least length of a Recognizable line, without the white space around it.
const recognizableBytes = 16

// distinctiveLetters is the least number of letters and digits of a Distinctive line.
const distinctiveLetters = 16

// IsDistinctive reports whether a line can be told from others by its text: "} else {" cannot, "func parseHeader(b
// []byte)" can. It has two words at least.
func IsDistinctive(line string) bool {
	letters := 0
	words := 0
	inWord := false
	for _, r := range line {
		is := r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r)
		if is {
			letters++
		}
		if is && !inWord {
			words++
		}

		inWord = is
		if letters >= distinctiveLetters && words > 1 {
			return true
		}
	}

	return false
}

// EndOfRun returns the index after the lines that stand one after the other in one text, from the index first on.
func EndOfRun(entries []Entry, first int) int {
	last := first + 1
	for last < len(entries) && entries[first].Call > 0 && entries[last].Call == entries[first].Call &&
		int(entries[last].At-entries[first].At) == last-first {
		last++
	}
	return last
}
