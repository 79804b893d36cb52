package js

import (
	"net/url"
	"unicode/utf8"
)

// DecodeURIComponent is JavaScript's decodeURIComponent; s itself where that fails.
func DecodeURIComponent(s string) string {
	out, err := url.PathUnescape(s)
	if err != nil || !utf8.ValidString(out) {
		return s
	}
	return out
}
