package textfile

import (
	"context"
	"strings"
	"testing"

	"eyeline/reader/source"
)

func TestCountLineEnds(t *testing.T) {
	long := strings.Repeat("x", bufferSize-1)
	for _, c := range []struct {
		text string
		form LineCoding
		want LineEnds
	}{
		{"", LineCoding{}, LineEnds{}},
		{"a\nb\r\nc\rd", LineCoding{}, LineEnds{1, 1, 1, true}},
		{"\r\r\n", LineCoding{}, LineEnds{0, 1, 1, false}},
		{long + "\r\nb\r", LineCoding{}, LineEnds{0, 1, 1, false}},
		{long + "\rb\n", LineCoding{}, LineEnds{1, 0, 1, false}},
		{"a\x00\n\x00\r\x00\n\x00b\x00", LineCoding{Coding: UTF16LE}, LineEnds{1, 1, 0, true}},
		{"\xff\xfea\x00\r\x00", LineCoding{Coding: UTF16LE, Skip: 2}, LineEnds{0, 0, 1, false}},
	} {
		got, err := CountLineEnds(context.Background(), source.View(strings.NewReader(c.text), int64(len(c.text))), c.form)
		if got != c.want || err != nil {
			t.Errorf("%.20q: %+v, want %+v (%v)", c.text, got, c.want, err)
		}
	}
}

func TestOnlySpace(t *testing.T) {
	for text, want := range map[string]bool{
		"": true, " \t\r\n\u3000\uFEFF": true, " \u200b": false, "\n\nx": false, "\n\n\xff": false,
		strings.Repeat(" ", bufferSize) + "\n.": false, strings.Repeat("\n ", bufferSize): true,
	} {
		got, err := OnlySpace(context.Background(), source.View(strings.NewReader(text), int64(len(text))), LineCoding{Ends: EndCR}, 0, int64(len(text)))
		if got != want || err != nil {
			t.Errorf("%.20q: %v (%v)", text, got, err)
		}
	}
}
