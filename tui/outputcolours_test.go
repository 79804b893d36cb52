package tui

import (
	"strings"
	"testing"

	"github.com/alecthomas/chroma/v2"

	"eyeline/themes"
)

// TestWhatAToolGivesHasTheColoursOfTheFile: after the tool's prefix each line is coloured as in the file, also in the
// middle of a comment of several lines, as far as the tool gives the line's own bytes, and on both sides of a
// comparison.
func TestWhatAToolGivesHasTheColoursOfTheFile(t *testing.T) {
	t.Parallel()
	path := written(t, "f.go", "package p\n\n/* one\nfunc two\n*/\nvar x = \"a\xffb\" // "+strings.Repeat("y", 600)+"\n")
	theme, err := themes.New(themes.DefaultDark, themes.TrueColor)
	if err != nil {
		t.Fatal(err)
	}
	style := func(c chroma.TokenType) string { return theme.Syntax(themes.ClassOf(c)) }
	onScreen(t, path, 120, 30, func(o *Options) { o.Theme = theme; o.Panes = "model" }, func(s *screen) {
		has := func(times int, text string) {
			t.Helper()
			if n := strings.Count(s.m.View(), text); n != times {
				t.Errorf("%q is %d times on the screen, not %d:\n%q", text, n, times, s.m.View())
			}
		}
		prefix := theme.Style(themes.Prefix)
		has(1, prefix+"L1: "+themes.Reset+style(chroma.KeywordNamespace)+"package")
		has(1, prefix+"L4: "+themes.Reset+style(chroma.CommentMultiline)+"func two")
		has(1, style(chroma.KeywordDeclaration)+"var")
		has(1, style(chroma.LiteralString)+"\"a"+themes.Reset) // up to the byte that the tool replaces
		s.keys("C", "type:other", "enter")
		has(2, style(chroma.CommentMultiline)+"func two")
	})
}
