package sgr

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// taken is the style after some sequences.
func taken(sequences string) (s Style, ok bool) {
	for sequence := range strings.SplitAfterSeq(sequences, "m") {
		if sequence != "" && !s.Take(sequence) {
			return s, false
		}
	}
	return s, true
}

func TestTake(t *testing.T) {
	for in, want := range map[string]string{
		"":                                    "",
		"\x1b[m":                              "",
		"\x1b[1;38;2;1;2;3m":                  "\x1b[1;38;2;1;2;3m",
		"\x1b[48;5;7m\x1b[1m\x1b[31m":         "\x1b[1;31;48;5;7m",
		"\x1b[1;2;3m\x1b[22m":                 "\x1b[3m",
		"\x1b[5;6;25;7m":                      "\x1b[7m",
		"\x1b[31;41m\x1b[39m":                 "\x1b[41m",
		"\x1b[31;41;1m\x1b[0;4m":              "\x1b[4m",
		"\x1b[91;107m":                        "\x1b[91;107m",
		"\x1b[48;2;9;9;9;38;5;1m":             "\x1b[38;5;1;48;2;9;9;9m",
		"\x1b[;1m":                            "\x1b[1m",
		"\x1b[4:3m":                           "?",
		"\x1b[58;5;1m":                        "?",
		"\x1b[38m":                            "?",
		"\x1b[38;2;1;2m":                      "?",
		"\x1b[38;5;m":                         "?",
		"\x1b[38;2;1;2;3x":                    "?",
		"\x1b[1":                              "?",
		"x\x1b[1m":                            "?",
		"\x1b[99999999999999999999999999999m": "?",
	} {
		got, ok := taken(in)
		if !ok && want != "?" || ok && got.String() != want {
			t.Errorf("%q is %q, %v, not %q", in, got, ok, want)
		}
	}
}

// TestChange goes from look to look at random: what a terminal that knows each parameter shows is the look, and it is
// never sent more than what ends everything and begins again.
func TestChange(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 2))
	colours := []string{"", "31", "38;5;200", "38;2;10;20;30"}
	invent := func() Style {
		s := Style{fg: colours[r.IntN(4)], bg: strings.Replace(strings.Replace(colours[r.IntN(4)], "38", "48", 1), "31", "41", 1)}
		for range r.IntN(3) {
			s.attributes |= 1 << (1 + r.IntN(9))
		}
		return s
	}
	from := Style{}
	for range 20_000 {
		to := invent()
		got := Change(from, to)
		shown := from
		if got != "" && !shown.Take(got) {
			t.Fatalf("%q", got)
		}
		if shown != to {
			t.Fatalf("from %q %q makes %q, not %q", from, got, shown, to)
		}
		if most := len("\x1b[m") + len(to.String()); len(got) > most {
			t.Fatalf("from %q to %q by %q", from, to, got)
		}
		from = to
	}
}

func Example() {
	a, _ := taken("\x1b[1;38;2;1;2;3;48;5;8m")
	b, _ := taken("\x1b[48;5;8m")
	fmt.Printf("%q %q\n", Change(a, b), Change(b, Style{}))
	// Output: "\x1b[22;39m" "\x1b[m"
}
