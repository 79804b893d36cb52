package heldlines

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"eyeline/reader/lists"
	"eyeline/reader/transcript/record"
)

// KnownLines is what the model could hold of a file: what it was sent, with its own changes made in it.
type KnownLines struct{ lines []Line } // in the order of their numbers, with gaps between them

// at is the index of the first line whose number is not below n.
func (p *KnownLines) at(n int64) int {
	return sort.Search(len(p.lines), func(i int) bool { return p.lines[i].Number >= n })
}

// Lines are the lines in the order of their numbers; there are gaps between them. They are good until the next change.
func (p *KnownLines) Lines() []Line { return p.lines }

// IsEmpty reports whether no line is known.
func (p *KnownLines) IsEmpty() bool { return len(p.lines) == 0 }

// TakeRead takes the lines of a read, and sorts them. It reports whether one of them is new: not sent whole before, or
// not the same.
func (p *KnownLines) TakeRead(lines []Line) (isNew bool) {
	if len(lines) == 0 {
		return false
	}
	slices.SortStableFunc(lines, func(a, b Line) int { return cmp.Compare(a.Number, b.Number) })
	from := p.at(lines[0].Number)
	to := p.at(lines[len(lines)-1].Number + 1)
	merged, isNew := merge(p.lines[from:to], lines)
	p.lines = slices.Replace(p.lines, from, to, merged...)
	return isNew
}

// merge takes the lines of a read among others, both in the order of their numbers. It reports whether one is new.
func merge(old, lines []Line) (merged []Line, isNew bool) {
	merged = make([]Line, 0, len(old)+len(lines))
	for len(old)+len(lines) > 0 {
		if len(lines) == 0 || len(old) > 0 && old[0].Number <= lines[0].Number {
			merged = append(merged, old[0])
			old = old[1:]
			continue
		}

		if last := len(merged) - 1; last >= 0 && merged[last].Number == lines[0].Number {
			isNew = isNew || !lines[0].IsSame(&merged[last]) || merged[last].State != lines[0].State
			merged[last] = lines[0].resent(merged[last])
		} else {
			isNew = true
			merged = append(merged, lines[0])
		}

		lines = lines[1:]
	}

	return merged, isNew
}

// Write takes a whole new content.
func (p *KnownLines) Write(content string, by Changer, h Hasher) {
	content = strings.TrimSuffix(content, "\n")
	p.lines = lists.Map(record.SplitLines(content), func(l record.Line) Line {
		return by.line(l.Number, h.both(content[l.Start:l.End]))
	})
}

// line is a line that the change writes.
func (by Changer) line(number int64, text textHash) Line {
	return Line{
		Number: number, Hash: text.whole, Bare: text.bare, State: Written, Change: by.Change + 1, Who: by.Who,
	}
}

// HasText reports whether one of the lines has a text.
func (p *KnownLines) HasText(line string, h Hasher) bool {
	hash := h.both(line)
	return slices.ContainsFunc(p.lines, func(l Line) bool { return l.has(hash) })
}

// Find is the line of a number.
func (p *KnownLines) Find(n int64) (Line, bool) {
	if i := p.at(n); i < len(p.lines) && p.lines[i].Number == n {
		return p.lines[i], true
	}
	return Line{}, false
}

// TouchedLines are the lines that a change replaced or, where it only put lines in, the ones that it put them after, in
// the numbers of the file before it.
type TouchedLines struct {
	Lines   record.Ranges
	Held    record.Ranges // those that the agent could hold as they were
	Unknown record.Ranges // those of which that is not known
	Other   record.Ranges // of the rest, those that were other lines when they were sent
	Part    record.Ranges // likewise, those of which a part was sent
	Found   []int32       // the calls in whose texts lines of Held were found that no read gave
	Why     missReason    // the strongest reason among the lines that are neither held nor unknown
	Last    Line          // what is known of it
}

// OtherSource says whether the agent was given, or wrote, a line that KnownLines lacks.
type OtherSource struct {
	Known Knowledge
	Call  int32 // call whose text has the line, if it was given; 0: a text of no call
}

// Knowledge says whether something is known to be so.
type Knowledge uint8

