package coverage

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/transcript/transcripttest"
)

type object = transcripttest.Object

// step is one call of a run of Claude Code on the file /w/a.
type step func(n int) string

func reads(from int, lines ...string) step {
	return func(n int) string { return transcripttest.ClaudeRead(n, "/w", "/w/a", from, lines...) }
}

// edits is an edit with the record of what it changed, from a line of the file before it.
func edits(from int, lines ...string) step {
	return func(n int) string {
		old := 0
		for _, l := range lines {
			if l[0] != '+' {
				old++
			}
		}
		side := object{"structuredPatch": []object{{"oldStart": from, "oldLines": old, "lines": lines}}}
		return transcripttest.ClaudeStep(n, "/w", "Edit", object{"file_path": "/w/a"}, "ok", side)
	}
}

// replaces is an edit of which only the arguments are recorded.
func replaces(old, put string) step {
	return func(n int) string {
		input := object{"file_path": "/w/a", "old_string": old, "new_string": put}
		return transcripttest.ClaudeStep(n, "/w", "Edit", input, "ok", nil)
	}
}

func writes(content string) step {
	return func(n int) string {
		input := object{"file_path": "/w/a", "content": content}
		return transcripttest.ClaudeStep(n, "/w", "Write", input, "ok", nil)
	}
}

// TestBlindnessIsOfItsTime: what had been sent of the lines of a change when it was made is said also when they are
// read, or changed, later.
func TestBlindnessIsOfItsTime(t *testing.T) {
	for name, c := range map[string]struct {
		run  []step
		now  string
		want []string // of each change: the lines then, those sent then, those not, whether it is blind, and now
	}{
		"before any read": {
			[]step{edits(3, "-three", "+THREE"), reads(1, "one", "two", "THREE")},
			"one\ntwo\nTHREE\n",
			[]string{"[[3 3]] [] [[3 3]] true now [[3 3]] [[3 3]]"},
		},
		"after a read of other lines": {
			[]step{reads(1, "one"), edits(2, "-two", "-three", "+2", "+3"), reads(1, "one", "2", "3", "four")},
			"one\n2\n3\nfour\n",
			[]string{"[[2 3]] [] [[2 3]] true now [[2 3]] [[2 3]]"},
		},
		"half of it": {
			[]step{reads(1, "one", "two"), edits(2, "-two", "-three", "+2", "+3")},
			"one\n2\n3\n",
			[]string{"[[2 3]] [[2 2]] [[3 3]] true now [[2 3]] [[2 3]]"},
		},
		"what was sent": {
			[]step{reads(1, "one", "two", "three"), edits(2, "-two", "+2")},
			"one\n2\nthree\n",
			[]string{"[[2 2]] [[2 2]] [] false now [[2 2]] []"},
		},
		"what it wrote itself": {
			[]step{writes("one\ntwo\n"), edits(2, "-two", "+2")},
			"one\n2\n",
			[]string{"[] [] [] false now [[1 1]] []", "[[2 2]] [[2 2]] [] false now [[2 2]] []"},
		},
		"another text than was sent": {
			[]step{reads(1, "one", "two"), edits(2, "-two, changed", "+2")},
			"one\n2\n",
			[]string{"[[2 2]] [] [[2 2]] true now [[2 2]] [[2 2]]"},
		},
		"lines that somebody moved": {
			[]step{reads(1, "package x", "func one() {}", "func two() {}"), edits(5, "-func two() {}", "+func 2() {}")},
			"package x\n\n\nfunc one() {}\nfunc 2() {}\n",
			[]string{"[[5 5]] [[5 5]] [] false now [[5 5]] []"},
		},
		"lines put in where nothing is known": {
			[]step{reads(1, "one"), edits(6, "+new")},
			"one\n2\n3\n4\n5\n6\nnew\n",
			[]string{"[[6 6]] [] [[6 6]] true now [[7 7]] [[7 7]]"},
		},
		"without a place, of what was sent": {
			[]step{reads(1, "one", "two", "three"), replaces("two\nthree", "2\n3")},
			"one\n2\n3\n",
			[]string{"[[2 3]] [[2 3]] [] false now [[2 3]] []"},
		},
		"without a place, before any read": {
			[]step{replaces("two", "2"), reads(1, "one", "2")},
			"one\n2\n",
			[]string{"[] [] [] true now [] []"},
		},
		"without a place, of lines never sent": {
			[]step{reads(1, "one"), replaces("x\nfive\ny", "5")},
			"one\n2\n3\n5\n",
			[]string{"[] [] [] true now [[4 4]] []"},
		},
		"a part of a line": {
			[]step{reads(1, "one", "two"), replaces("w", "WO")},
			"one\ntWOo\n",
			[]string{"[] [] [] false now [[2 2]] []"},
		},
	} {
		var run strings.Builder
		for i, s := range c.run {
			run.WriteString(s(i + 1))
		}
		root := t.TempDir()
		if err := os.WriteFile(filepath.Join(root, "a"), []byte(c.now), 0o600); err != nil {
			t.Fatal(err)
		}
		all, err := Of(context.Background(), transcripttest.Decode(t, "s.jsonl", run.String()), root)
		if err != nil || len(all.Files) != 1 {
			t.Fatal(all, err)
		}
		var got []string
		for _, one := range all.Files[0].Changes {
			then := fmt.Sprint(one.LinesThen, one.SentThen, one.BlindThen, one.IsBlind())
			got = append(got, then+fmt.Sprint(" now ", one.Lines, one.Blind))
		}
		if fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s:\n got %s\nwant %s", name, got, c.want)
		}
	}
}

