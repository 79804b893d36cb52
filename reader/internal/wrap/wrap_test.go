package wrap

import (
	"slices"
	"strings"
	"testing"
)

func TestWords(t *testing.T) {
	for text, want := range map[string][]string{
		"": nil, "one": {"one"}, "one two three": {"one two", "three"}, "longerthanall a": {"longerthanall", "a"},
	} {
		if got := Words(text, 8); !slices.Equal(got, want) {
			t.Errorf("%q is %q, not %q", text, got, want)
		}
	}
}

// TestANameLosesItsMiddle: a name that is too long keeps both ends, of characters and not of bytes.
func TestANameLosesItsMiddle(t *testing.T) {
	for name, want := range map[string]string{"short": "short", "0123456789": "0123456789", "reader/check/table.go": "read…le.go", "äöüäöüäöüäöü": "äöüä…öüäöü"} {
		if got := withoutMiddle(name, 10); got != want {
			t.Errorf("%q: %q, not %q", name, got, want)
		}
	}
}

// TestTable: numbers stand below each other, and a row is not wider than it may be.
func TestTable(t *testing.T) {
	rows := [][]string{{"file", "bytes"}, {"a-folder/with/a/name.txt", "12"}, {"b", "1,234"}}
	for width, want := range map[int]string{
		80: "file                      bytes|a-folder/with/a/name.txt     12|b                         1,234",
		25: "file                bytes|a-folder…/name.txt     12|b                   1,234",
	} {
		if got := strings.Join(Table(rows, width), "|"); got != want {
			t.Errorf("in %d: %s", width, got)
		}
	}
}
