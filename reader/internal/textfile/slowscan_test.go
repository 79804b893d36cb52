package textfile

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"eyeline/reader/source"
)

// What is looked for besides the lines is found in every form, and the scan ends at it where that is asked for.
func TestAScanLooksForNULInEveryForm(t *testing.T) {
	wide := func(s string) string {
		var b strings.Builder
		for _, c := range []byte(s) {
			b.Write([]byte{c, 0})
		}
		return b.String()
	}
	for _, text := range []string{"", "a\nb\n", "a\nb\x00c\nd\n", "a\rb\n", "a\r\nb", "\x00", "a\n\r", "a\xFFb\nc\n", "a\nb\xFF\x00\rc"} {
		for _, form := range []LineCoding{{Ends: EndCR}, {Ends: EndPython}, {Ends: EndCRLF | EndPython}, {Coding: UTF16LE}, {Coding: UTF16LE, Ends: EndCRLF}} {
			data := text
			if form.Coding == UTF16LE {
				data = wide(text)
			}
			view := source.View(bytes.NewReader([]byte(data)), int64(len(data)))
			nul := strings.Contains(text, "\x00")
			invalid := form.Coding == UTF8 && !utf8.ValidString(text)
			r, err := Scan(t.Context(), view, Search{Form: form, First: 1, Count: 1, NUL: true, Valid: true})
			if err != nil || r.NUL != nul || r.Invalid != invalid || r.Lines < 0 {
				t.Errorf("%q as %+v: %+v, %v", text, form, r, err)
			}
		}
	}
}
