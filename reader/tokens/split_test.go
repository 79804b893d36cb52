package tokens

import (
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"
	"unicode"

	"github.com/dlclark/regexp2/v2"
	_ "github.com/tiktoken-go/tokenizer/codec" // has the pattern compiled
)

// split is the pattern compiled, which the comment at the beginning of split.go explains.
var split = sync.OnceValue(func() *regexp2.Regexp {
	const contraction = `(?i:'s|'t|'re|'ve|'m|'ll|'d)?`
	const pattern = `[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+` + contraction +
		`|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*` + contraction +
		`|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+`
	return regexp2.MustCompile(pattern, regexp2.None)
})

// byThePattern counts the tokens of a text by the pattern. whole is false where the engine leaves out a character, as it
// does with DEL before a letter.
func byThePattern(t *testing.T, text string) (n int64, whole bool) {
	t.Helper()
	left := len(text)
	m, err := split().FindStringMatch(text)
	for ; m != nil && err == nil; m, err = split().FindNextMatch(m) {
		piece := m.String()
		n += int64(ofPiece(piece, len(piece)))
		left -= len(piece)
	}
	if err != nil || left > 0 && !strings.Contains(text, "\x7F") {
		t.Fatalf("%q: the engine has no piece for %d bytes: %v", text, left, err)
	}
	return n, left == 0
}

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
		if asciiEnd(string(p)) == len(p) {
			texts = append(texts, string(p))
		}
	}
	for _, text := range texts {
		m, err := split().FindStringMatch(text)
		for rest := text; rest != ""; m, err = split().FindNextMatch(m) {
			if err != nil || m == nil {
				t.Fatalf("%q: %v", text, err)
			}
			end := pieceOf(rest)
			if len(rest) >= 8 {
				if quick := quickPiece(eight(rest)); quick != 0 && quick != end {
					t.Errorf("%q: %q at once, %q by its bytes", text, rest[:quick], rest[:end])
				}
			}
			if rest[:end] != m.String() {
				t.Errorf("%q: %q, the pattern has %q", text, rest[:end], m)
				break
			}
			rest = rest[end:]
		}
	}
}

// TestCommonPiecesAreFoundAtOnce: what most of source code is of needs no look at each byte.
func TestCommonPiecesAreFoundAtOnce(t *testing.T) {
	for text, want := range map[string]int{
		"name.Fi(": 4, "nameList": 4, ".Name = ": 5, " != nil ": 3, "1234567)": 3, "\n\tif err)": 1, "\t\t\tgo()  ": 2,
		"),\n\t\t\t\t\t": 3, "    if x ": 3, "  \n\n x y ": 4, "abcdefgh": 0, "isn't so": 0, "        ": 0, "\n\n\n\n\n\n\n\n": 0,
	} {
		if got := quickPiece(eight(text)); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

// TestATextIsCountedAsThePatternSplitsIt counts texts of which a part is ASCII, as by the pattern alone: what stands
// before another character may belong to the same piece.
func TestATextIsCountedAsThePatternSplitsIt(t *testing.T) {
	parts := []string{
		"a", "Re", "LL", "s", "7", "12", " ", "  ", "\t", "\n", "\r\n", "/", "'", "'re", "'S", "(", "\x00", "\x7F",
		"é", "É", "日本", "\u00a0", "\u2028", "ſ", "\u0301", "½", "’", "\xFF", "internationalization",
		"x y", "é, y", "— a", ". B", "' s", "→", "→x", "ǅ", "ʰ", "\u0085", "\u3000", "\u200b", "\ue000", "\ufffd", "٣",
		"\u0301X", "Y\u0345", "\u0bbe'", "\U0001d56c", "ʰZ", "'ſ",
	}
	random := rand.New(rand.NewPCG(7, 7))
	for range 30_000 {
		var b strings.Builder
		for range random.IntN(24) {
			b.WriteString(parts[random.IntN(len(parts))])
		}
		want, whole := byThePattern(t, b.String())
		if got := OfText(b.String()); whole && got != want {
			t.Fatalf("%q: %d, and by the pattern %d", b.String(), got, want)
		}
	}
}

// TestASCIIEnd finds the first byte that is none at every place of a text.
func TestASCIIEnd(t *testing.T) {
	for length := range 20 {
		text := []byte(strings.Repeat("~", length))
		if got := asciiEnd(string(text)); got != length {
			t.Errorf("%d of %d", got, length)
		}
		for at := range text {
			for _, c := range []byte{0x7F, 0x80, 0xFF} {
				text[at] = c
				if got := asciiEnd(string(text)); got != at {
					t.Errorf("%q: %d, want %d", text, got, at)
				}
				text[at] = '~'
			}
		}
	}
}

// TestEachCharacterIsTakenAsItsStandIn splits each character between others as the pattern does.
func TestEachCharacterIsTakenAsItsStandIn(t *testing.T) {
	for c := rune(0x80); c <= unicode.MaxRune; c++ {
		if c > 0x3000 && c%61 != 0 && standIn(c) != 'b' && standIn(c) != 'B' {
			continue // most of them are letters without case, or nothing yet
		}
		for _, text := range []string{"a" + string(c) + "B", " " + string(c) + "\n", "1" + string(c) + "x'" + string(c)} {
			want, _ := byThePattern(t, text)
			if got := OfText(text); got != want {
				t.Errorf("%U: %q is %d, and by the pattern %d", c, text, got, want)
			}
		}
	}
}
