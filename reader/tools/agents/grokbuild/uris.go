package grokbuild

import (
	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/tools/datauri"
	"eyeline/reader/tools/textfile"
)

// writeWithoutURIs writes lines as Sink.WriteLines does, and takes data URIs out of each of them. The lines' format has no
// limit.
func writeWithoutURIs(s *tools.Sink, o *tools.File, l tools.LineRange) {
	mixed := &mixedCases{number: l.Number}
	mixed.filter = mixed.cases.Filter()
	if err := textfile.Walk(s.Context(), source.View(o, l.End), l.Form, l.Start, mixed); err != nil {
		s.Fail(err)
		return
	}
	w := &uriLines{LineRange: l, mixed: mixed.lines, sink: s, filter: datauri.Remover{Out: s.Bytes}, prefix: l.Format.Prefix}
	if err := textfile.Walk(s.Context(), source.View(o, l.End), l.Form, l.Start, w); err != nil {
		s.Fail(err)
	}
	s.Stats.Altered[tools.RemovedData] += w.filter.Removed
}

// uriLines is a textfile.LineVisitor.
type uriLines struct {
	tools.LineRange
	sink    *tools.Sink
	prefix  func(dst []byte, l tools.Line) []byte
	filter  datauri.Remover
	mixed   map[int64]bool // lines that have "data:image" in lower case and in another
	begun   bool
	written int64
}

func (w *uriLines) begin() {
	if w.begun {
		return
	}
	w.begun = true
	w.filter.Lower = w.mixed[w.Number+w.written]
	if w.written == 0 {
		w.sink.BeginRun(w.Number, true, 0)
	} else {
		w.sink.Str("\n")
	}
	w.sink.Bytes(w.prefix(nil, tools.Line{Number: w.Number + w.written, First: w.written == 0}))
}

// Text implements textfile.LineVisitor.
func (w *uriLines) Text(p []byte, _ textfile.Span, replaced bool) textfile.Want {
	w.begin()
	if replaced {
		w.sink.Stats.Replaced++
	}
	_, _ = w.filter.Write(p) // it returns no error
	if w.sink.Failed() {
		return textfile.Stop
	}
	return textfile.More
}

// End implements textfile.LineVisitor.
func (w *uriLines) End(_, next int64, term string) bool {
	if term == "" && !w.begun && !w.Phantom {
		return false
	}
	w.begin()
	w.filter.Close()
	if term == "\r\n" {
		w.sink.Stats.Altered[tools.DroppedCR]++
	}
	w.sink.AddLines(1)
	w.written++
	w.begun = false
	return !w.sink.Failed() && w.written < w.Count && (next < w.LineRange.End || w.Phantom && term != "")
}

// mixedCases is a textfile.LineVisitor that finds the lines that have "data:image" in lower case and in another.
type mixedCases struct {
	number int64 // of the current line
	cases  datauri.Cases
	filter *datauri.Remover
	lines  map[int64]bool
}

// Text implements textfile.LineVisitor.
func (v *mixedCases) Text(p []byte, _ textfile.Span, _ bool) textfile.Want {
	_, _ = v.filter.Write(p) // it returns no error
	return textfile.More
}

// End implements textfile.LineVisitor.
func (v *mixedCases) End(_, _ int64, _ string) bool {
	v.filter.Close()
	if v.cases.Lower && v.cases.Other {
		if v.lines == nil {
			v.lines = map[int64]bool{}
		}
		v.lines[v.number] = true
	}
	v.number++
	v.cases = datauri.Cases{Tail: v.cases.Tail[:0]}
	return true
}
