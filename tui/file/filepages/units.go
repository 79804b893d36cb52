package filepages

import (
	"bytes"
	"errors"
	"io"
	"unicode/utf8"
)

// The rules that say where units begin and end, and what they are.

// unitStart returns the start of the unit with the byte at off.
func (l *loader) unitStart(off int64) (int64, error) {
	if !l.req.Wrap {
		return l.lineStart(off)
	}

	// The next multiple's piece may begin up to three bytes before it.
	if next := (off/PieceSize + 1) * PieceSize; next-off < utf8.UTFMax && next < l.size {
		if cut, ok, err := l.cutAt(next); err != nil || (ok && cut <= off) {
			return cut, err
		}
	}

	m := off / PieceSize * PieceSize
	nl, err := l.newlineBefore(off, max(m-PieceSize, 0))
	if err != nil {
		return 0, err
	}

	switch {
	case nl >= 0 && nl+1 > m-PieceSize:
		return nl + 1, nil
	case m < PieceSize:
		return 0, nil
	}

	cut, _, err := l.cutAt(m)
	return cut, err
}

// cutAt reports whether a piece begins at the multiple m of PieceSize, and where, moved down to a character boundary.
func (l *loader) cutAt(m int64) (int64, bool, error) {
	if m < PieceSize || m >= l.size {
		return m, false, nil
	}
	nl, err := l.newlineBefore(m, m-PieceSize)
	if err != nil || nl >= 0 {
		return m, false, err
	}
	cut, err := l.runeStart(m)
	return cut, true, err
}

// runeStart moves off down to the start of the UTF-8 sequence that crosses it, when there is a valid one.
func (l *loader) runeStart(off int64) (int64, error) {
	var tmp [2 * utf8.UTFMax]byte
	from := max(off-(utf8.UTFMax-1), 0)
	n, err := l.b.ReadAt(tmp[:min(int64(len(tmp)), l.size-from)], from)
	if err != nil && !errors.Is(err, io.EOF) {
		return off, err
	}

	p := tmp[:n]
	for at := from; at < off; at++ {
		q := p[min(int64(len(p)), at-from):]
		if len(q) == 0 || !utf8.RuneStart(q[0]) {
			continue
		}
		r, w := utf8.DecodeRune(q)
		if (r != utf8.RuneError || w > 1) && at+int64(w) > off {
			return at, nil
		}
	}

	return off, nil
}

// unitEnd returns the offset after the unit that starts at start, and whether its line goes on there. The end is -1
// when it was not found within the budget.
func (l *loader) unitEnd(start int64) (end int64, more bool, err error) {
	if !l.req.Wrap {
		end, err = l.lineEnd(start)
		return end, false, err
	}

	// Near the end of the largest files the sum is more than an int64 has.
	m := int64(min((uint64(start)+2*PieceSize-1)/PieceSize*PieceSize, uint64(l.size)))
	nl, err := l.newlineFrom(start, m)
	if err != nil {
		return 0, false, err
	}
	if nl >= 0 {
		return nl + 1, false, nil
	}
	if m >= l.size {
		return l.size, false, nil
	}

	cut, err := l.runeStart(m)
	return cut, true, err
}

// lineStart returns the start of the line with the byte at off, or a place inside the line when the budget ends.
func (l *loader) lineStart(off int64) (int64, error) {
	for at := off; at > 0; {
		if l.req.Numbers != nil {
			at = max(l.req.Numbers.SkipBackward(at), 0)
		}

		stop := max(at-chunk, 0)
		nl, err := l.newlineBefore(at, stop)
		if err != nil {
			return 0, err
		}
		if nl >= 0 {
			return nl + 1, nil
		}

		l.budget -= at - stop
		if l.budget < 0 {
			l.gaveUp = true
			return stop, nil
		}

		at = stop
	}

	return 0, nil
}

// lineEnd returns the offset after the line that starts at start, -1 when the budget ends first.
func (l *loader) lineEnd(start int64) (int64, error) {
	for at := start; at < l.size; {
		stop := at + min(chunk, l.size-at)
		nl, err := l.newlineFrom(at, stop)
		if err != nil {
			return 0, err
		}
		if nl >= 0 {
			return nl + 1, nil
		}

		l.budget -= stop - at
		if l.budget < 0 {
			l.gaveUp = true
			return -1, nil
		}

		at = stop
		if l.req.Numbers != nil {
			at = min(max(l.req.Numbers.SkipForward(at), at), l.size)
		}
	}

	return l.size, nil
}

// line reads the unit that starts at start.
func (l *loader) line(start int64) (Unit, error) {
	end, more, err := l.unitEnd(start)
	if err != nil {
		return Unit{}, err
	}

	ln := Unit{Off: start, End: end, More: more, Skip: l.req.Skip}
	body := end // the end of the line without its terminator
	if end < 0 {
		body = l.size
	}

	if end > start && !more {
		last, err := l.copyOf(max(end-2, start), end)
		if err != nil {
			return Unit{}, err
		}
		ln.Terminated = bytes.HasSuffix(last, []byte("\n"))
		ln.CRLF = bytes.HasSuffix(last, []byte("\r\n"))
	}

	if ln.Terminated {
		body--
	}
	if ln.CRLF {
		body--
	}

	from := start + min(l.req.Skip, body-start)
	if from > start {
		if from, err = l.runeStart(from); err != nil {
			return Unit{}, err
		}
	}

	ln.Skip = from - start
	to := from + min(int64(l.req.Keep), body-from)
	ln.Whole = to == body && end >= 0
	ln.Head, err = l.copyOf(from, to)
	if start > 0 && l.req.Wrap {
		p, rerr := l.copyOf(start-1, start)
		err = errors.Join(err, rerr)
		ln.Continued = len(p) == 1 && p[0] != '\n'
	}

	return ln, err
}

// copyOf returns a copy of the bytes [from, to), shorter when the file ends before.
func (l *loader) copyOf(from, to int64) ([]byte, error) {
	p := make([]byte, 0, max(to-from, 0))
	for from < to {
		q, err := l.bytesFrom(from)
		if err != nil || len(q) == 0 {
			return p, err
		}

		q = q[:min(int64(len(q)), to-from)]
		p = append(p, q...)
		from += int64(len(q))
	}

	return p, nil
}

// number fills in the line numbers as far as they are known.
func (l *loader) number(p *Page) {
	if len(p.Lines) == 0 || l.req.Stride > 0 {
		return
	}

	n := l.numberAt(p.Lines[0].Off)
	for i := range p.Lines {
		switch {
		case l.req.Only != nil:
			n = l.numberAt(p.Lines[i].Off)
		case n > 0 && i > 0 && !p.Lines[i].Continued:
			n++
		}

		p.Lines[i].Number = n
	}
}

func (l *loader) numberAt(off int64) int64 {
	if off == 0 {
		return 1
	}
	if l.req.Numbers == nil {
		return 0
	}

	n, err := l.req.Numbers.LineAt(l.ctx, l.b, off)
	if err != nil {
		return 0
	}

	return n
}
