package cells

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestWords(t *testing.T) {
	for _, c := range []struct{ name, got, want string }{
		{"plain", Sanitize("plain"), "plain"},
		{"controls", Sanitize("a\nb\tc\x1b]8;;x\x07\u202e\r"), "a^Jb^Ic^[]8;;x^G<202E>^M"},
		{"bytes", Sanitize("\xffé\xe6\x97"), "<FF>é<E6><97>"},
		{"U+FEFF", Sanitize("\ufeffa"), "<FEFF>a"},
		{"skin tones of nothing", Sanitize("a🏻🏿"), "a<1F3FB><1F3FF>"},
		{"cut", Truncate("日本語", 5, "…"), "日本…"},
		{"cut at a keycap", Truncate("a1\ufe0f\u20e3b", 2, ""), "a"},
		{"cut before a mark", Truncate("ae\u0301b", 2, ""), "ae\u0301"},
		{"fits", Truncate("日本語", 6, "…"), "日本語"},
		{"no room for the tail", Truncate("abc", 1, "..."), "a"},
		{"no room", Truncate("abc", 0, "…"), ""},
		{"less than no room", Truncate("abc", -1, "…"), ""},
		{"left", TruncateLeft("a日本語", 5, "…"), "…本語"},
		{"left, a wide one at the edge", TruncateLeft("日本語", 4, "…"), "…語"},
		{"left, a combination at the edge", TruncateLeft("abe\u0301c", 3, "…"), "…e\u0301c"},
		{"left, fits", TruncateLeft("abc", 3, "…"), "abc"},
		{"left, no room for the head", TruncateLeft("abc", 1, "..."), "c"},
		{"left, room for the head", TruncateLeft("abc", 1, "…"), "…"},
		{"left, no room", TruncateLeft("abc", 0, "…"), ""},
		{"left, less than no room", TruncateLeft("abc", -1, "…"), ""},
		{"pad", Pad("日本", 5), "日本 "},
		{"pad a cut one", Pad("日本", 3), "日 "},
		{"pad nothing", Pad("", 2), "  "},
		{"pad to nothing", Pad("a", -2), ""},
	} {
		if c.got != c.want {
			t.Errorf("%s: %q, want %q", c.name, c.got, c.want)
		}
	}
}

func checkWords(t *testing.T, data []byte, width int) {
	t.Helper()
	s := Sanitize(string(data))
	w := Width(s)
	if w != Width(s) {
		t.Fatalf("%+q: %d cells", s, w)
	}
	checkText(t, s, w)
	for tail, part := range map[string]string{"…": Truncate(s, width, "…"), "": Truncate(s, width, "")} {
		kept := strings.TrimSuffix(part, tail)
		if w <= width && part != s || Width(part) > max(width, 0) || !strings.HasPrefix(s, kept) {
			t.Fatalf("%+q cut to %d is %+q", s, width, part)
		}
		if w > width && Width(part) < width-1 {
			t.Fatalf("%+q cut to %d is only %+q", s, width, part)
		}
	}
	for head, part := range map[string]string{"…": TruncateLeft(s, width, "…"), "": TruncateLeft(s, width, "")} {
		kept := strings.TrimPrefix(part, head)
		if w <= width && part != s || Width(part) > max(width, 0) || !strings.HasSuffix(s, kept) {
			t.Fatalf("%+q cut on the left to %d is %+q", s, width, part)
		}
		if w > width && Width(part) < width-1 {
			t.Fatalf("%+q cut on the left to %d is only %+q", s, width, part)
		}
	}
	if p := Pad(s, width); Width(p) != max(width, 0) {
		t.Fatalf("%+q padded to %d is %+q", s, width, p)
	}
}

func TestRandomWords(t *testing.T) {
	for seed := range uint64(5000) {
		r := rand.New(rand.NewPCG(seed, 7))
		checkWords(t, append(randomData(r, r.IntN(10)), "\n"[:r.IntN(2)]...), r.IntN(30)-2)
	}
}

func FuzzWords(f *testing.F) {
	f.Add([]byte("a日\u0301\n"), int8(3))
	f.Fuzz(func(t *testing.T, data []byte, width int8) {
		checkWords(t, bytes.Clone(data[:min(len(data), 512)]), int(width))
	})
}

// TestSanitizeFirst: cut to so many cells it is what all of the text is, however long that is.
func TestSanitizeFirst(t *testing.T) {
	for _, one := range []string{"a", "日", "\x1b[31m", "\xff", "\x80", "👩‍👩‍👧‍👦", "e\u0301", "\t"} {
		for _, n := range []int{1, 10, 5000} {
			for _, width := range []int{0, 1, 7, 80} {
				text := strings.Repeat(one, n)
				got, want := SanitizeFirst(text, width), Sanitize(text)
				if Truncate(got, width, "…") != Truncate(want, width, "…") {
					t.Errorf("%q × %d in %d cells: %q", one, n, width, Truncate(got, width, "…"))
				}
				if most := 10 * clusterBytes * (width + 1); len(got) > most {
					t.Errorf("%q × %d in %d cells: %d bytes", one, n, width, len(got))
				}
			}
		}
	}
}

// TestTruncateMiddle: both ends of a name stay, in as many cells as there are at most.
func TestTruncateMiddle(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  string
	}{
		{"short", 5, "short"},
		{"src/agents/run_state.py", 12, "src/a…ate.py"},
		{"漢字漢字漢字漢字", 9, "漢字…漢字"},
		{"漢字漢字漢字漢字", 8, "漢…漢字"},
		{"abcdef", 3, "a…f"},
		{"abcdef", 2, "ab"},
		{"abcdef", 0, ""},
	} {
		got := TruncateMiddle(c.text, c.width, "…")
		if got != c.want || Width(got) > c.width {
			t.Errorf("%q in %d cells: %q, not %q", c.text, c.width, got, c.want)
		}
	}
}

// TestSingleCharacters: each of them fills one cell and joins with no other, beside it or before or after a colour.
func TestSingleCharacters(t *testing.T) {
	singles := []rune{' ', 'a', '1', '#', '~'}
	for r := rune(0x80); r < 0x3000; r++ {
		if isSingle(r) {
			singles = append(singles, r)
		}
	}

	for _, a := range singles {
		if cluster, w := First(string(a)); cluster != string(a) || w != 1 || hidden(a) {
			t.Errorf("%U: %d cells", a, w)
		}
		for _, b := range singles {
			if cluster, _ := First(string(a) + string(b)); cluster != string(a) {
				t.Fatalf("%U and %U are one", a, b)
			}
		}
	}
}

// TestWidthOfColours: colours fill no cell, and what comes after another sequence or a mark is measured as it is.
func TestWidthOfColours(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "\x1b[m": 0, "\x1b[1;38;2;1;2;3mab\x1b[0m·": 3, "\x1b[4:3ma…\x1b[24m": 2, "a\x1b[1m\u0301b": 2,
		"\x1b[2Kab": 2, "\x1b]8;;x\aab\x1b]8;;\a": 2, "\x1b[31": 0, "日│": 3, "©\ufe0f│": 3,
	} {
		if got := Width(text); got != want {
			t.Errorf("%q fills %d cells, not %d", text, got, want)
		}
	}
}
