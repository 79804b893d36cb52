package textparts

import (
	"fmt"
	"strings"
	"testing"

	"eyeline/reader/transcript/record"
)

// TestPairs: a line passes only where a text may have it, and the texts in which it may stand are told.
func TestPairs(t *testing.T) {
	var p Pairs
	p.AddCall(3, "the first line of it")
	p.AddCall(1, "")
	p.AddSaid(1, strings.Repeat("some other words, again. ", partText/20))
	p.AddCall(7, "and the third line")
	for line, want := range map[string]string{
		"the first line":    "true [[[[3 3]] [[1 1]]]]",
		"first line of":     "true [[[[3 3]] [[1 1]]]]",
		"words, again":      "true [[[[3 3]] [[1 1]]]]",
		"- third line!":     "true [[[[7 7]] []]]",
		"the second line":   "false []",
		"line the first":    "false []",
		"and the first one": "false []",
	} {
		got := fmt.Sprint(p.MayHold(line), " ", spans(p.Where(line)))
		if got != want {
			t.Errorf("%q: %s, want %s", line, got, want)
		}
	}
}

// TestWordsBesideOtherCharacters: a line stands within a text also directly beside characters that are not ASCII.
func TestWordsBesideOtherCharacters(t *testing.T) {
	for _, line := range []string{"value_20 = compute(total_20)", "größe des übergangs", "初始化配置管理器", "→ a – b"} {
		for _, around := range []string{"把%s改成", "see “%s” there", "there—%s—is", "│%s│", "20→%s", "é%sü", "\x80%s\xff"} {
			text := fmt.Sprintf(around, line)
			var p Pairs
			p.AddSaid(1, text)
			isFound := false
			NewSoughtLines([]string{line}).In(text, func(int) bool {
				isFound = true
				return true
			})
			if !p.MayHold(line) || len(p.Where(line)) == 0 || !isFound {
				t.Errorf("%q in %q: %t, %v, %t", line, text, p.MayHold(line), p.Where(line), isFound)
			}
		}
	}
}

// TestSoughtByRarePairs: lines that begin with the same words are told apart by others, and a line is compared no
// longer once it is found.
func TestSoughtByRarePairs(t *testing.T) {
	var lines []string
	for i := range 1000 {
		lines = append(lines, fmt.Sprintf("self.assertEqual(value_%d, other_%d)", i, i))
	}
	s := NewSoughtLines(lines)
	for pair, all := range s.byPair {
		if len(all) > 1 {
			t.Fatalf("%d lines are looked for by the pair %x", len(all), pair)
		}
	}

	found := 0
	text := "see " + strings.Join(lines, " and ")
	for range 2 {
		s.In(text, func(int) bool {
			found++
			return true
		})
	}
	if found != len(lines) {
		t.Errorf("%d lines are found, want %d", found, len(lines))
	}
}

// spans are the ranges of spans, without empty ones.
func spans(all []Span) (out [][2]string) {
	for _, one := range all {
		text := func(r record.Range) string {
			if r[1] == 0 {
				return "[]"
			}
			return fmt.Sprint(record.Ranges{r})
		}
		out = append(out, [2]string{text(one.Calls), text(one.Said)})
	}
	return out
}

// TestPairsOfMany: a filter with many words lets few lines through that are in no text, and none less than it has.
func TestPairsOfMany(t *testing.T) {
	const texts = 200_000
	var p Pairs
	for i := range texts {
		p.AddCall(i+1, fmt.Sprintf("word%d is beside name%d here", i, i))
	}
	passed := 0
	for i := range texts {
		if line := fmt.Sprintf("word%d is beside name%d", i, i); !p.MayHold(line) || len(p.Where(line)) == 0 {
			t.Fatalf("%q is not found", line)
		}
		if p.MayHold(fmt.Sprintf("word%d is beside name%d", i, i+texts)) {
			passed++
		}
	}
	if passed > texts/5 {
		t.Errorf("%d of %d lines pass that are in no text", passed, texts)
	}
}

// TestSought: lines are found within others, also as the literals of a program have them.
func TestSought(t *testing.T) {
	s := NewSoughtLines([]string{"  - the first line", "x", "second line of", "second line", "(one)", "--"})
	for text, want := range map[string]string{
		"see - the first line there":   "[0]",
		"the first line":               "[]",
		`"a\n- the first line\nb"`:     "[0]",
		"a second line of b, no first": "[2 3]",
		"x":                            "[1]",
		"xx, so one":                   "[]",
		"see `x` or ((one))":           "[1 4]",
		"--":                           "[]",
	} {
		found := map[int]struct{}{}
		s.In(text, func(i int) bool {
			found[i] = struct{}{}
			return false
		})
		var got []int
		for i := range s.lines {
			if _, ok := found[i]; ok {
				got = append(got, i)
			}
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%q: %v, want %s", text, got, want)
		}
	}
}

// TestFewLines: a line is found in the same texts whether it is looked for alone or beside many others.
func TestFewLines(t *testing.T) {
	t.Parallel()
	var others []string
	for n := range 2 * fewLines {
		others = append(others, strings.Repeat("never there ", n+1))
	}
	for _, line := range []string{"two words", "a two", "words;", "(two words)", "  two words ", "two"} {
		for _, text := range []string{
			"", "two words", "a two words; more", "atwo words", "two wordss", "say (two words)", "x\\ntwo words\\ny", "two  words",
		} {
			in := func(lines ...string) (times int) {
				NewSoughtLines(lines).In(text, func(i int) bool {
					if i == 0 {
						times++
					}
					return false
				})
				return times
			}
			if got, want := in(line), in(append([]string{line}, others...)...); got != want {
				t.Errorf("%q in %q: found %d times alone, %d beside others", line, text, got, want)
			}
		}
	}
}
