package capture

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"slices"
)

// Framed is a capture with lines between its bytes that are not among them: headings over the parts of an answer, and
// the messages that follow it. It is a source.Bytes. Its offsets and line numbers, 0-based, count the lines put in;
// those of the capture do not.
type Framed struct {
	out  *Capture
	ins  []inserted // in order
	size int64
}

// Insert is text to put before a byte of a capture.
type Insert struct {
	At    int64  // the offset in the capture, at most its Size
	Title string // a line of its own
	Text  string // what is under the title; "" for nothing
}

// inserted is text that was put in.
type inserted struct {
	at   int64  // the offset in the capture before which it is
	off  int64  // its own offset
	text []byte // with a '\n' before it where it would not begin a line, and one at its end
	// line is the line of the capture that is before, or goes on after, the text. mid: the text divides that line, or
	// ends it where the capture ends without '\n'.
	line int64
	mid  bool
	into int64 // how many bytes of that line are before the text
	// first is the number of its title's line, lines how many lines it has.
	first, lines int64
}

// Frame puts texts into a capture that is written to the end. It may read the temporary file.
func Frame(ctx context.Context, out *Capture, texts []Insert) (*Framed, error) {
	f := &Framed{out: out, size: out.Size()}
	texts = slices.Clone(texts)
	slices.SortStableFunc(texts, func(a, b Insert) int { return cmp.Compare(a.At, b.At) })
	divided := int64(-1) // the place where the capture's line was divided last
	for _, t := range texts {
		i := inserted{at: min(max(t.At, 0), out.Size())}
		line, err := out.LineOf(ctx, i.at)
		if err != nil {
			return nil, err
		}
		i.line = line
		start, err := out.LineStart(line)
		if err != nil {
			return nil, err
		}
		if i.at > start {
			i.into = i.at - start
		}
		var before [1]byte
		if i.at > 0 && i.at != divided {
			if _, err := out.ReadAt(before[:], i.at-1); err != nil && err != io.EOF {
				return nil, err
			}
			i.mid = before[0] != '\n'
		}
		if i.mid {
			divided = i.at
			i.text = append(i.text, '\n')
		}
		i.text = append(i.text, t.Title+"\n"...)
		if t.Text != "" {
			i.text = append(i.text, t.Text+"\n"...)
		}
		i.lines = int64(bytes.Count(i.text, newline))
		i.off, i.first = i.at, i.line
		if k := len(f.ins); k > 0 {
			last := &f.ins[k-1]
			i.off += last.off + int64(len(last.text)) - last.at
			i.first = last.first + last.lines + i.line - last.line
		}
		if i.mid {
			i.lines--
			i.first++
		}
		f.size += int64(len(i.text))
		f.ins = append(f.ins, i)
	}
	return f, nil
}

var newline = []byte{'\n'}

// Size implements source.Bytes.
func (f *Framed) Size() int64 { return f.size }

// ReadAt implements source.Bytes.
func (f *Framed) ReadAt(p []byte, off int64) (n int, err error) {
	for n < len(p) {
		at := off + int64(n)
		if at >= f.size {
			return n, io.EOF
		}
		i := f.before(at)
		if i >= 0 && at < f.ins[i].off+int64(len(f.ins[i].text)) {
			n += copy(p[n:], f.ins[i].text[at-f.ins[i].off:])
			continue
		}
		end := f.size
		if i+1 < len(f.ins) {
			end = f.ins[i+1].off
		}
		part := p[n:min(len(p), n+int(min(end-at, int64(len(p)))))]
		got, err := f.out.ReadAt(part, f.inCapture(i, at))
		n += got
		if got < len(part) {
			return n, err
		}
	}
	return n, nil
}

// before is the last text that begins at or before an offset; -1 for none.
func (f *Framed) before(off int64) int {
	i, _ := slices.BinarySearchFunc(f.ins, off+1, func(t inserted, off int64) int { return cmp.Compare(t.off, off) })
	return i - 1
}

// inCapture is the capture's offset of a byte after the text i, -1 for none.
func (f *Framed) inCapture(i int, off int64) int64 {
	if i < 0 {
		return off
	}
	t := f.ins[i]
	return t.at + off - t.off - int64(len(t.text))
}

// LineOf is the number of the line with the byte at off. It may read the temporary file.
func (f *Framed) LineOf(ctx context.Context, off int64) (int64, error) {
	i := f.before(off)
	if i >= 0 {
		t := f.ins[i]
		if in := off - t.off; in < int64(len(t.text)) {
			lines := t.first + int64(bytes.Count(t.text[:in], newline))
			if t.mid {
				lines--
			}
			return lines, nil
		}
	}
	line, err := f.out.LineOf(ctx, f.inCapture(i, off))
	if i >= 0 {
		line += f.ins[i].first + f.ins[i].lines - f.ins[i].line
	}
	return line, err
}

// Offset is the offset here of a byte of the capture.
func (f *Framed) Offset(captured int64) int64 {
	for i := len(f.ins) - 1; i >= 0; i-- {
		if t := f.ins[i]; t.at <= captured {
			return captured + t.off + int64(len(t.text)) - t.at
		}
	}
	return captured
}

// Line says what a line here is: line is that of the capture, and skip is how many bytes of that come before a text
// that divides the line, where this is what follows. Of a line that was put in, line is -1 and title says that it is a
// title.
func (f *Framed) Line(n int64) (line, skip int64, title bool) {
	for i := len(f.ins) - 1; i >= 0; i-- {
		switch t := f.ins[i]; {
		case n < t.first:
		case n < t.first+t.lines:
			return -1, 0, n == t.first
		default:
			n -= t.first + t.lines
			if n > 0 {
				return t.line + n, 0, false
			}
			return t.line, t.into, false
		}
	}
	return n, 0, false
}
