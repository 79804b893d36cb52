package marked

import (
	"strings"
	"testing"

	"eyeline/reader/longtest"
)

// TestHostileWork: texts whose parts look far ahead in vain come to an end, whole or said not to be.
func TestHostileWork(t *testing.T) {
	longtest.SkipUnlessLong(t)
	const many = 100_000
	for name, text := range map[string]string{
		"a label with a run beyond its bound": "[" + strings.Repeat("`", maxLabel+1),
		"instructions without an end":         "@a " + strings.Repeat("<?", many),
		"declarations without an end":         strings.Repeat("<!a ", many),
		"titles without an end":               strings.Repeat("[a](b (", many),
		"elements whose text is no HTML":      strings.Repeat("<pre></pre>\n", many),
		"the lines of one item":               "- a\n" + strings.Repeat("word\n", many),
		"quotes that nest":                    strings.Repeat(">", maxDepth+1) + "\n\n@other.md\n",
	} {
		t.Run(name, func(t *testing.T) {
			parsed := Lex(text, false)
			if len(parsed.Tokens) == 0 && parsed.Complete {
				t.Error("nothing was found")
			}
		})
	}
}

// TestTooDeepLosesNothingElse: what nests too deep is not parted, and all behind it is.
func TestTooDeepLosesNothingElse(t *testing.T) {
	parsed := Lex(strings.Repeat(">", maxDepth+1)+"\n\n*other*\n", false)
	last := parsed.Tokens[len(parsed.Tokens)-1]
	if parsed.Complete || last.Kind != kindParagraph || len(last.Tokens) == 0 {
		t.Errorf("complete: %t, and the last token is %+v", parsed.Complete, last)
	}
}
