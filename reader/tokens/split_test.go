package tokens

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

// TestASCIIIsSplitAsThePatternSplitsIt compares the pieces of texts of ASCII with those of the pattern: of all texts of
// up to three characters, of one for each kind, of many random ones, and of files.
func TestASCIIIsSplitAsThePatternSplitsIt(t *testing.T) {
	kinds := []string{"a", "R", "e", "L", "s", "7", " ", "\t", "\v", "\n", "\r", "/", "'", "(", "\x00"}
	texts := []string{}
	for _, a := range kinds {
		for _, b := range kinds {
			for _, c := range kinds {
				texts = append(texts, a, a+b, a+b+c)
			}
		}
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range 20_000 {
		var b strings.Builder
		for range r.IntN(24) {
			b.WriteString(kinds[r.IntN(len(kinds))])
		}
		texts = append(texts, b.String())
	}
	for _, name := range []string{"tokens.go", "vocabulary.go", "LICENSE-tiktoken"} {
		p, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if isASCII(string(p)) {
			texts = append(texts, string(p))
		}
	}
	for _, text := range texts {
		m, err := split().FindStringMatch(text)
		for rest := text; rest != ""; m, err = split().FindNextMatch(m) {
			if err != nil || m == nil {
				t.Fatalf("%q: %v", text, err)
			}
			end := asciiPiece(rest)
			if rest[:end] != m.String() {
				t.Errorf("%q: %q, the pattern has %q", text, rest[:end], m)
				break
			}
			rest = rest[end:]
		}
	}
}
