package tooloutput

import (
	"io"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestPaddedIsTheCompositeWithBlankLines: the oracle puts the blank lines in by hand.
func TestPaddedIsTheCompositeWithBlankLines(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 800 {
		var content strings.Builder
		for range rnd.IntN(9) {
			content.WriteString([]string{"a", "bb", "\n", "long line\n"}[rnd.IntN(4)])
		}
		text := content.String()
		out := New()
		_, _ = out.Write([]byte(text))
		of, err := Compose(t.Context(), out, nil)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.SplitAfter(text, "\n")
		if lines[len(lines)-1] == "" {
			lines = lines[:len(lines)-1]
		}
		var blanks []Blank
		for at := int64(0); at <= int64(len(lines)); at++ {
			if rnd.IntN(3) == 0 {
				blanks = append(blanks, Blank{at, 1 + rnd.Int64N(4)})
			}
		}
		checkPadded(t, text, lines, of, blanks)
	}
}

// checkPadded compares a composite of lines with the blank ones between them.
func checkPadded(t *testing.T, text string, lines []string, of *Composite, blanks []Blank) {
	t.Helper()
	f, err := Pad(t.Context(), of, blanks)
	if err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	var is []int64 // the line of the composite in each row; -1 for a blank one
	rest := blanks
	for at := int64(0); at <= int64(len(lines)); at++ {
		for ; len(rest) > 0 && rest[0].Before == at; rest = rest[1:] {
			if s := want.String(); s != "" && !strings.HasSuffix(s, "\n") {
				want.WriteByte('\n')
			}
			for range rest[0].Lines {
				want.WriteByte('\n')
				is = append(is, -1)
			}
		}
		if at < int64(len(lines)) {
			want.WriteString(lines[at])
			is = append(is, at)
		}
	}
	got, err := io.ReadAll(io.NewSectionReader(f, 0, f.Size()))
	if err != nil || string(got) != want.String() {
		t.Fatalf("%q with %v: %q, %v; want %q", text, blanks, got, err, want.String())
	}
	start := int64(0)
	for n, line := range is {
		at, _, kind := f.Line(int64(n))
		if at != line || (kind == IsBlank) != (line < 0) {
			t.Fatalf("%q with %v: line %d is %d of kind %d, not %d", text, blanks, n, at, kind, line)
		}
		if off, err := f.LineStart(t.Context(), int64(n)); off != start || err != nil {
			t.Fatalf("%q with %v: line %d begins at %d, not %d; %v", text, blanks, n, off, start, err)
		}
		if of, err := f.LineOf(t.Context(), start); of != int64(n) || err != nil {
			t.Fatalf("%q with %v: the byte %d is in line %d, not %d; %v", text, blanks, start, of, n, err)
		}
		if line >= 0 {
			if f.Unpadded(int64(n)) != line || f.Offset(int64(startOf(lines, line))) != start {
				t.Fatalf("%q with %v: line %d is elsewhere", text, blanks, n)
			}
		}
		start += int64(strings.IndexByte(want.String()[start:]+"\n", '\n')) + 1
	}
}

// startOf is where a line begins.
func startOf(lines []string, n int64) (at int) {
	for _, l := range lines[:n] {
		at += len(l)
	}
	return at
}