const (
	No      Knowledge = iota // it is known not to be so
	Perhaps                  // it is not known
	Yes
)

// missReason says why an agent could not hold a line as it was. A stronger reason is greater.
type missReason uint8

const (
	held        missReason = iota // it could
	neverSent                     // nothing was sent of it
	OtherText                     // the line was another when it was sent
	OnlyPart                      // a part of it was sent
	OtherBranch                   // it was sent on a branch of the conversation that was left
	OtherAgent                    // it was sent to another agent alone
)

// touchedLine is a line that a change touches: why the picture does not hold it, and what it has in its place.
type touchedLine struct {
	number int64
	text   string
	unsaid bool // the text is not recorded
	why    missReason
	known  Line
}

// add takes lines that a change touches together. Where one of them is known not to have been given, it says so.
func (t *TouchedLines) add(lines []touchedLine, by Changer) (isBlind bool) {
	var otherwise []OtherSource
	if by.Elsewhere != nil && slices.ContainsFunc(lines, func(l touchedLine) bool { return l.why != held }) {
		otherwise = by.Elsewhere(lists.Map(lines, func(l touchedLine) string { return l.text }))
	}

	for i, l := range lines {
		t.Lines.Add(l.number)
		elsewhere := No
		if otherwise != nil {
			elsewhere = otherwise[i].Known
		}

		is := by.knows(l, elsewhere)
		switch {
		case is == Yes:
			t.Held.Add(l.number)
			if l.why != held && !slices.Contains(t.Found, otherwise[i].Call) {
				t.Found = append(t.Found, otherwise[i].Call)
			}
		case is == Perhaps:
			t.Unknown.Add(l.number)
		default:
			isBlind = true
			switch l.why {
			case OtherText:
				t.Other.Add(l.number)
			case OnlyPart:
				t.Part.Add(l.number)
			}

			if l.why > t.Why {
				t.Why = l.why
				t.Last = l.known
			}
		}
	}

	return isBlind
}

// knows says whether the agent had a line that a change touches; elsewhere is what other texts say of it.
func (by Changer) knows(l touchedLine, elsewhere Knowledge) Knowledge {
	switch {
	case l.why == held:
		return Yes
	case l.unsaid && l.why == neverSent && by.Unsaid != nil:
		return by.Unsaid()
	case elsewhere == No && l.why == OtherText && by.Unclear != nil && by.Unclear(l.known):
		return Perhaps
	default:
		return elsewhere
	}
}

// Change makes the hunks of a change in the picture, which are in order and do not overlap.
func (p *KnownLines) Change(hunks []record.Hunk, by Changer, hash Hasher) (t TouchedLines) {
	var all []splice
	c := change{KnownLines: p, texts: heldTexts{lines: p.lines}, by: by, hash: hash}
	for _, h := range hunks {
		at := h.Old // in the file before
		for i := 0; i < len(h.Lines); {
			if h.Lines[i][0] == ' ' {
				at++
				i++
				continue
			}

			b := block{around: h.Lines[max(i-1, 0):i], unsaid: h.Unsaid}
			for ; i < len(h.Lines) && h.Lines[i][0] != ' '; i++ {
				b.lines = append(b.lines, h.Lines[i])
			}

			b.around = append(slices.Clone(b.around), h.Lines[i:min(i+1, len(h.Lines))]...)
			s := splice{from: at, to: at}
			c.fill(&s, b, &t)
			all = append(all, s)
			at = s.to
		}
	}

	for _, s := range slices.Backward(all) { // so that the numbers before are those of the lines above
		p.splice(s)
	}

	return t
}

// block is a run of lines that a change takes out and puts in.
type block struct {
	lines  []string // each with its mark
	around []string // the lines before and after it, as far as the record has them
	unsaid bool     // as in record.Hunk
}

// splice is a run of lines, from <= n < to, with those that come in their place. Their numbers are right before
// anything above them changes.
type splice struct {
	from, to int64
	added    []Line
}

// change is a change that is looked at, before it is made.
type change struct {
	*KnownLines
	texts heldTexts
	by    Changer
	hash  Hasher
}

