package transcript

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strings"
)

// State is what is known of a line of a file.
type State uint8

const (
	Never   State = iota // not in any result
	Whole                // sent whole
	CutLine              // a part of it was sent
	Written              // made by the model's own change, and not sent since
	Changed              // sent or written, and another one by now
)

// held is a line that the model could hold: of it something was sent, or the model wrote it.
type held struct {
	number int64 // 1-based, in the file after the last event
	hash   uint64
	ref    int32  // of a written line the index of the change that wrote it, else the number of the call that sent it last
	times  uint16 // how often it was sent since it is as it is
	state  State
	blind  bool // it was written over lines, or between lines, that had never been sent
}

// same reports whether two lines differ in nothing but when and how often they were sent.
func (h held) same(o held) bool {
	return h.number == o.number && h.hash == o.hash && h.state == o.state && h.blind == o.blind && (h.state != Written || h.ref == o.ref)
}

// by is the index of the change that wrote the line; -1 when it was sent.
func (h held) by() int32 {
	if h.state == Written {
		return h.ref
	}
	return -1
}

// call is the number of the call that sent or wrote the line last.
func (h held) call(changes []ChangeCoverage) int32 {
	if h.state != Written {
		return h.ref
	}
	if int(h.ref) < len(changes) {
		return int32(changes[h.ref].Call)
	}
	return 0
}

// again counts that a line was sent that was sent before as it is.
func (h held) again(before held) held {
	if before.hash == h.hash && before.times < math.MaxUint16 {
		h.times = before.times + 1
	}
	return h
}

// picture is what the model could hold of a file: what it was sent, with its own changes made in it. Lines are in the
// order of their numbers; there are gaps between them.
type picture struct{ lines []held }

// at is the index of the first line whose number is not below n.
func (p *picture) at(n int64) int {
	return sort.Search(len(p.lines), func(i int) bool { return p.lines[i].number >= n })
}

// has reports whether line n is in the picture.
func (p *picture) has(n int64) bool {
	i := p.at(n)
	return i < len(p.lines) && p.lines[i].number == n
}

// held are the lines of a read that a call gave.
func (h hasher) held(call int, lines []Line, text string) []held {
	added := make([]held, 0, len(lines))
	for _, l := range lines {
		line := held{number: l.Number, hash: h.text(text[l.Start:l.End]), state: Whole, ref: int32(call), times: 1}
		if l.Cut {
			line.state = CutLine
		}
		added = append(added, line)
	}
	return added
}

// sent takes the lines of a read. It reports whether one of them is new: not sent whole before, or not the same.
func (p *picture) sent(lines []held) bool {
	at, isNew := 0, false
	for _, l := range lines {
		if at >= len(p.lines) || p.lines[at].number != l.number {
			at = p.at(l.number)
		}
		if at >= len(p.lines) || !p.lines[at].same(l) {
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
		if at >= len(p.lines) || p.lines[at].number != l.number {
			at = p.at(l.number)
		}
		p.lines[at] = l.again(p.lines[at])
		at++
	}
	return false
}

// merge puts lines over those that are held.
func (p *picture) merge(added []held) {
	if len(added) == 0 {
		return
	}
	byNumber := func(a, b held) int { return cmp.Compare(a.number, b.number) }
	if !slices.IsSortedFunc(added, byNumber) {
		slices.SortStableFunc(added, byNumber)
	}
	from, to := p.at(added[0].number), p.at(added[len(added)-1].number+1)
	old := p.lines[from:to]
	out := make([]held, 0, len(old)+len(added))
	for len(old) > 0 || len(added) > 0 {
		switch {
		case len(added) == 0 || len(old) > 0 && old[0].number < added[0].number:
			out = append(out, old[0])
			old = old[1:]
		default:
			n := added[0].number
			for len(added) > 0 && added[0].number == n { // the last one counts
				if last := len(out) - 1; last >= 0 && out[last].number == n {
					out[last] = added[0]
				} else {
					out = append(out, added[0])
				}
				added = added[1:]
			}
			if len(old) > 0 && old[0].number == n {
				out[len(out)-1] = out[len(out)-1].again(old[0])
				old = old[1:]
			}
		}
	}
	p.lines = slices.Replace(p.lines, from, to, out...)
}

// write takes a whole new content.
func (p *picture) write(content string, by int32, h hasher) {
	content = strings.TrimSuffix(content, "\n")
	p.lines = p.lines[:0]
	for _, l := range splitLines(content) {
		p.lines = append(p.lines, held{number: l.Number, hash: h.text(content[l.Start:l.End]), state: Written, ref: by})
	}
}

// change makes the hunks of a change in the picture and returns how many lines it removed that were not held.
func (p *picture) change(hunks []Hunk, by int32, hash hasher) (blind int) {
	out := make([]held, 0, len(p.lines))
	shift, next := int64(0), 0 // of what comes after the hunks so far; the first line that is not taken over yet
	for _, h := range hunks {
		for ; next < len(p.lines) && p.lines[next].number < h.Old; next++ {
			l := p.lines[next]
			l.number += shift
			out = append(out, l)
		}
		at := h.Old // in the file before
		for i := 0; i < len(h.Lines); {
			if h.Lines[i][0] == ' ' {
				if next < len(p.lines) && p.lines[next].number == at {
					l := p.lines[next]
					l.number += shift
					out = append(out, l)
					next++
				}
				at++
				i++
				continue
			}
			// A block of removed and added lines.
			first, unseen := at, 0
			var added []string
			for ; i < len(h.Lines) && h.Lines[i][0] != ' '; i++ {
				if h.Lines[i][0] == '+' {
					added = append(added, h.Lines[i][1:])
					continue
				}
				if next < len(p.lines) && p.lines[next].number == at {
					next++
				} else {
					unseen++
				}
				at++
			}
			blind += unseen
			isBlind := unseen > 0 || at == first && !p.has(first) && !p.has(first-1)
			for j, text := range added {
				out = append(out, held{number: first + shift + int64(j), hash: hash.text(text), state: Written, ref: by, blind: isBlind})
			}
			shift += int64(len(added)) - (at - first)
		}
	}
	for ; next < len(p.lines); next++ {
		l := p.lines[next]
		l.number += shift
		out = append(out, l)
	}
	p.lines = out
	return blind
}
