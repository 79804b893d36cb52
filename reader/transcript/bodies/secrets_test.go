package bodies

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"
)

// inJSON writes a text as a string of JSON can have it, each letter in one of the ways that there are.
func inJSON(rng *rand.Rand, text string) string {
	var b strings.Builder
	for _, r := range text {
		short := strings.IndexRune("\"\\/\b\f\n\r\t", r)
		switch {
		case rng.IntN(4) == 0:
			for _, unit := range utf16.Encode([]rune{r}) {
				fmt.Fprintf(&b, []string{`\u%04x`, `\u%04X`}[rng.IntN(2)], unit)
			}
		case short >= 0 && (r != '/' || rng.IntN(2) == 0):
			b.WriteString(`\` + string(`"\/bfnrt`[short]))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// TestSecretsAreFoundHoweverTheyAreWritten: no way of JSON to write a text hides it, also where it is JSON in a text,
// and what is left is the rest.
func TestSecretsAreFoundHoweverTheyAreWritten(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 3))
	secrets := []string{
		`pass"word-quoted-12345`, `back\slash\n-0123456`, "abcdEF12/xy+Z9==", "ENVKEYPLAIN99", "ENVKEY",
		"sch\u00fcss\U0001f511-\u20ac",
	}
	r := Recorder{}
	for _, secret := range secrets {
		r.Secrets = append(r.Secrets, []byte(secret))
	}

	for i := range 2000 {
		secret := secrets[i%len(secrets)]
		text := `before \ "` + secret + `" after` + secret
		want := `before \ "[key]" after[key]`
		for range 1 + rng.IntN(escapeLevels) {
			text = `{"a":"` + inJSON(rng, text) + `"}`
			want = `{"a":"` + inJSON(rng, want) + `"}`
		}

		got := string(r.clean([]byte(text)))
		if plain(t, got) != plain(t, want) {
			t.Fatalf("%s\nbecomes %s", text, got)
		}
	}
}

// plain is JSON without the JSON around a text in it.
func plain(t *testing.T, text string) string {
	t.Helper()
	for {
		var v struct{ A string }
		if json.Unmarshal([]byte(text), &v) != nil {
			return text
		}
		text = v.A
	}
}

// TestSecretsThatAreNone: what only looks like a secret because an escape ends there, or because a string does, stays,
// and so does what follows a broken escape.
func TestSecretsThatAreNone(t *testing.T) {
	r := Recorder{Secrets: [][]byte{[]byte("newkey-0123"), []byte(`end","next`), []byte(`\uD83Dx`)}}
	for _, text := range []string{
		`{"a":"\newkey-0123"}`, `{"a":"end","next":1}`, `{"a":"\\"}`, `\`, `\u12`, `\uD83D`, `\uD83D\`, `\uD83D\u00`, "",
	} {
		if got := string(r.clean([]byte(text))); got != text {
			t.Errorf("%s becomes %s", text, got)
		}
	}
	if got := string(r.clean([]byte(`\x newkey-0123\`))); got != `\x [key]\` {
		t.Errorf("beside broken escapes it becomes %s", got)
	}
}

// BenchmarkClean looks for keys in a record of 1 MB with the escapes of source code.
func BenchmarkClean(b *testing.B) {
	r := Recorder{}
	for i := range 20 {
		r.Secrets = append(r.Secrets, fmt.Appendf(nil, "%d-secret-0123456789", i))
	}
	record := []byte(`{"a":"` + strings.Repeat(`\tif value := lookup(\"name\", index); value.isKnown() {\n`, 20_000) + `"}`)
	b.SetBytes(int64(len(record)))
	for b.Loop() {
		r.clean(record)
	}
}
