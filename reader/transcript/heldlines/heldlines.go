package heldlines

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"eyeline/reader/each"
	"eyeline/reader/transcript/record"
)

// Picture is what the model could hold of a file: what it was sent, with its own changes made in it.
type Picture struct{ lines []Line } // in the order of their numbers, with gaps between them

// at is the index of the first line whose number is not below n.
func (p *Picture) at(n int64) int {
	return sort.Search(len(p.lines), func(i int) bool { return p.lines[i].Number >= n })
}

// Lines are the lines in the order of their numbers; there are gaps between them. They are good until the next change.
func (p *Picture) Lines() []Line { return p.lines }

// Sent takes the lines of a read, and sorts them. It reports whether one of them is new: not sent whole before, or not
// the same.
func (p *Picture) Sent(lines []Line) (isNew bool) {
	if len(lines) == 0 {
		return false
	}
	slices.SortStableFunc(lines, func(a, b Line) int { return cmp.Compare(a.Number, b.Number) })
	from, to := p.at(lines[0].Number), p.at(lines[len(lines)-1].Number+1)
	merged, isNew := merge(p.lines[from:to], lines)
	p.lines = slices.Replace(p.lines, from, to, merged...)
	return isNew
}

// merge takes the lines of a read among others, both in the order of their numbers. It reports whether one is new.
func merge(old, lines []Line) (merged []Line, isNew bool) {
	merged = make([]Line, 0, len(old)+len(lines))
	for len(old)+len(lines) > 0 {
		if len(lines) == 0 || len(old) > 0 && old[0].Number <= lines[0].Number {
			merged, old = append(merged, old[0]), old[1:]
			continue
		}
		if last := len(merged) - 1; last >= 0 && merged[last].Number == lines[0].Number {
			isNew = isNew || merged[last].Hash != lines[0].Hash || merged[last].State != lines[0].State
			merged[last] = lines[0].again(merged[last])
		} else {
			isNew = true
			merged = append(merged, lines[0])
		}
		lines = lines[1:]
	}
	return merged, isNew
}

// Write takes a whole new content.
func (p *Picture) Write(content string, by By, h Hasher) {
	content = strings.TrimSuffix(content, "\n")
	p.lines = each.Of(record.SplitLines(content), func(l record.Line) Line {
		return by.line(l.Number, h.Text(content[l.Start:l.End]))
	})
}

// line is a line that the change writes.
func (by By) line(number int64, hash uint64) Line {
	return Line{Number: number, Hash: hash, State: Written, Change: by.Change + 1, Who: by.Who}
}

// Find is the line of a number.
func (p *Picture) Find(n int64) (Line, bool) {
	if i := p.at(n); i < len(p.lines) && p.lines[i].Number == n {
		return p.lines[i], true
	}
	return Line{}, false
}

// Touched are the lines that a change replaced or, where it only put lines in, the ones that it put them after, in the
// numbers of the file before it.
type Touched struct {
	Lines record.Ranges
	Held  record.Ranges // those that the agent could hold as they were
	Why   miss          // of the others, the one that says most
	Last  Line          // what is known of it
}

// miss says why an agent could not hold a line as it was. What says more is greater.
type miss uint8

const (
	held       miss = iota // it could
	neverSent              // nothing was sent of it
	OtherText              // the line was another when it was sent
	OnlyPart               // a part of it was sent
	OtherAgent             // it was sent to another agent alone
)

func (t *Touched) add(n int64, why miss, known Line) {
	t.Lines.Add(n)
	if why == held {
		t.Held.Add(n)
	} else if why > t.Why {
		t.Why, t.Last = why, known
	}
}

// Change makes the hunks of a change in the picture, which are in order and do not overlap.
func (p *Picture) Change(hunks []record.Hunk, by By, hash Hasher) (t Touched) {
	var all []splice
	c := change{Picture: p, texts: heldTexts{lines: p.lines}, by: by, hash: hash}
	for _, h := range hunks {
		at := h.Old // in the file before
		for lines := h.Lines; len(lines) > 0; {
			if lines[0][0] == ' ' {
				at++
				lines = lines[1:]
				continue
			}
			n := slices.IndexFunc(lines, func(l string) bool { return l[0] == ' ' })
			if n < 0 {
				n = len(lines)
			}
			s := splice{from: at, to: at}
			c.fill(&s, lines[:n], h.Unsaid, &t)
			all = append(all, s)
			at = s.to
			lines = lines[n:]
		}
	}
	for _, s := range slices.Backward(all) { // so that the numbers before are those of the lines above
		p.splice(s)
	}
	return t
}

