package window

import (
	"context"
	"math/rand"
	"strings"
	"testing"
	"unicode"
)

// The lines that a cursor finds above and below each line are those that a text cut at '\n' has.
func TestAroundAgainstAList(t *testing.T) {
	rules := &Rules{Space: unicode.IsSpace, Other: 1, Comments: []string{"#", `"""`}}
	r := rand.New(rand.NewSource(1))
	pieces := []string{"\n", "\n", "\n", " ", "  ", "\t", "\u00a0", "\r", "x", "# c", `"""`, `""`, "\xff", "é"}
	for range 300 {
		var b strings.Builder
		for range r.Intn(40) {
			b.WriteString(pieces[r.Intn(len(pieces))])
		}
		text := b.String()
		lines := listed(text, rules)
		at := r.Intn(len(lines))
		around, anchor, err := LinesAround(context.Background(), view([]byte(text)), nil, lines[at].Start, rules)
		if err != nil {
			t.Fatal(err)
		}
		if anchor != lines[at] {
			t.Fatalf("%q: line %d is %+v, not %+v", text, at, anchor, lines[at])
		}
		for i := at - 1; ; i-- {
			l, ok, err := around.Up()
			if err != nil || ok != (i >= 0) {
				t.Fatalf("%q: %v, %v above line %d", text, ok, err, i+1)
			}
			if !ok {
				break
			}
			if l != lines[i] {
				t.Fatalf("%q: line %d is %+v, not %+v", text, i, l, lines[i])
			}
		}
		for i := at + 1; ; i++ {
			l, ok, err := around.Down()
			if i >= len(lines) && at == len(lines)-1 && text != "" && !strings.HasSuffix(text, "\n") {
				break
			}
			if err != nil || i < len(lines) && l != lines[i] {
				t.Fatalf("%q: line %d is %+v (%v), not %+v", text, i, l, err, lines[i])
			}
			if !ok {
				break
			}
		}
	}
}

// listed is the lines of a text, the empty one after a final line end too.
func listed(text string, rules *Rules) (lines []Line) {
	carry, at := int64(0), int64(0)
	for _, s := range strings.SplitAfter(text, "\n") {
		l := Line{Start: at, End: at + int64(len(s))}
		at = l.End
		rest := strings.TrimSuffix(s, "\n")
		for rest != "" {
			c := []rune(rest)[0]
			if !unicode.IsSpace(c) {
				break
			}
			rest = rest[len(string(c)):]
			if l.Indent++; c == '\t' {
				l.Indent += 3
			}
		}
		if l.Blank = rest == ""; !l.Blank {
			carry = l.Indent
		}
		for _, prefix := range rules.Comments {
			l.Comment = l.Comment || strings.HasPrefix(rest, prefix)
		}
		l.Effective = carry
		lines = append(lines, l)
	}
	return lines
}
