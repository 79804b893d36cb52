package cells

import (
	"slices"
	"strings"
	"testing"
)

// drawn is the whole line as it is drawn, without styles.
func drawn(s string, opt Drawing) string {
	l := Layout([]byte(s), opt)
	return string(l.Render(nil, 0, l.Width(), Style{}))
}

func TestWhatIsDrawn(t *testing.T) {
	end := Drawing{LineEnd: true, TabWidth: 4}
	inv := Drawing{LineEnd: true, TabWidth: 4, Invisibles: true, CRLF: true}
	dec := Drawing{LineEnd: true, Decoded: true}
	for _, c := range []struct {
		in   string
		opt  Drawing
		want string
	}{
		{"", end, ""},
		{"plain", end, "plain"},
		{"a\tb\tccccc\td", end, "a   b   ccccc   d"},
		{"\t\t\t", end, "            "},
		{"a\tb ", inv, "a→  b·␍"},
		{"abc\td\t \t", inv, "abc→d→  ·→  ␍"},
		{"", inv, "␍"},
		{"\x1b[31mred\x07", end, "^[[31mred^G"},
		{"\x00\x7f\r\n", end, "^@^?^M^J"},
		{"\u0085\u009b", end, "<85><9B>"},
		{"\x85\xff\xc3(", end, "<85><FF><C3>("},
		{"\xed\xa0\x80", end, "<ED><A0><80>"},

		// What is invisible or steers the terminal.
		{"\u202eevil\u2066", end, "<202E>evil<2066>"},
		{"soft\u00adhyphen", end, "soft<00AD>hyphen"},
		{"\u061c\u200e\u2060\u2064\ufff9\ufffb", end, "<061C><200E><2060><2064><FFF9><FFFB>"},
		{"a\u200bb\u200dc\u200cd", end, "a<200B>b<200D>c<200C>d"},
		{"tag\U000E0041\U000E007F", end, "tag<E0041><E007F>"},
		{"🏴\U000E0067\U000E0062\U000E007F", end, "🏴<E0067><E0062><E007F>"},
		{"\ue000\U0010FFFF\u0378", end, "<E000><10FFFF><0378>"},
		{"\u2028\u2029", end, "<2028><2029>"},
		{"\u3164\u115f\u1160", end, "<3164><115F><1160>"},
		{"a\ufe0f\ufe0e\U000E0100", end, "a<FE0F><FE0E><E0100>"},

		// A byte order mark begins a line; elsewhere U+FEFF is one more invisible character.
		{"\ufeffa\ufeff", end, "<BOM>a<FEFF>"},
		{"\ufeffa", Drawing{Continued: true}, "<FEFF>a"},

		// What combines.
		{"e\u0301x", end, "e\u0301x"},
		{"\u0301x", end, "◌\u0301x"},
		{"\t\u0301x", end, "    ◌\u0301x"},
		{"\x00\u0301\u0302x", end, "^@◌\u0301\u0302x"},
		{"a\u200d\u0301b", end, "a<200D>◌\u0301b"},
		{"\u0e33", end, "\u0e33"},
		{"กำ", end, "กำ"},
		{"ｶﾞ", end, "ｶﾞ"},
		{" \u0301", end, " \u0301"},
		{"日本", end, "日本"},
		{"한\u1112\u1161\u11ab", end, "한\u1112\u1161\u11ab"},
		{"\u1112\u200d\u1161", end, "\u1112<200D>\u1161"},
		{"क्ष", end, "क्ष"},
		{"กำ", end, "กำ"},
		{"क्\u200dष", end, "क्<200D>ष"},
		{"\u0d4eക", end, "\u0d4eക"},
		{"\u0d4e", end, "<0D4E>"},
		{"\u0d4e\t", end, "<0D4E>  "},
		{"\u0d4e\u200d", end, "<0D4E><200D>"},
		{"\u0d4e ", inv, "<0D4E>·␍"},

		// Emoji.
		{"👩\u200d👩\u200d👧", end, "👩\u200d👩\u200d👧"},
		{"🇩🇪🇫🇷🇬", end, "🇩🇪🇫🇷🇬"},
		{"🇩\u200d🇪", end, "🇩<200D>🇪"},
		{"1\ufe0f\u20e3#\ufe0f\u20e3", end, "1\ufe0f\u20e3#\ufe0f\u20e3"},
		{"1\ufe0f", end, "1<FE0F>"},
		{"a\ufe0f\u20e3", end, "a<FE0F>◌\u20e3"},
		{"1\u20e3", end, "1\u20e3"},
		{"❤\ufe0f❤", end, "❤\ufe0f❤"},
		{"❤\ufe0f\ufe0f", end, "❤\ufe0f<FE0F>"},
		{"👍🏽", end, "👍🏽"},
		{"🍕🏽", end, "🍕<1F3FD>"},
		{"a🏽", end, "a<1F3FD>"},
		{"🏽", end, "<1F3FD>"},
		{"👩\u200d", end, "👩<200D>"},
		{"👩\u200da", end, "👩<200D>a"},
		{"👩\u200d\u200d👩", end, "👩<200D><200D>👩"},
		{"👩\u0301\u200d👩", end, "👩\u0301<200D>👩"},
		{"🇩🇪\ufe0f", end, "🇩🇪<FE0F>"},

		// Blanks.
		{"a\u00a0b\u3000c\u2800", end, "a b  c "},
		{"a\u00a0b\u3000c\u2800", inv, "a<00A0>b<3000>c<2800>␍"},
		{"\u00a0\u0301", end, " ◌\u0301"},

		// What is not UTF-8.
		{"\ufffda", end, "\ufffda"},
		{"\ufffda", dec, "\ufffda"},
		{"a\xff\xfeb", dec, "a\ufffd\ufffdb"},
		{"\xed\xa0\x80", dec, "\ufffd\ufffd\ufffd"},
		{"\xf0\x9f\x98b\xe6\x97", dec, "\ufffdb\ufffd"},
		{"\xe2\x80\xe2\x80\xff", dec, "\ufffd\ufffd\ufffd"},
		{"\xff\u0301", dec, "\ufffd◌\u0301"},

		// An unfinished character.
		{"cut\xe6\x97", Drawing{}, "cut"},
		{"cut\xe6\x97", Drawing{Decoded: true}, "cut"},
		{"cut\xe6\x97", Drawing{Whole: true}, "cut<E6><97>"},
		{"cut\xe6\x97", Drawing{LineEnd: true}, "cut<E6><97>"},
		{"cut\xe6\x97", Drawing{Whole: true, Decoded: true}, "cut\ufffd"},
		{"cut\xff", Drawing{}, "cut<FF>"},
	} {
		if got := drawn(c.in, c.opt); got != c.want {
			t.Errorf("%q %+v: drawn %q, want %q", c.in, c.opt, got, c.want)
		}
	}
}

