package js

import "testing"

func TestDecodeURIComponent(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "a b": "a b", "a%20b%2Fc": "a b/c", "%c3%A4": "ä", "%ff": "%ff", "%2": "%2", "%2g%20": "%2g%20", "100%": "100%",
	} {
		if got := DecodeURIComponent(text); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
