package search

import (
	"testing"
	"unicode"
)

// FuzzSearch compares every search for a pattern with the oracle, in blocks of a few bytes.
func FuzzSearch(f *testing.F) {
	for i, pattern := range patterns {
		f.Add(pattern, []byte("ask a\r\nkaſ\u212aa\nabab\n\na"), uint16(i*77))
	}
	f.Fuzz(func(t *testing.T, pattern string, data []byte, how uint16) {
		if len(pattern) > 40 || len(data) > 200 {
			return
		}
		opt := Options{Case: Case(how % 3), Literal: how&4 != 0}
		p, err := Compile(pattern, opt)
		if err != nil {
			for _, r := range err.Error() {
				if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
					t.Fatalf("%q: the error %q holds %q", pattern, err, r)
				}
			}
			return
		}
		sz := sizes{
			block: 1 + int64(how>>3)%17, line: int64(len(data)),
			overlap: 1 + int64(how>>5)%7, step: 1 + int64(how>>7)%5,
		}
		check(t, p, opt, data, sz, 1+int(how)%2)
	})
}