// TestCellsOfTheirOwn: spacing vowel signs and the consonants of a conjunct have the cells that wcwidth of the C library
// gives them. Where they had none, what followed was drawn over them.
func TestCellsOfTheirOwn(t *testing.T) {
	for text, want := range map[string][]int{ // the columns where clusters begin, and the width
		"กำลัง":   {0, 1, 2, 3, 4},
		"काक":     {0, 1, 2, 3},
		"क्षा":    {0, 1, 2, 3},
		"க்கை":    {0, 1, 2, 3},
		"한각":      {0, 2, 4},
		"ℹ\ufe0f": {0, 2},
	} {
		l := Layout([]byte(text), Drawing{LineEnd: true})
		var got []int
		for _, c := range clusters(l) {
			got = append(got, c.col)
		}
		if got = append(got, l.Width()); !slices.Equal(got, want) || Width(text) != l.Width() {
			t.Errorf("%q: clusters at %v, want %v; a text of %d cells", text, got, want, Width(text))
		}
	}
}

// TestEmojiSequencesAreWhole checks that sequences in use are drawn as they are, in two cells.
func TestEmojiSequencesAreWhole(t *testing.T) {
	for _, s := range []string{
		"👨\u200d👩\u200d👧\u200d👦", "👩🏻\u200d❤\ufe0f\u200d💋\u200d👩🏿", "🏳\ufe0f\u200d🌈", "🏴\u200d☠\ufe0f", "🧑🏽\u200d💻",
		"👁\ufe0f\u200d🗨\ufe0f",
		"❤\ufe0f\u200d🔥", "🐻\u200d❄\ufe0f", "🤷🏼\u200d♀\ufe0f", "🕵\ufe0f\u200d♂\ufe0f", "🤞🏿", "🫱🏻\u200d🫲🏿", "🇺🇳",
		"*\ufe0f\u20e3", "©\ufe0f", "㊗\ufe0f",
	} {
		l := Layout([]byte(s+s), Drawing{})
		if got := string(l.Render(nil, 0, l.Width(), Style{})); got != s+s || l.Width() != 4 {
			t.Errorf("%+q: drawn %+q in %d cells", s+s, got, l.Width())
		}
		if got := l.Column(len(s)); got != 2 {
			t.Errorf("%+q: the second begins at column %d", s+s, got)
		}
	}
}

