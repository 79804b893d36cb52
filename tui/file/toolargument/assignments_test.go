package toolargument

import (
	"slices"
	"testing"
)

// TestPairs: names and values may stand with blanks, "=" and commas between them.
func TestPairs(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]pair{
		"":                     nil,
		"limit":                nil,
		"limit 50 offset":      nil,
		"limit=":               {{"limit", ""}},
		"limit 50":             {{"limit", "50"}},
		"limit = 50":           {{"limit", "50"}},
		"limit 1,5":            {{"limit", "1,5"}},
		"limit 50, offset=120": {{"limit", "50"}, {"offset", "120"}},
		"limit=50,offset=120":  {{"limit", "50"}, {"offset", "120"}},
	} {
		if got := pairsOf(text); !slices.Equal(got, want) {
			t.Errorf("%q is split into %v; want %v", text, got, want)
		}
	}
}
