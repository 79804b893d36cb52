package picture

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strings"

	"eyeline/reader/transcript/record"
)

// Picture is what the model could hold of a file: what it was sent, with its own changes made in it. Lines are in the
// order of their numbers; there are gaps between them.
type Picture struct{ Lines []Line }

// at is the index of the first line whose number is not below n.
func (p *Picture) at(n int64) int {
	return sort.Search(len(p.Lines), func(i int) bool { return p.Lines[i].Number >= n })
}

// has reports whether line n is in the picture.
func (p *Picture) has(n int64) bool {
	_, ok := p.Find(n)
	return ok
}

// Sent takes the lines of a read. It reports whether one of them is new: not sent whole before, or not the same.
func (p *Picture) Sent(lines []Line) bool {
	at, isNew := 0, false
	for _, l := range lines {
		if at >= len(p.Lines) || p.Lines[at].Number != l.Number {
			at = p.at(l.Number)
		}
		if at >= len(p.Lines) || !p.Lines[at].same(l) {
			isNew = true
			break
		}
		at++
	}
	if isNew {
		p.merge(lines)
		return true
	}
	at = 0
	for _, l := range lines {
		if at >= len(p.Lines) || p.Lines[at].Number != l.Number {
			at = p.at(l.Number)
		}
		p.Lines[at] = l.again(p.Lines[at])
		at++
	}
	return false
}

// merge puts lines over those that are known.
func (p *Picture) merge(added []Line) {
	if len(added) == 0 {
		return
	}
	byNumber := func(a, b Line) int { return cmp.Compare(a.Number, b.Number) }
	if !slices.IsSortedFunc(added, byNumber) {
		slices.SortStableFunc(added, byNumber)
	}
	from, to := p.at(added[0].Number), p.at(added[len(added)-1].Number+1)
	old := p.Lines[from:to]
	out := make([]Line, 0, len(old)+len(added))
	for len(old) > 0 || len(added) > 0 {
		switch {
		case len(added) == 0 || len(old) > 0 && old[0].Number < added[0].Number:
			out = append(out, old[0])
			old = old[1:]
		default:
			n := added[0].Number
			for len(added) > 0 && added[0].Number == n { // the last one counts
				if last := len(out) - 1; last >= 0 && out[last].Number == n {
					out[last] = added[0]
				} else {
					out = append(out, added[0])
				}
				added = added[1:]
			}
			if len(old) > 0 && old[0].Number == n {
				out[len(out)-1] = out[len(out)-1].again(old[0])
				old = old[1:]
			}
		}
	}
	p.Lines = slices.Replace(p.Lines, from, to, out...)
}

// Write takes a whole new content.
func (p *Picture) Write(content string, by int32, h Hasher) {
	content = strings.TrimSuffix(content, "\n")
	p.Lines = p.Lines[:0]
	for _, l := range record.SplitLines(content) {
		p.Lines = append(p.Lines, Line{Number: l.Number, Hash: h.Text(content[l.Start:l.End]), State: Written, Ref: by})
	}
}

// Find is the line of a number.
func (p *Picture) Find(n int64) (Line, bool) {
	if i := p.at(n); i < len(p.Lines) && p.Lines[i].Number == n {
		return p.Lines[i], true
	}
	return Line{}, false
}

// Change makes the hunks of a change in the picture; by is its index. It returns how many lines it removed that were
// not known.
func (p *Picture) Change(hunks []record.Hunk, by int32, hash Hasher) (blind int) {
	c := changer{picture: p, by: by, hash: hash, out: make([]Line, 0, len(p.Lines))}
	for _, h := range hunks {
		c.keepUntil(h.Old)
		at := h.Old // in the file before
		for lines := h.Lines; len(lines) > 0; {
			if lines[0][0] == ' ' {
				at++
				c.keepUntil(at)
				lines = lines[1:]
				continue
			}
			n := slices.IndexFunc(lines, func(l string) bool { return l[0] == ' ' })
			if n < 0 {
				n = len(lines)
			}
			removed, unseen := c.replace(lines[:n], at)
			blind += unseen
			at += removed
			lines = lines[n:]
		}
	}
	c.keepUntil(math.MaxInt64)
	p.Lines = c.out
	return blind
}

// changer makes a changed picture.
type changer struct {
	picture *Picture
	by      int32
	hash    Hasher
	out     []Line // the picture after the changes so far
	shift   int64  // of the lines that come after them
	next    int    // the first line of the picture that is not taken over yet
}

// keepUntil takes over the lines before line n of the file before the change.
func (c *changer) keepUntil(n int64) {
	for ; c.next < len(c.picture.Lines) && c.picture.Lines[c.next].Number < n; c.next++ {
		l := c.picture.Lines[c.next]
		l.Number += c.shift
		c.out = append(c.out, l)
	}
}

// replace takes a block of removed and added lines that begins at line first of the file before the change. It returns
// how many lines are removed, and how many of them were not known.
func (c *changer) replace(block []string, first int64) (removed int64, unseen int) {
	var added []string
	for _, line := range block {
		if line[0] == '+' {
			added = append(added, line[1:])
			continue
		}
		if c.next < len(c.picture.Lines) && c.picture.Lines[c.next].Number == first+removed {
			c.next++
		} else {
			unseen++
		}
		removed++
	}
	isBlind := unseen > 0 || removed == 0 && !c.picture.has(first) && !c.picture.has(first-1)
	for i, text := range added {
		c.out = append(c.out, Line{
			Number: first + c.shift + int64(i), Hash: c.hash.Text(text), State: Written, Ref: c.by, Blind: isBlind,
		})
	}
	c.shift += int64(len(added)) - removed
	return removed, unseen
}