// TestCrowds checks that few combining marks are drawn on one base and few characters as one cluster, and that nothing
// of the others is lost.
func TestCrowds(t *testing.T) {
	marks := func(n int) string { return strings.Repeat("\u0301", n) }
	for _, c := range []struct{ name, in, want string }{
		{"eight", "a" + marks(8) + "b", "a" + marks(8) + "b"},
		{"more", "a" + marks(11) + "b", "a" + marks(8) + strings.Repeat("<0301>", 3) + "b"},
		{"without a base", marks(9) + "b", "◌" + marks(8) + "<0301>b"},
		{"after an emoji", "👍🏽" + marks(9), "👍🏽" + marks(8) + "<0301>"},
		{
			"tail with other things", "a" + marks(9) + "\u200d\u0302\x00\u0303",
			"a" + marks(8) + "<0301><200D><0302>^@◌\u0303",
		},
		{"jamo", strings.Repeat("\u1100", 35), strings.Repeat("\u1100", 32) + "<1100>" + strings.Repeat("\u1100", 2)},
		{"conjunct", strings.Repeat("क्", 17) + "ष", strings.Repeat("क्", 17) + "ष"},
		{"emoji", strings.Repeat("👩\u200d", 40) + "👩", ""},
	} {
		got := drawn(c.in, Drawing{LineEnd: true})
		if c.want != "" && got != c.want {
			t.Errorf("%s: drawn %+q, want %+q", c.name, got, c.want)
		}
		checkLine(t, []byte(c.in), Drawing{LineEnd: true}, 10, Style{})
	}

	// A stack of 70,000 marks: 8 are drawn, and each has its place.
	l := Layout([]byte("a"+marks(70_000)+"z"), Drawing{LineEnd: true})
	if want := 1 + 6*(70_000-8) + 1; l.Width() != want {
		t.Errorf("%d cells, want %d", l.Width(), want)
	}
	if got, want := l.Offset(1+6*100), 1+2*108; got != want {
		t.Errorf("the mark after 100 others is at offset %d, want %d", got, want)
	}
	if row := l.Render(nil, 0, 80, Style{}); len(row) > 80+2*8 {
		t.Errorf("a row of 80 cells has %d bytes", len(row))
	}
}

func TestTabWidth(t *testing.T) {
	for _, c := range []struct{ tab, want int }{
		{0, 8},
		{-3, 8},
		{1, 1},
		{4, 4},
		{255, 255},
		{256, 255},
		{1 << 40, 255},
	} {
		if got := Layout([]byte("\t"), Drawing{TabWidth: c.tab}).Width(); got != c.want {
			t.Errorf("tab width %d: %d cells, want %d", c.tab, got, c.want)
		}
	}
}

// TestTabsAfterAPrefix counts the stops of the text's tabs from the end of what was put before it.
func TestTabsAfterAPrefix(t *testing.T) {
	for _, c := range []struct {
		in   string
		from int
		want string
	}{
		{"L9: \tx\ty", 4, "L9:     x   y"},
		{"L10: \tx\ty", 5, "L10:     x   y"},
		{"  4→\t\tx", 6, "  4→        x"},
		{"  4\t\tx", 4, "  4     x"}, // the prefix ends with a tab of its own
		{"  4\tabc\tx", 4, "  4 abc x"},
		{"ab\tx", 1, "ab   x"},
		{"\tx", 0, "    x"},
		{"日\tx", 2, "日  x"}, // inside a character: from where that begins
	} {
		if got := drawn(c.in, Drawing{TabWidth: 4, LineEnd: true, TabFrom: c.from}); got != c.want {
			t.Errorf("%q from %d is drawn as %q, want %q", c.in, c.from, got, c.want)
		}
	}
}

func TestPlaces(t *testing.T) {
	l := Layout([]byte("a\x00日e\u0301\xffz"), Drawing{LineEnd: true, Invisibles: true, CRLF: true}) // a^@日é<FF>z␍
	for off, want := range []int{0, 1, 3, 3, 3, 5, 5, 5, 6, 10, 12, 12} {
		if got := l.Column(off); got != want {
			t.Errorf("offset %d is column %d, want %d", off, got, want)
		}
	}
	for col, want := range []int{0, 1, 1, 2, 2, 5, 8, 8, 8, 8, 9, 10, 10} {
		if got := l.Offset(col); got != want {
			t.Errorf("column %d is offset %d, want %d", col, got, want)
		}
	}
	if l.Column(-1) != 0 || l.Offset(-1) != 0 {
		t.Error("before the line is not its start")
	}
}

// TestRenderDoesNotAllocate checks that a line that is laid out is rendered in the memory it has.
func TestRenderDoesNotAllocate(t *testing.T) {
	var buf []byte
	opt := Drawing{TabWidth: 4, LineEnd: true, Invisibles: true, CRLF: true}
	for _, s := range []string{
		code, "日本語 e\u0301 👩\u200d👧 \x00\xff\u202e\t ", "a" + strings.Repeat("\u0301", 99) + "\u0d4e",
		strings.Repeat("\x00\xff", 99),
	} {
		data := []byte(s)
		st := Style{Spans: syntax(len(data)), Over: []Span{{3, 9, "\x1b[7m"}}, Mark: "\x1b[2m", Reset: "\x1b[m"}
		l := Layout(data, opt)
		n := testing.AllocsPerRun(20, func() {
			for row := range min(l.RowCount(20), 5) {
				buf = l.RenderRow(buf[:0], row, 20, st)
			}
			buf = l.Render(buf[:0], 7, 200, st)
		})
		if n != 0 {
			t.Errorf("%.20q: %v allocations", s, n)
		}
	}
}
