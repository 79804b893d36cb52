package preview

import (
	"bytes"
	"encoding/binary"
	"slices"
	"testing"
	"unicode/utf16"

	"eyeline/reader/source"
	"eyeline/reader/window"
)

// TestPartLines: a run that begins and ends where lines do gives no part of one, in each encoding; one that does not,
// does.
func TestPartLines(t *testing.T) {
	text := "one\ntwo\r\nthree\n"
	units := utf16.Encode([]rune(text))
	encoded := func(order binary.ByteOrder) []byte {
		out := make([]byte, 2*len(units))
		for i, u := range units {
			order.PutUint16(out[2*i:], u)
		}
		return out
	}

	for _, test := range []struct {
		name    string
		content []byte
		size    int64 // of a character
	}{
		{"UTF-8", []byte(text), 1},
		{"UTF-16LE", encoded(binary.LittleEndian), 2},
		{"UTF-16BE", encoded(binary.BigEndian), 2},
	} {
		file := source.Bytes(memory{bytes.NewReader(test.content)})
		second := window.Run{First: 2, Last: 2, Start: 4 * test.size, End: 9 * test.size}
		if got := partLines([]window.Run{second}, file); got != nil {
			t.Errorf("%s: the second line is given in part: %v", test.name, got)
		}

		second.End = 7 * test.size
		if got := partLines([]window.Run{second}, file); got != nil {
			t.Errorf("%s: the second line without its end is given in part: %v", test.name, got)
		}

		second.End = 6 * test.size
		if got := partLines([]window.Run{second}, file); !slices.Equal(got, []int64{2}) {
			t.Errorf("%s: a part of the second line is %v", test.name, got)
		}
	}
}

type memory struct{ *bytes.Reader }

func (m memory) Size() int64 { return m.Reader.Size() }