// fill takes a block of removed and added lines.
func (c *change) fill(s *splice, b block, t *TouchedLines) {
	var removed []touchedLine
	for _, line := range b.lines {
		if line[0] == '+' {
			s.added = append(s.added, c.by.line(s.from+int64(len(s.added)), c.hash.both(line[1:])))
			continue
		}

		one := touchedLine{number: s.to, text: line[1:], unsaid: b.unsaid}
		one.why, one.known = c.missAt(s.to, c.by)
		if !b.unsaid {
			one.why, one.known = c.missOf(s.to, line[1:])
		}

		removed = append(removed, one)
		s.to++
	}

	if s.from == s.to {
		removed = []touchedLine{c.beside(s.from, b.around, c.by)}
	}

	isBlind := t.add(removed, c.by)
	for i := range s.added {
		s.added[i].Blind = isBlind
	}
}

// beside is the line that lines are put after where none is taken out. One of the lines around it is enough.
func (p *KnownLines) beside(at int64, around []string, by Changer) touchedLine {
	why, known := p.missAt(at, by)
	before, above := p.missAt(at-1, by)
	if why != held && (before == held || before > why) {
		why = before
		known = above
	}

	one := touchedLine{number: max(at-1, 1), why: why, known: known, unsaid: true}
	if why == held || by.Elsewhere == nil {
		return one
	}

	for _, line := range around {
		if len(line) < 2 {
			continue
		}

		one.unsaid = false
		if by.Elsewhere([]string{line[1:]})[0].Known >= Perhaps {
			one.text = line[1:]
		}
	}

	return one
}

// ownText is from how many bytes on a line is known by its text alone, without its number, in a file that has the text
// once.
const ownText = 8

// missAt says why an agent could not hold line n, whatever its text is, and what is known of the line.
func (p *KnownLines) missAt(n int64, by Changer) (missReason, Line) {
	l, ok := p.Find(n)
	switch {
	case !ok:
		return neverSent, l
	case !l.Who.has(by.Who):
		return OtherAgent, l
	case by.Had != nil && !by.Had(l):
		return OtherBranch, l
	case l.Unsure:
		return neverSent, l
	default:
		return held, l
	}
}

// missOf says why the agent could not hold line n with a text. Where something unknown has moved the lines, it is
// looked for by its text, which must be there once.
func (c *change) missOf(n int64, text string) (missReason, Line) {
	h := c.hash.both(text)
	why, known := c.missAt(n, c.by)
	if why == neverSent && known.Unsure && known.has(h) { // what is changed proves the number
		why = held
	}
	if why != neverSent && known.has(h) {
		return why, known
	}

	first, count := c.texts.find(h)
	isTheLine := count == 1 && (first == n || len(strings.TrimSpace(text)) >= ownText)
	if isTheLine {
		return c.missAt(first, c.by)
	}

	if why == held {
		why = OtherText
		if known.State == CutLine {
			why = OnlyPart
		}
	}

	return why, known
}

// Locate finds where the lines of a hunk are that it takes out or leaves; 0 where that is not one place only.
func (p *KnownLines) Locate(h record.Hunk, hash Hasher) (first int64) {
	var old []textHash
	for _, l := range h.Lines {
		if l[0] != '+' {
			old = append(old, hash.both(l[1:]))
		}
	}

	if len(old) == 0 {
		return 0
	}

	for i := range len(p.lines) - len(old) + 1 {
		at := p.lines[i : i+len(old)]
		if !at[0].has(old[0]) {
			continue
		}

		if at[len(old)-1].Number-at[0].Number == int64(len(old))-1 &&
			slices.EqualFunc(at, old, func(l Line, h textHash) bool { return l.has(h) }) {
			if first > 0 {
				return 0
			}
			first = at[0].Number
		}
	}

	return first
}

// splice puts lines in the place of others, and moves those that come after them.
func (p *KnownLines) splice(s splice) {
	from := p.at(s.from)
	to := p.at(s.to)
	if shift := int64(len(s.added)) - (s.to - s.from); shift != 0 {
		for i := range p.lines[to:] {
			p.lines[to+i].Number += shift
		}
	}
	p.lines = slices.Replace(p.lines, from, to, s.added...)
}
