package patch

import (
	"slices"
	"testing"
)

func TestSearchReplace(t *testing.T) {
	for text, want := range map[string][]Replaced{
		"":     nil,
		"text": nil,
		"<<<<<<< SEARCH\none\ntwo\n=======\nthree\n>>>>>>> REPLACE\n": {{"one\ntwo", "three"}},
		"------- SEARCH\none\n=======\n+++++++ REPLACE":               {{"one", ""}},
		"<<<<<<< SEARCH\n=======\none\n>>>>>>> REPLACE\n":             {{"", "one"}},
		"<<<<<<< SEARCH>\r\none\r\n=======\r\ntwo\r\n>>>>>>> REPLACE": {{"one\r", "two\r"}},
		"<<<<<<< SEARCH\n:start_line:4\n-------\none\n=======\ntwo\n>>>>>>> REPLACE\n\n<<<<<<< SEARCH\n" +
			"a\n=======\nb\n>>>>>>> REPLACE": {
			{"one", "two"}, {"a", "b"},
		},
		"<<<<<<< SEARCH\none\n=======\nno end": nil,
	} {
		if got := SearchReplace(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
