package preview

import "testing"

// TestWhatIsOtherThanInTheFile: the part of a line that a tool gives otherwise, from the first byte that differs to the
// last. What is not on hand is not known, and differs from nothing.
func TestWhatIsOtherThanInTheFile(t *testing.T) {
	for name, c := range map[string]struct {
		text, file string
		whole      bool
		want       string
	}{
		"the same":                  {"one two", "one two\nmore", true, ""},
		"a tab as blanks":           {"a    b", "a\tb\nmore", true, "    "},
		"a byte replaced":           {"a\ufffdb", "a\xffb\n", true, "\ufffd"},
		"a mark where it is cut":    {"abc… cut", "abcdefgh\n", true, "… cut"},
		"a word added at the end":   {"abc more", "abc\n", true, " more"},
		"blanks dropped":            {"abc", "abc  \n", true, ""},
		"CR LF as LF":               {"abc", "abc\r\n", true, ""},
		"the head of a long line":   {"axcd", "abcdefgh\n", false, "xcd"},
		"an end that is not there":  {"axcdef", "abcdef", true, "xcdef"},
		"as far as both go":         {"abcdef", "abc", true, ""},
		"twice the same letter":     {"aab", "ab\n", true, "a"},
		"an empty line of the file": {"new", "\nnext\n", true, "new"},
	} {
		l := colouredLine{text: []byte(c.text), whole: c.whole}
		p := l.otherThan([]byte(c.file), alikeFrom(l.text, []byte(c.file)))
		if got := c.text[p.start:p.end]; got != c.want {
			t.Errorf("%s: %q, not %q", name, got, c.want)
		}
	}
}
