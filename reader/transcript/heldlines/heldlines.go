package heldlines

import (
	"cmp"
	"slices"
	"sort"
	"strings"

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

// has reports whether line n is in the picture.
func (p *Picture) has(n int64) bool {
	_, ok := p.Find(n)
	return ok
}

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
			isNew = isNew || !merged[last].same(lines[0])
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
func (p *Picture) Write(content string, by int32, h Hasher) {
	content = strings.TrimSuffix(content, "\n")
	var lines []Line
	for _, l := range record.SplitLines(content) {
		lines = append(lines, Line{Number: l.Number, Hash: h.Text(content[l.Start:l.End]), State: Written, Ref: by})
	}
	p.lines = lines
}

// Find is the line of a number.
func (p *Picture) Find(n int64) (Line, bool) {
	if i := p.at(n); i < len(p.lines) && p.lines[i].Number == n {
		return p.lines[i], true
	}
	return Line{}, false
}

// Change makes the hunks of a change in the picture, which are in order and do not overlap; by is its index.
func (p *Picture) Change(hunks []record.Hunk, by int32, hash Hasher) {
	var all []splice
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
			p.fill(&s, lines[:n], Line{State: Written, Ref: by}, hash)
			all = append(all, s)
			at = s.to
			lines = lines[n:]
		}
	}
	for _, s := range slices.Backward(all) { // so that the numbers before are those of the lines above
		p.splice(s)
	}
}

// splice is a run of lines, from <= n < to, with those that come in their place. Their numbers are right before
// anything above them changes.
type splice struct {
	from, to int64
	added    []Line
}

// fill takes a block of removed and added lines, the added ones being like a line.
func (p *Picture) fill(s *splice, block []string, like Line, hash Hasher) {
	for _, line := range block {
		if line[0] == '+' {
			like.Number, like.Hash = s.from+int64(len(s.added)), hash.Text(line[1:])
			s.added = append(s.added, like)
			continue
		}
		like.Blind = like.Blind || !p.has(s.to) // of a line that is removed nothing is known
		s.to++
	}
	like.Blind = like.Blind || s.from == s.to && !p.has(s.from) && !p.has(s.from-1)
	for i := range s.added {
		s.added[i].Blind = like.Blind
	}
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
