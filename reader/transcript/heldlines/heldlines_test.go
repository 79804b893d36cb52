package heldlines

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"eyeline/reader/transcript/record"
)

// TestLay compares with the truth: a file of different lines is sent in part, and lines of it are then dropped, put in
// and replaced.
func TestLay(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for round := range 3000 {
		n := 1 + rng.IntN(60)
		var p KnownLines
		for i := range n {
			if rng.IntN(3) > 0 {
				p.TakeRead([]Line{{Number: int64(i) + 1, Hash: uint64(i) + 1, State: Whole}})
			}
		}
		var now []uint64
		truth := map[uint64]int{} // where a line is now
		fresh := uint64(1 << 20)
		for i := range n {
			switch k := rng.IntN(12); {
			case k == 0: // dropped
				continue
			case k == 1: // something before it
				fresh++
				now = append(now, fresh)
			case k == 2: // replaced
				fresh++
				now = append(now, fresh)
				continue
			}
			truth[uint64(i)+1] = len(now)
			now = append(now, uint64(i)+1)
		}
		l := p.Align(now, nil)
		lost := 0
		for i, h := range p.Lines() {
			at, there := truth[h.Hash]
			if there && int(l.Lines[i]) != at || !there && l.Lines[i] >= 0 {
				t.Fatalf("round %d: line %d is said to be at %d, and is at %d, %t", round, h.Number, l.Lines[i], at, there)
			}
			if !there {
				lost++
			}
		}
		changed := 0
		found := map[int32]bool{}
		for _, at := range l.Lines {
			found[at] = true
		}
		for i, s := range l.States {
			if s == Changed {
				changed++
			}
			// A line that was never sent may be where one that was sent was: that cannot be distinguished from a
			// change.
			if (s == Whole) != found[int32(i)] {
				t.Fatalf("round %d: line %d is in state %d, found: %t", round, i+1, s, found[int32(i)])
			}
		}
		if changed+l.Gone != lost {
			t.Fatalf("round %d: %d lines lost, but %d changed and %d gone", round, lost, changed, l.Gone)
		}
	}
}

// TestLayKeepsOrder lays files of few different lines: what is found is equal, and in order.
func TestLayKeepsOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 3000 {
		var p KnownLines
		number := int64(0)
		for range rng.IntN(40) {
			number += 1 + int64(rng.IntN(3))
			p.TakeRead([]Line{{Number: number, Hash: uint64(rng.IntN(5)), State: Whole}})
		}
		now := make([]uint64, rng.IntN(60))
		for i := range now {
			now[i] = uint64(rng.IntN(6))
		}
		l := p.Align(now, nil)
		last := int32(-1)
		for i, at := range l.Lines {
			if at < 0 {
				continue
			}
			if at <= last || now[at] != l.Known[i].Hash {
				t.Fatalf("line %d at %d, after one at %d", i, at, last)
			}
			last = at
		}
	}
}

// TestPictureOfChanges makes random changes in a file that was sent as a whole: the picture stays the file.
func TestPictureOfChanges(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	h := Hasher{}
	for range 500 {
		var file []string
		var lines []record.Line
		text := ""
		for i := range 1 + rng.IntN(30) {
			file = append(file, fmt.Sprint("line ", i))
			lines = append(lines, record.Line{Number: int64(i) + 1, Start: len(text), End: len(text) + len(file[i])})
			text += file[i] + "\n"
		}
		var p KnownLines
		p.TakeRead(h.Lines(&record.Call{Number: 1, Agent: -1}, record.Read{Lines: lines, Text: text}))
		for step := range 4 {
			var hunks []record.Hunk
			var next []string
			at := 0
			for at < len(file) {
				keep := min(rng.IntN(6), len(file)-at)
				next = append(next, file[at:at+keep]...)
				at += keep
				hunk := record.Hunk{Old: int64(at) + 1}
				if at > 0 && keep > 0 {
					hunk.Old--
					hunk.Lines = append(hunk.Lines, " "+file[at-1])
				}
				for range rng.IntN(3) {
					if at < len(file) {
						hunk.Lines = append(hunk.Lines, "-"+file[at])
						at++
					}
				}
				for range rng.IntN(3) {
					line := fmt.Sprint("new ", step, rng.Uint32())
					hunk.Lines = append(hunk.Lines, "+"+line)
					next = append(next, line)
				}
				if len(hunk.Lines) > 0 {
					hunks = append(hunks, hunk)
				}
				if at < len(file) {
					next = append(next, file[at])
					at++
				}
			}
			p.Change(hunks, Changer{}, h)
			if slices.ContainsFunc(p.Lines(), func(l Line) bool { return l.Blind }) {
				t.Fatal("a blind line of a file that was sent as a whole")
			}
			file = next
		}
		if len(p.Lines()) != len(file) {
			t.Fatalf("%d lines, not %d", len(p.Lines()), len(file))
		}
		for i, l := range p.Lines() {
			if l.Number != int64(i)+1 || l.Hash != h.Line([]byte(file[i])) || l.Blind {
				t.Fatalf("line %d: %+v, not %q", i+1, l, file[i])
			}
		}
	}
}

// TestEachAgentHasABit: what one of many agents was sent, another one was not.
func TestEachAgentHasABit(t *testing.T) {
	all := agents(0)
	for i := -1; i < 200; i++ {
		if all.has(AgentSet(i)) {
			t.Fatalf("agent %d was there before", i)
		}
		all = all.with(AgentSet(i))
		if !all.has(AgentSet(i)) || !all.has(AgentSet(-1)) || AgentSet(i).has(all) != (i < 0) || all.with(AgentSet(i)) != all {
			t.Fatalf("agent %d: %q", i, allSets().membersOf(all))
		}
	}
}

// TestLinesHaveNoPointers: a run has millions of lines, and each garbage collection would look at those that have.
func TestLinesHaveNoPointers(t *testing.T) {
	line := reflect.TypeFor[Line]()
	for field := range line.Fields() {
		if kind := field.Type.Kind(); kind < reflect.Bool || kind > reflect.Float64 {
			t.Errorf("%s is a %s", field.Name, kind)
		}
	}
}
