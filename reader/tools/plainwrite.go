package tools

import (
	"eyeline/reader/internal/textfile"
)

// Plain implements textfile.PlainVisitor.
func (w *lineWriter) Plain(l textfile.PlainLines) (taken int, more bool) {
	f := w.Format
	n := l.Len()
	if w.Count > 0 {
		most := w.Count - w.written
		if w.CutLast { // the last one comes by itself
			most--
		}
		n = int(min(int64(n), most))
	}
	if f.Limit > 0 {
		n = l.Within(f.Limit, n)
	}
	if n <= 0 || w.Change != nil {
		return 0, true
	}
	w.sink.plain(f, l, n, plainStart{number: w.number, first: w.written == 0 && !w.Continued, joined: w.written > 0 || w.Continued, begins: w.written == 0, width: w.Width})
	w.written += int64(n)
	w.number += int64(n)
	next := l.Start(n)
	return n, w.sink.err == nil && (w.Count == 0 || w.written < w.Count) && (next < w.LineRange.End || w.Phantom)
}

// plainStart says how plain lines begin: the number of the first one, whether it is the first of the answer, whether
// others precede it, whether it begins a run, and Line.Width.
type plainStart struct {
	number                int64
	first, joined, begins bool
	width                 int
}

// plain writes the first n plain lines, n > 0.
func (s *Sink) plain(f *LineFormat, l textfile.PlainLines, n int, at plainStart) {
	if at.joined && !f.Each {
		s.Str("\n")
	}
	if at.begins {
		s.BeginRun(at.number, at.first, at.width)
	}
	defer s.AddLines(int64(n))
	if s.counts {
		s.countPlain(f, l, n, at)
		return
	}
	if f.Prefix == nil {
		text := l.Bytes(n)
		if !f.Each {
			text = text[:len(text)-1]
		}
		s.Bytes(text)
		return
	}
	var prefix []byte
	for i := range n {
		prefix = f.Prefix(prefix[:0], Line{Number: at.number + int64(i), First: at.first && i == 0, Width: at.width})
		s.Bytes(prefix)
		text := l.Memory.Data()[l.Start(i):l.Start(i+1)]
		if i == n-1 && !f.Each {
			text = text[:len(text)-1]
		}
		s.Bytes(text)
	}
}

// countPlain counts what plain would write.
func (s *Sink) countPlain(f *LineFormat, l textfile.PlainLines, n int, at plainStart) {
	if s.err != nil {
		return
	}
	size := l.Size(n) + f.prefixes(&s.scratch, at.number, int64(n), at.first, at.width)
	last := l.Text(n - 1)
	s.Stats.Bytes += size
	s.lines += int64(n)
	if s.column, s.last = 0, '\n'; f.Each {
		return
	}
	s.Stats.Bytes--
	s.lines--
	tail := int(f.prefixes(&s.scratch, at.number+int64(n)-1, 1, at.first && n == 1, at.width))
	s.column = tail + len(last)
	switch {
	case len(last) > 0:
		s.last = last[len(last)-1]
	case tail > 0:
		prefix := f.Prefix(nil, Line{Number: at.number + int64(n) - 1, First: at.first && n == 1, Width: at.width})
		s.last = prefix[len(prefix)-1]
	}
}
