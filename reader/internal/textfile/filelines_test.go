package textfile

import (
	"context"
	"encoding/binary"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"

	"eyeline/reader/longtest"
	"eyeline/reader/source"
)

// The numbers of a window are those that '\n' gives, whatever else ends the tool's lines.
func TestFileWindowCountsNewlines(t *testing.T) {
	pieces := []string{"a", "\r", "\r\n", "\n", "\r\r\n", "bb\n", "\u2028", strings.Repeat("x", bufferSize-2)}
	random := rand.New(rand.NewPCG(3, 4))
	texts := 200
	if !longtest.IsRequested() {
		texts = 50
	}
	for range texts {
		var text strings.Builder
		for range random.IntN(14) {
			text.WriteString(pieces[random.IntN(len(pieces)*4)%len(pieces)])
		}
		for _, form := range []LineCoding{{Ends: EndCR}, {Ends: EndPython}, {Ends: EndCR, Coding: UTF16LE}} {
			data := text.String()
			if form.Coding == UTF16LE {
				var wide []byte
				for _, u := range utf16.Encode([]rune(data)) {
					wide = binary.LittleEndian.AppendUint16(wide, u)
				}
				data = string(wide)
			}
			b := source.View(strings.NewReader(data), int64(len(data)))
			found, err := Scan(context.Background(), b, Search{Form: form, First: int64(1 + random.IntN(6)), Count: int64(random.IntN(4)), Total: true})
			if err != nil {
				t.Fatal(err)
			}
			w, err := found.FileWindow(context.Background(), b, form)
			if err != nil {
				t.Fatal(err)
			}
			newlines := func(to int64) int64 {
				if form.Coding == UTF16LE {
					return int64(strings.Count(data[:to], "\n\x00"))
				}
				return int64(strings.Count(data[:to], "\n"))
			}
			total := newlines(int64(len(data)))
			if data != "" && !strings.HasSuffix(strings.TrimSuffix(data, "\x00"), "\n") {
				total++
			}
			if found.LFLines != total {
				t.Fatalf("%.200q: %d lines by newlines, want %d", data, found.LFLines, total)
			}
			if found.First == 0 {
				if w.First != 0 || w.Last != 0 {
					t.Fatalf("%q: no line, and the window is %+v", data, w)
				}
				continue
			}
			step := int64(1)
			if form.Coding == UTF16LE {
				step = 2
			}
			first, last := 1+newlines(found.Start), 1+newlines(found.End-step)
			if w.First != first || w.Last != last || (w.Renumbered > 0) != (found.LFLines != found.Lines) {
				t.Fatalf("%.200q %+v: %+v, want lines %d to %d", data, found, w, first, last)
			}
		}
	}
}

// FirstFault finds what decoding replaces first.
func TestFirstFault(t *testing.T) {
	far := strings.Repeat("é", bufferSize/2-1)
	for _, c := range []struct {
		text string
		want Fault
	}{
		{"ab\xffc", Fault{2, 3, 0xFF, false}},
		{"\xe2\x82a", Fault{0, 2, 0xE2, false}},
		{"\xed\xa0\x80", Fault{0, 1, 0xED, false}},
		{"x\xf0\x9f", Fault{1, 3, 0xF0, true}},
		{far + "a\xe2\x82", Fault{bufferSize - 1, bufferSize + 1, 0xE2, true}},
		{far + "\xe2\x82\xac\xf0\x90z", Fault{bufferSize + 1, bufferSize + 3, 0xF0, false}},
	} {
		got, ok, err := FirstFault(context.Background(), source.View(strings.NewReader(c.text), int64(len(c.text))), 0)
		if got != c.want || !ok || err != nil {
			t.Errorf("%.20q: %+v, want %+v (%v)", c.text, got, c.want, err)
		}
	}
	if f, ok, err := FirstFault(context.Background(), source.View(strings.NewReader(far+"漢"), int64(len(far)+3)), 0); ok || err != nil {
		t.Error(f, err)
	}
}
