package tui

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"eyeline/themes"
)

// TestGoldenASCII shows the panes, a comparison, the options and the help where the terminal shows ASCII only.
func TestGoldenASCII(t *testing.T) {
	t.Parallel()
	path := written(t, "naïve.go", "package p\n\nfunc f() {\n\tprint(\"日本\", \"é\")\n\t// "+strings.Repeat("long · ", 90)+"\n}\n")
	for _, size := range [][2]int{{80, 24}, {40, 10}} {
		for name, keys := range map[string][]string{
			"block":   {"tab", "4", "G", "-", "w", "i"},
			"both":    {"p", "p"},
			"compare": {"C", "enter"},
			"blocks":  {"tab", "4", "G", "I"},
			"hex":     {"H"},
			"help":    {"h"},
		} {
			onScreen(t, path, size[0], size[1], func(o *Options) { o.ASCII = true }, func(s *screen) {
				s.keys(keys...)
				if i := strings.IndexFunc(s.text(), func(r rune) bool { return r >= 0x80 }); i >= 0 {
					t.Errorf("%s: not ASCII: %q", name, s.text()[i:])
				}
				s.golden(fmt.Sprintf("ascii-%s-%dx%d", name, size[0], size[1]), s.text())
			})
		}
	}
}

// TestASCIIKeepsEveryWidth: each mark is written in as many cells as it had, also where a row is styled.
func TestASCIIKeepsEveryWidth(t *testing.T) {
	t.Parallel()
	theme, err := themes.New(themes.DefaultDark, themes.TrueColor)
	if err != nil {
		t.Fatal(err)
	}
	for mark, ascii := range asciiMarks {
		if ansi.StringWidth(mark) != 1 || len(ascii) != 1 {
			t.Errorf("%s is written as %q", mark, ascii)
		}
	}
	styled := theme.Style(themes.Title) + "日本…" + themes.Reset + theme.Style(themes.Dim) + "  x" + themes.Reset + "e\u0301 · a…b ·…"
	got := inASCII(styled)
	if ansi.StringWidth(got) != ansi.StringWidth(styled) {
		t.Errorf("%q is %d cells, not %d", got, ansi.StringWidth(got), ansi.StringWidth(styled))
	}
	if want := "????...xe | a~b .~"; ansi.Strip(got) != want {
		t.Errorf("%q is not %q", ansi.Strip(got), want)
	}
}
