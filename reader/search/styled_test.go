package search

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// style colours a text and prints some of its letters over themselves or over underscores, at random.
func style(text string, r *rand.Rand) string {
	var b strings.Builder
	for _, c := range text {
		if r.IntN(3) == 0 {
			fmt.Fprintf(&b, "\x1b[%d;%dm", r.IntN(8), 30+r.IntN(8))
		}
		if r.IntN(8) == 0 {
			b.WriteString([]string{"\x1b]8;;https://list\x1b\\", "\x1b]8;;\x07"}[r.IntN(2)])
		}
		switch r.IntN(4) {
		case 0:
			fmt.Fprintf(&b, "%c\b%c", c, c)
		case 1:
			fmt.Fprintf(&b, "_\b%c", c)
		default:
			b.WriteRune(c)
		}
	}
	if r.IntN(2) == 0 {
		b.WriteString("\x1b[m\x1b[K")
	}
	return b.String()
}

var styles = regexp.MustCompile(`\x1b\[[0-9;]*[mK]|\x1b\]8;;[a-z:/]*(?:\x07|\x1b\\)|.\x08`)

// TestStyled: in a styled text a pattern finds what it finds in the bare one, by each way of searching.
func TestStyled(t *testing.T) {
	texts := []string{
		"NAME", "       ls - list directory contents", "--color[=WHEN]", "the end of the line", "aaa abab",
		"Straße über x_y", "", "31m",
	}
	patterns := []string{
		"NAME", "name", "^NAME$", "list", "list directory", "color", `--\w+`, "[a-m]+", "e$", "(ab)+", "a{2,3}", "x|y",
		"l.*t",
		"über", "ß", `\bthe`, "NOT", "zz", "^ +ls", "a*?b", "[0-9]+", "m", "^", `\bline\b`,
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		var lines []string
		for _, text := range texts {
			lines = append(lines, style(text, r))
		}
		all := strings.Join(lines, "\n")
		for _, pattern := range patterns {
			plain, err := Compile(pattern, Options{})
			if err != nil {
				t.Fatal(err)
			}
			p, err := Compile(pattern, Options{Styled: true})
			if err != nil {
				t.Fatal(err)
			}
			var want, got []string
			count := 0
			for i, line := range lines {
				locs := plain.whole.FindAllStringIndex(texts[i], -1)
				count += len(locs)
				for _, x := range locs {
					if x[0] < x[1] {
						want = append(want, texts[i][x[0]:x[1]])
					}
				}
				for _, x := range p.MatchesInPart([]byte(line), true, true) {
					got = append(got, styles.ReplaceAllString(line[x[0]:x[1]], ""))
				}
				if p.matches(p.whole, []byte(line)) != (len(locs) > 0) {
					t.Errorf("%s in %q: %v", pattern, line, len(locs) == 0)
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s in %q: %q, not %q", pattern, all, got, want)
			}
			c := NewCounter(p)
			if err := c.Run(t.Context(), view([]byte(all))); err != nil || c.Snapshot().Matches != int64(count) {
				t.Errorf("%s in %q: %d matches, not %d; %v", pattern, all, c.Snapshot().Matches, count, err)
			}
		}
	}
	p, err := Compile("line", Options{Styled: true})
	if err != nil || p.String() != "line" {
		t.Errorf("the pattern is shown as %q, %v", p.String(), err)
	}
	x, ok, err := NewFinder(p).Find(t.Context(), view([]byte("\x1b[1mthe\n\x1b[31ml\bli\x1b[mne")), 0, Forward)
	if err != nil || !ok || x.Start != 13 || x.End != 22 {
		t.Errorf("%+v %v %v", x, ok, err)
	}
}
