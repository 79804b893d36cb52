package js

import "testing"

// Only unpaired surrogates are marked, wherever they stand, and escapes of a backslash are none.
func TestMarkSurrogates(t *testing.T) {
	mark := func(unit rune) string { return string(markedFrom + unit - 0xD800) }
	for text, want := range map[string]string{
		`"a\ud800b"`:           `"a` + mark(0xD800) + `b"`,
		`"\ud83d\ude00"`:       `"\ud83d\ude00"`,
		`"\ude00\ud83d"`:       `"` + mark(0xDE00) + mark(0xD83D) + `"`,
		`"\\\\ud800"`:          `"\\\\ud800"`,
		`"\ud800\ud83d\ude00"`: `"` + mark(0xD800) + `\ud83d\ude00"`,
		`"\u0041\ud8"`:         `"\u0041\ud8"`,
		`\`:                    `\`,
	} {
		if got := string(MarkSurrogates([]byte(text))); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	if got, ok := Surrogate([]rune(mark(0xDC01))[0]); !ok || got != 0xDC01 {
		t.Errorf("%x, %t", got, ok)
	}
	if _, ok := Surrogate('a'); ok {
		t.Error("a letter stands for a surrogate")
	}
}
