package formats

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"eyeline/reader/internal/skim"
)

// clineLimit is how many UTF-16 units of a result are sent.
const clineLimit = 8000

// writeCline writes a value as compact JSON, as JavaScript's JSON.stringify does, with the members "result" cut.
func writeCline(v skim.Value, w io.Writer) error {
	j := jsonWriter{bufio.NewWriter(w)}
	if err := j.value(v, false, 0); err != nil {
		return err
	}
	return j.Flush()
}

// jsonWriter keeps the first error of writing.
type jsonWriter struct{ *bufio.Writer }

// deepest is down to which level a value is made compact. Below it, which no agent goes, it is copied.
const deepest = 16

func (j jsonWriter) value(v skim.Value, cut bool, depth int) error {
	switch {
	case v.Kind == skim.String:
		return j.string(v, cut)
	case (v.Kind == skim.Object || v.Kind == skim.Array) && depth < deepest:
		return j.container(v, depth)
	}
	return v.WriteRaw(j)
}

func (j jsonWriter) container(v skim.Value, depth int) error {
	next, end := "[", "]"
	if v.Kind == skim.Object {
		next, end = "{", "}"
	}
	before := next
	err := v.Each(func(key []byte, v skim.Value) error {
		j.WriteString(next)
		next = ","
		cut := string(key) == "result"
		if key != nil {
			j.WriteString(`"` + string(key) + `":`)
		}
		return j.value(v, cut, depth+1)
	})
	if next == before { // it is empty
		j.WriteString(before)
	}
	j.WriteString(end)
	return err
}

func (j jsonWriter) string(v skim.Value, cut bool) (err error) {
	j.WriteByte('"')
	if m := (&middleCut{}); cut {
		err = v.WriteText(m)
		for _, part := range m.parts() {
			j.units(part)
		}
	} else {
		err = v.WriteText(escaper{j})
	}
	j.WriteByte('"')
	return err
}

// units writes UTF-16 units; half a pair becomes an escape.
func (j jsonWriter) units(units []uint16) {
	for i := 0; i < len(units); i++ {
		r := rune(units[i])
		if i+1 < len(units) {
			if both := utf16.DecodeRune(r, rune(units[i+1])); both != utf8.RuneError {
				r = both
				i++
			}
		}
		j.escape(r)
	}
}

func (j jsonWriter) escape(r rune) {
	if i := strings.IndexRune("\b\f\n\r\t\"\\", r); i >= 0 {
		j.WriteByte('\\')
		j.WriteByte(`bfnrt"\`[i])
	} else if r < 0x20 || utf16.IsSurrogate(r) {
		fmt.Fprintf(j, `\u%04x`, r)
	} else {
		j.WriteRune(r)
	}
}

// escaper writes text into a JSON string. What is written to it is whole characters.
type escaper struct{ jsonWriter }

func (e escaper) Write(p []byte) (int, error) {
	for _, r := range bytes.Runes(p) {
		e.escape(r)
	}
	return len(p), nil
}

// middleCut keeps the UTF-16 units of a text that are sent of it: all when they are few, else the first and last.
type middleCut struct {
	head, tail []uint16 // the first units, and the last or some more
	total      int
}

func (m *middleCut) Write(p []byte) (int, error) {
	units := utf16.Encode(bytes.Runes(p))
	m.total += len(units)
	m.head = append(m.head, units[:min(len(units), clineLimit-len(m.head))]...)
	m.tail = append(m.tail, units...)
	m.tail = m.tail[max(len(m.tail)-clineLimit, 0):]
	return len(p), nil
}

// parts are the runs of units that are sent: all of them, or the first and the last with a mark between them. The mark
// names how many units are left out, and its own length counts in how many are kept.
func (m *middleCut) parts() [][]uint16 {
	if m.total <= clineLimit {
		return [][]uint16{m.head}
	}
	keep, mark := m.kept()
	return [][]uint16{m.head[:keep], utf16.Encode([]rune(mark)), m.tail[len(m.tail)-keep:]}
}

// text is what is sent.
func (m *middleCut) text() string {
	text := ""
	for _, part := range m.parts() {
		text += string(utf16.Decode(part))
	}
	return text
}

// kept is how many units are kept at each end of a text that is cut, and the mark between them.
func (m *middleCut) kept() (keep int, mark string) {
	for left := m.total - clineLimit; ; {
		mark = fmt.Sprintf("\n\n...[truncated %d chars]...\n\n", left)
		keep = (clineLimit - len(mark)) / 2
		again := m.total - 2*keep
		mark = fmt.Sprintf("\n\n...[truncated %d chars]...\n\n", again)
		if again == left || (clineLimit-len(mark))/2 == keep {
			return keep, mark
		}
		left = again
	}
}
