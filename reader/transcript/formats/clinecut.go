package formats

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"unicode/utf16"

	"eyeline/reader/internal/runtime/jsontext"
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

func (j jsonWriter) string(v skim.Value, cut bool) error {
	if m := (&middleCut{}); cut {
		err := v.WriteText(m)
		j.WriteString(jsontext.Quote(m.text()))
		return err
	}
	j.WriteByte('"')
	err := v.WriteText(escaper{j})
	j.WriteByte('"')
	return err
}

// escaper writes text into a JSON string. What is written to it is whole characters.
type escaper struct{ jsonWriter }

func (e escaper) Write(p []byte) (int, error) {
	quoted := jsontext.AppendQuote(nil, p)
	_, _ = e.jsonWriter.Write(quoted[1 : len(quoted)-1]) // it keeps the error
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

// text is what is sent: all of it, or the first and the last units with a mark between them. The mark names how many
// units are left out, and its own length counts in how many are kept.
func (m *middleCut) text() string {
	if m.total <= clineLimit {
		return string(utf16.Decode(m.head))
	}
	keep, mark := m.kept()
	return string(utf16.Decode(m.head[:keep])) + mark + string(utf16.Decode(m.tail[len(m.tail)-keep:]))
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
