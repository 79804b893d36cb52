package heldlines

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"eyeline/reader/transcript/record"
)

// Picture is what the model could hold of a file: what it was sent, with its own changes made in it. The lines are kept
// in blocks, so that a change costs no more where the file has many lines.
type Picture struct{ blocks []block }

// block is a run of lines, never none, in the order of their numbers.
type block struct {
	lines []Line
	shift int64 // to be added to the numbers
}

// blockLines is about how many lines a block has.
const blockLines = 256

// settle adds the shift to the numbers.
func (b *block) settle() {
	for i := range b.lines {
		b.lines[i].Number += b.shift
	}
	b.shift = 0
}

// at is the index of the first line whose number is not below n.
func (b *block) at(n int64) int {
	return sort.Search(len(b.lines), func(i int) bool { return b.lines[i].Number+b.shift >= n })
}

// last is the number of the last line.
func (b *block) last() int64 { return b.lines[len(b.lines)-1].Number + b.shift }

// at is the index of the first block that has a line whose number is not below n.
func (p *Picture) at(n int64) int {
	return sort.Search(len(p.blocks), func(i int) bool { return p.blocks[i].last() >= n })
}

// put has lines in the place of a block; there is one more where i is one after the last.
func (p *Picture) put(i int, lines []Line) {
	if 0 < len(lines) && len(lines) <= 2*blockLines && i < len(p.blocks) {
		p.blocks[i] = block{lines: lines}
		return
	}
	var blocks []block
	for part := range slices.Chunk(lines, blockLines) {
		blocks = append(blocks, block{lines: part})
	}
	p.blocks = slices.Replace(p.blocks, i, min(i+1, len(p.blocks)), blocks...)
}

// Lines are a copy of the lines in the order of their numbers; there are gaps between them.
func (p *Picture) Lines() []Line {
	n := 0
	for _, b := range p.blocks {
		n += len(b.lines)
	}
	all := make([]Line, 0, n)
	for _, b := range p.blocks {
		for _, l := range b.lines {
			l.Number += b.shift
			all = append(all, l)
		}
	}
	return all
}

// has reports whether line n is in the picture.
func (p *Picture) has(n int64) bool {
	_, ok := p.Find(n)
	return ok
}

// Sent takes the lines of a read, and sorts them. It reports whether one of them is new: not sent whole before, or not
// the same.
func (p *Picture) Sent(lines []Line) (isNew bool) {
	byNumber := func(a, b Line) int { return cmp.Compare(a.Number, b.Number) }
	if !slices.IsSortedFunc(lines, byNumber) {
		slices.SortStableFunc(lines, byNumber)
	}
	for len(lines) > 0 {
		i, n := max(min(p.at(lines[0].Number), len(p.blocks)-1), 0), len(lines)
		var old []Line
		if i < len(p.blocks) {
			p.blocks[i].settle()
			old = p.blocks[i].lines
		}
		if i+1 < len(p.blocks) {
			last := p.blocks[i].last()
			n = sort.Search(n, func(k int) bool { return lines[k].Number > last })
		}
		merged, some := merge(old, lines[:n])
		p.put(i, merged)
		isNew = isNew || some
		lines = lines[n:]
	}
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
	p.blocks = nil
	p.put(0, lines)
}

// Find is the line of a number.
func (p *Picture) Find(n int64) (Line, bool) {
	i := p.at(n)
	if i == len(p.blocks) {
		return Line{}, false
	}
	b := &p.blocks[i]
	l := b.lines[b.at(n)]
	l.Number += b.shift
	return l, l.Number == n
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
	shift := int64(len(s.added)) - (s.to - s.from)
	first := max(min(p.at(s.from), len(p.blocks)-1), 0)
	for i := len(p.blocks) - 1; i >= first; i-- {
		b := &p.blocks[i]
		if i > first && b.lines[0].Number+b.shift >= s.to {
			b.shift += shift
			continue
		}
		b.settle()
		from, to := b.at(s.from), b.at(s.to)
		for k := range b.lines[to:] {
			b.lines[to+k].Number += shift
		}
		var added []Line
		if i == first {
			added = s.added
		}
		p.put(i, slices.Concat(b.lines[:from], added, b.lines[to:]))
	}
	if len(p.blocks) == 0 {
		p.put(0, s.added)
	}
}
