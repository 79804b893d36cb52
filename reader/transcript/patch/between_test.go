package patch

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"eyeline/reader/transcript/record"
)

func TestBetween(t *testing.T) {
	t.Parallel()
	const ten = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n"
	for name, c := range map[string]struct{ before, after, want string }{
		"same":                 {"a\nb\n", "a\nb\n", "[]"},
		"same without an end":  {"a\nb\n", "a\nb", "[]"},
		"same with other ends": {"a\r\nb\r\n", "a\nb\n", "[]"},
		"of nothing":           {"", "a\n", "1[+a]"},
		"to nothing":           {"a\nb", "", "1[-a -b]"},
		"around":               {ten, strings.ReplaceAll(ten, "5", "x"), "2[ 2  3  4 -5 +x  6  7  8]"},
		"two changes":          {ten, "x\n" + ten[2:] + "y\n", "1[-1 +x  2  3  4] 8[ 8  9  10 +y]"},
		"put in":               {"a\nb\n", "a\nx\nb\n", "1[ a +x  b]"},
		"signs":                {"a\n-- b\n", "a\n++ b\n", "1[ a --- b +++ b]"},
		"carriage return":      {"a\rb\nc\n", "a\rx\nc\n", "1[-a\rb +a\rx  c]"},
		"not of UTF-8":         {"\xe9\nb\n", "\xe9\nc\n", "1[ \xe9 -b +c]"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var all []string
			for _, h := range Between(c.before, c.after) {
				all = append(all, fmt.Sprint(h.Old, h.Lines))
			}
			got := strings.ReplaceAll(strings.Join(all, ", "), " [", "[")
			got = strings.ReplaceAll(got, "], ", "] ")
			if want := strings.TrimPrefix(c.want, "[]"); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}

// TestBetweenTakesOutWhatChanges: of a name that is replaced in many places, the lines between these stay.
func TestBetweenTakesOutWhatChanges(t *testing.T) {
	t.Parallel()
	var before strings.Builder
	for i := range 4000 {
		fmt.Fprintf(&before, "\tline %d\n", i)
		if i%20 == 0 {
			before.WriteString("\tcall(name)\n}\n\n")
		}
	}

	hunks := Between(before.String(), strings.ReplaceAll(before.String(), "name", "another"))
	removed := func(h record.Hunk) int { return len(h.Removed()) }
	if len(hunks) != 200 || slices.ContainsFunc(hunks, func(h record.Hunk) bool { return removed(h) != 1 }) {
		t.Errorf("%d hunks, want 200 that each take one line out", len(hunks))
	}
}