// splice is a run of lines, from <= n < to, with those that come in their place. Their numbers are right before
// anything above them changes.
type splice struct {
	from, to int64
	added    []Line
}

// change is a change that is looked at, before it is made.
type change struct {
	*Picture
	texts heldTexts
	by    By
	hash  Hasher
}

// fill takes a block of removed and added lines. unsaid is that of its hunk.
func (c *change) fill(s *splice, block []string, unsaid bool, t *Touched) {
	isBlind := false
	for _, line := range block {
		if line[0] == '+' {
			s.added = append(s.added, c.by.line(s.from+int64(len(s.added)), c.hash.Text(line[1:])))
			continue
		}
		why, known := c.missAt(s.to, c.by.Who)
		if !unsaid {
			why, known = c.missOf(s.to, line[1:])
		}
		t.add(s.to, why, known)
		isBlind = isBlind || why != held
		s.to++
	}
	if s.from == s.to { // one of the lines around it is enough
		why, known := c.missAt(s.from, c.by.Who)
		if before, above := c.missAt(s.from-1, c.by.Who); why != held && (before == held || before > why) {
			why, known = before, above
		}
		isBlind = why != held
		t.add(max(s.from-1, 1), why, known)
	}
	for i := range s.added {
		s.added[i].Blind = isBlind
	}
}

// tellingText is from how many bytes on a line's text is told from others by itself, without its number.
const tellingText = 8

// missAt says why an agent could not hold line n, whatever its text is, and what is known of the line.
func (p *Picture) missAt(n int64, who agents) (miss, Line) {
	switch l, ok := p.Find(n); {
	case !ok:
		return neverSent, l
	case !l.Who.has(who):
		return OtherAgent, l
	default:
		return held, l
	}
}

// missOf says why the agent could not hold line n with a text. Where something unknown has moved the lines, it is
// looked for by its text, which must be there once.
func (c *change) missOf(n int64, text string) (miss, Line) {
	h, who := c.hash.Text(text), c.by.Who
	why, known := c.missAt(n, who)
	if why != neverSent && known.Hash == h {
		return why, known
	}
	switch first, count := c.texts.find(h); {
	case count != 1:
	case first == n || len(strings.TrimSpace(text)) >= tellingText:
		return c.missAt(first, who)
	}
	if why == held {
		if why = OtherText; known.State == CutLine {
			why = OnlyPart
		}
	}
	return why, known
}

// Locate finds where the lines of a hunk are that it takes out or leaves, which must be in one place only. isHeld says
// whether the model could hold them, as far as whole lines tell.
func (p *Picture) Locate(h record.Hunk, hash Hasher) (first int64, isHeld bool) {
	var old []uint64
	for _, l := range h.Lines {
		if l[0] != '+' {
			old = append(old, hash.Text(l[1:]))
		}
	}
	if len(old) == 0 {
		return 0, true
	}
	for i := range len(p.lines) - len(old) + 1 {
		at := p.lines[i : i+len(old)]
		if at[0].Hash != old[0] {
			continue
		}
		if at[len(old)-1].Number-at[0].Number == int64(len(old))-1 &&
			slices.EqualFunc(at, old, func(l Line, h uint64) bool { return l.Hash == h }) {
			if first > 0 {
				return 0, true
			}
			first = at[0].Number
		}
	}
	if first > 0 || len(p.lines) == 0 {
		return first, first > 0
	}
	texts := heldTexts{lines: p.lines}
	for i := 1; i < len(old)-1; i++ { // the first and the last may be parts of lines
		if _, count := texts.find(old[i]); count == 0 {
			return 0, false
		}
	}
	return 0, true
}

// splice puts lines in the place of others, and moves those that come after them.
func (p *Picture) splice(s splice) {
	from, to := p.at(s.from), p.at(s.to)
	if shift := int64(len(s.added)) - (s.to - s.from); shift != 0 {
		for i := range p.lines[to:] {
			p.lines[to+i].Number += shift
		}
	}
	p.lines = slices.Replace(p.lines, from, to, s.added...)
}
