package heldlines

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/lists"
)

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestLongLinesAreHashedAsShortOnes: a line that does not fit into the buffer has the hashes of its text, whatever
// stands where the pieces of it end.
func TestLongLinesAreHashedAsShortOnes(t *testing.T) {
	const buffer = 64 << 10
	blanks := strings.Repeat(" ", 3*buffer)
	text := strings.Repeat("x", buffer-1)
	for name, line := range map[string]string{
		"indented":                      "\t\t" + text + "x",
		"blanks at the end":             text + "xx \t ",
		"blanks that fill a buffer":     blanks + "one" + blanks + "two" + blanks,
		"blanks alone":                  blanks,
		"a letter across two pieces":    text + "é" + text,
		"a blank across two pieces":     "\u2003" + text + "\u2003" + text + "\u2003",
		"a line end across two pieces":  text + "\r",
		"a line end behind the buffer":  text + "x\r",
		"two line ends, the first text": text + "\r\r",
		"a return within":               text + "\r" + text,
		"no UTF-8":                      text + "\xe2\x82" + text + "\xff ",
		"a mark":                        "\ufeff" + text + "xx",
	} {
		for _, h := range []Hasher{{}, {Trim: true}} {
			root := t.TempDir()
			write(t, filepath.Join(root, "a"), line+"\n"+line)
			n, err := ReadCurrent(t.Context(), root, "a", h, nil)
			if err != nil {
				t.Fatal(err)
			}

			whole := h.Line([]byte(line))
			bare := h.Trimmed([]byte(line))
			if fmt.Sprint(n.hashes) != fmt.Sprint([]uint64{whole, whole}) {
				t.Errorf("%s, %+v: another hash of the text", name, h)
			}
			if fmt.Sprint(n.trimmed) != fmt.Sprint([]uint64{bare, bare}) {
				t.Errorf("%s, %+v: another hash of the text without its blanks", name, h)
			}
			if n.first != h.Line([]byte(strings.TrimPrefix(line, "\ufeff"))) {
				t.Errorf("%s, %+v: another hash of the text without its mark", name, h)
			}
		}
	}
}

// TestLongLinesInPieces is the same for lines of a few characters, in pieces of any length.
func TestLongLinesInPieces(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	some := []string{"x", " ", "\t", "\r", "é", "\u2003", "\ufeff", "\xe2\x82", "\xff", "😀"}
	for range 20_000 {
		var line []byte
		for range rng.IntN(9) {
			line = append(line, some[rng.IntN(len(some))]...)
		}

		h := Hasher{Trim: rng.IntN(2) > 0}
		var long longLine
		long.reset(h)
		for left := line; len(left) > 0; {
			n := 1 + rng.IntN(len(left))
			long.write(left[:n])
			left = left[n:]
		}
		if got := long.sums(); got.whole != h.Line(line) || got.bare != h.Trimmed(line) {
			t.Fatalf("%q, %+v: %t, %t", line, h, got.whole == h.Line(line), got.bare == h.Trimmed(line))
		}
	}
}

// TestEarlierTrimmedLines: a line that was known without the white space around it stands in the file where that has
// its text, and no line is taken for it that is equal to the text without the white space only by chance.
func TestEarlierTrimmedLines(t *testing.T) {
	root := t.TempDir()
	write(t, filepath.Join(root, "a"), "first\n\tx one\ny\n\ty\n")
	n, err := ReadCurrent(t.Context(), root, "a", Hasher{}, nil)
	if err != nil {
		t.Fatal(err)
	}

	h := Hasher{}
	var p KnownLines
	p.TakeRead(lists.Map([]string{"x one", "y"}, func(text string) Line {
		return Line{Number: int64(len(text)), Hash: h.Text(text), Bare: h.Text(text), State: Whole, Trimmed: true}
	}))
	var e Earlier
	for _, l := range p.Lines() {
		e.Removed(&p, l.Number)
	}

	if got := fmt.Sprint(e.In(n)); got != "[false true false false]" {
		t.Errorf("sent earlier: %s", got)
	}
}

// TestTrimmedAndWholeLinesAreOne: a line that a search gave without the white space around it is the line that a read
// gave whole, in whichever order.
func TestTrimmedAndWholeLinesAreOne(t *testing.T) {
	h := Hasher{}
	read := func(text string, trimmed bool) []Line {
		both := h.both(text)
		l := Line{Number: 1, Hash: both.whole, Bare: both.bare, State: Whole, Times: 1, Trimmed: trimmed}
		if trimmed {
			l.Hash = both.bare
		}
		return []Line{l}
	}

	for _, order := range []bool{false, true} {
		var p KnownLines
		var texts [2]string
		texts[0] = "\tx one"
		texts[1] = "x one"
		first := 0
		if order {
			first = 1
		}
		p.TakeRead(read(texts[first], first == 1))
		if p.TakeRead(read(texts[1-first], first == 0)) {
			t.Errorf("trimmed first: %t: the line is new", order)
		}
		if l := p.Lines()[0]; l.Trimmed || l.Hash != h.Text(texts[0]) || l.Times != 2 {
			t.Errorf("trimmed first: %t: %+v", order, l)
		}
		if !p.TakeRead(read("another", true)) {
			t.Errorf("trimmed first: %t: a line with another text is not new", order)
		}
	}
}
