package formats

import (
	"bytes"
	"fmt"
	"io"
	"unicode/utf16"
	"unicode/utf8"

	"eyeline/reader/internal/skim"
)

// jsonWriter writes JSON as JavaScript's JSON.stringify does.
type jsonWriter struct {
	w     io.Writer
	depth int
	err   error
}

// deepest is down to which level a value is made compact. Below it, which no agent goes, it is copied.
const deepest = 16

func (j *jsonWriter) text(s string) {
	if j.err == nil {
		_, j.err = io.WriteString(j.w, s)
	}
}

func (j *jsonWriter) value(v skim.Value, cut bool) {
	switch v.Kind {
	case skim.String:
		j.text(`"`)
		if j.err == nil {
			j.err = j.string(v, cut)
		}
		j.text(`"`)
	case skim.Object, skim.Array:
		if j.depth < deepest {
			j.depth++
			j.container(v)
			j.depth--
			return
		}
		fallthrough
	default:
		if j.err == nil {
			j.err = v.WriteRaw(j.w)
		}
	}
}

func (j *jsonWriter) container(v skim.Value) {
	before, end := "[", "]"
	if v.Kind == skim.Object {
		before, end = "{", "}"
	}
	empty := true
	err := v.Each(func(key []byte, v skim.Value) error {
		if empty {
			j.text(before)
		} else {
			j.text(",")
		}
		empty = false
		cut := string(key) == "result"
		if key != nil {
			j.text(`"` + string(key) + `":`)
		}
		j.value(v, cut)
		return j.err
	})
	if j.err == nil {
		j.err = err
	}
	if empty {
		j.text(before)
	}
	j.text(end)
}

func (j *jsonWriter) string(v skim.Value, cut bool) error {
	if !cut {
		return v.WriteText(escaper{j.w})
	}
	m := &middleCut{}
	if err := v.WriteText(m); err != nil {
		return err
	}
	return m.writeTo(j.w)
}

// escaper escapes text for a JSON string. What is written to it is whole characters.
type escaper struct{ w io.Writer }

func (e escaper) Write(p []byte) (int, error) {
	var out bytes.Buffer
	for rest := p; len(rest) > 0; {
		r, n := utf8.DecodeRune(rest)
		rest = rest[n:]
		appendEscaped(&out, r)
	}
	if _, err := e.w.Write(out.Bytes()); err != nil {
		return 0, err
	}
	return len(p), nil
}

func appendEscaped(out *bytes.Buffer, r rune) {
	if i := bytes.IndexRune([]byte("\b\f\n\r\t\"\\"), r); i >= 0 {
		out.WriteByte('\\')
		out.WriteByte(`bfnrt"\`[i])
	} else if r < 0x20 || utf16.IsSurrogate(r) {
		fmt.Fprintf(out, `\u%04x`, r)
	} else {
		out.WriteRune(r)
	}
}

// middleCut keeps the UTF-16 units of a text that are sent of it: all when they are few, else the first and last.
type middleCut struct {
	head, tail []uint16 // the first units, and a ring of the last
	total      int
}

func (m *middleCut) Write(p []byte) (int, error) {
	for _, r := range string(p) {
		var units [2]uint16
		for _, u := range utf16.AppendRune(units[:0], r) {
			if len(m.head) < clineLimit {
				m.head = append(m.head, u)
			}
			if len(m.tail) < clineLimit {
				m.tail = append(m.tail, u)
			} else {
				m.tail[m.total%clineLimit] = u
			}
			m.total++
		}
	}
	return len(p), nil
}

// last returns the last n units.
func (m *middleCut) last(n int) []uint16 {
	out := make([]uint16, 0, n)
	for i := m.total - n; i < m.total; i++ {
		out = append(out, m.tail[i%clineLimit])
	}
	return out
}

// parts are the runs of units that are sent: all of them, or the first and the last with a mark between them. The mark
// names how many units are left out, and its own length counts in how many are kept.
func (m *middleCut) parts() [][]uint16 {
	if m.total <= clineLimit {
		return [][]uint16{m.head}
	}
	keep, mark := m.kept()
	return [][]uint16{m.head[:keep], utf16.Encode([]rune(mark)), m.last(keep)}
}

// writeTo writes what is sent, escaped for JSON.
func (m *middleCut) writeTo(w io.Writer) error {
	for _, part := range m.parts() {
		if err := writeUnits(w, part); err != nil {
			return err
		}
	}
	return nil
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

// writeUnits writes UTF-16 units escaped for JSON; half a pair becomes an escape.
func writeUnits(w io.Writer, units []uint16) error {
	var out bytes.Buffer
	for i := 0; i < len(units); i++ {
		r := rune(units[i])
		if i+1 < len(units) {
			if both := utf16.DecodeRune(r, rune(units[i+1])); both != utf8.RuneError {
				r = both
				i++
			}
		}
		appendEscaped(&out, r)
	}
	_, err := w.Write(out.Bytes())
	return err
}
