package filecolours

import (
	"strings"
	"testing"
)

// TestWhatIsOtherThanInTheFile: the part of a line that a tool gives otherwise, from the first character that differs
// to the last. Where the end of a line is not on hand, none of it is said to be other.
func TestWhatIsOtherThanInTheFile(t *testing.T) {
	long := strings.Repeat("y", headSize+100)
	huge := strings.Repeat("y", maxCompared+100)
	for name, c := range map[string]struct {
		text, file string
		whole      bool
		want       string
	}{
		"the same":                     {"one two", "one two\nmore", true, ""},
		"a tab as blanks":              {"a    b", "a\tb\nmore", true, "    "},
		"a byte replaced":              {"a\ufffdb", "a\xffb\n", true, "\ufffd"},
		"and CR LF as LF":              {"a\ufffdhello", "a\xffhello\r\n", true, "\ufffd"},
		"and CR LF kept":               {"a\ufffdhello\r", "a\xffhello\r\n", true, "\ufffd"},
		"and a BOM dropped":            {"a\ufffdb", "\ufeffa\xffb\n", true, "\ufffd"},
		"and a BOM kept":               {"\ufeffa\ufffdb", "\ufeffa\xffb\n", true, "\ufffd"},
		"a CR as a mark":               {"abc^M", "abc\r\n", true, "^M"},
		"a mark where it is cut":       {"abc… cut", "abcdefgh\n", true, "… cut"},
		"a word added at the end":      {"abc more", "abc\n", true, " more"},
		"blanks dropped":               {"abc", "abc  \n", true, ""},
		"a character dropped":          {"abc", "axbc\n", true, ""},
		"a whole character":            {"aöb", "aäb\n", true, "ö"},
		"CR LF as LF":                  {"abc", "abc\r\n", true, ""},
		"a BOM dropped":                {"abc", "\ufeffabc\n", true, ""},
		"a BOM dropped from long":      {long[:100], "\ufeff" + long + "\n", true, ""},
		"the head of a long line":      {"axcd", "abcdefgh\n", false, ""},
		"a long line that is cut":      {long[:100] + "… cut", long + "\n", true, "… cut"},
		"a long line, changed":         {"x" + long, "z" + long + "\n", true, "x"},
		"too long to know its end":     {"x" + long, "z" + huge + "\n", true, ""},
		"a last line":                  {"axcdef", "abcdef", true, "x"},
		"more than the file's end has": {"abcdef", "abc", true, "def"},
		"twice the same letter":        {"aab", "ab\n", true, "a"},
		"an empty line of the file":    {"new", "\nnext\n", true, "new"},
	} {
		l := Line{Text: []byte(c.text), Whole: c.whole}
		file, err := l.inFile(strings.NewReader(c.file), 0)
		if err != nil {
			t.Fatal(err)
		}
		start, end := l.otherThan(file, alikeFrom(l.Text, file.text))
		if got := c.text[start:end]; got != c.want {
			t.Errorf("%s: %q, not %q", name, got, c.want)
		}
	}
}