// bySub is a step of a sub-agent, which has a context of its own.
func bySub(s step) step {
	return func(n int) string {
		return strings.ReplaceAll(s(n), `{"cwd":`, `{"isSidechain":true,"agentId":"e1","cwd":`)
	}
}

// TestWhyAChangeWasBlind: a blind change says what its agent had been sent before it, and by which call.
func TestWhyAChangeWasBlind(t *testing.T) {
	const own = ": each agent has its own context (1)"
	long := "a line long enough to be known by its text"
	found := func(n int) string {
		input := object{"pattern": "x", "path": "/w/a", "output_mode": "content"}
		return transcripttest.ClaudeStep(n, "/w", "Grep", input, "2:x\n7:x", nil)
	}
	for name, c := range map[string]struct {
		run  []step
		want string
	}{
		"never read": {[]step{edits(3, "-three", "+3")}, "no call before it gave the agent a line of the file (0)"},
		"other lines": {
			[]step{reads(5, "five", "six"), edits(9, "-nine", "+9")}, "call 1 gave L5–L6, and no other call gave the agent lines (1)",
		},
		"two reads": {
			[]step{reads(5, "five", "six"), reads(1, "one"), edits(9, "-nine", "+9")},
			"of the 2 calls that gave the agent lines, call 1 gave the last ones: L5–L6 (1)",
		},
		"a read and a refusal": {
			[]step{reads(5, "five"), reads(9), edits(9, "-nine", "+9")}, "call 1 gave L5, and no other call gave the agent lines (1)",
		},
		"found lines": {
			[]step{found, edits(9, "-nine", "+9")}, "call 1 gave only some of the lines from L2 to L7 (1)",
		},
		"a sub-agent's": {
			[]step{bySub(reads(1, "one", long)), edits(2, "-"+long, "+2")}, "call 1, another agent's, sent L2" + own,
		},
		"both": {
			[]step{bySub(reads(1, "one", long)), reads(1, "one", long), edits(2, "-"+long, "+2")}, " (0)",
		},
		"the main agent's": {
			[]step{reads(1, "one", long), bySub(edits(2, "-"+long, "+2"))}, "call 1, another agent's, sent L2" + own,
		},
		"changed since": {
			[]step{reads(1, "one", "two"), edits(2, "-other", "+2")}, "L2 was changed outside of the run after call 1, which sent it (1)",
		},
		"written, changed": {
			[]step{writes("one\ntwo\n"), edits(2, "-other", "+2")}, "L2 was changed outside of the run after call 1, which wrote it (1)",
		},
		"put beside others": {
			[]step{bySub(reads(1, "one", long)), edits(2, "+2")}, "call 1, another agent's, sent L2" + own,
		},
		"what it had": {[]step{reads(1, "one", "two"), edits(2, "-two", "+2")}, " (0)"},
		"a sub-agent's text": {
			[]step{bySub(writes(long + "\n")), edits(1, "-"+long, "+2")}, "call 1, another agent's, wrote L1" + own,
		},
	} {
		var run strings.Builder
		for i, s := range c.run {
			run.WriteString(s(i + 1))
		}
		all, err := Of(t.Context(), transcripttest.Decode(t, "run.jsonl", run.String()), "")
		if err != nil {
			t.Fatal(err)
		}
		edits := all.Edits(true)
		last := all.Edits(false)[len(edits)-1]
		if got := fmt.Sprintf("%s (%d)", last.Why, last.WhyCall); got != c.want || last.IsBlind() != (last.Why != "") {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
		if isOutside := strings.Contains(last.Why, "outside of the run"); isOutside != (last.ChangedOutside == 1) {
			t.Errorf("%s: changed outside after call %d", name, last.ChangedOutside)
		}
	}
}

// TestBeforeACall: what had been sent of a file before a call does not have what came with it or later, and names the
// calls and changes of all the run.
func TestBeforeACall(t *testing.T) {
	run := reads(1, "one", "two")(1) + edits(3, "-three", "+3")(2) + reads(3, "3", "four")(3)
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "a"), []byte("one\ntwo\n3\nfour\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	r := NewReplay(transcripttest.Decode(t, "run.jsonl", run))
	if err := r.Advance(t.Context()); err != nil {
		t.Fatal(err)
	}
	all, err := r.Coverage(t.Context(), root)
	if err != nil {
		t.Fatal(err)
	}
	for call, want := range map[int]string{
		1: "sent [] written [] never [[1 4]]",
		2: "sent [[1 2]] written [] never [[3 4]]",
		3: "sent [[1 2]] written [[3 3]] never [[4 4]]",
		4: "sent [[1 4]] written [] never []",
	} {
		f, lines, err := r.Before(t.Context(), root, all, "a", call)
		if got := fmt.Sprint("sent ", f.Sent, " written ", f.Written, " never ", f.Never); err != nil || got != want {
			t.Errorf("before call %d: %s, want %s (%v)", call, got, want, err)
		}
		if len(lines) != 4 || len(f.Calls) != 3 || len(f.Changes) != 1 || int(lines[0].Call) != min(call-1, 1) {
			t.Errorf("before call %d: lines %v, calls %v, changes %v", call, lines, f.Calls, f.Changes)
		}
	}
}
