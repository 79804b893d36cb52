package heldlines

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"strconv"
	"testing"

	"eyeline/reader/transcript/record"
)

// plain is a picture that is made anew by each change: what a KnownLines is compared with.
type plain struct{ Lines []Line }

func (p *plain) at(n int64) int {
	return sort.Search(len(p.Lines), func(i int) bool { return p.Lines[i].Number >= n })
}

func (p *plain) has(n int64) bool {
	i := p.at(n)
	return i < len(p.Lines) && p.Lines[i].Number == n
}

// Sent takes the lines of a read, and sorts them. It reports whether one of them is new: not sent whole before, or not
// the same.
func (p *plain) Sent(lines []Line) (isNew bool) {
	if len(lines) == 0 {
		return false
	}
	byNumber := func(a, b Line) int { return cmp.Compare(a.Number, b.Number) }
	if !slices.IsSortedFunc(lines, byNumber) {
		slices.SortStableFunc(lines, byNumber)
	}
	from, to := p.at(lines[0].Number), p.at(lines[len(lines)-1].Number+1)
	old := p.Lines[from:to]
	merged := make([]Line, 0, len(old)+len(lines))
	for len(old)+len(lines) > 0 {
		if len(lines) == 0 || len(old) > 0 && old[0].Number <= lines[0].Number {
			merged, old = append(merged, old[0]), old[1:]
			continue
		}
		if last := len(merged) - 1; last >= 0 && merged[last].Number == lines[0].Number {
			isNew = isNew || merged[last].Hash != lines[0].Hash || merged[last].State != lines[0].State
			merged[last] = lines[0].resent(merged[last])
		} else {
			isNew = true
			merged = append(merged, lines[0])
		}
		lines = lines[1:]
	}
	p.Lines = slices.Replace(p.Lines, from, to, merged...)
	return isNew
}

// Change makes the hunks of a change in the picture; by is its index.
func (p *plain) Change(hunks []record.Hunk, by int32, hash Hasher) {
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
			at += c.replace(lines[:n], at)
			lines = lines[n:]
		}
	}
	c.keepUntil(math.MaxInt64)
	p.Lines = c.out
}

// changer makes a changed picture.
type changer struct {
	picture *plain
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
// how many lines are removed.
func (c *changer) replace(block []string, first int64) (removed int64) {
	var added []string
	isBlind := false // of a line that is removed nothing is known
	for _, line := range block {
		if line[0] == '+' {
			added = append(added, line[1:])
			continue
		}
		l := Line{}
		if c.next < len(c.picture.Lines) && c.picture.Lines[c.next].Number == first+removed {
			l = c.picture.Lines[c.next]
			c.next++
		}
		isBlind = isBlind || l.Hash != c.hash.Text(line[1:])
		removed++
	}
	isBlind = isBlind || removed == 0 && !c.picture.has(first) && !c.picture.has(first-1)
	for i, text := range added {
		c.out = append(c.out, Line{
			Number: first + c.shift + int64(i), Hash: c.hash.Text(text), Bare: c.hash.TrimmedText(text), State: Written,
			Change: c.by + 1, Blind: isBlind,
		})
	}
	c.shift += int64(len(added)) - removed
	return removed
}

// A picture that is changed in place is the one that is made anew, whatever is sent and changed.
func TestAgainstAReference(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	h := Hasher{}
	for range 15 {
		var p KnownLines
		var q plain
		most := int64(10 + rng.IntN(3)*1500)
		for step := range int32(60) {
			if rng.IntN(3) == 0 {
				var lines []Line
				for n, end := 1+rng.Int64N(most), 1+rng.Int64N(most); n <= end; n += 1 + rng.Int64N(3) {
					lines = append(lines, Line{Number: n, Hash: rng.Uint64N(3), State: Whole, Ref: step, Times: 1})
				}
				if rng.IntN(4) == 0 {
					rng.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
				}
				if got, want := p.TakeRead(slices.Clone(lines)), q.Sent(lines); got != want {
					t.Fatalf("step %d: new %t, not %t", step, got, want)
				}
			} else {
				hunks := randomHunks(rng, most)
				p.Change(hunks, Changer{Change: step}, h)
				q.Change(hunks, step, h)
			}
			if got := p.Lines(); !slices.Equal(got, q.Lines) {
				t.Fatalf("step %d: %d lines, not %d", step, len(got), len(q.Lines))
			}
			for range 20 {
				n := rng.Int64N(most + 2)
				if l, ok := p.Find(n); ok != q.has(n) || ok && l != q.Lines[q.at(n)] {
					t.Fatalf("step %d: line %d is %+v, %t", step, n, l, ok)
				}
			}
		}
	}
}

// randomHunks are hunks in order that do not overlap, in a file of about so many lines.
func randomHunks(rng *rand.Rand, most int64) (hunks []record.Hunk) {
	for at := int64(1); len(hunks) < 8 && rng.IntN(8) > 0; {
		h := record.Hunk{Old: at + rng.Int64N(most/3+1)}
		at = h.Old
		long := []int{5, 5, 700}[rng.IntN(3)]
		for i := range rng.IntN(long) {
			kind := " -+"[rng.IntN(3)]
			h.Lines = append(h.Lines, string(kind)+strconv.Itoa(i))
			if kind != '+' {
				at++
			}
		}
		hunks = append(hunks, h)
	}
	return hunks
}
